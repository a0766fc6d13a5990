package pages_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/render"
	"github.com/vitrine-directory/vitrine/internal/revision"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

// A document has its markup and the answers it is made from, whether they are successes or not.
func TestRenderedDocument(t *testing.T) {
	h := pagestest.Library(t)
	for target, status := range map[string]int{"/?search=a%20b&pricing=Free": 200, "/products/nothing": 404} {
		h.API.Status.Store(int64(status))
		page := h.Page(target)
		storetest.Same(t, "the markup", page.Root, fmt.Sprint("Vitrine", status, " /api", target))
		name, answers := page.Answered(t)
		storetest.Same(t, "the site's name, and answers in the state", []any{name, len(answers)}, []any{"Vitrine", 2})
		storetest.Same(t, "the answer in the state", answers["/api"+target], pagestest.Answer{Status: status, Body: map[string]string{"asked": "/api" + target}})
	}
}

// Many visitors who ask for a page share one rendering.
func TestRenderShared(t *testing.T) {
	r, count := pagestest.Counting(func(context.Context) error { time.Sleep(50 * time.Millisecond); return nil })
	h := pagestest.Open(t, pagestest.Tools(3), func(o *pagestest.Options) { o.Renderer = r })
	for version := range 3 {
		var visitors sync.WaitGroup
		for range 100 {
			visitors.Go(func() { storetest.Same(t, "the page", h.Page("/").Root, fmt.Sprint("rendering ", version+1)) })
		}
		visitors.Wait()
		if got := count.Load(); got != int64(version+1) {
			t.Fatalf("%d renderings of %d versions", got, version+1)
		}
		h.Move(pagestest.Tools(4 + version)...)
	}
}

// A change is seen by the next visitor.
func TestChangeVisible(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(1), nil)
	first := h.Get("/products/new")
	h.Move(append(pagestest.Tools(1), pagestest.Tool(2, "New"))...)
	storetest.Same(t, "before and after", []int{first.Code, h.Get("/products/new").Code}, []int{404, 200})
	h.ChangeSettings(func(*site.Settings) {})
	asked := h.API.Asked.Load()
	h.Get("/products/new")
	if h.API.Asked.Load() == asked {
		t.Error("the site's settings have changed, and the document has not been made again")
	}
}

// A rendering goes on when its visitor leaves.
func TestRenderCancelled(t *testing.T) {
	r, count := pagestest.Counting(func(ctx context.Context) error { time.Sleep(100 * time.Millisecond); return ctx.Err() })
	h := pagestest.Open(t, pagestest.Tools(1), func(o *pagestest.Options) { o.Renderer = r })
	ctx, leave := context.WithCancel(t.Context())
	leave()
	storetest.Same(t, "the page of a visitor who left", h.Document(ctx, homeAt(h, "/")).Status(), 200)
	storetest.Same(t, "the page, and renderings", []any{h.Page("/").Root, count.Load()}, []any{"rendering 1", int64(1)})
}

// A failure is logged once a second.
func TestRenderFailureLog(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(3), nil)
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		h.Options().Renderer, _ = pagestest.Counting(func(context.Context) error { return errors.New("broken") })
		h.SetAlarm(slog.New(slog.NewJSONHandler(&log, nil)))
		for second := range 2 {
			for i := range 50 {
				h.Document(context.Background(), homeAt(h, fmt.Sprint("/", second, i)))
			}
			time.Sleep(time.Second)
		}
		storetest.Same(t, "lines of the log", strings.Count(log.String(), "\n"), 2)
		pagestest.HasParts(t, "the log", log.String(), `"moreSinceLast":49`)
	})
}

func rendersInFlight(h *pagestest.Site) int {
	all, _ := h.Renders()
	return all
}

// homeAt is the home page as if it were at another path.
func homeAt(h *pagestest.Site, path string) pages.Address {
	a, _ := h.View().Follow("/")
	a.Path = path
	return a
}

// settle waits until what was made is kept.
func settle(h *pagestest.Site) {
	h.T.Helper()
	testwait.Until(h.T, "no render is left", func() bool { return rendersInFlight(h) == 0 })
	h.Cache().CleanUp()
}

// TestRenderOverload has both engines of a real pool held by work without end, and many visitors come.
func TestRenderOverload(t *testing.T) {
	endless := strings.Replace(pagestest.Script, "render: (json) => {", "render: (json) => { while (json === '{}');", 1)
	engines, err := render.New([]byte(endless), render.Options{Workers: 2, Wait: 50 * time.Millisecond, Timeout: time.Hour, Queue: 48 << 10})
	storetest.NoError(t, err)
	defer engines.Close()
	h := pagestest.Open(t, pagestest.Tools(3), func(o *pagestest.Options) { o.Renderer = engines })
	held, leave := context.WithCancel(t.Context())
	defer leave()
	for range 2 {
		go func() {
			for held.Err() == nil { // an engine may need a moment before it takes work
				_, _ = engines.Render(held, []byte("{}"))
			}
		}()
	}
	eventually(h, "pages have their answers and are written by Go", func(page pagestest.Document) bool {
		_, answers := page.Answered(t)
		return page.Plain && len(answers) > 0
	})
	var visitors sync.WaitGroup
	for visitor := range 40 {
		visitors.Go(func() {
			for i := range 20 {
				if w := h.Get(fmt.Sprintf("/?search=%d-%d", visitor, i)); w.Code != 200 || pagestest.Parse(t, w.Body).Tags["h1"] != 1 {
					t.Errorf("got %d without a heading", w.Code)
				}
			}
		})
	}
	visitors.Wait()
	leave()
	eventually(h, "pages are rendered after the rush", func(page pagestest.Document) bool { return !page.Plain })
}

// eventually asks for one page after another, for a minute at most, until one of them is so.
func eventually(h *pagestest.Site, what string, so func(pagestest.Document) bool) {
	h.T.Helper()
	for until := time.Now().Add(time.Minute); !so(h.Page(fmt.Sprint("/?search=", time.Now().UnixNano()))); {
		if time.Now().After(until) {
			h.T.Fatalf("not within a minute: %s", what)
		}
	}
}

// Of two renderings of a page the later one stays in the cache.
func TestFinishOrder(t *testing.T) {
	h := pagestest.Library(t)
	a := homeAt(h, "/")
	early, _ := h.Join(a, revision.Revision{Catalogue: 1})
	later, _ := h.Join(a, revision.Revision{Catalogue: 2})
	last := later.Done()
	for _, f := range []*pages.PageRender{later, early} { // packing the early one has taken longer
		h.Finish(pages.KeyOf(a.Key(), f.Done()), f)
	}
	if cached, ok := h.Cache().GetIfPresent(a.Key()); !ok || cached.Revision() != last {
		t.Errorf("cached: %v, of %v", ok, cached.Revision())
	}
}
