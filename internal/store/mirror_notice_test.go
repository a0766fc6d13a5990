package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/store"
)

func TestWebhookNotice(t *testing.T) {
	eachWorld(t, worldTests{
		"announces many changes until it is sent": func(t *testing.T, s *store.Store, w *world) {
			copies := []*store.Store{s, w.another(t)}
			timing := mirror.Timing{Quiet: 3 * time.Second, Longest: 30 * time.Second, Lease: time.Minute}
			changes := 0
			change := func() {
				changes++
				create(t, s, draft(fmt.Sprint("Tool ", changes)))
			}
			due := func(after time.Duration) (int64, int) {
				t.Helper()
				w.now = w.now.Add(after)
				n, due, err := syncs(s).NextNotice(t.Context(), timing)
				noError(t, err)
				if due != (n.Version > 0) {
					t.Fatalf("due %v, %+v", due, n)
				}
				return n.Version, n.Tries
			}
			expect := func(what string, after time.Duration, version int64, tries int) {
				t.Helper()
				if v, n := due(after); v != version || n != tries {
					t.Errorf("%s: version %d, try %d; want %d, %d", what, v, n, version, tries)
				}
			}
			change()
			expect("a change is seen", 0, 0, 0)
			expect("and not sent at once", 2*time.Second, 0, 0)
			change()
			expect("another one is seen", 0, 0, 0)
			expect("and makes it wait", 2*time.Second, 0, 0)
			expect("until it is quiet", time.Second, 2, 1)
			expect("nobody else sends it meanwhile", 59*time.Second, 0, 0)
			expect("but for one that was killed", time.Second, 2, 2)
			noError(t, syncs(s).NoticeFailed(t.Context(), 5*time.Second))
			expect("a failed one rests", 4*time.Second, 0, 0)
			s = copies[1]
			expect("and is tried again, by another copy too", time.Second, 2, 3)
			noError(t, syncs(s).NoticeSent(t.Context(), 2))
			expect("what was sent is over", time.Hour, 0, 0)
			for range 15 { // changes that never rest
				change()
				expect("a change among many", 2*time.Second, 0, 0)
			}
			change()
			if v, n := due(2 * time.Second); v == 0 || n != 1 {
				t.Errorf("changes that go on are sent in the end: version %d, try %d", v, n)
			}
		},
	})
}
