package api

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

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

// What depends on the settings alone stays cached when the catalogue changes.
func TestSettingsCacheNewCatalogue(t *testing.T) {
	store := directory()
	a := open(t, store)
	first := get(t, a, "/api/logo-settings")
	cached := func() *entry {
		e, _ := a.cache.entries.GetIfPresent(cacheKey{"/api/logo-settings logo-settings", 0})
		return e
	}
	before := cached()
	store.all.Version++
	storetest.NoError(t, a.options.Catalogue.Renew(t.Context()))
	get(t, a, "/api/logo-settings")
	if before == nil || cached() != before {
		t.Error("it was made again")
	}
	again := ask(a, "GET", "/api/logo-settings", "If-None-Match", first.Header().Get("Etag"))
	storetest.Same(t, "who has it gets", again.Code, http.StatusNotModified)
}

// An answer made from earlier settings that is cached late is not served, and the next request replaces it.
func TestSettingsCacheLateAnswer(t *testing.T) {
	store := directory()
	a := open(t, store)
	list := cacheKey{"/api/logo-settings logo-settings", 0}
	get(t, a, "/api/logo-settings")
	earlier, _ := a.cache.entries.GetIfPresent(list)
	store.version++
	store.settings.Logos = store.settings.Logos[:1]
	storetest.NoError(t, a.options.Site.Renew(t.Context()))
	want := get(t, a, "/api/logo-settings").Body.String()
	a.cache.entries.Set(list, earlier)
	if got := get(t, a, "/api/logo-settings").Body.String(); got != want || got == string(earlier.body) {
		t.Errorf("served %s, want %s", got, want)
	}
	if now, _ := a.cache.entries.GetIfPresent(list); now == nil || now.revision.Settings != a.options.Site.Version() {
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
		storetest.Same(t, "the settings of "+key.key, e.revision.Settings, a.options.Site.Version())
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
	if _, cached := a.cache.entries.GetIfPresent(cacheKey{"/api/logo-settings logo-settings", 0}); !cached {
		t.Error("the logos were evicted")
	}
	if n := a.cache.entries.EstimatedSize(); n > 10 {
		t.Errorf("%d answers are cached in 4 KB", n)
	}
}
