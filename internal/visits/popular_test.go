package visits

import (
	"context"
	"maps"
	"testing"
	"testing/synctest"
	"time"
)

func (s *memoryStore) VisitedProducts(_ context.Context, since Day) ([]ProductTotal, error) {
	time.Sleep(s.slow)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.reads++
	s.since = since
	return []ProductTotal{{1, Tally{Views: 9}}, {2, Tally{Views: 1, Clicks: 5}}}, s.err
}

// Popularity counts the visits of the last 30 days, and no opens.
func TestPopularityWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &memoryStore{}
		var got map[int64]int64
		if err := NewPopularity(s, func(visits map[int64]int64) { got = visits }, silent).Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		if want := map[int64]int64{2: 5}; !maps.Equal(got, want) {
			t.Errorf("popular: %v, want %v", got, want)
		}
		if today := DayOf(time.Now()); today-s.since != 29 {
			t.Errorf("since %v, today is %v", s.since, today)
		}
	})
}

// follow runs Follow for a time and returns the number of updates.
func follow(t *testing.T, s *memoryStore, length time.Duration) (updates int) {
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		NewPopularity(s, func(map[int64]int64) { updates++ }, silent).Follow(ctx)
	}()
	time.Sleep(length)
	stop()
	<-ended
	return updates
}

// Popularity is read every ten seconds, and less often if reading is slow.
func TestPopularityInterval(t *testing.T) {
	for slow, want := range map[time.Duration]int{0: 6, 2 * time.Second: 2} { // after 10 s, and again after a pause of 40 s
		synctest.Test(t, func(t *testing.T) {
			s := &memoryStore{slow: slow}
			if got := follow(t, s, 61*time.Second); got != want {
				t.Errorf("a read takes %v: %d reads in a minute, want %d", slow, got, want)
			}
		})
	}
}

// A failed read is retried with increasing pauses and changes nothing.
func TestPopularityRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &memoryStore{err: errStore, slow: 2 * time.Second} // as after waiting for a lock
		// Reads start after 10, 13, 17, 23, 33, 45 and 57 seconds: the pauses are 1, 2, 4, 8 and then 10 seconds.
		if got := follow(t, s, time.Minute); got != 0 || s.reads != 7 {
			t.Errorf("%d updates and %d reads, want 0 and 7", got, s.reads)
		}
	})
}

// Today and the 399 days before it are retained.
func TestOldestRetained(t *testing.T) {
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	if got := OldestRetained(now).String(); got != "2025-01-29" {
		t.Errorf("got %s", got)
	}
}
