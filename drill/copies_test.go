//go:build unix

package drill

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// copies are so many copies of the program on one PostgreSQL database, each with a folder of its own. None runs yet.
func copies(t *testing.T, address string, n int, args ...string) []*site {
	t.Helper()
	sites := make([]*site, n)
	for i := range sites {
		sites[i] = newSite(t, store.Options{DatabaseURL: address}, args...)
	}
	return sites
}

// total is how many products a site shows.
func (c *client) total(ctx context.Context) (int, error) {
	got, err := c.ask(ctx, http.MethodGet, "/api/products?limit=1", nil)
	if err != nil || got.status != http.StatusOK {
		return 0, fmt.Errorf("ask for the number of products: %d, %w", got.status, err)
	}
	return strconv.Atoi(got.header.Get("X-Total-Count"))
}

// look is how often a watcher asks.
const look = time.Millisecond

// watcher notes when each further product can be seen at a copy.
type watcher struct {
	client *client
	from   int // products that were there before
	lock   sync.Mutex
	seen   []time.Time // of each further product, in the order in which they were made
}

// watch looks until stop is closed.
func (w *watcher) watch(ctx context.Context, stop <-chan struct{}) error {
	for {
		total, err := w.client.total(ctx)
		if err != nil {
			return err
		}
		w.note(total-w.from, time.Now())
		select {
		case <-stop:
			return nil
		case <-time.After(look):
		}
	}
}

func (w *watcher) note(shown int, now time.Time) {
	w.lock.Lock()
	defer w.lock.Unlock()
	for len(w.seen) < shown {
		w.seen = append(w.seen, now)
	}
}

// waits until so many can be seen.
func (w *watcher) await(t *testing.T, n int) {
	t.Helper()
	eventually(t, fmt.Sprintf("%d products are seen", n), func() bool {
		w.lock.Lock()
		defer w.lock.Unlock()
		return len(w.seen) >= n
	})
}

// eventually waits for at most a minute until it is so.
func eventually(t testing.TB, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !so(); time.Sleep(look) {
		if time.Now().After(deadline) {
			t.Fatalf("not within a minute: %s", what)
		}
	}
}

// mute has PostgreSQL tell nobody of new versions, as behind a proxy that shares connections: what the program calls to
// tell them is found in its own schema first, and does nothing. It gives the address to open the database by.
func mute(t *testing.T, address string) string {
	t.Helper()
	storetest.Exec(t, store.Options{DatabaseURL: address}, "CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql AS ''")
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	return address + separator + "search_path=public,pg_catalog"
}

// What is written at one copy is shown by the other.
func TestCopiesPropagation(t *testing.T) {
	beside(t)
	for _, way := range []struct {
		name    string
		address func(t *testing.T) string
		bar     time.Duration
	}{
		{"with NOTIFY", func(t *testing.T) string { return storetest.PostgresURL(t) }, 250 * time.Millisecond},
		{"without NOTIFY", func(t *testing.T) string { return mute(t, storetest.PostgresURL(t)) }, 2 * time.Second},
	} {
		t.Run(way.name, func(t *testing.T) {
			sites := copies(t, way.address(t), 2)
			sites[0].fill(rounds(100, 5000))
			here := sites[0].administrator()
			for _, s := range sites {
				s.start()
			}
			there := sites[1].client(here.token)
			shown := writeAndWatch(t, here, there, rounds(60, 2000))
			figure(t, "writes at one copy, shown by the other", shown, "–")
			atMost(t, "99 of 100 shown by the other", shown.at(0.99), way.bar)
			if a, b := here.products(t), there.products(t); !reflect.DeepEqual(a, b) {
				t.Errorf("one copy shows %d products, the other %d, or others", len(a), len(b))
			}
		})
	}
}

// writeAndWatch makes so many products at one copy, one after the other, and measures from each answer until the other
// copy shows the product.
func writeAndWatch(t *testing.T, here, there *client, n int) *durations {
	t.Helper()
	before, err := there.total(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	w := &watcher{client: there, from: before}
	stop, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- w.watch(t.Context(), stop) }()
	answered := make([]time.Time, n)
	for i := range answered {
		if _, err := here.create(t.Context(), tool(fmt.Sprint("shown ", i))); err != nil {
			t.Fatal(err)
		}
		answered[i] = time.Now()
	}
	w.await(t, n)
	close(stop)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	shown := &durations{}
	for i, at := range answered {
		shown.add(max(0, w.seen[i].Sub(at)))
	}
	return shown
}

// A copy that lost its listener or was frozen soon shows everything.
func TestCopiesCatchUp(t *testing.T) {
	beside(t)
	address := storetest.PostgresURL(t)
	sites := copies(t, address, 2)
	for _, s := range sites {
		s.start()
	}
	here := sites[0].administrator()
	there := sites[1].client(here.token)
	var lost, frozen durations
	for round := range rounds(2, 20) {
		storetest.Exec(t, store.Options{DatabaseURL: address}, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "+
			"WHERE datname = current_database() AND query LIKE 'LISTEN %'")
		lost.add(shownAfter(t, here, there, fmt.Sprint("lost ", round)))
	}
	for round := range rounds(1, 10) {
		sites[1].signal(syscall.SIGSTOP)
		if _, err := here.create(t.Context(), tool(fmt.Sprint("frozen ", round))); err != nil { // nobody waits for who is stalled
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rounds(300, 3000)) * time.Millisecond)
		sites[1].signal(syscall.SIGCONT)
		frozen.add(untilAlike(t, here, there))
	}
	figure(t, "shown by a copy without its listener", &lost, "–")
	atMost(t, "at most, without its listener", lost.at(1), 2*time.Second)
	figure(t, "shown by a copy after it stood still", &frozen, "–")
	atMost(t, "at most, after it stood still", frozen.at(1), 2*time.Second)
}

// shownAfter makes a product at one copy, and gives the time until the other shows it.
func shownAfter(t *testing.T, here, there *client, name string) time.Duration {
	t.Helper()
	if _, err := here.create(t.Context(), tool(name)); err != nil {
		t.Fatal(err)
	}
	return untilAlike(t, here, there)
}

// untilAlike is the time until both copies show as many products.
func untilAlike(t *testing.T, here, there *client) time.Duration {
	t.Helper()
	began := time.Now()
	want, err := here.total(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the other copy shows all products", func() bool {
		got, err := there.total(t.Context())
		return err == nil && got == want
	})
	return time.Since(began)
}
