package api

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// counted is an API with one route that counts how often its answer is made.
func counted(t testing.TB, o Options, make func(v view, q *question, dst []byte) (reply, error)) (*API, *atomic.Int64) {
	var made atomic.Int64
	return openWith(t, directory(), o, []route{{method: "GET", pattern: "/api/{x}", access: public,
		handler: read(func(v view, q *question, dst []byte) (reply, error) {
			made.Add(1)
			return make(v, q, dst)
		})}}), &made
}

func hello(_ view, q *question, dst []byte) (reply, error) {
	return reply{body: append(dst, `"hello `+q.part+`"`...)}, nil
}

// An answer is cached when it is asked for again.
func TestCacheRepeated(t *testing.T) {
	a, made := counted(t, Options{Workers: 1}, hello)
	for range 5 {
		storetest.Same(t, "the answer", get(t, a, "/api/you").Body.String(), `"hello you"`)
	}
	storetest.Same(t, "times it was made", made.Load(), int64(2))
}

// Answers that are asked for once are not cached.
func TestCacheAskedOnce(t *testing.T) {
	a, _ := counted(t, Options{Workers: 1}, hello)
	for i := range 500 {
		get(t, a, "/api/"+strings.Repeat("x", i+1))
	}
	a.cache.entries.CleanUp()
	storetest.Same(t, "cached answers", a.cache.entries.EstimatedSize(), 0)
}

// Cached answers stay within their memory.
func TestCacheMemory(t *testing.T) {
	const memory = 1 << 20
	a, _ := counted(t, Options{Memory: memory}, func(_ view, _ *question, dst []byte) (reply, error) {
		return reply{body: append(dst, make([]byte, 100<<10)...)}, nil
	})
	for i := range 50 {
		for range 2 {
			get(t, a, "/api/"+strings.Repeat("x", i+1))
		}
	}
	a.cache.entries.CleanUp()
	if got := a.cache.entries.WeightedSize(); got > memory || got == 0 {
		t.Errorf("kept answers take %d bytes; want at most %d", got, memory)
	}
}

// A change is seen by the next request.
func TestCacheAfterChange(t *testing.T) {
	store := directory()
	a := open(t, store)
	for range 3 {
		for _, address := range []string{"/api/products/1", "/api/site", "/logos/main", "/logos/favicon", "/api/logo-settings"} {
			get(t, a, address)
		}
	}
	store.all.Version++
	store.all.Products[0].Name = "Alpha Reborn"
	store.version++
	store.settings.SocialLinks, store.settings.Logos = nil, store.settings.Logos[:1]
	storetest.NoError(t, a.options.Catalogue.Renew(t.Context()), a.options.Site.Renew(t.Context()))
	Contains(t, get(t, a, "/api/products/1").Body.String(), `{"name": "Alpha Reborn"}`)
	Contains(t, get(t, a, "/api/site").Body.String(), `{"socialLinks": []}`)
	Contains(t, get(t, a, "/api/logo-settings").Body.String(), `[{"type": "favicon"}]`)
	storetest.Same(t, "the deleted logo", ask(a, "GET", "/logos/main").Code, http.StatusNotFound)
}

// Queries that mean the same share one answer.
func TestCacheEqualQueries(t *testing.T) {
	a := open(t, directory())
	for range 3 {
		get(t, a, "/api/products?limit=2&category=Writing")
	}
	a.cache.entries.CleanUp()
	before := a.cache.entries.EstimatedSize()
	get(t, a, "/api/products?category=writing&utm_source=x&limit=2")
	get(t, a, "/api/products?category=writing&utm_source=x&limit=2")
	a.cache.entries.CleanUp()
	storetest.Same(t, "answers kept", a.cache.entries.EstimatedSize(), before)
}

// For many callers at once an answer is made once.
func TestCacheSingleFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, made := counted(t, Options{Workers: 1}, func(v view, q *question, dst []byte) (reply, error) {
			time.Sleep(time.Second)
			return hello(v, q, dst)
		})
		get(t, a, "/api/you") // forgotten
		var callers sync.WaitGroup
		for range 50 {
			callers.Go(func() { get(t, a, "/api/you") })
		}
		callers.Wait()
		storetest.Same(t, "times it was made", made.Load(), int64(2))
	})
}

