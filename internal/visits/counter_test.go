package visits

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// memoryStore is a Store in memory.
type memoryStore struct {
	mutex  sync.Mutex
	stored map[counterKey]Tally
	writes [][]Count
	reads  int
	since  Day
	slow   time.Duration
	err    error
}

func (s *memoryStore) AddVisits(_ context.Context, counts []Count) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.err != nil {
		return s.err
	}
	if s.stored == nil {
		s.stored = map[counterKey]Tally{}
	}
	for _, count := range counts {
		at := counterKey{count.Product, count.Day, count.Issue, count.Page}
		s.stored[at] = s.stored[at].add(count.Tally)
	}
	s.writes = append(s.writes, counts)
	return nil
}

// total returns the stored sum of a product's tallies.
func (s *memoryStore) total(product int64) (sum Tally) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for at, tally := range s.stored {
		if at.product == product {
			sum = sum.add(tally)
		}
	}
	return sum
}

// written returns the counts of each write.
func (s *memoryStore) written() [][]Count {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.Clone(s.writes)
}

func (s *memoryStore) fail(err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.err = err
}

var silent = slog.New(slog.DiscardHandler)

var errStore = errors.New("the database is unreachable")

// All counts of a second are written together.
func TestCounterInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &memoryStore{}
		c := NewCounter(s, silent)
		defer c.Start()()
		for range 100 {
			c.Count(by(""), 1, Visit)
			c.Count(by(""), 2, Open)
		}
		if len(s.written()) != 0 {
			t.Error("Count wrote to the database")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if len(s.written()) != 1 || s.total(1) != (Tally{Clicks: 100}) || s.total(2) != (Tally{Views: 100}) {
			t.Fatalf("after a second: %v", s.written())
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(s.written()) != 1 {
			t.Errorf("%d writes, want 1: nothing was counted after the first", len(s.written()))
		}
	})
}

// Counts before and after midnight belong to different days.
func TestCounterMidnight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // the clock of the bubble starts at a midnight in UTC
		s := &memoryStore{}
		c := NewCounter(s, silent)
		today := DayOf(time.Now())
		time.Sleep(24*time.Hour - time.Millisecond)
		c.Count(by(""), 7, Visit)
		time.Sleep(time.Millisecond)
		c.Count(by(""), 7, Visit)
		c.flush()
		want := []Count{{Product: 7, Day: today, Tally: Tally{Clicks: 1}}, {Product: 7, Day: today + 1, Tally: Tally{Clicks: 1}}}
		if len(s.writes) != 1 || !slices.Equal(s.writes[0], want) {
			t.Errorf("written: %v, want %v", s.writes, want)
		}
	})
}

// Counts are written in the order of product IDs, so that concurrent writers cannot deadlock.
func TestCounterOrder(t *testing.T) {
	s := &memoryStore{}
	c := NewCounter(s, silent)
	for _, product := range []int64{5, 3, 9, 1, 7} {
		c.Count(by(""), product, Open)
	}
	c.flush()
	if !slices.IsSortedFunc(s.writes[0], func(a, b Count) int { return int(a.Product - b.Product) }) {
		t.Errorf("the counts are not sorted: %v", s.writes[0])
	}
}

// Stopping writes the remaining counts.
func TestCounterStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &memoryStore{}
		c := NewCounter(s, silent)
		stop := c.Start()
		c.Count(by(""), 1, Visit)
		stop()
		if s.total(1) != (Tally{Clicks: 1}) {
			t.Error("the last visit was lost")
		}
	})
}

// Counts of a failed write are written later, and once.
func TestCounterRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &memoryStore{err: errStore}
		c := NewCounter(s, silent)
		defer c.Start()()
		c.Count(by(""), 1, Visit)
		time.Sleep(1500 * time.Millisecond)
		c.Count(by(""), 1, Visit)
		time.Sleep(time.Minute)
		s.fail(nil)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if s.total(1) != (Tally{Clicks: 2}) {
			t.Errorf("%v, want 2 visits", s.total(1))
		}
	})
}

// Visits from an issue count once an hour for each address and issue, without those of robots, beside those of the day.
func TestCounterIssue(t *testing.T) {
	s := &memoryStore{}
	c := NewCounter(s, silent)
	robot := by("203.0.113.8")
	robot.Header.Set("User-Agent", "Googlebot/2.1")
	c.CountFromIssue(robot, 1, 4)
	for range 2 {
		c.Count(by("203.0.113.7"), 1, Visit)
		c.CountFromIssue(by("203.0.113.7"), 1, 4)
		c.CountFromIssue(by("203.0.113.7"), 1, 5)
		c.CountFromIssue(by("203.0.113.9"), 1, 4)
	}
	c.flush()
	want := []Count{{Product: 1, Day: DayOf(time.Now()), Tally: Tally{Clicks: 1}}, {Product: 1, Issue: 4, Tally: Tally{Clicks: 2}}, {Product: 1, Issue: 5, Tally: Tally{Clicks: 1}}}
	if len(s.writes) != 1 || !slices.Equal(s.writes[0], want) {
		t.Errorf("written: %v, want %v", s.writes, want)
	}
}

