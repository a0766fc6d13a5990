package drill

import (
	"cmp"
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

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// run is a scenario that runs.
type run struct {
	scenario
	setup
	t        *testing.T
	clients  []*client // of the administrator, one for each copy
	image    string    // path of an image that every copy has read
	writers  []*writer
	own      *writer // writes for the harness itself
	signedIn []*client
	reads    reads

	refused                             atomic.Int64 // writes of all writers
	resets                              atomic.Int64 // requests with errReset
	took, ready, writable, exits, shown durations
	total                               tally
	done                                []string // actions of writes with an unknown outcome that were done
	lastEntry, version                  int64    // of the audit and the catalogue at the last verification
}

// seconds returns durations of the fault for a list of rounds: this list of seconds, repeated.
func seconds(times int, each ...float64) (durations []time.Duration) {
	for _, s := range slices.Repeat(each, times) {
		durations = append(durations, time.Duration(s*float64(time.Second)))
	}
	return durations
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
	r.sites[0].fill(newContent(r.t, "filled", choose(r.load.products[0], r.load.products[1]), 0))
	token := r.sites[0].administrator()
	for _, s := range r.sites {
		s.start()
		r.clients = append(r.clients, s.client(token))
	}
	for n := range r.load.writers {
		r.writers = append(r.writers, r.newWriter(n, fmt.Sprint("writer ", n)))
	}
	r.own = r.newWriter(0, "harness")
	products, err := r.clients[0].products()
	noError(r.t, err)
	for n := range readProducts {
		r.own.products[readProduct(n)] = products[readProduct(n)]
		delete(products, readProduct(n))
	}
	for name, product := range products {
		w := r.all()[int(product.ID)%max(1, len(r.writers))]
		w.products[name] = product
	}
	r.image, err = r.clients[0].upload()
	noError(r.t, err)
	r.newEntries()
	for _, c := range r.clients {
		noError(r.t, c.call("GET", r.image, nil, http.StatusOK, nil))
	}
	return r.beginReading()
}

func (r *run) newWriter(n int, name string) *writer {
	return &writer{client: r.clients[n%len(r.clients)], name: name, products: products{}, took: &r.took, refused: &r.refused}
}

// all returns the writers and the harness's own.
func (r *run) all() []*writer { return append(slices.Clone(r.writers), r.own) }

// beginWriting starts the writers and waits until each has changed something. The returned function stops them and returns
// their errors.
func (r *run) beginWriting() (stop func() []error) {
	stopped, errs := make(chan struct{}), make([]error, len(r.writers))
	var group sync.WaitGroup
	for i, w := range r.writers {
		group.Go(func() { errs[i] = w.work(stopped) })
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

// round injects the fault once, ends it, and checks the promise.
func (r *run) round(round int, lasts time.Duration) {
	stopWriting := r.beginWriting()
	if len(r.writers) > 0 {
		time.Sleep(rand.N(time.Second))
	}
	refused := r.refused.Load()
	heal := r.inject(r, round)
	began := time.Now()
	if r.promise.refused {
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
		_, err := r.clients[0].upload()
		return err == nil
	})
	r.writable.add(time.Since(healed))
	for _, err := range stopWriting() {
		switch {
		case r.promise.crashes, r.promise.ends && errors.Is(err, errNoConnection):
		case r.promise.ends && errors.Is(err, errReset):
			r.resets.Add(1)
		default:
			r.t.Errorf("a write was not answered: %v", err)
		}
	}
	for _, s := range r.sites {
		s.awaitDisconnected()
	}
	r.verify()
	if r.promise.crashes || *full {
		r.sites[0].check()
	}
}

// change has the first copy acknowledge a change of a product that no writer changes, and returns the product.
func (r *run) change(name string) *catalog.Product {
	return r.acknowledged(func() write { return r.own.change(name) })
}

// acknowledged sends writes of the harness until the first copy acknowledges one, and returns its product.
func (r *run) acknowledged(next func() write) *catalog.Product {
	before := len(r.own.receipts)
	eventually(r.t, "a write of the harness is acknowledged", func() bool {
		noError(r.t, r.own.send(next()))
		return len(r.own.receipts) > before
	})
	return &r.own.receipts[before].product
}

// awaitShown waits until each copy shows a changed product to visitors, in the API and on its page.
func (r *run) awaitShown(product *catalog.Product, since time.Time) {
	var all sync.WaitGroup
	for _, c := range r.clients {
		all.Go(func() {
			for !c.shows(product) {
				if time.Since(since) > time.Minute {
					r.t.Errorf("%s does not show %q within a minute", c.origin, product.Description)
					return
				}
				time.Sleep(time.Millisecond)
			}
			r.shown.add(time.Since(since))
		})
	}
	all.Wait()
}

// shows reports whether a copy shows a product as it is, in the API and on its page.
func (c *client) shows(product *catalog.Product) bool {
	var now catalog.Product
	err := c.call("GET", "/api/products/"+product.Slug, nil, http.StatusOK, &now)
	if err != nil || now.Description != product.Description {
		return false
	}
	page, err := c.do("GET", "/products/"+product.Slug, nil)
	return err == nil && strings.Contains(renderedPart(page.body), product.Description)
}

// mustExplain checks that a refusal has one of these statuses, or 503, and the fields of an API error.
func mustExplain(t testing.TB, got response, statuses ...int) {
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
	p := r.promise
	r.total.print(r.t)
	r.printReads()
	r.took.check(r.t, "a write is answered after", cmp.Or(p.answeredIn, answeredWithin), 0)
	r.writable.check(r.t, "a write succeeds after the fault", writableWithin, 0)
	r.ready.check(r.t, "ready after the fault", p.ready, 0)
	r.exits.check(r.t, "exit after SIGTERM", p.exit, 0)
	r.shown.check(r.t, "a change is shown by each copy after", p.shown, p.shown99)
	if r.after != nil {
		r.after(r)
	}
	for _, s := range r.sites {
		s.stop()
	}
	r.sites[0].check()
}
