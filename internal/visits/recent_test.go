package visits

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/source"
)

// by returns a browser's request from an IP address; empty: from an unknown one.
func by(address string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/api/visits", nil)
	if address == "" {
		return r
	}
	return r.WithContext(source.With(r.Context(), netip.MustParseAddr(address)))
}

// An IP address counts once per tool, action and hour.
func TestRecentOncePerHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &memoryStore{}
		c := NewCounter(s, silent)
		want := func(product int64, opens, visits int64) {
			t.Helper()
			c.flush()
			if got := s.total(product); got != (Tally{opens, visits}) {
				t.Errorf("product %d: %v, want %d opens and %d visits", product, got, opens, visits)
			}
		}
		for range 3 {
			c.Count(by("203.0.113.7"), 1, Visit)
			c.Count(by("203.0.113.7"), 1, Open)
			c.Count(by("::ffff:203.0.113.7"), 1, Visit)
			c.Count(by("203.0.113.8"), 1, Visit)
			c.Count(by("203.0.113.7"), 2, Visit)
			c.Count(by("2001:db8:1:2::1"), 3, Visit)
			c.Count(by("2001:db8:1:2:ffff::9"), 3, Visit) // the same /64 network
			c.Count(by("2001:db8:1:3::1"), 3, Visit)
			c.Count(by("127.0.0.1"), 4, Visit)
			c.Count(by(""), 5, Visit)
		}
		want(1, 1, 2)
		want(2, 0, 1)
		want(3, 0, 2)
		want(4, 0, 1)
		want(5, 0, 3) // an unknown address counts each time
		time.Sleep(time.Hour - time.Nanosecond)
		c.Count(by("203.0.113.7"), 2, Visit)
		want(2, 0, 1)
		time.Sleep(time.Nanosecond)
		c.Count(by("203.0.113.7"), 2, Visit)
		c.Count(by("203.0.113.7"), 2, Visit)
		want(2, 0, 2)
	})
}

// After a robot, a browser at the same address still counts.
func TestRecentRobots(t *testing.T) {
	s := &memoryStore{}
	c := NewCounter(s, silent)
	robot := by("203.0.113.7")
	robot.Header.Set("User-Agent", "Googlebot/2.1")
	c.Count(robot, 1, Visit)
	c.Count(by("203.0.113.7"), 1, Visit)
	c.flush()
	if s.total(1) != (Tally{Clicks: 1}) {
		t.Errorf("got %v, want 1 visit", s.total(1))
	}
}

// The number of recent actions is limited; every hour the list is cleared and gets a new key.
func TestRecentLimit(t *testing.T) {
	var r recent
	now := time.Unix(0, 0)
	at := func(i int) action {
		return action{netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 1, Visit, 0, ""}
	}
	for i := range maxRecent + 10 {
		if !r.first(at(i), now) {
			t.Fatalf("address %d is not counted", i)
		}
	}
	if len(r.seen) != maxRecent {
		t.Errorf("%d recent actions, want %d", len(r.seen), maxRecent)
	}
	if r.first(at(0), now) || !r.first(at(maxRecent), now) {
		t.Error("a recent action counts again, or one beyond the limit does not count")
	}
	before := r.key
	if !r.first(at(0), now.Add(onceEvery)) || len(r.seen) != 1 || r.key == before {
		t.Errorf("an hour later: %d recent actions, the key is the same: %v", len(r.seen), r.key == before)
	}
}
