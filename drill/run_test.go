package drill

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/catalog"
)

// run is a scenario that runs.
type run struct {
	scenario
	setup
	t        *testing.T
	clients  []*client // the administrator at each copy
	image    string    // path of an image that has been read
	writers  []*writer
	own      *writer // writes when the others have stopped
	signedIn []*client
	reads    reads

	refused                          atomic.Int64
	took, ready, again, exits, shown durations
	total                            tally
	done                             []string // actions of writes with an unknown outcome that were done
	lastEntry, version               int64    // of the audit and the catalogue at the last verification
}

// seconds returns fault times for so many rounds.
func seconds(rounds int, each ...float64) (times []time.Duration) {
	for range rounds {
		for _, s := range each {
			times = append(times, time.Duration(s*float64(time.Second)))
		}
	}
	return times
}

// runScenarios runs the scenarios of a table.
func runScenarios(t *testing.T, scenarios []scenario) {
	t.Helper()
	for _, sc := range scenarios {
		t.Run(sc.name, func(t *testing.T) {
			parallel(t)
			r := &run{scenario: sc, t: t, setup: sc.open(t)}
			stopReading := r.start()
			for round, lasts := range choose(sc.short, sc.long) {
				if r.round(round, lasts); t.Failed() {
					return
				}
			}
			stopReading()
			r.finish()
		})
	}
}

