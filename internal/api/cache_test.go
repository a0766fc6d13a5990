package api

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"

	"github.com/vitrine-directory/vitrine/internal/encoding"
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

// slow is a reader that takes an answer when it is let, and notes where the bytes lay that it was given.
type slow struct {
	*httptest.ResponseRecorder
	let   chan struct{}
	given func(body []byte)
}

func (s slow) Write(body []byte) (int, error) {
	s.given(body)
	<-s.let
	return len(body), nil
}

// Many who read logos or legal pages slowly share one body.
func TestSettingsCacheSlowReaders(t *testing.T) {
	store := directory()
	store.settings.Logos[1].FileData = "data:image/svg+xml;base64," + strings.Repeat("AAAB", 100_000)
	a := open(t, store)
	for _, address := range []string{"/api/logo-settings", "/logos/main?v=1", "/api/legal-pages", "/api/legal-pages/privacy-policy"} {
		for _, accepted := range []string{"identity", "gzip", "zstd"} {
			const readers = 50
			var lock sync.Mutex
			bodies := map[*byte]int{}
			let := make(chan struct{})
			var begun, all sync.WaitGroup
			begun.Add(readers)
			given := func(body []byte) {
				lock.Lock()
				defer lock.Unlock()
				bodies[unsafe.SliceData(body)]++
				begun.Done()
			}
			for range readers {
				all.Go(func() {
					r := httptest.NewRequest(http.MethodGet, address, nil)
					r.Header.Set("Accept-Encoding", accepted)
					a.Handler().ServeHTTP(slow{httptest.NewRecorder(), let, given}, r)
				})
			}
			begun.Wait()
			close(let)
			all.Wait()
			storetest.Same(t, "bodies of "+address+" in "+accepted, len(bodies), 1)
		}
	}
}

// makeAndCache returns what was cached meanwhile.
func TestSettingsCacheMadeMeanwhile(t *testing.T) {
	store := directory()
	store.settings.Logos[1].FileData += strings.Repeat(" ", 2000)
	a := open(t, store)
	table := routes()
	at := slices.IndexFunc(table, func(rt route) bool { return rt.pattern == "/api/logo-settings" })
	q := &question{route: &table[at], part: "logo-settings", key: "/api/logo-settings logo-settings"}
	for _, wanted := range []encoding.Encoding{encoding.Identity, encoding.Gzip, encoding.Zstd} {
		first, err := a.cache.makeAndCache(a.view(q), q, wanted)
		storetest.NoError(t, err)
		if again, err := a.cache.makeAndCache(a.view(q), q, wanted); err != nil || again != first {
			t.Errorf("in %s it is made again, %v", wanted, err)
		}
	}
}

// listOfLogos is the key of the cached list of logos, and keptLogos what is cached by it.
const listOfLogos = "/api/logo-settings logo-settings"

func keptLogos(a *API) *entry {
	e, _ := a.cache.entries.GetIfPresent(listOfLogos)
	return e
}

// What depends on the settings alone stays cached when the catalogue changes.
func TestSettingsCacheNewCatalogue(t *testing.T) {
	store := directory()
	a := open(t, store)
	first := get(t, a, "/api/logo-settings")
	before := keptLogos(a)
	store.all.Version++
	storetest.NoError(t, a.options.Catalogue.Renew(t.Context()))
	get(t, a, "/api/logo-settings")
	if before == nil || keptLogos(a) != before {
		t.Error("it was made again")
	}
	again := ask(a, "GET", "/api/logo-settings", "If-None-Match", first.Header().Get("Etag"))
	storetest.Same(t, "who has it gets", again.Code, http.StatusNotModified)
}

// An answer made from earlier settings that is cached late is not served, and the next request replaces it.
func TestSettingsCacheLateAnswer(t *testing.T) {
	store := directory()
	a := open(t, store)
	get(t, a, "/api/logo-settings")
	earlier := keptLogos(a)
	store.version++
	store.settings.Logos = store.settings.Logos[:1]
	storetest.NoError(t, a.options.Site.Renew(t.Context()))
	want := get(t, a, "/api/logo-settings").Body.String()
	a.cache.entries.Set(listOfLogos, earlier)
	if got := get(t, a, "/api/logo-settings").Body.String(); got != want || got == string(earlier.Body()) {
		t.Errorf("served %s, want %s", got, want)
	}
	if now := keptLogos(a); now == nil || now.revision.Settings != a.options.Site.Version() {
		t.Errorf("cached %+v, want the answer from the new settings", now)
	}
}

// However often the settings change, each answer made from them is in memory once.
func TestSettingsCacheBounded(t *testing.T) {
	store := directory()
	a := open(t, store)
	addresses := []string{"/logos/main", "/logos/favicon", "/api/logo-settings"}
	for range 10 {
		store.version++
		storetest.NoError(t, a.options.Site.Renew(t.Context()))
		for _, address := range addresses {
			get(t, a, address)
		}
	}
	a.cache.entries.CleanUp()
	storetest.Same(t, "cached answers", a.cache.entries.EstimatedSize(), len(addresses))
	for key, e := range a.cache.entries.All() {
		storetest.Same(t, "the settings of "+key, e.revision.Settings, a.options.Site.Version())
	}
}

// Answers made from the settings are not evicted by others.
func TestSettingsCacheNeverEvicted(t *testing.T) {
	a := openWith(t, directory(), Options{Memory: 4 << 10}, routes())
	get(t, a, "/api/logo-settings")
	for id := range 30 {
		for range 2 {
			get(t, a, "/api/products/"+strconv.Itoa(id+1))
		}
	}
	a.cache.entries.CleanUp()
	storetest.Same(t, "the logos are cached", keptLogos(a) != nil, true)
	if n := a.cache.entries.EstimatedSize(); n > 10 {
		t.Errorf("%d answers are cached in 4 KB", n)
	}
}
