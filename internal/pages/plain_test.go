package pages

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/render"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// failing is a renderer that fails.
func failing() renderer {
	r, _ := counting(func(context.Context) error { return errors.New("broken") })
	return r
}

func TestPlainPages(t *testing.T) {
	t.Parallel()
	first, second := tool(1, "Chat & Co"), tool(2, "Éditeur")
	first.UseCases, first.PromoText, first.VideoURL, first.HasDeal = "Write letters", "Half the price", "https://video.example/1", true
	first.Images, first.Categories = []string{"/uploads/a.png"}, []string{"Writing", "Video & Film"}
	h := open(t, append([]catalog.Product{first, second}, tools(40)[2:]...), plainOnly)
	for target, want := range map[string]struct {
		status         int
		heading, words string
		links          []string
	}{
		"/":                                    {200, "AI tools worth putting behind glass", "What Tool 40 does.", []string{"/products/tool-40", "/category/writing"}},
		"/?search=zebra":                       {200, "“zebra”", "No tools found", []string{"/"}},
		"/?search=edituer":                     {200, "“edituer”", "Showing results for editeur", []string{"/"}},
		"/?section=Our+Products&cursor=broken": {400, "AI tools worth putting behind glass", "No tools found", []string{"/"}},
		"/?category=nothing":                   {200, "No tools found", "Try adjusting", []string{"/"}},
		"/category/video-film":                 {200, "Video & Film AI tools", "What Chat & Co does.", []string{"/products/chat-co"}},
		"/category/nothing":                    {404, "Page Not Found", "Back to Home", []string{"/"}},
		"/products/chat-co": {200, "Chat & Co", "Write letters", []string{"https://chat-co.example/", "/category/writing", "/category/video-film",
			"https://video.example/1", "/uploads/a.png", "/products/tool-3"}},
		"/product/1":            {200, "Chat & Co", "Half the price", nil},
		"/products/nothing":     {404, "Product Not Found", "doesn't exist", []string{"/"}},
		"/alternatives/chat-co": {200, "20 alternatives to Chat & Co", "What Tool 3 does.", []string{"/products/chat-co", "/products/tool-3", "/category/writing"}},
		"/alternatives/nothing": {404, "Product Not Found", "doesn't exist", []string{"/"}},
		"/nothing/here":         {404, "Page Not Found", "Back to Home", []string{"/"}},
		"/privacy-policy":       {200, "Privacy Policy", "Last updated January 27, 2025. This policy says what", []string{"#section-information-we-collect"}},
		"/submit":               {200, "Submit Your AI Tool", "Have an AI tool you'd like to feature on Vitrine?", nil},
		"/submit/status/abcde":  {200, "Your submission", "status of your submission", nil},
		"/veo3-generator":       {200, "VEO 3 Script Generator", "Create professional JSON prompts", nil},
	} {
		t.Run(target, func(t *testing.T) {
			page := h.page(target)
			storetest.Same(t, "status and heading", []any{page.status, page.heading}, []any{want.status, want.heading})
			hasParts(t, "the page", page.root, want.words)
			for _, link := range append(want.links, "/submit", "/veo3-generator", "/privacy-policy", "/category/writing") {
				if !slices.Contains(page.links["a"], link) {
					t.Errorf("no link to %s in %q", link, page.links["a"])
				}
			}
			sent(t, "the answer", h.get(target), want.status, "Cache-Control", "no-store")
		})
	}
	t.Run("say that the website may pay for its link", func(t *testing.T) {
		hasParts(t, "the page", h.body("/products/chat-co"), `<a href="https://chat-co.example/" rel="sponsored nofollow noreferrer noopener" target="_blank">chat-co.example</a>`, `<a href="/affiliate-disclaimer">`)
	})
	t.Run("have the head of every page", func(t *testing.T) {
		page := h.page("/products/chat-co")
		_, answers := page.answered(t)
		storetest.Same(t, "title, and answers for the browser", []any{page.title, len(answers), page.plain},
			[]any{"Chat & Co: writing, video & film – Vitrine", 1, true})
		hasParts(t, "the data", page.blocks["application/ld+json"], "SoftwareApplication")
	})
	t.Run("lead to categories by their own addresses", func(t *testing.T) {
		for target, want := range map[string]string{"/?pricing=Free": "/category/writing?pricing=Free", "/?category=writing&pricing=Free": "/category/writing?pricing=Free&section=Our"} {
			links := strings.Join(h.page(target).links["a"], " ")
			hasParts(t, "the links of "+target, links, want)
			lacks(t, "the links of "+target, links, "?category=")
		}
	})
	t.Run("lead from page to page", func(t *testing.T) {
		links := h.page("/").links["a"]
		next := slices.IndexFunc(links, func(link string) bool { return strings.Contains(link, "cursor=") })
		if next < 0 {
			t.Fatalf("no further page in %q", links)
		}
		hasParts(t, "the further page", h.page(links[next]).root, "What Tool")
	})
	t.Run("lead from number to number", func(t *testing.T) {
		h := open(t, tools(97), plainOnly)
		for target, want := range map[string][]string{
			"/tools": {`href="/tools/page/2">Next page<`}, "/tools/page/3": {`href="/tools/page/2">Previous page<`},
			"/category/writing/page/2": {`href="/category/writing">Previous page<`, `href="/category/writing/page/3">Next page<`},
		} {
			body := h.body(target)
			hasParts(t, target, body, want...)
			storetest.Same(t, target, strings.Count(body, ">Previous page<")+strings.Count(body, ">Next page<"), len(want))
		}
	})
	t.Run("leave the administrator's to the browser", func(t *testing.T) {
		page := h.page("/admin")
		storetest.Same(t, "text and plain", []any{page.root, page.plain}, []any{"", false})
	})
}

