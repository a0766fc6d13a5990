package store_test

import (
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestLease(t *testing.T) {
	eachWorld(t, worldTests{
		"is had by one of many copies that take the job at once": func(t *testing.T, s *store.Store, w *world) {
			copies := []*store.Store{s, w.another(t)}
			var taken atomic.Int64
			same(t, "calls", atOnce(t, 12, fault.Internal, func(i int) error {
				return copies[i%2].ChangeLease(t.Context(), "trash", func(lease *jobs.Lease, _ time.Time) bool {
					if lease.Run != "" {
						return false
					}
					lease.Run = "taken"
					taken.Add(1)
					return true
				})
			}), int64(12))
			same(t, "those that have it", taken.Load(), int64(1))
		},
		"is stored as given": func(t *testing.T, s *store.Store, _ *world) {
			change := func(job string, to jobs.Lease, keep bool) (was jobs.Lease) {
				t.Helper()
				err := s.ChangeLease(t.Context(), job, func(lease *jobs.Lease, _ time.Time) bool {
					was, *lease = *lease, to
					return keep
				})
				noError(t, err)
				return was
			}
			at := time.Date(2026, 1, 2, 3, 4, 5, 6_000, time.UTC)
			runs := jobs.Lease{Run: "one", Began: at, Until: at.Add(time.Second)}
			ended := jobs.Lease{Run: "one", Began: at, Ended: at.Add(time.Second), Failed: true}
			same(t, "before the first run", change("trash", runs, true), jobs.Lease{})
			same(t, "while it runs", change("trash", jobs.Lease{Run: "not kept"}, false), runs)
			same(t, "what was not kept", change("trash", ended, true), runs)
			same(t, "afterwards", change("trash", ended, true), ended)
			same(t, "another job", change("other", jobs.Lease{}, false), jobs.Lease{})
			same(t, "version", readAll(t, s).Version, int64(0))
		},
	})
}

func TestClock(t *testing.T) {
	var log strings.Builder
	var offset atomic.Int64
	o := store.Options{DatabaseURL: storetest.PostgresURL(t), Logger: slog.New(slog.NewTextHandler(&log, nil)),
		Now: func() time.Time { return time.Now().Add(time.Duration(offset.Load())) }}
	s := storetest.OpenAt(t, o)
	ask := func() (shared time.Time) {
		t.Helper()
		noError(t, s.ChangeLease(t.Context(), "trash", func(_ *jobs.Lease, now time.Time) bool { shared = now; return false }))
		return shared
	}
	for _, step := range []struct {
		name   string
		offset time.Duration
		warned int
	}{
		{"of this machine is right", 0, 0},
		{"of this machine is late: warned", -time.Minute, 1},
		{"is still late: not warned again", -time.Minute, 1},
		{"is right again: said", 0, 2},
		{"is early: warned", time.Hour, 3},
	} {
		t.Run(step.name, func(t *testing.T) {
			offset.Store(int64(step.offset))
			began := time.Now()
			if shared := ask(); shared.Before(began.Add(-10*time.Second)) || shared.After(time.Now().Add(10*time.Second)) {
				t.Errorf("jobs go by %v", shared)
			}
			if got := strings.Count(log.String(), "clock"); got != step.warned {
				t.Errorf("said %d times: %s", got, log.String())
			}
		})
	}
}
