package httpapi

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/encoding"
)

// counted is an API with one route that counts how often its answer is made.
func counted(t testing.TB, o Options, answer AnswerFunc) (*fixture, *atomic.Int64) {
	var made atomic.Int64
	return open(t, o, Get("/api/{x}", Public, Read(func(q *Question, dst []byte) (Reply, error) {
		made.Add(1)
		return answer(q, dst)
	}), About{})), &made
}

func hello(q *Question, dst []byte) (Reply, error) {
	return Reply{Body: append(dst, `"hello `+q.Part+`"`...)}, nil
}

// An answer is cached when it is asked for again.
func TestCacheRepeated(t *testing.T) {
	a, made := counted(t, Options{Workers: 1}, hello)
	for range 5 {
		same(t, "the answer", get(t, a, "/api/you").Body.String(), `"hello you"`)
	}
	same(t, "times it was made", made.Load(), int64(2))
}

// Answers that are asked for once are not cached.
func TestCacheAskedOnce(t *testing.T) {
	a, _ := counted(t, Options{Workers: 1}, hello)
	for i := range 500 {
		get(t, a, "/api/"+strings.Repeat("x", i+1))
	}
	a.cache.entries.CleanUp()
	same(t, "cached answers", a.cache.entries.EstimatedSize(), 0)
}

// Cached answers stay within their memory.
func TestCacheMemory(t *testing.T) {
	const memory = 1 << 20
	a, _ := counted(t, Options{Memory: memory}, func(_ *Question, dst []byte) (Reply, error) {
		return Reply{Body: append(dst, make([]byte, 100<<10)...)}, nil
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

// For many callers at once an answer is made once.
func TestCacheSingleFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, made := counted(t, Options{Workers: 1}, func(q *Question, dst []byte) (Reply, error) {
			time.Sleep(time.Second)
			return hello(q, dst)
		})
		get(t, a, "/api/you") // forgotten
		var callers sync.WaitGroup
		for range 50 {
			callers.Go(func() { get(t, a, "/api/you") })
		}
		callers.Wait()
		same(t, "times it was made", made.Load(), int64(2))
	})
}

// Too much work at once is refused with a Retry-After.
func TestCacheOverload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, _ := counted(t, Options{Workers: 1}, func(q *Question, dst []byte) (Reply, error) {
			time.Sleep(time.Second)
			return hello(q, dst)
		})
		answered := make(chan *httptest.ResponseRecorder, 1)
		go func() { answered <- ask(a, "GET", "/api/first") }()
		synctest.Wait() // the only worker is busy now
		began := time.Now()
		second := ask(a, "GET", "/api/second")
		if second.Code != http.StatusServiceUnavailable || second.Header().Get("Retry-After") != "1" {
			t.Errorf("%d, Retry-After %q; want 503 and 1", second.Code, second.Header().Get("Retry-After"))
		}
		same(t, "the wait", time.Since(began), maxWait)
		same(t, "the first caller", (<-answered).Code, http.StatusOK)
		same(t, "afterwards", ask(a, "GET", "/api/third").Code, http.StatusOK)
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
			a, _ := counted(t, Options{Workers: 1}, func(q *Question, dst []byte) (Reply, error) {
				if broken {
					return Reply{}, fail()
				}
				return hello(q, dst)
			})
			for range 5 { // there is one worker
				w := ask(a, "GET", "/api/you")
				if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "secret") {
					t.Fatalf("%d %s; want a 500 that shows nothing", w.Code, w.Body)
				}
				if !strings.Contains(w.Body.String(), `"requestId":"r-1"`) {
					t.Errorf("no request id: %s", w.Body)
				}
			}
			broken = false
			get(t, a, "/api/you")
		})
	}
}

// openLogos is an API with an answer from the settings alone, and others.
func openLogos(t testing.TB, o Options) *fixture {
	var a *fixture
	logos := func(_ *Question, dst []byte) (Reply, error) {
		return Reply{Body: append(dst, strings.Repeat("logo of "+strconv.FormatInt(a.now.Settings, 10), 200)...)}, nil
	}
	a = open(t, o, Get("/api/logos", Public, ReadSettings(logos), About{}), Get("/api/{x}", Public, Read(hello), About{}))
	return a
}

