package pages

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/render"
)

// answered is a document's state, read.
func (p parsed) answered(t testing.TB) (site string, answers map[string]struct {
	Status int
	Body   map[string]string
}) {
	t.Helper()
	var s struct {
		Site    struct{ Name string }
		Answers map[string]struct {
			Status int
			Body   map[string]string
		}
	}
	if err := json.Unmarshal([]byte(p.blocks["application/json"]), &s); err != nil {
		t.Fatal(err)
	}
	return s.Site.Name, s.Answers
}

func TestADocumentHasItsMarkupAndTheAnswersItIsMadeFrom(t *testing.T) {
	h := library(t)
	page := h.page("/?search=a%20b&pricing=Free&x=y")
	if want := "Vitrine200 /api/?search=a%20b&pricing=Free"; page.root != want {
		t.Errorf("the markup is %q, want %q", page.root, want)
	}
	name, answers := page.answered(t)
	if got := answers["/api/?search=a%20b&pricing=Free"]; name != "Vitrine" || len(answers) != 2 || got.Status != 200 || got.Body["asked"] != "/api/?search=a%20b&pricing=Free" {
		t.Errorf("the state is of %s, with %v", name, answers)
	}
}

func TestAnAnswerThatIsNoSuccessIsAnAnswer(t *testing.T) {
	h := library(t)
	h.answers.status.Store(http.StatusNotFound)
	page := h.page("/products/nothing")
	if _, answers := page.answered(t); answers["/api/products/nothing"].Status != 404 || page.root != "Vitrine404 /api/products/nothing" {
		t.Errorf("got %q with %v", page.root, answers)
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

func TestManyVisitorsOneRendering(t *testing.T) {
	r, count := counting(func(context.Context) error { time.Sleep(50 * time.Millisecond); return nil })
	h := open(t, tools(3), func(o *Options) { o.Renderer = r })
	for version := range 3 {
		var visitors sync.WaitGroup
		for range 100 {
			visitors.Go(func() {
				if got, want := h.page("/").root, fmt.Sprint("rendering ", version+1); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			})
		}
		visitors.Wait()
		if got := count.Load(); got != int64(version+1) {
			t.Fatalf("%d renderings of %d versions", got, version+1)
		}
		h.move(tools(3 + version)...)
	}
}

func TestAChangeIsSeenByTheNextVisitor(t *testing.T) {
	h := open(t, tools(1), nil)
	first := h.get("/products/new")
	h.move(append(tools(1), tool(2, "New"))...)
	if second := h.get("/products/new"); first.Code != 404 || second.Code != 200 {
		t.Errorf("before the change %d, after it %d", first.Code, second.Code)
	}
	h.shelf.settled++
	if err := h.options.Site.Renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	asked := h.answers.asked.Load()
	h.get("/products/new")
	if h.answers.asked.Load() == asked {
		t.Error("the site's settings have changed, and the document has not been made again")
	}
}

func TestARenderingGoesOnWhenItsVisitorLeaves(t *testing.T) {
	r, count := counting(func(ctx context.Context) error { time.Sleep(100 * time.Millisecond); return ctx.Err() })
	h := open(t, tools(1), func(o *Options) { o.Renderer = r })
	ctx, leave := context.WithCancel(t.Context())
	leave()
	if d := h.document(ctx, address{path: "/"}); d == nil || d.status != 200 {
		t.Error("a visitor who left is no reason not to make the page")
	}
	if got := h.page("/").root; got != "rendering 1" || count.Load() != 1 {
		t.Errorf("got %q after %d renderings", got, count.Load())
	}
}

func TestAPageWithoutMarkupIsWholeInEverythingElse(t *testing.T) {
	r, _ := counting(func(context.Context) error { return render.ErrBusy })
	h := open(t, tools(3), func(o *Options) { o.Renderer = r })
	for target, status := range map[string]int{"/": 200, "/products/tool-1": 200, "/products/nothing": 404, "/?section=Our%20Products&cursor=x": 400} {
		w := h.get(target)
		page := parse(t, w.Body)
		if _, answers := page.answered(t); w.Code != status || page.root != "" || page.title == "" || len(answers) != 1 {
			t.Errorf("%s: %d with %q in it, titled %q, and %d answers", target, w.Code, page.root, page.title, len(answers))
		}
	}
}

func TestAPageWithoutAnswersLetsTheBrowserAsk(t *testing.T) {
	r, count := counting(func(context.Context) error { return nil })
	h := open(t, tools(3), func(o *Options) { o.Renderer = r })
	check := func(why string) {
		t.Helper()
		h.move(tools(3)...)
		w := h.get("/products/tool-2")
		page := parse(t, w.Body)
		if name, answers := page.answered(t); w.Code != 200 || name != "Vitrine" || answers != nil || page.title != "Tool 2 – Vitrine" || page.root != "" {
			t.Errorf("%s: %d %q %v %q", why, w.Code, page.title, answers, page.root)
		}
	}
	for _, status := range []int{429, 500, 503} {
		h.answers.status.Store(int64(status))
		check(fmt.Sprint("the API says ", status))
	}
	h.answers.status.Store(200)
	for why, needs := range map[string][]string{"not of the API": {"https://evil.example/"}, "too many": make([]string, 17)} {
		r.needs = func(context.Context, string, string) ([]string, error) { return needs, nil }
		h.options.Renderer = r
		check(why)
	}
	r.needs = func(context.Context, string, string) ([]string, error) { return nil, render.ErrBusy }
	h.options.Renderer = r
	check("nobody knows what the page needs")
	if count.Load() != 0 {
		t.Errorf("%d renderings without answers", count.Load())
	}
}

func TestASlowRenderingIsNotWaitedForAndThenKept(t *testing.T) {
	h := open(t, tools(3), nil)
	synctest.Test(t, func(t *testing.T) {
		r, count := counting(func(context.Context) error { time.Sleep(900 * time.Millisecond); return nil })
		h.options.Renderer, h.options.Patience = r, 250*time.Millisecond
		start := time.Now()
		first := h.document(context.Background(), address{path: "/"})
		if waited := time.Since(start); waited != 250*time.Millisecond || strings.Contains(string(first.body), "rendering") {
			t.Errorf("after %v: %s", waited, first.body)
		}
		time.Sleep(time.Second)
		second := h.document(context.Background(), address{path: "/"})
		if !strings.Contains(string(second.body), "rendering 1") || count.Load() != 1 {
			t.Errorf("after %d renderings: %s", count.Load(), second.body)
		}
	})
}

func TestABrokenScriptIsAskedAgainAfterARest(t *testing.T) {
	h := open(t, tools(3), nil)
	synctest.Test(t, func(t *testing.T) {
		broken := true
		r, count := counting(func(context.Context) error {
			if broken {
				return errors.New("broken")
			}
			return nil
		})
		h.options.Renderer = r
		for range 100 {
			h.document(context.Background(), address{path: "/"})
		}
		if count.Load() != 1 {
			t.Errorf("a broken script was asked %d times", count.Load())
		}
		broken = false
		time.Sleep(time.Second)
		if d := h.document(context.Background(), address{path: "/"}); !strings.Contains(string(d.body), "rendering 2") || !d.until.IsZero() {
			t.Errorf("a second later: %s", d.body)
		}
	})
}

func TestAFailureIsLoggedOnceASecond(t *testing.T) {
	h := open(t, tools(3), nil)
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		h.options.Renderer, _ = counting(func(context.Context) error { return errors.New("broken") })
		h.alarm.log = slog.New(slog.NewJSONHandler(&log, nil))
		for second := range 2 {
			for i := range 50 {
				h.document(context.Background(), address{path: fmt.Sprint("/", second, i)})
			}
			time.Sleep(time.Second)
		}
		if lines := strings.Count(log.String(), "\n"); lines != 2 || !strings.Contains(log.String(), `"moreSinceLast":49`) {
			t.Errorf("%d lines: %s", lines, log.String())
		}
	})
}

