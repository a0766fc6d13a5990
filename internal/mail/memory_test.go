package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"
)

// memoryStore is a Store in memory.
type memoryStore struct {
	mutex    sync.Mutex
	waiting  []Email
	expired  []Email
	claims   []Claim
	outcomes []Outcome
	ids      []int64       // of the outcomes
	failures int           // how many calls of EndEmail fail
	done     chan struct{} // one value per outcome
}

func newStore(emails ...Email) *memoryStore {
	return &memoryStore{waiting: emails, done: make(chan struct{}, 1000)}
}

func (s *memoryStore) NextEmail(_ context.Context, claim Claim) (Email, time.Duration, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.waiting) == 0 {
		return Email{}, 0, nil
	}
	s.claims = append(s.claims, claim)
	e := s.waiting[0]
	s.waiting = s.waiting[1:]
	return e, 0, nil
}

func (s *memoryStore) EndEmail(_ context.Context, e Email, outcome Outcome) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.failures > 0 {
		s.failures--
		return errors.New("the database is gone")
	}
	if outcome.Pause > 0 {
		time.AfterFunc(outcome.Pause/2, func() { s.add(e) })
	} else if outcome.Uncounted {
		s.waiting = append(s.waiting, e)
	}
	s.outcomes, s.ids = append(s.outcomes, outcome), append(s.ids, e.ID)
	s.done <- struct{}{}
	return nil
}

func (s *memoryStore) add(e Email) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.waiting = append(s.waiting, e)
}

func (s *memoryStore) EndExpiredEmails(_ context.Context, unsure func(Email)) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, e := range s.expired {
		unsure(e)
	}
	s.expired = nil
	return nil
}

// states are the last states by email.
func (s *memoryStore) states() map[int64]State {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	states := map[int64]State{}
	for i, outcome := range s.outcomes {
		states[s.ids[i]] = outcome.State
	}
	return states
}

// begin starts a sender. stop ends it, and returns the log.
func (s *memoryStore) begin(t *testing.T, p *peer, user string, compose Composer) (stop func() string) {
	t.Helper()
	var log bytes.Buffer
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan struct{})
	sender := NewSender(s, serverOf(t, p, user), 1000, slog.New(slog.NewJSONHandler(&log, nil)))
	go func() { sender.Run(ctx, compose); close(ended) }()
	return func() string {
		end()
		<-ended
		return log.String()
	}
}

// wait waits for this many outcomes.
func (s *memoryStore) wait(t *testing.T, outcomes int) {
	t.Helper()
	for range outcomes {
		select {
		case <-s.done:
		case <-time.After(time.Minute):
			t.Fatal("the email was neither sent nor failed")
		}
	}
}

// run runs a sender until the store has received this many outcomes, and returns the log.
func (s *memoryStore) run(t *testing.T, p *peer, user string, outcomes int) string {
	t.Helper()
	stop := s.begin(t, p, user, nil)
	s.wait(t, outcomes)
	return stop()
}

// many are emails with the ids from 1.
func many(count int) (found []Email) {
	for id := range int64(count) {
		found = append(found, Email{ID: id + 1, To: fmt.Sprintf("ann%d@example.com", id), Subject: "s", Text: "t", Tries: 1, CreatedAt: time.Now()})
	}
	return found
}