// makeAndCache returns what was cached meanwhile.
func TestSettingsCacheMadeMeanwhile(t *testing.T) {
	a := openLogos(t, Options{})
	rt := a.options.Groups[0].Routes[0]
	q := &Question{route: &rt, Pattern: rt.Pattern, Part: "logos", Key: listOfLogos}
	for _, wanted := range []encoding.Encoding{encoding.Identity, encoding.Gzip, encoding.Zstd} {
		first, err := a.cache.makeAndCache(a.revisionFor(q), q, wanted)
		noError(t, err)
		if again, err := a.cache.makeAndCache(a.revisionFor(q), q, wanted); err != nil || again != first {
			t.Errorf("in %s it is made again, %v", wanted, err)
		}
	}
}

// listOfLogos is the key of the cached list of logos, and keptLogos what is cached by it.
const listOfLogos = "/api/logos logos"

func keptLogos(a *fixture) *entry {
	e, _ := a.cache.entries.GetIfPresent(listOfLogos)
	return e
}

// What depends on the settings alone stays cached when the catalogue changes.
func TestSettingsCacheNewCatalogue(t *testing.T) {
	a := openLogos(t, Options{})
	first := get(t, a, "/api/logos")
	before := keptLogos(a)
	a.now.Catalogue++
	get(t, a, "/api/logos")
	if before == nil || keptLogos(a) != before {
		t.Error("it was made again")
	}
	again := ask(a, "GET", "/api/logos", "If-None-Match", first.Header().Get("Etag"))
	same(t, "who has it gets", again.Code, http.StatusNotModified)
}

// An answer made from earlier settings that is cached late is not served, and the next request replaces it.
func TestSettingsCacheLateAnswer(t *testing.T) {
	a := openLogos(t, Options{})
	get(t, a, "/api/logos")
	earlier := keptLogos(a)
	a.now.Settings++
	want := get(t, a, "/api/logos").Body.String()
	a.cache.entries.Set(listOfLogos, earlier)
	if got := get(t, a, "/api/logos").Body.String(); got != want || got == string(earlier.Body()) {
		t.Errorf("served %s, want %s", got, want)
	}
	if now := keptLogos(a); now == nil || now.revision.Settings != a.now.Settings {
		t.Errorf("cached %+v, want the answer from the new settings", now)
	}
}

// However often the settings change, each answer made from them is in memory once.
func TestSettingsCacheBounded(t *testing.T) {
	a := openLogos(t, Options{})
	for range 10 {
		a.now.Settings++
		get(t, a, "/api/logos")
	}
	a.cache.entries.CleanUp()
	same(t, "cached answers", a.cache.entries.EstimatedSize(), 1)
	for key, e := range a.cache.entries.All() {
		same(t, "the settings of "+key, e.revision.Settings, a.now.Settings)
	}
}

// Answers made from the settings are not evicted by others.
func TestSettingsCacheNeverEvicted(t *testing.T) {
	a := openLogos(t, Options{Memory: 4 << 10})
	get(t, a, "/api/logos")
	for id := range 30 {
		for range 2 {
			get(t, a, "/api/"+strconv.Itoa(id+1))
		}
	}
	a.cache.entries.CleanUp()
	same(t, "the logos are cached", keptLogos(a) != nil, true)
	if n := a.cache.entries.EstimatedSize(); n > 10 {
		t.Errorf("%d answers are cached in 4 KB", n)
	}
}

// Compressing new answers has a budget.
func TestEncodingBudget(t *testing.T) {
	long := []byte(`"` + strings.Repeat("hello ", 1_000) + `"`)
	whole := func(*Question) ([]encoding.Line, func(io.Writer) error, error) {
		return nil, func(w io.Writer) error { _, err := w.Write(long); return err }, nil
	}
	large := func(q *Question, values url.Values) error { q.IsLarge = values.Has("all"); return nil }
	page := func(_ *Question, dst []byte) (Reply, error) { return Reply{Body: append(dst, long...)}, nil }
	a := open(t, Options{}, Get("/api/{x}", Public, ReadQuery(large, page).Streaming(whole), About{}))
	a.cache.packing.SetBurst(0)
	encoding := func(target string) string {
		return get(t, a, target, "Accept-Encoding", "gzip").Header().Get("Content-Encoding")
	}
	same(t, "the encoding of a new page", encoding("/api/tools"), "")
	same(t, "the encoding of a new list", encoding("/api/tools?all"), "")
	same(t, "the encoding of an answer that is kept", encoding("/api/tools"), "gzip")
}