// Too much work at once is refused with a Retry-After.
func TestCacheOverload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, _ := counted(t, Options{Workers: 1}, func(v view, q *question, dst []byte) (reply, error) {
			time.Sleep(time.Second)
			return hello(v, q, dst)
		})
		answered := make(chan *httptest.ResponseRecorder, 1)
		go func() { answered <- ask(a, "GET", "/api/first") }()
		synctest.Wait() // the only worker is busy now
		began := time.Now()
		second := ask(a, "GET", "/api/second")
		if second.Code != http.StatusServiceUnavailable || second.Header().Get("Retry-After") != "1" {
			t.Errorf("%d, Retry-After %q; want 503 and 1", second.Code, second.Header().Get("Retry-After"))
		}
		storetest.Same(t, "the wait", time.Since(began), maxWait)
		storetest.Same(t, "the first caller", (<-answered).Code, http.StatusOK)
		storetest.Same(t, "afterwards", ask(a, "GET", "/api/third").Code, http.StatusOK)
	})
}

// Failures and panics show nothing, free their worker and are not cached.
func TestCacheFailures(t *testing.T) {
	for name, fail := range map[string]func() error{
		"error": func() error { return errors.New("a secret") },
		"panic": func() error { panic("a secret") },
	} {
		t.Run(name, func(t *testing.T) {
			broken := true
			a, _ := counted(t, Options{Workers: 1}, func(v view, q *question, dst []byte) (reply, error) {
				if broken {
					return reply{}, fail()
				}
				return hello(v, q, dst)
			})
			for range 5 { // there is one worker
				w := ask(a, "GET", "/api/you")
				if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "secret") {
					t.Fatalf("%d %s; want a 500 that shows nothing", w.Code, w.Body)
				}
				Contains(t, w.Body.String(), `{"requestId": "r-1"}`)
			}
			broken = false
			get(t, a, "/api/you")
		})
	}
}

// Slow readers cannot have the whole catalogue in memory again and again.
func TestSlowReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := open(t, directory())
		let := make(chan struct{})
		for i := range maxBulk {
			r := httptest.NewRequest(http.MethodGet, productList+"?search="+strings.Repeat("a", i+1), nil)
			go a.Handler().ServeHTTP(slow{httptest.NewRecorder(), let, func([]byte) {}}, r)
		}
		synctest.Wait()
		storetest.Same(t, "one more whole list", ask(a, "GET", "/api/products?search=z").Code, http.StatusServiceUnavailable)
		get(t, a, "/api/products?search=z&limit=10")
		get(t, a, "/api/catalog?search=z")
		close(let)
		synctest.Wait()
		get(t, a, "/api/products?search=z")
	})
}

// When visits change, only answers that depend on them are made again.
func TestCacheVisits(t *testing.T) {
	a := open(t, directory())
	targets := []string{"/api/products?sort=popular&limit=2", "/api/catalog?sort=popular", "/api/products?sort=name", "/api/catalog"}
	ask := func() map[string]*httptest.ResponseRecorder {
		answers := map[string]*httptest.ResponseRecorder{}
		for _, target := range targets {
			get(t, a, target)
			answers[target] = get(t, a, target)
		}
		return answers
	}
	before := ask()
	a.options.Catalogue.SetVisits(map[int64]int64{1: 3, 2: 2})
	for target, now := range ask() {
		same := now.Body.String() == before[target].Body.String()
		sameTag := now.Header().Get("Etag") == before[target].Header().Get("Etag")
		if byVisits := slices.Contains(targets[:2], target); same == byVisits || sameTag == byVisits {
			t.Errorf("%s: the same answer: %t, the same tag: %t", target, same, sameTag)
		}
	}
	Contains(t, get(t, a, targets[0]).Body.String(), `[{"id": 1}, {"id": 2}]`)
}
