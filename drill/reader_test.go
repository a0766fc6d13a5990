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
	"testing"
	"time"
)

// readProducts is how many of the first products are only read; changedProduct is one of them.
const (
	readProducts   = 20
	changedProduct = "filled 0"
)

// reads is what the readers met.
type reads struct {
	lock                                    sync.Mutex
	read, failed, refused, slow, turnedAway int    // slow: uploads; turnedAway: requests without a connection
	first                                   string // failure
	took, signedIn                          durations
}

// beginReading starts the readers. The returned function stops them.
func (r *run) beginReading() (stop func()) {
	ctx, cancel := context.WithCancel(r.t.Context())
	var group sync.WaitGroup
	for _, c := range r.clients {
		for n := range r.load.readers * len(r.addresses()) {
			reader := c
			if r.load.fresh && n%2 == 0 {
				reader = c.fresh()
			}
			addresses := r.addresses()[n%len(r.addresses())]
			statuses := r.statusesOf(c, addresses)
			group.Go(func() { r.readAll(ctx, reader, addresses, statuses) })
		}
	}
	for n := range r.load.signedIn {
		c := r.sites[n%len(r.sites)].signIn()
		r.signedIn = append(r.signedIn, c)
		group.Go(func() { r.readSignedIn(ctx, c) })
	}
	for range r.load.slowUploads {
		group.Go(func() { r.uploadSlowly(ctx) })
	}
	stop = sync.OnceFunc(func() { cancel(); group.Wait() })
	r.t.Cleanup(stop)
	return stop
}

// addresses are public addresses of every kind, in groups that one reader each reads in turn. %d is a number that grows.
func (r *run) addresses() [][]string {
	return [][]string{
		{"/"}, {"/api/products?limit=24"}, {"/api/catalog?search=filled", "/api/categories"}, {"/sitemap.xml", "/veo3-generator"}, {r.image},
		{"/products/filled-0", "/category/writing"}, {"/api/products/filled-0", "/api/catalog"},
		{"/?search=filled+%d", "/product/filled-1", "/api/products?search=filled+%d", "/feed.xml", "/healthz"},
	}
}

// numbered fills a number into an address.
func numbered(address string, n int) string { return strings.Replace(address, "%d", fmt.Sprint(n), 1) }

// statusesOf returns what addresses are answered with before the fault: during and after it they have to be the same.
func (r *run) statusesOf(c *client, addresses []string) (statuses []int) {
	r.t.Helper()
	for _, address := range addresses {
		got, err := c.ask(r.t.Context(), "GET", numbered(address, 0), nil)
		if err != nil || got.status != http.StatusOK && !unbuilt(got) {
			r.t.Fatalf("GET %s: %d, %v: %.300s", address, got.status, err, got.body)
		}
		statuses = append(statuses, got.status)
	}
	return statuses
}

// unbuilt reports whether an answer is a page for which the front end has not been built. The long form needs it built.
func unbuilt(got answer) bool { return !*full && got.status == http.StatusServiceUnavailable }

func (r *run) readAll(ctx context.Context, c *client, addresses []string, statuses []int) {
	for n := 0; ; n++ {
		for i, address := range addresses {
			began := time.Now()
			got, err := c.ask(ctx, "GET", numbered(address, n), nil)
			if ctx.Err() != nil {
				return
			}
			r.reads.took.add(time.Since(began))
			r.note(address, got, err, err == nil && got.status == statuses[i])
			time.Sleep(choose(20*time.Millisecond, 5*time.Millisecond))
		}
	}
}

// readSignedIn reads as an administrator who is signed in.
func (r *run) readSignedIn(ctx context.Context, c *client) {
	for {
		for _, address := range []string{"/api/auth/me", "/api/admin/products", "/api/sync", "/api/audit?limit=20"} {
			began := time.Now()
			got, err := c.ask(ctx, "GET", address, nil)
			if ctx.Err() != nil {
				return
			}
			r.reads.signedIn.add(time.Since(began))
			refused := err == nil && got.status == http.StatusServiceUnavailable && got.header.Get("Retry-After") != "" && r.promise.signedIn > 0
			if refused {
				r.reads.lock.Lock()
				r.reads.refused++
				r.reads.lock.Unlock()
			}
			r.note(address, got, err, refused || err == nil && got.status == http.StatusOK)
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// uploadSlowly uploads images that take 2 to 5 s each, each over a new connection.
func (r *run) uploadSlowly(ctx context.Context) {
	for ctx.Err() == nil {
		const pieces = 20
		text := fmt.Appendf(nil, `{"image":%q}`, newUpload()["image"])
		body := &slowBody{text, len(text)/pieces + 1, (2*time.Second + rand.N(3*time.Second)) / pieces}
		got, err := r.clients[0].fresh().ask(context.WithoutCancel(ctx), "POST", "/api/upload", body)
		r.note("a slow upload", got, err, err == nil && got.status == http.StatusOK)
		if err == nil {
			r.reads.lock.Lock()
			r.reads.slow++
			r.reads.lock.Unlock()
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// note counts an answer.
func (r *run) note(address string, got answer, err error, good bool) {
	r.reads.lock.Lock()
	defer r.reads.lock.Unlock()
	if r.promise.ends && errors.Is(err, errNotConnected) {
		r.reads.turnedAway++
		return
	}
	r.reads.read++
	if good {
		return
	}
	if r.reads.failed++; r.reads.failed == 1 {
		r.reads.first = fmt.Sprintf("%s: %d, %v: %.300s", address, got.status, err, got.body)
	}
}

// print prints what the readers met and checks the bounds. No read may have failed.
func (m *reads) print(t testing.TB, p promise) {
	t.Helper()
	if m.failed > 0 {
		t.Errorf("the first read that failed: %s", m.first)
	}
	figure(t, "reads", m.read, "–")
	figure(t, "of these slow uploads", m.slow, "–")
	figure(t, "of these refused with 503 and Retry-After, signed in", m.refused, "–")
	figure(t, "requests without a connection", m.turnedAway, "–")
	none(t, "reads that failed", m.failed)
	figure(t, "a public address is answered after", &m.took, "–")
	atMost(t, "a public address is answered, the longest", m.took.at(1), p.addressWithin)
	figure(t, "a signed-in read is answered after", &m.signedIn, "–")
	atMost(t, "a signed-in read is answered, the longest", m.signedIn.at(1), p.signedIn)
	atMost(t, "a signed-in read is answered, 99 of 100", m.signedIn.at(0.99), p.signedIn99)
}

// renderedPart returns the part of a page that readers and robots see: its markup without the head and the data for scripts.
func renderedPart(page []byte) string {
	_, markup, _ := bytes.Cut(page, []byte(`<div id="root"`))
	markup, _, _ = bytes.Cut(markup, []byte("<script"))
	return string(markup)
}