// start starts the site, shares its products among the writers, and begins to read.
func (r *run) start() (stopReading func()) {
	r.t.Helper()
	r.sites[0].fill(choose(r.load.products[0], r.load.products[1]))
	token := r.sites[0].administrator()
	for _, s := range r.sites {
		s.start()
		r.clients = append(r.clients, s.client(token))
	}
	newWriter := func(n int, name string) *writer {
		return &writer{client: r.clients[n%len(r.clients)], name: name, products: map[string]catalog.Product{}, took: &r.took, refused: &r.refused}
	}
	for n := range r.load.writers {
		r.writers = append(r.writers, newWriter(n, fmt.Sprint("writer ", n)))
	}
	r.own = newWriter(0, "own writer")
	products, err := r.clients[0].products(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	read := map[string]bool{} // these stay as they are
	for i := range readProducts {
		read[readProduct(i)] = true
	}
	for name, product := range products {
		w := r.own
		if len(r.writers) > 0 && !read[name] {
			w = r.writers[int(product.ID)%len(r.writers)]
		}
		w.products[name] = product
	}
	if r.image, err = r.clients[0].upload(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
	entries, err := r.clients[0].entriesSince(r.t.Context(), 0)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, entry := range entries {
		r.lastEntry, r.version = max(r.lastEntry, entry.ID), max(r.version, entry.Version)
	}
	return r.beginReading()
}

// all returns the writers and the one that writes after them.
func (r *run) all() []*writer { return append(slices.Clone(r.writers), r.own) }

// beginWriting starts the writers and waits until each has changed something. The returned function stops them and returns
// their errors.
func (r *run) beginWriting() (stop func() []error) {
	stopped, errs := make(chan struct{}), make([]error, len(r.writers))
	var group sync.WaitGroup
	for i, w := range r.writers {
		group.Go(func() { errs[i] = w.work(r.t.Context(), stopped) })
	}
	for _, w := range r.writers {
		eventually(r.t, w.name+" changes something", func() bool { return w.acknowledged.Load() > 0 })
	}
	return func() []error {
		close(stopped)
		group.Wait()
		return slices.DeleteFunc(errs, func(err error) bool { return err == nil })
	}
}

// round injects the fault once, heals it, and checks the promise.
func (r *run) round(round int, lasts time.Duration) {
	r.t.Helper()
	stopWriting := r.beginWriting()
	if len(r.writers) > 0 {
		time.Sleep(rand.N(time.Second))
	}
	refused := r.refused.Load()
	heal := r.inject(r, round)
	began := time.Now()
	if r.promise.refused && r.load.writers > 0 {
		eventually(r.t, "a write is refused", func() bool { return r.refused.Load() > refused })
	}
	if r.during != nil {
		r.during(r)
	}
	time.Sleep(lasts - time.Since(began))
	heal()
	healed := time.Now()
	if r.promise.shown+r.promise.shown99 > 0 {
		r.awaitShown(r.own.products[readProduct(0)], healed)
		healed = time.Now() // nothing was written until now
	}
	for _, s := range r.sites {
		s.awaitReady(http.StatusOK)
		r.ready.add(time.Since(healed))
	}
	eventually(r.t, "a write succeeds", func() bool {
		_, err := r.clients[0].upload(r.t.Context())
		return err == nil
	})
	r.again.add(time.Since(healed))
	for _, err := range stopWriting() {
		expected := r.promise.crashes || r.promise.ends && errors.Is(err, errNotConnected)
		if errors.Is(err, errWrongAnswer) || !expected {
			r.t.Errorf("a write was not answered: %v", err)
		}
	}
	for _, s := range r.sites {
		s.forgotten()
	}
	r.verify(&r.total)
	if r.promise.crashes || *full {
		r.sites[0].check()
	}
}

// change has the first copy acknowledge a change of a product that no writer changes.
func (r *run) change(name string) {
	r.t.Helper()
	eventually(r.t, "a change is acknowledged", func() bool {
		before := len(r.own.receipts)
		if err := r.own.send(r.t.Context(), r.own.change(name)); err != nil {
			r.t.Fatal(err)
		}
		return len(r.own.receipts) > before // a connection that has just been lost may refuse it first
	})
}

// awaitShown waits until each copy shows a changed product to visitors, in the API and on its page.
func (r *run) awaitShown(product catalog.Product, since time.Time) {
	r.t.Helper()
	var all sync.WaitGroup
	for _, c := range r.clients {
		all.Go(func() {
			for time.Since(since) < time.Minute {
				if c.shows(r.t.Context(), product) {
					r.shown.add(time.Since(since))
					return
				}
				time.Sleep(time.Millisecond)
			}
			r.t.Errorf("%s does not show %q within a minute", c.origin, product.Description)
		})
	}
	all.Wait()
}

// shows reports whether a copy shows a product as it is, in the API and on its page.
func (c *client) shows(ctx context.Context, product catalog.Product) bool {
	got, err := c.ask(ctx, "GET", "/api/products/"+product.Slug, nil)
	var now catalog.Product
	if err != nil || json.Unmarshal(got.body, &now) != nil || now.Description != product.Description {
		return false
	}
	page, err := c.ask(ctx, "GET", "/products/"+product.Slug, nil)
	return err == nil && strings.Contains(renderedPart(page.body), product.Description)
}

// mustExplain checks that a refusal says what is wrong, in the API's form. A site may always be too busy (503).
func mustExplain(t testing.TB, got answer, statuses ...int) {
	t.Helper()
	var text struct{ Error, Message, Code, RequestID string }
	err := json.Unmarshal(got.body, &text)
	if !slices.Contains(append(statuses, http.StatusServiceUnavailable), got.status) || err != nil || text.Error == "" || text.Message == "" || text.Code == "internal" || text.RequestID == "" {
		t.Errorf("a write was refused with %d, want %v or 503: %s", got.status, statuses, got.body)
	}
	if got.status == http.StatusServiceUnavailable && got.header.Get("Retry-After") == "" {
		t.Errorf("503 without Retry-After: %v", got.header)
	}
}

// finish prints the figures, checks the bounds and ends the site.
func (r *run) finish() {
	r.t.Helper()
	p := r.promise
	r.total.print(r.t)
	r.printReads()
	figure(r.t, "a write is answered after", &r.took, "–")
	if p.answeredIn == 0 {
		p.answeredIn = answeredWithin
	}
	atMost(r.t, "a write is answered, the longest", r.took.at(1), p.answeredIn)
	atMost(r.t, "a write succeeds after the fault", r.again.at(1), writableWithin)
	figure(r.t, "ready after the fault", &r.ready, "–")
	atMost(r.t, "ready after the fault, the longest", r.ready.at(1), p.ready)
	atMost(r.t, "exit after SIGTERM, the longest", r.exits.at(1), p.exit)
	figure(r.t, "a change is shown by each copy after", &r.shown, "–")
	atMost(r.t, "a change is shown, the longest", r.shown.at(1), p.shown)
	atMost(r.t, "a change is shown, 99 of 100", r.shown.at(0.99), p.shown99)
	if r.after != nil {
		r.after(r)
	}
	for _, s := range r.sites {
		s.stop()
	}
	r.sites[0].check()
}
