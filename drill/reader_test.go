package drill

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"
)

// readProducts is the number of products that no writer changes, so that readers can read them.
const readProducts = 20

// readProduct returns the name of one of them.
func readProduct(n int) string { return fmt.Sprint("filled ", n) }

// reads are the results of the readers.
type reads struct {
	lock                                sync.Mutex
	read, failed, refused, notConnected int            // notConnected: requests that got no connection
	answered                            map[string]int // by address
	first                               string         // error
	took, signedIn                      durations
}

// beginReading starts the readers. The returned function stops them.
func (r *run) beginReading() (stop func()) {
	ctx, cancel := context.WithCancel(r.t.Context())
	r.reads.answered = map[string]int{}
	pause := choose(20*time.Millisecond, 5*time.Millisecond)
	var group sync.WaitGroup
	for _, c := range r.clients {
		for n := range r.load.readers * len(r.addresses()) {
			reader := c
			if r.load.fresh && n%2 == 0 {
				reader = c.fresh()
			}
			addresses := r.addresses()[n%len(r.addresses())]
			group.Go(func() { r.read(ctx, reader, addresses, &r.reads.took, pause, false) })
		}
	}
	for n := range r.load.signedIn {
		c := r.sites[n%len(r.sites)].signIn()
		r.signedIn = append(r.signedIn, c)
		addresses := []string{"/api/auth/me", "/api/admin/products", "/api/sync", "/api/audit?limit=20"}
		group.Go(func() { r.read(ctx, c, addresses, &r.reads.signedIn, 50*time.Millisecond, r.promise.signedIn > 0) })
	}
	for range r.load.slowUploads {
		group.Go(func() { r.uploadSlowly(ctx) })
	}
	stop = sync.OnceFunc(func() { cancel(); group.Wait() })
	r.t.Cleanup(stop)
	return stop
}

// addresses are public addresses of every kind, in groups for one reader each. %d is replaced by a growing number.
func (r *run) addresses() [][]string {
	return [][]string{
		{"/"}, {"/api/products?limit=24"}, {"/api/catalog?search=filled", "/api/categories"}, {"/sitemap.xml", "/veo3-generator"}, {r.image},
		{"/products/filled-0", "/category/filled-group-0"}, {"/api/products/filled-0", "/api/catalog"},
		{"/?search=filled+%d", "/product/filled-1", "/api/products?search=filled+%d", "/feed.xml", "/healthz"},
	}
}

// read reads addresses in turn until ctx is done. It waits for the last response, too: one that is missing is an error.
func (r *run) read(ctx context.Context, c *client, addresses []string, took *durations, pause time.Duration, refusable bool) {
	for n := 0; ctx.Err() == nil; n++ {
		for _, address := range addresses {
			began := time.Now()
			got, err := c.do("GET", strings.Replace(address, "%d", fmt.Sprint(n), 1), nil)
			took.add(time.Since(began))
			r.note(address, got, err, refusable)
			time.Sleep(pause)
		}
	}
}

// slowUpload stands for the address of slow uploads in reads.answered.
const slowUpload = "slow upload"

// uploadSlowly uploads images that take 2 to 5 s each, each over a new connection.
func (r *run) uploadSlowly(ctx context.Context) {
	for ctx.Err() == nil {
		const pieces = 20
		text := fmt.Appendf(nil, `{"image":%q}`, newUpload()["image"])
		body := slowReader{bytes.NewReader(text), len(text)/pieces + 1, (2*time.Second + rand.N(3*time.Second)) / pieces}
		got, err := r.clients[0].fresh().do("POST", "/api/upload", body)
		r.note(slowUpload, got, err, false)
		time.Sleep(10 * time.Millisecond)
	}
}

// note counts a response. A refusal with 503 and Retry-After is an error unless refusable.
func (r *run) note(address string, got response, err error, refusable bool) {
	m := &r.reads
	m.lock.Lock()
	defer m.lock.Unlock()
	m.answered[address] += 0 // printReads reports an address that was never answered
	switch {
	case r.promise.ends && errors.Is(err, errNoConnection):
		m.notConnected++
		return
	case r.promise.ends && errors.Is(err, errReset):
		r.resets.Add(1)
		return
	}
	m.read++
	switch {
	case err == nil && got.status == http.StatusOK:
		m.answered[address]++
	case err == nil && refusable && got.status == http.StatusServiceUnavailable && got.header.Get("Retry-After") != "":
		m.refused++
	default:
		if m.failed++; m.failed == 1 {
			m.first = fmt.Sprintf("%s: %d, %v: %.300s", address, got.status, err, got.body)
		}
	}
}

// printReads prints the results of the readers and checks the bounds. No read may have failed.
func (r *run) printReads() {
	m, p := &r.reads, r.promise
	if m.failed > 0 {
		r.t.Errorf("the first read that failed: %s", m.first)
	}
	for address, times := range m.answered {
		if times == 0 {
			r.t.Errorf("%s was never answered", address)
		}
	}
	figure(r.t, "reads", m.read, "–")
	figure(r.t, "of these slow uploads", m.answered[slowUpload], "–")
	figure(r.t, "of these refused with 503 and Retry-After, signed in", m.refused, "–")
	figure(r.t, "requests that got no connection", m.notConnected, "–")
	mustBeZero(r.t, "reads that failed", m.failed)
	if resets, rounds := r.resets.Load(), choose(len(r.short), len(r.long)); p.ends {
		figure(r.t, "new connections that were reset", resets, fmt.Sprint("≤ ", maxResets*rounds))
		if resets > int64(maxResets*rounds) {
			r.t.Errorf("%d new connections were reset in %d rounds, want at most %d each", resets, rounds, maxResets)
		}
	}
	m.took.check(r.t, "a public address is answered after", p.addressWithin, 0)
	m.signedIn.check(r.t, "a signed-in read is answered after", p.signedIn, p.signedIn99)
}

// renderedPart returns the markup of a page that readers and robots see, without the head and the data for scripts.
func renderedPart(page []byte) string {
	_, markup, _ := bytes.Cut(page, []byte(`<div id="root"`))
	markup, _, _ = bytes.Cut(markup, []byte("<script"))
	return `<div id="root"` + string(markup)
}