// Views of pages count once an hour for each address and page, without those of robots.
func TestCounterPage(t *testing.T) {
	s := &memoryStore{}
	c := NewCounter(s, silent)
	alternatives, collection := Page{Alternatives, "1"}, Page{Collection, "1"}
	robot := by("203.0.113.8")
	robot.Header.Set("User-Agent", "Googlebot/2.1")
	c.CountPage(robot, alternatives)
	for range 2 {
		c.Count(by("203.0.113.7"), 1, Open)
		c.CountPage(by("203.0.113.7"), alternatives)
		c.CountPage(by("203.0.113.9"), alternatives)
		c.CountPage(by("203.0.113.7"), collection)
	}
	c.flush()
	today := DayOf(time.Now())
	want := []Count{{Product: 1, Day: today, Tally: Tally{Views: 1}},
		{Day: today, Page: alternatives, Tally: Tally{Views: 2}}, {Day: today, Page: collection, Tally: Tally{Views: 1}}}
	if len(s.writes) != 1 || !slices.Equal(s.writes[0], want) {
		t.Errorf("written: %v, want %v", s.writes, want)
	}
}

// Of one day at most maxPages different pages are counted.
func TestCounterPageLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, r := NewCounter(&memoryStore{}, silent), by("")
		open := func(page int) { c.CountPage(r, Page{Comparison, strconv.Itoa(page)}) }
		for page := range maxPages + 10 {
			open(page)
		}
		open(0)
		c.Count(r, 1, Open)
		if len(c.waiting) != maxPages+1 || c.Dropped() != 10 {
			t.Errorf("%d counts wait and %d views are dropped", len(c.waiting), c.Dropped())
		}
		time.Sleep(24 * time.Hour)
		open(maxPages)
		if len(c.waiting) != maxPages+2 || c.Dropped() != 10 {
			t.Errorf("a day later %d counts wait and %d views are dropped", len(c.waiting), c.Dropped())
		}
	})
}

// However many pages one client opens, those that others open are counted too, also by that client.
func TestCounterPageShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCounter(&memoryStore{}, silent)
		open := func(client string, page int) { c.CountPage(by(client), Page{Comparison, strconv.Itoa(page)}) }
		for page := range maxPages + 100 {
			open([]string{"2001:db8:1:2::7", "2001:db8:1:2::8"}[page%2], page) // of one network
		}
		const dropped = maxPages + 100 - pageShare
		if len(c.waiting) != pageShare || c.Dropped() != dropped {
			t.Errorf("%d pages of one client are counted and %d views are dropped", len(c.waiting), c.Dropped())
		}
		for page := range pageShare {
			open("203.0.113.9", maxPages+page)
		}
		const common = maxPages + pageShare - 1
		open("2001:db8:1:2::9", common)
		want := counterKey{day: DayOf(time.Now()), page: Page{Comparison, strconv.Itoa(common)}}
		if len(c.waiting) != 2*pageShare || c.waiting[want].Views != 2 || c.Dropped() != dropped {
			t.Errorf("%d pages of two clients are counted, the common one %d times, and %d views are dropped", len(c.waiting), c.waiting[want].Views, c.Dropped())
		}
		time.Sleep(24 * time.Hour)
		if open("2001:db8:1:2::7", maxPages-1); c.Dropped() != dropped {
			t.Error("a day later a view is dropped")
		}
	})
}

// The number of waiting products is limited; those that wait already are still counted.
func TestCounterLimit(t *testing.T) {
	s := &memoryStore{}
	c, r := NewCounter(s, silent), by("")
	for product := range int64(maxWaiting + 10) {
		c.Count(r, product, Open)
	}
	c.Count(by(""), 0, Open)
	if len(c.waiting) != maxWaiting || c.lost != 10 {
		t.Errorf("%d products wait and %d counts are lost", len(c.waiting), c.lost)
	}
	c.flush()
	if s.total(0) != (Tally{Views: 2}) || c.lost != 0 {
		t.Errorf("product 0: %v; still lost: %d", s.total(0), c.lost)
	}
}

// Robots are not counted.
func TestCounterRobots(t *testing.T) {
	s := &memoryStore{}
	c := NewCounter(s, silent)
	robot := by("")
	robot.Header.Set("User-Agent", "Googlebot/2.1")
	c.Count(robot, 1, Visit)
	c.flush()
	if len(s.writes) != 0 {
		t.Error("a robot was counted")
	}
}

// Concurrent counts are not lost during writes.
func TestCounterConcurrency(t *testing.T) {
	s := &memoryStore{}
	c := NewCounter(s, silent)
	var counting sync.WaitGroup
	for range 8 {
		counting.Go(func() {
			for i := range int64(1000) {
				c.Count(by(""), i%3, Visit)
			}
		})
	}
	for range 50 {
		c.flush()
	}
	counting.Wait()
	c.flush()
	if sum := s.total(0).add(s.total(1)).add(s.total(2)); sum.Clicks != 8000 {
		t.Errorf("%d of 8000 were counted", sum.Clicks)
	}
}
