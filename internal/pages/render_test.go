package pages

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/render"
	"github.com/vitrine-directory/vitrine/internal/revision"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

// answer is what the API says, in a document's state.
type answer struct {
	Status int
	Body   map[string]string
}

// answered is a document's state, read.
func (p parsed) answered(t testing.TB) (site string, answers map[string]answer) {
	t.Helper()
	var s struct {
		Site    struct{ Name string }
		Answers map[string]answer
	}
	storetest.NoError(t, json.Unmarshal([]byte(p.blocks["application/json"]), &s))
	return s.Site.Name, s.Answers
}

// A document has its markup and the answers it is made from, whether they are successes or not.
func TestRenderedDocument(t *testing.T) {
	h := library(t)
	for target, status := range map[string]int{"/?search=a%20b&pricing=Free": 200, "/products/nothing": 404} {
		h.answers.status.Store(int64(status))
		page := h.page(target)
		storetest.Same(t, "the markup", page.root, fmt.Sprint("Vitrine", status, " /api", target))
		name, answers := page.answered(t)
		storetest.Same(t, "the site's name, and answers in the state", []any{name, len(answers)}, []any{"Vitrine", 2})
		storetest.Same(t, "the answer in the state", answers["/api"+target], answer{status, map[string]string{"asked": "/api" + target}})
	}
}

// counting is a renderer that counts, and does what the test wants before it answers.
func counting(before func(ctx context.Context) error) (r renderer, count *atomic.Int64) {
	count = &atomic.Int64{}
	return renderer{
		needs: func(_ context.Context, path, search string) ([]string, error) {
			return []string{"/api" + path + search}, nil
		},
		render: func(ctx context.Context, _ []byte) (string, error) {
			n := count.Add(1)
			if err := before(ctx); err != nil {
				return "", err
			}
			return fmt.Sprint("rendering ", n), nil
		},
	}, count
}

// Many visitors who ask for a page share one rendering.
func TestRenderShared(t *testing.T) {
	r, count := counting(func(context.Context) error { time.Sleep(50 * time.Millisecond); return nil })
	h := open(t, tools(3), func(o *Options) { o.Renderer = r })
	for version := range 3 {
		var visitors sync.WaitGroup
		for range 100 {
			visitors.Go(func() { storetest.Same(t, "the page", h.page("/").root, fmt.Sprint("rendering ", version+1)) })
		}
		visitors.Wait()
		if got := count.Load(); got != int64(version+1) {
			t.Fatalf("%d renderings of %d versions", got, version+1)
		}
		h.move(tools(4 + version)...)
	}
}

// A change is seen by the next visitor.
func TestChangeVisible(t *testing.T) {
	h := open(t, tools(1), nil)
	first := h.get("/products/new")
	h.move(append(tools(1), tool(2, "New"))...)
	storetest.Same(t, "before and after", []int{first.Code, h.get("/products/new").Code}, []int{404, 200})
	h.changeSettings(func(*site.Settings) {})
	asked := h.answers.asked.Load()
	h.get("/products/new")
	if h.answers.asked.Load() == asked {
		t.Error("the site's settings have changed, and the document has not been made again")
	}
}

// A rendering goes on when its visitor leaves.
func TestRenderCancelled(t *testing.T) {
	r, count := counting(func(ctx context.Context) error { time.Sleep(100 * time.Millisecond); return ctx.Err() })
	h := open(t, tools(1), func(o *Options) { o.Renderer = r })
	ctx, leave := context.WithCancel(t.Context())
	leave()
	storetest.Same(t, "the page of a visitor who left", h.document(ctx, Address{Page: &homePage, Path: "/"}).Status(), 200)
	storetest.Same(t, "the page, and renderings", []any{h.page("/").root, count.Load()}, []any{"rendering 1", int64(1)})
}

// A failure is logged once a second.
func TestRenderFailureLog(t *testing.T) {
	h := open(t, tools(3), nil)
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		h.options.Renderer, _ = counting(func(context.Context) error { return errors.New("broken") })
		h.alarm.log = slog.New(slog.NewJSONHandler(&log, nil))
		for second := range 2 {
			for i := range 50 {
				h.document(context.Background(), Address{Page: &homePage, Path: fmt.Sprint("/", second, i)})
			}
			time.Sleep(time.Second)
		}
		storetest.Same(t, "lines of the log", strings.Count(log.String(), "\n"), 2)
		hasParts(t, "the log", log.String(), `"moreSinceLast":49`)
	})
}

func (h *testSite) rendersInFlight() int {
	h.renders.mutex.Lock()
	defer h.renders.mutex.Unlock()
	return len(h.renders.all)
}

// settle waits until what was made is kept.
func (h *testSite) settle() {
	h.t.Helper()
	testwait.Until(h.t, "no render is left", func() bool { return h.rendersInFlight() == 0 })
	h.cache.CleanUp()
}

// TestRenderOverload has both engines of a real pool held by work without end, and many visitors come.
func TestRenderOverload(t *testing.T) {
	endless := strings.Replace(script, "render: (json) => {", "render: (json) => { while (json === '{}');", 1)
	engines, err := render.New([]byte(endless), render.Options{Workers: 2, Wait: 50 * time.Millisecond, Timeout: time.Hour, Queue: 48 << 10})
	storetest.NoError(t, err)
	defer engines.Close()
	h := open(t, tools(3), func(o *Options) { o.Renderer = engines })
	held, leave := context.WithCancel(t.Context())
	defer leave()
	for range 2 {
		go func() {
			for held.Err() == nil { // an engine may need a moment before it takes work
				_, _ = engines.Render(held, []byte("{}"))
			}
		}()
	}
	h.eventually("pages have their answers and are written by Go", func(page parsed) bool {
		_, answers := page.answered(t)
		return page.plain && len(answers) > 0
	})
	var visitors sync.WaitGroup
	for visitor := range 40 {
		visitors.Go(func() {
			for i := range 20 {
				if w := h.get(fmt.Sprintf("/?search=%d-%d", visitor, i)); w.Code != 200 || parse(t, w.Body).tags["h1"] != 1 {
					t.Errorf("got %d without a heading", w.Code)
				}
			}
		})
	}
	visitors.Wait()
	leave()
	h.eventually("pages are rendered after the rush", func(page parsed) bool { return !page.plain })
}

// eventually asks for one page after another, for a minute at most, until one of them is so.
func (h *testSite) eventually(what string, so func(parsed) bool) {
	h.t.Helper()
	for until := time.Now().Add(time.Minute); !so(h.page(fmt.Sprint("/?search=", time.Now().UnixNano()))); {
		if time.Now().After(until) {
			h.t.Fatalf("not within a minute: %s", what)
		}
	}
}

// Of two renderings of a page the later one stays in the cache.
func TestFinishOrder(t *testing.T) {
	h := library(t)
	a := Address{Page: &homePage, Path: "/"}
	early, _ := h.join(a, revision.Revision{Catalogue: 1})
	later, _ := h.join(a, revision.Revision{Catalogue: 2})
	<-early.done
	<-later.done
	for _, f := range []*pageRender{later, early} { // packing the early one has taken longer
		h.finish(renderKey{a.Key(), f.revision}, f)
	}
	if cached, ok := h.cache.GetIfPresent(a.Key()); !ok || cached.revision != later.revision {
		t.Errorf("cached: %v, of %v", ok, cached.revision)
	}
}
