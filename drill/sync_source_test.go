package drill

import (
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// origin is what is copied, and can die.
type origin struct {
	words       []string // of the command that copies it
	die, revive func()
}

// origins are ways in which what is copied can die while it is read.
var origins = map[string]func(t *testing.T, w whole) origin{
	"a site that is killed":                byAddress,
	"PostgreSQL that ends the connections": byPostgres,
	"a file that is moved away":            byMovedFile,
	"a file that is cut":                   byCutFile,
}

// byAddress copies a running site, which dies by kill -9.
func byAddress(t *testing.T, w whole) origin {
	s := production(t, w)
	token := s.administrator().token
	s.start()
	return origin{fromAddress("http://"+s.address, token), s.kill, func() { s.start() }}
}

// byPostgres copies a PostgreSQL database, which ends all connections.
func byPostgres(t *testing.T, w whole) origin {
	files := production(t, w) // the images are fetched from there
	files.start()
	s := newSite(t, store.Options{DatabaseURL: storetest.PostgresURL(t)})
	s.show(w)
	return origin{append(from(s.place.DatabaseURL), "--production-url", "http://"+files.address), func() {
		storetest.Exec(t, s.place, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
	}, func() {}}
}

// byMovedFile copies a SQLite database whose folder is moved away, as by a restore or a disk that is taken out.
func byMovedFile(t *testing.T, w whole) origin {
	s := production(t, w)
	move := func(from, to string) func() {
		return func() {
			if err := os.Rename(from, to); err != nil {
				t.Fatal(err)
			}
		}
	}
	away := s.place.DataDir + "-away"
	return origin{from(s.file()), move(s.place.DataDir, away), move(away, s.place.DataDir)}
}

// byCutFile copies a SQLite database that is cut to its half, as by somebody who copies over it.
func byCutFile(t *testing.T, w whole) origin {
	s := production(t, w)
	file, err := os.ReadFile(s.file())
	if err != nil {
		t.Fatal(err)
	}
	return origin{from(s.file()), func() {
		if err := os.Truncate(s.file(), int64(len(file)/2)); err != nil {
			t.Fatal(err)
		}
	}, func() {
		if err := errors.Join(os.RemoveAll(s.file()+"-wal"), os.RemoveAll(s.file()+"-shm"), os.WriteFile(s.file(), file, 0o600)); err != nil {
			t.Fatal(err)
		}
	}}
}

// A sync whose source dies changes nothing, or is whole.
func TestSyncSourceFailure(t *testing.T) {
	beside(t)
	before, after := called("before", 100, 20), called("after", rounds(100, 1000), rounds(20, 60))
	base, states := base(t, before), [2][]byte{before.export(t), after.export(t)}
	for name, open := range origins {
		t.Run(name, func(t *testing.T) {
			source := open(t, after)
			var usual time.Duration
			var ended outcomes
			var took durations
			for i := range rounds(1, 50) + 1 {
				s := newSite(t, store.Options{})
				s.do("", "restore", base)
				if i == 0 {
					usual = timed(func() { s.do("", source.words...) })
					continue
				}
				private := s.private()
				failed, lasted := syncUntil(s, source, time.Duration(float64(rand.N(usual))*rand.Float64())) // more often early, when it is read
				took.add(lasted)
				isAfter := s.isAfter(everything, states[0], states[1])
				if ended.note(failed, isAfter); failed == isAfter {
					t.Errorf("the sync has failed: %v, and what was to be is there: %v", failed, isAfter)
				}
				if *full {
					s.whole()
				}
				if s.do("", source.words...); !s.isAfter(everything, states[0], states[1]) || s.private() != private {
					t.Error("the next sync has not changed what it should, or touched what it should not")
				}
				s.whole()
			}
			ended.print(t, "target")
			figure(t, "says how it ended after", took.String(), "–")
		})
	}
}

// syncUntil copies a source that dies after a while and comes back then. It reports whether the sync failed, and how long it took.
func syncUntil(s *site, source origin, dies time.Duration) (failed bool, took time.Duration) {
	ended, began := make(chan error, 1), time.Now()
	go func() {
		_, err := s.try("", source.words...)
		ended <- err
	}()
	time.Sleep(dies)
	source.die()
	err := <-ended
	took = time.Since(began)
	source.revive()
	if err != nil && !strings.Contains(err.Error(), "The production site ") {
		s.t.Errorf("it says %v", err)
	}
	return err != nil, took
}
