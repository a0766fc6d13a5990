package drill

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"
)

// reads are what readers have met.
type reads struct {
	lock         sync.Mutex
	read, failed int
	first        string // of what failed
	took         durations
}

// reading has addresses read all the time, each by one who asks again and again. What it gives ends that. An answer with
// another status than the address had when all was well is one that failed.
func (c *client) reading(t testing.TB, paths ...string) (end func() *reads) {
	t.Helper()
	met := &reads{}
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	for _, path := range paths {
		well, err := c.ask(ctx, http.MethodGet, path, nil)
		if err != nil || well.status != http.StatusOK && !unbuilt(well) {
			t.Fatalf("GET %s gave %d, %v: %s", path, well.status, err, well.body)
		}
		group.Go(func() {
			for ; ctx.Err() == nil; time.Sleep(5 * time.Millisecond) {
				began := time.Now()
				got, err := c.ask(ctx, http.MethodGet, path, nil)
				if ctx.Err() != nil {
					return
				}
				met.took.add(time.Since(began))
				met.add(path, err == nil && got.status == well.status, err, got)
			}
		})
	}
	return func() *reads { stop(); group.Wait(); return met }
}

func (m *reads) add(path string, good bool, err error, got answer) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.read++
	if good {
		return
	}
	if m.failed++; m.failed == 1 {
		m.first = path + ": " + http.StatusText(got.status) + " " + string(got.body)
		if err != nil {
			m.first = path + ": " + err.Error()
		}
	}
}

// unbuilt reports whether an answer is that of pages whose front end has not been built. A full drill wants it built.
func unbuilt(got answer) bool { return !*full && got.status == http.StatusServiceUnavailable }

// figures prints what was met; nothing may have failed.
func (m *reads) figures(t testing.TB) {
	t.Helper()
	if m.failed > 0 {
		t.Errorf("a read failed: %.500s", m.first)
	}
	figure(t, "reads", m.read, "–")
	none(t, "reads that failed", m.failed)
	figure(t, "a read", &m.took, "–")
}

// everywhere are addresses of each kind that can be read whatever the writers do: a page, a product's, answers of the
// API, and an image.
func (c *crew) everywhere(t testing.TB) []string {
	t.Helper()
	var added struct{ URL string }
	if err := c.client.into(t.Context(), http.MethodPost, "/api/upload", map[string]any{"image": sampleImage()}, http.StatusOK, &added); err != nil {
		t.Fatal(err)
	}
	if err := c.after.do(t.Context(), c.after.creation()); err != nil {
		t.Fatal(err)
	}
	paths := []string{"/", "/api/products?limit=24", "/api/catalog?search=filled", "/sitemap.xml", added.URL}
	for _, product := range c.after.mine {
		paths = append(paths, "/product/"+product.Slug, "/api/products/"+product.Slug)
	}
	return paths
}
