package drill

import (
	"reflect"
	"testing"
	"time"
)

func TestADrillsSiteIsFilledStoppedAndStartedAgainWithAllThatItHad(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		s.fill(20)
		c := s.administrator()
		s.start()
		made, err := c.create(t.Context(), tool("one more"))
		if err != nil {
			t.Fatal(err)
		}
		made.Description = "Changed."
		if made, err = c.update(t.Context(), made); err != nil {
			t.Fatal(err)
		}
		before := c.products(t)
		var ready durations
		for range rounds(1, 10) {
			s.kill()
			ready.add(s.start())
		}
		figure(t, "ready", &ready, "–")
		if after := c.products(t); len(after) != 21 || !reflect.DeepEqual(before, after) || after[made.ID].Description != "Changed." {
			t.Errorf("after kill -9 there are %d products, want the 21 that were there", len(after))
		}
		none(t, "products lost", len(before)-len(c.products(t)))
		if err := c.delete(t.Context(), made.ID); err != nil {
			t.Error(err)
		}
		atMost(t, "stopped", s.stop(), 15*time.Second)
		s.whole()
	})
}
