package store_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/jobs"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

func TestOfManyCopiesThatTakeAJobAtOnceOneGetsIt(t *testing.T) {
	t.Parallel()
	storetest.EachPlace(t, func(t *testing.T, o store.Options) {
		copies := []*store.Store{storetest.OpenAt(t, o), storetest.OpenAt(t, o)}
		var all sync.WaitGroup
		var taken atomic.Int64
		for i := range 12 {
			all.Go(func() {
				err := copies[i%2].ChangeTurn(t.Context(), "trash", func(turn *jobs.Turn) bool {
					if turn.Run != "" {
						return false
					}
					turn.Run = "taken"
					taken.Add(1)
					return true
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if taken.Load() != 1 {
			t.Errorf("%d have it", taken.Load())
		}
	})
}

func TestATurnIsKeptAsItWasGivenAndOnlyWhenItIsToBe(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		change := func(job string, to jobs.Turn, keep bool) (was jobs.Turn) {
			t.Helper()
			err := s.ChangeTurn(t.Context(), job, func(turn *jobs.Turn) bool {
				was, *turn = *turn, to
				return keep
			})
			if err != nil {
				t.Fatal(err)
			}
			return was
		}
		at := time.Date(2026, 1, 2, 3, 4, 5, 6_000, time.UTC)
		runs := jobs.Turn{Run: "one", Began: at, Until: at.Add(time.Second)}
		ended := jobs.Turn{Run: "one", Began: at, Ended: at.Add(time.Second), Failed: true}
		same(t, "before the first run", change("trash", runs, true), jobs.Turn{})
		same(t, "while it runs", change("trash", jobs.Turn{Run: "not kept"}, false), runs)
		same(t, "what was not kept", change("trash", ended, true), runs)
		same(t, "afterwards", change("trash", ended, true), ended)
		same(t, "another job", change("other", jobs.Turn{}, false), jobs.Turn{})
		same(t, "version", snapshot(t, s).Version, int64(0))
	})
}
