package app

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"unsafe"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A change is seen by the next request.
func TestCacheAfterChange(t *testing.T) {
	store := sampleDirectory()
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
	storetest.NoError(t, a.options.Kits.Catalogue.Renew(t.Context()), a.options.Kits.Site.Renew(t.Context()))
	Contains(t, get(t, a, "/api/products/1").Body.String(), `{"name": "Alpha Reborn"}`)
	Contains(t, get(t, a, "/api/site").Body.String(), `{"socialLinks": []}`)
	Contains(t, get(t, a, "/api/logo-settings").Body.String(), `[{"type": "favicon"}]`)
	storetest.Same(t, "the deleted logo", ask(a, "GET", "/logos/main").Code, http.StatusNotFound)
}

// Queries that mean the same share one answer.
func TestCacheEqualQueries(t *testing.T) {
	a := open(t, sampleDirectory())
	for range 3 {
		get(t, a, "/api/products?limit=2&category=Writing")
	}
	before := a.Cached().Entries
	get(t, a, "/api/products?category=writing&utm_source=x&limit=2")
	get(t, a, "/api/products?category=writing&utm_source=x&limit=2")
	after := a.Cached().Entries
	storetest.Same(t, "answers kept", after, before)
}

// Slow readers cannot have the whole catalogue in memory again and again.
func TestSlowReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := open(t, sampleDirectory())
		let := make(chan struct{})
		for i := range 4 {
			r := httptest.NewRequest(http.MethodGet, "/api/products?search="+strings.Repeat("a", i+1), nil)
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
	a := open(t, sampleDirectory())
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
	a.options.Kits.Catalogue.SetVisits(map[int64]int64{1: 3, 2: 2})
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
	store := sampleDirectory()
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