func (h *house) flying() int {
	h.flights.mutex.Lock()
	defer h.flights.mutex.Unlock()
	return len(h.flights.all)
}

func TestAPanicWhileMakingIsNoneOfTheVisitorsBusiness(t *testing.T) {
	r, _ := counting(func(context.Context) error { panic("mistake") })
	h := open(t, tools(3), func(o *Options) { o.Renderer = r })
	if w := h.get("/"); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || strings.Contains(w.Body.String(), "mistake") {
		t.Errorf("got %d %q", w.Code, w.Body)
	}
	for h.flying() > 0 { // the visitor is answered a moment before
		time.Sleep(time.Millisecond)
	}
}

// TestMoreThanCanBeRendered has both engines of a real pool held by work without end, and many visitors come.
func TestMoreThanCanBeRendered(t *testing.T) {
	endless := strings.Replace(script, "render: (json) => {", "render: (json) => { while (json === '{}');", 1)
	engines, err := render.New([]byte(endless), render.Options{Workers: 2, Wait: 50 * time.Millisecond, Timeout: time.Hour, Waiters: 4})
	if err != nil {
		t.Fatal(err)
	}
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
	h.eventually("pages have their answers and no markup", func(page parsed) bool {
		_, answers := page.answered(t)
		return page.root == "" && len(answers) > 0
	})
	var visitors sync.WaitGroup
	for visitor := range 40 {
		visitors.Go(func() {
			for i := range 20 {
				if w := h.get(fmt.Sprintf("/?search=%d-%d", visitor, i)); w.Code != 200 {
					t.Errorf("got %d", w.Code)
				}
			}
		})
	}
	visitors.Wait()
	leave()
	h.eventually("pages have markup after the rush", func(page parsed) bool { return page.root != "" })
}

// eventually asks for one page after another, for a minute at most, until one of them is so.
func (h *house) eventually(what string, so func(parsed) bool) {
	h.t.Helper()
	for until := time.Now().Add(time.Minute); !so(h.page(fmt.Sprint("/?search=", time.Now().UnixNano()))); {
		if time.Now().After(until) {
			h.t.Fatalf("not within a minute: %s", what)
		}
	}
}
