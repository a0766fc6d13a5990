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
)

// counted is an API with one route that counts how often its answer is made.
func counted(t testing.TB, make func(v view, q *question, dst []byte) (reply, error)) (*API, *atomic.Int64) {
	var made atomic.Int64
	return openWith(t, directory(), Options{Workers: 1}, []route{{method: "GET", pattern: "/api/{x}", access: public,
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
	a, made := counted(t, hello)
	for range 5 {
		if w := get(t, a, "/api/you"); w.Body.String() != `"hello you"` {
			t.Fatalf("got %s", w.Body)
		}
	}
	if made.Load() != 2 {
		t.Errorf("made %d times for 5 requests; want 2: forgotten, then kept", made.Load())
	}
}

// Answers that are asked for once are not cached.
func TestCacheAskedOnce(t *testing.T) {
	a, _ := counted(t, hello)
	for i := range 500 {
		get(t, a, "/api/"+strings.Repeat("x", i+1))
	}
	a.cache.entries.CleanUp()
	if n := a.cache.entries.EstimatedSize(); n > 0 {
		t.Errorf("%d answers kept; want none", n)
	}
}

// Cached answers stay within their memory.
func TestCacheMemory(t *testing.T) {
	const memory = 1 << 20
	a := openWith(t, directory(), Options{Memory: memory}, []route{{method: "GET", pattern: "/api/{x}", access: public,
		handler: read(func(_ view, _ *question, dst []byte) (reply, error) {
			return reply{body: append(dst, make([]byte, 100<<10)...)}, nil
		})}})
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
		get(t, a, "/api/products/1")
		get(t, a, "/api/site")
	}
	store.all.Version++
	store.all.Products[0].Name = "Alpha Reborn"
	store.version++
	store.settings.SocialLinks = nil
	if err := errors.Join(a.options.Catalogue.Renew(t.Context()), a.options.Site.Renew(t.Context())); err != nil {
		t.Fatal(err)
	}
	if body := get(t, a, "/api/products/1").Body.String(); !strings.Contains(body, "Alpha Reborn") {
		t.Errorf("the old product was answered: %s", body)
	}
	if body := get(t, a, "/api/site").Body.String(); !strings.Contains(body, `"socialLinks":[]`) {
		t.Errorf("the old settings were answered: %s", body)
	}
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
	if after := a.cache.entries.EstimatedSize(); after != before {
		t.Errorf("%d answers kept, %d before", after, before)
	}
}

// For many callers at once an answer is made once.
func TestCacheSingleFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, made := counted(t, func(v view, q *question, dst []byte) (reply, error) {
			time.Sleep(time.Second)
			return hello(v, q, dst)
		})
		get(t, a, "/api/you") // forgotten
		var callers sync.WaitGroup
		for range 50 {
			callers.Go(func() { get(t, a, "/api/you") })
		}
		callers.Wait()
		if made.Load() != 2 {
			t.Errorf("made %d times; want 2", made.Load())
		}
	})
}

// Too much work at once is refused with a Retry-After.
func TestCacheOverload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, _ := counted(t, func(v view, q *question, dst []byte) (reply, error) {
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
		if waited := time.Since(began); waited != maxWait {
			t.Errorf("waited %s; want %s", waited, maxWait)
		}
		if first := <-answered; first.Code != http.StatusOK {
			t.Errorf("the first caller got %d", first.Code)
		}
		if w := ask(a, "GET", "/api/third"); w.Code != http.StatusOK {
			t.Errorf("afterwards: %d; want 200", w.Code)
		}
	})
}

// A panic shows nothing, and frees its worker.
func TestCachePanic(t *testing.T) {
	a, _ := counted(t, func(_ view, q *question, dst []byte) (reply, error) {
		panic("secret of " + q.part)
	})
	for range 5 { // there is one worker
		w := ask(a, "GET", "/api/you")
		if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "secret") {
			t.Fatalf("%d %s; want a 500 that shows nothing", w.Code, w.Body)
		}
		if failure := parse(t, w.Body.String()).(map[string]any); failure["requestId"] != "r-1" {
			t.Errorf("request id %v; want r-1", failure["requestId"])
		}
	}
}

// Failures are not cached.
func TestCacheFailures(t *testing.T) {
	broken := true
	a, _ := counted(t, func(v view, q *question, dst []byte) (reply, error) {
		if broken {
			return reply{}, errors.New("broken")
		}
		return hello(v, q, dst)
	})
	for range 3 {
		if w := ask(a, "GET", "/api/you"); w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "broken") {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	broken = false
	get(t, a, "/api/you")
}

// stuck is a client that reads nothing for a while.
type stuck struct {
	*httptest.ResponseRecorder
	wait time.Duration
}

func (s stuck) Write(body []byte) (int, error) {
	time.Sleep(s.wait)
	return s.ResponseRecorder.Write(body)
}

// Slow readers cannot have the whole catalogue in memory again and again.
func TestSlowReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := open(t, directory())
		request := func(query string) *http.Request {
			r := httptest.NewRequest(http.MethodGet, productList+query, nil)
			r.RequestURI = productList + query
			return r
		}
		for i := range maxBulk {
			query := "?search=" + strings.Repeat("a", i+1)
			go a.Handler().ServeHTTP(stuck{httptest.NewRecorder(), time.Minute}, request(query))
		}
		synctest.Wait()
		if w := ask(a, "GET", "/api/products?search=z"); w.Code != http.StatusServiceUnavailable {
			t.Errorf("one more whole list: %d; want 503", w.Code)
		}
		get(t, a, "/api/products?search=z&limit=10")
		get(t, a, "/api/catalog?search=z")
		time.Sleep(time.Minute)
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
	want := `[{"id": 1}, {"id": 2}]`
	if err := within(parse(t, want), parse(t, get(t, a, targets[0]).Body.String()), "$"); err != nil {
		t.Error(err)
	}
}
