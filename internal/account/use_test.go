package account

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// slowStore takes its time to write uses, and may fail.
type slowStore struct {
	mu     sync.Mutex
	took   time.Duration
	err    error
	writes [][]Session
	at     []time.Duration // of each write, since the store was made
	began  time.Time
}

func (s *slowStore) NoteUses(_ context.Context, sessions []Session, _ []Token) error {
	s.mu.Lock()
	s.writes = append(s.writes, sessions)
	s.at = append(s.at, time.Since(s.began))
	took, err := s.took, s.err
	s.mu.Unlock()
	time.Sleep(took)
	return err
}

func (s *slowStore) set(took time.Duration, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.took, s.err = took, err
}

func TestUseRecorder(t *testing.T) {
	errLocked := errors.New("locked")
	use := func(r *useRecorder, hash string) (taken bool, took time.Duration) {
		began := time.Now()
		taken = r.session(context.Background(), Session{Hash: hash, LastUsedAt: began})
		return taken, time.Since(began)
	}
	for name, test := range map[string]func(t *testing.T, r *useRecorder, s *slowStore){
		"waits for a quick write": func(t *testing.T, r *useRecorder, s *slowStore) {
			s.set(30*time.Millisecond, nil)
			if taken, took := use(r, "a"); !taken || took != 30*time.Millisecond || len(s.writes) != 1 {
				t.Errorf("taken %v after %v, %d writes", taken, took, len(s.writes))
			}
		},
		"waits at most 50 ms, and writes what came meanwhile together": func(t *testing.T, r *useRecorder, s *slowStore) {
			s.set(5*time.Second, nil)
			for i := range 20 {
				if taken, took := use(r, strconv.Itoa(i)); !taken || took != useWait {
					t.Errorf("taken %v after %v", taken, took)
				}
			}
			r.running.Wait()
			if len(s.writes) != 2 || len(s.writes[0]) != 1 || len(s.writes[1]) != 20 && len(s.writes[1]) != 19 {
				t.Errorf("wrote %v", s.writes)
			}
		},
		"writes a session once a minute": func(t *testing.T, r *useRecorder, s *slowStore) {
			for range 121 { // two minutes, and the first request of the third
				use(r, "a")
				time.Sleep(time.Second)
			}
			if len(s.writes) != 3 {
				t.Errorf("%d writes, want 3", len(s.writes))
			}
		},
		"tries a failed write again after a growing rest": func(t *testing.T, r *useRecorder, s *slowStore) {
			s.set(0, errLocked)
			use(r, "a")
			time.Sleep(8 * time.Second) // tries after 0, 1, 3 and 7 seconds
			s.set(0, nil)
			r.running.Wait()
			if len(s.at) != 5 || s.at[3] != 7*time.Second || s.at[4] != 15*time.Second {
				t.Errorf("tried after %v", s.at)
			}
		},
		"writes what waits when it is closed, also after a failure": func(t *testing.T, r *useRecorder, s *slowStore) {
			s.set(0, errLocked)
			use(r, "a")
			s.set(0, nil)
			r.close()
			if len(s.writes) != 2 || time.Since(s.began) >= useRetry {
				t.Errorf("%d writes, closed after %v", len(s.writes), time.Since(s.began))
			}
		},
		"gives up when it is closed and the last write fails": func(t *testing.T, r *useRecorder, s *slowStore) {
			s.set(time.Second, errLocked)
			use(r, "a")
			r.close()
			if len(s.writes) != 2 {
				t.Errorf("%d writes", len(s.writes))
			}
		},
		"remembers a bounded number": func(t *testing.T, r *useRecorder, s *slowStore) {
			ctx, cancel := context.WithCancel(context.Background())
			cancel() // nobody waits
			s.set(time.Hour, nil)
			taken := 0
			for i := range maxUses + 10 {
				if r.session(ctx, Session{Hash: strconv.Itoa(i)}) {
					taken++
				}
			}
			s.set(0, nil)
			r.close()
			if taken != maxUses {
				t.Errorf("took %d", taken)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &slowStore{began: time.Now()}
				test(t, newUseRecorder(s.NoteUses, slog.New(slog.DiscardHandler), time.Now), s)
			})
		})
	}
}