// A page without answers is a plain one.
func TestPlainWithoutAnswers(t *testing.T) {
	t.Parallel()
	r, count := counting(func(context.Context) error { return nil })
	h := open(t, tools(3), func(o *Options) { o.Renderer = r })
	check := func(why string) {
		t.Helper()
		h.move(tools(3)...)
		page := h.page("/products/tool-2")
		name, answers := page.answered(t)
		storetest.Same(t, why, []any{page.status, page.plain, name, len(answers)}, []any{200, true, "Vitrine", 0})
		hasParts(t, why, page.root, "What Tool 2 does.")
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
	storetest.Same(t, "renderings without answers", count.Load(), int64(0))
}

func TestSlowRendering(t *testing.T) {
	h := open(t, tools(3), func(o *Options) { o.Timeout = 3 * time.Second })
	synctest.Test(t, func(t *testing.T) {
		r, count := counting(func(context.Context) error { time.Sleep(3500 * time.Millisecond); return nil })
		h.options.Renderer = r
		start := time.Now()
		first := h.document(context.Background(), Address{Page: &homePage, Path: "/"})
		storetest.Same(t, "the visitor waited", time.Since(start), 3*time.Second)
		hasParts(t, "the page", whole(first), "What Tool 1 does.")
		synctest.Wait()
		time.Sleep(time.Second)
		second := h.document(context.Background(), Address{Page: &homePage, Path: "/"})
		hasParts(t, "the next page", whole(second), "rendering 1")
		storetest.Same(t, "renderings", count.Load(), int64(1))
	})
}

func TestFailedRendering(t *testing.T) {
	h := open(t, tools(3), nil)
	for name, fail := range map[string]func() error{
		"error": func() error { return errors.New("broken") },
		"panic": func() error { panic("mistake") },
	} {
		t.Run(name+" is tried again after a rest", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				broken := true
				r, count := counting(func(context.Context) error {
					if broken {
						return fail()
					}
					return nil
				})
				h.options.Renderer = r
				a := Address{Page: &homePage, Path: "/", Query: browse.Query{Search: name}}
				for range 100 {
					page := whole(h.document(context.Background(), a))
					hasParts(t, "the page", page, "“"+name+"”")
					lacks(t, "the page", page, "mistake")
				}
				_, cached := h.cache.GetIfPresent(a.Key())
				storetest.Same(t, "cached, and renderings", []any{cached, count.Load()}, []any{false, int64(1)})
				broken = false
				time.Sleep(time.Second + time.Millisecond)
				hasParts(t, "the page a second later", whole(h.document(context.Background(), a)), "rendering 2")
			})
		})
	}
	t.Run("leaves nothing behind", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h.options.Renderer = failing()
			for i := range 2 * mostResting {
				h.document(context.Background(), Address{Page: &homePage, Path: fmt.Sprint("/", i)})
			}
			synctest.Wait()
			storetest.Same(t, "resting renders", h.rendersInFlight(), mostResting)
			time.Sleep(time.Second + time.Millisecond)
			storetest.Same(t, "renders that are left, and that rest", []int{h.rendersInFlight(), h.renders.resting}, []int{0, 0})
		})
	})
}

// After a full queue the next page is rendered without a pause.
func TestPlainFullQueue(t *testing.T) {
	t.Parallel()
	r, count := counting(func(context.Context) error { return render.ErrBusy })
	h := open(t, tools(3), func(o *Options) { o.Renderer, o.Rest = r, time.Hour })
	for range 3 {
		w := h.get("/products/tool-1")
		sent(t, "the page", w, http.StatusOK)
		hasParts(t, "the page", w.Body.String(), "<h1")
		h.settle() // the visitor is answered a moment before
	}
	storetest.Same(t, "renderings", count.Load(), int64(3))
}

// Many visitors who ask for a page share one plain page.
func TestPlainShared(t *testing.T) {
	t.Parallel()
	h := open(t, tools(3), func(o *Options) { o.Renderer, o.Rest = failing(), time.Hour })
	documents := make([]*document, 100)
	var visitors sync.WaitGroup
	for i := range documents {
		visitors.Go(func() { documents[i] = h.document(t.Context(), Address{Page: &homePage, Path: "/"}) })
	}
	visitors.Wait()
	if slices.ContainsFunc(documents, func(d *document) bool { return d != documents[0] }) {
		t.Error("the same page was written more than once")
	}
}
