//go:build unix

package drill

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// load asks a site for pages and writes to it, again and again, whatever it answers.
type load struct {
	client *client
	site   *site

	read, readsFailed, refused atomic.Int64
	reads                      durations // of pages
	refusals                   durations // of writes that were refused
	lock                       sync.Mutex
	written                    []time.Time // when each write was answered
	names                      map[string]bool
}

// pages are what visitors ask for; the query is one that was not asked before.
func pages(n int) []string {
	return []string{"/", "/api/products?limit=24", "/api/catalog", fmt.Sprint("/?search=filled+", n), fmt.Sprint("/products/filled-", n%20), "/feed.xml", "/healthz"}
}

// begin puts the load on; what it gives takes it off.
func (l *load) begin(ctx context.Context) (end func()) {
	ctx, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	for reader := range 4 {
		all.Go(func() { l.readOn(ctx, reader) })
	}
	all.Go(func() { l.writeOn(ctx) })
	return func() {
		stop()
		all.Wait()
	}
}

func (l *load) readOn(ctx context.Context, reader int) {
	for n := reader; ctx.Err() == nil; n += 4 {
		for _, page := range pages(n) {
			began := time.Now()
			got, err := l.client.ask(ctx, http.MethodGet, page, nil)
			if ctx.Err() != nil {
				return
			}
			l.read.Add(1)
			l.reads.add(time.Since(began))
			if err != nil || got.status != http.StatusOK {
				l.readsFailed.Add(1)
				l.site.t.Errorf("%s was answered with %d, %v: %.200s", page, got.status, err, got.body)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
}

func (l *load) writeOn(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		name := fmt.Sprint("written ", n)
		began := time.Now()
		got, err := l.client.ask(ctx, http.MethodPost, "/api/products", input(tool(name)))
		if ctx.Err() != nil {
			return
		}
		switch {
		case err == nil && got.status == http.StatusCreated:
			l.note(name)
		case err == nil && got.status == http.StatusServiceUnavailable && got.header.Get("Retry-After") != "":
			l.refused.Add(1)
			l.refusals.add(time.Since(began))
		default:
			l.site.t.Errorf("a write was answered with %d, %v: %.300s", got.status, err, got.body)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func (l *load) note(name string) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.written = append(l.written, time.Now())
	l.names[name] = true
}

// firstAfter is how long after a moment a write was answered with success, once it was.
func (l *load) firstAfter(moment time.Time) (took time.Duration) {
	eventually(l.site.t, "a write succeeds", func() bool {
		l.lock.Lock()
		defer l.lock.Unlock()
		last := len(l.written) - 1
		if last < 0 || !l.written[last].After(moment) {
			return false
		}
		for ; last >= 0 && l.written[last].After(moment); last-- {
			took = l.written[last].Sub(moment)
		}
		return true
	})
	return took
}

// lost are the acknowledged writes that the site does not show within a minute. When a write has just been acknowledged
// after trouble, reading what it wrote may fail once more, and is done again a second later.
func (l *load) lost(t testing.TB) (count int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(look) {
		if count = l.missing(t); count == 0 || time.Now().After(deadline) {
			return count
		}
	}
}

// missing are the acknowledged writes that the site does not show now.
func (l *load) missing(t testing.TB) (count int) {
	t.Helper()
	shown := map[string]bool{}
	for _, product := range l.client.products(t) {
		shown[product.Name] = true
	}
	for name := range l.names {
		if !shown[name] {
			count++
		}
	}
	return count
}

// figures prints what became of the load, and holds it to what must be.
func (l *load) figures(t *testing.T) {
	t.Helper()
	figure(t, "pages answered from the snapshot", l.read.Load(), "–")
	none(t, "pages failed", int(l.readsFailed.Load()))
	figure(t, "a page took", &l.reads, "–")
	figure(t, "writes acknowledged", len(l.names), "–")
	figure(t, "writes refused with 503 and Retry-After", l.refused.Load(), "–")
	figure(t, "a refusal took", &l.refusals, "–")
	none(t, "acknowledged writes lost", l.lost(t))
}

// loaded is a site on a PostgreSQL server of its own, with a load on it.
func loaded(t *testing.T) (*storetest.Server, *site, *load, func()) {
	t.Helper()
	server := storetest.StartServer(t)
	s, l, end := loadedOn(t, server.URL)
	return server, s, l, end
}

// loadedOn is a site on a database, with a load on it.
func loadedOn(t *testing.T, address string) (*site, *load, func()) {
	t.Helper()
	s := newSite(t, store.Options{DatabaseURL: address})
	s.fill(rounds(50, 5000))
	l := &load{client: s.administrator(), site: s, names: map[string]bool{}}
	s.start()
	end := sync.OnceFunc(l.begin(t.Context()))
	t.Cleanup(end)
	l.firstAfter(time.Now())
	return s, l, end
}

// While PostgreSQL restarts, pages are answered; soon after, the first write succeeds.
func TestPostgreSQLRestart(t *testing.T) {
	beside(t)
	server, s, l, end := loaded(t)
	var first, ready, blind durations
	process := s.running.Process.Pid
	for round := range rounds(2, 10) {
		time.Sleep(time.Duration(rounds(50, 1000)) * time.Millisecond) // of writing
		stopped := time.Now()
		server.Stop([]syscall.Signal{syscall.SIGINT, syscall.SIGQUIT}[round%2])
		eventually(t, "the site says that it is not ready", func() bool { return l.status("/readyz") == http.StatusServiceUnavailable })
		blind.add(time.Since(stopped))
		time.Sleep(time.Duration(rounds(100, 3000)) * time.Millisecond)
		server.Start()
		back := time.Now()
		first.add(l.firstAfter(back))
		if err := s.await(time.Minute); err != nil {
			t.Fatal(err)
		}
		ready.add(time.Since(back))
	}
	end()
	figure(t, "first write after PostgreSQL was back", &first, "–")
	atMost(t, "longest first write", first.at(1), 2*time.Second)
	figure(t, "ready after PostgreSQL was back", &ready, "–")
	figure(t, "not ready after PostgreSQL was stopped", &blind, "–")
	l.figures(t)
	if s.running.Process.Pid != process || s.running.ProcessState != nil {
		t.Error("it is not the process that it was")
	}
	s.stop()
	s.whole()
}

// Pages are answered while PostgreSQL is frozen.
func TestPostgreSQLFrozen(t *testing.T) {
	beside(t)
	server, s, l, end := loaded(t)
	var first durations
	for round := range rounds(1, 10) {
		server.Freeze()
		time.Sleep(time.Duration(rounds(500, 1000+round*1000)) * time.Millisecond)
		server.Thaw()
		first.add(l.firstAfter(time.Now()))
	}
	end()
	figure(t, "first write after PostgreSQL went on", &first, "–")
	atMost(t, "longest first write", first.at(1), 2*time.Second)
	l.figures(t)
	s.stop()
	s.whole()
}

// A standby that is promoted takes over.
func TestPromotedStandby(t *testing.T) {
	beside(t)
	primary := storetest.StartServer(t)
	standby := primary.Standby()
	s, l, end := loadedOn(t, bothOf(t, primary, standby))
	time.Sleep(time.Duration(rounds(50, 3000)) * time.Millisecond) // of writing
	primary.Stop(syscall.SIGINT)                                   // which sends the standby all that was committed
	eventually(t, "a write is refused by a server that only reads", func() bool { return l.refused.Load() > 0 })
	time.Sleep(time.Duration(rounds(100, 5000)) * time.Millisecond)
	standby.Promote()
	first := l.firstAfter(time.Now())
	end()
	atMost(t, "first write after the standby was promoted", first, goodAgain)
	l.figures(t)
	s.stop()
	s.whole()
}

// bothOf is the address of whichever of two servers writes.
func bothOf(t *testing.T, one, other *storetest.Server) string {
	t.Helper()
	address, err := url.Parse(one.URL)
	if err != nil {
		t.Fatal(err)
	}
	second, err := url.Parse(other.URL)
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	query.Set("host", query.Get("host")+","+second.Query().Get("host"))
	query.Set("target_session_attrs", "read-write")
	address.RawQuery = query.Encode()
	return address.String()
}

// status is what the site answers at an address; 0 where it does not answer.
func (l *load) status(path string) int {
	got, err := l.client.ask(l.site.t.Context(), http.MethodGet, path, nil)
	if err != nil {
		return 0
	}
	return got.status
}
