package pages_test

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

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/render"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestPlainPages(t *testing.T) {
	t.Parallel()
	first, second := pagestest.Tool(1, "Chat & Co"), pagestest.Tool(2, "Éditeur")
	first.UseCases, first.PromoText, first.VideoURL, first.HasDeal = "Write letters", "Half the price", "https://video.example/1", true
	first.Images, first.Categories = []string{"/uploads/a.png"}, []string{"Writing", "Video & Film"}
	h := pagestest.Open(t, append([]catalog.Product{first, second}, pagestest.Tools(40)[2:]...), pagestest.PlainOnly)
	for target, want := range map[string]struct {
		status         int
		heading, words string
		links          []string
	}{
		"/":                                    {200, "Find the right AI tool", "What Tool 40 does.", []string{"/products/tool-40", "/category/writing"}},
		"/?search=zebra":                       {200, "“zebra”", "Clear search", []string{"/", "/category/video-film"}},
		"/?search=edituer":                     {200, "1 tool for “editeur”", "Corrected from “edituer”", []string{"/"}},
		"/?section=Our+Products&cursor=broken": {400, "Find the right AI tool", "No tools found", []string{"/"}},
		"/?category=nothing":                   {200, "No tools found", "Try adjusting", []string{"/"}},
		"/category/video-film":                 {200, "Video & Film AI tools", "What Chat & Co does.", []string{"/products/chat-co"}},
		"/category/nothing":                    {404, "Page Not Found", "Back to Home", []string{"/"}},
		"/products/chat-co": {200, "Chat & Co", "Write letters", []string{"https://chat-co.example/", "/category/writing", "/category/video-film",
			"https://video.example/1", "/uploads/a.png", "/products/tool-3"}},
		"/product/1":            {200, "Chat & Co", "Half the price", nil},
		"/products/nothing":     {404, "Product Not Found", "doesn't exist", []string{"/"}},
		"/alternatives/chat-co": {200, "20 alternatives to Chat & Co", "What Tool 3 does.", []string{"/products/chat-co", "/products/tool-3", "/category/writing"}},
		"/alternatives/nothing": {404, "Product Not Found", "doesn't exist", []string{"/"}},
		"/tools/nothing":        {404, "Page Not Found", "Back to Home", []string{"/"}},
		"/privacy-policy":       {200, "Privacy Policy", "Last updated January 27, 2025. This policy explains what", []string{"#section-information-we-collect"}},
		"/submit":               {200, "Submit Your AI Tool", "Have an AI tool you'd like to feature on Vitrine?", nil},
		"/submit/status/abcde":  {200, "Your submission", "status of your submission", nil},
	} {
		if !pagestest.Has(target) {
			continue
		}
		t.Run(target, func(t *testing.T) {
			page := h.Page(target)
			storetest.Same(t, "status and heading", []any{page.Status, page.Heading}, []any{want.status, want.heading})
			pagestest.HasParts(t, "the page", page.Root, want.words)
			for _, link := range append(want.links, "/submit", "/privacy-policy", "/category/writing") {
				if !slices.Contains(page.Links["a"], link) {
					t.Errorf("no link to %s in %q", link, page.Links["a"])
				}
			}
			pagestest.Sent(t, "the answer", h.Get(target), want.status, "Cache-Control", "no-store")
		})
	}
	t.Run("say before an affiliate link that it may pay, and nowhere else", func(t *testing.T) {
		const free = `<a href="https://chat-co.example/" rel="nofollow noreferrer noopener" target="_blank">chat-co.example</a>`
		page := h.Body("/products/chat-co")
		pagestest.HasParts(t, "the page", page, free)
		pagestest.Lacks(t, "the page", page, "commission")
		h.Link(1, catalog.PaidLink{URL: "https://net.example/"})
		page = h.Body("/products/chat-co")
		pagestest.HasParts(t, "the page", page, `<a href="/affiliate-disclaimer">We may earn a commission</a> <a href="https://tools.example/go/chat-co?from=tool" rel="sponsored nofollow noreferrer noopener" target="_blank">chat-co.example</a>`)
		pagestest.Lacks(t, "the page", page, free)
		h.Link(1)
	})
	t.Run("have the head of every page", func(t *testing.T) {
		page := h.Page("/products/chat-co")
		_, answers := page.Answered(t)
		storetest.Same(t, "title, and answers for the browser", []any{page.Title, len(answers), page.Plain},
			[]any{"Chat & Co: writing, video & film – Vitrine", 1, true})
		pagestest.HasParts(t, "the data", page.Blocks["application/ld+json"], "SoftwareApplication")
	})
	t.Run("lead to categories by their own addresses", func(t *testing.T) {
		for target, want := range map[string]string{"/?pricing=Free": "/category/writing?pricing=Free", "/?category=writing&pricing=Free": "/category/writing?pricing=Free&section=Our"} {
			links := strings.Join(h.Page(target).Links["a"], " ")
			pagestest.HasParts(t, "the links of "+target, links, want)
			pagestest.Lacks(t, "the links of "+target, links, "?category=")
		}
	})
	t.Run("lead from page to page", func(t *testing.T) {
		links := h.Page("/").Links["a"]
		next := slices.IndexFunc(links, func(link string) bool { return strings.Contains(link, "cursor=") })
		if next < 0 {
			t.Fatalf("no further page in %q", links)
		}
		pagestest.HasParts(t, "the further page", h.Page(links[next]).Root, "What Tool")
	})
	t.Run("lead from number to number", func(t *testing.T) {
		h := pagestest.Open(t, pagestest.Tools(97), pagestest.PlainOnly)
		for target, want := range map[string][]string{
			"/tools": {`href="/tools/page/2">Next page<`}, "/tools/page/3": {`href="/tools/page/2">Previous page<`},
			"/category/writing/page/2": {`href="/category/writing">Previous page<`, `href="/category/writing/page/3">Next page<`},
		} {
			body := h.Body(target)
			pagestest.HasParts(t, target, body, want...)
			storetest.Same(t, target, strings.Count(body, ">Previous page<")+strings.Count(body, ">Next page<"), len(want))
		}
	})
	t.Run("leave the administrator's to the browser", func(t *testing.T) {
		page := h.Page("/admin")
		storetest.Same(t, "text and plain", []any{page.Root, page.Plain}, []any{"", false})
	})
}

// A page without answers is a plain one.
func TestPlainWithoutAnswers(t *testing.T) {
	t.Parallel()
	r, count := pagestest.Counting(func(context.Context) error { return nil })
	h := pagestest.Open(t, pagestest.Tools(3), func(o *pagestest.Options) { o.Renderer = r })
	check := func(why string) {
		t.Helper()
		h.Move(pagestest.Tools(3)...)
		page := h.Page("/products/tool-2")
		name, answers := page.Answered(t)
		storetest.Same(t, why, []any{page.Status, page.Plain, name, len(answers)}, []any{200, true, "Vitrine", 0})
		pagestest.HasParts(t, why, page.Root, "What Tool 2 does.")
	}
	for _, status := range []int{429, 500, 503} {
		h.API.Status.Store(int64(status))
		check(fmt.Sprint("the API says ", status))
	}
	h.API.Status.Store(200)
	for why, needs := range map[string][]string{"not of the API": {"https://evil.example/"}, "too many": make([]string, 17)} {
		r.OnNeeds = func(context.Context, string, string) ([]string, error) { return needs, nil }
		h.Options().Renderer = r
		check(why)
	}
	r.OnNeeds = func(context.Context, string, string) ([]string, error) { return nil, render.ErrBusy }
	h.Options().Renderer = r
	check("nobody knows what the page needs")
	storetest.Same(t, "renderings without answers", count.Load(), int64(0))
}

func TestSlowRendering(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(3), func(o *pagestest.Options) { o.Timeout = 3 * time.Second })
	synctest.Test(t, func(t *testing.T) {
		r, count := pagestest.Counting(func(context.Context) error { time.Sleep(3500 * time.Millisecond); return nil })
		h.Options().Renderer = r
		start := time.Now()
		first := h.Document(context.Background(), homeAt(h, "/"))
		storetest.Same(t, "the visitor waited", time.Since(start), 3*time.Second)
		pagestest.HasParts(t, "the page", whole(first), "What Tool 1 does.")
		synctest.Wait()
		time.Sleep(time.Second)
		second := h.Document(context.Background(), homeAt(h, "/"))
		pagestest.HasParts(t, "the next page", whole(second), "rendering 1")
		storetest.Same(t, "renderings", count.Load(), int64(1))
	})
}

func TestFailedRendering(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(3), nil)
	for name, fail := range map[string]func() error{
		"error": func() error { return errors.New("broken") },
		"panic": func() error { panic("mistake") },
	} {
		t.Run(name+" is tried again after a rest", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				broken := true
				r, count := pagestest.Counting(func(context.Context) error {
					if broken {
						return fail()
					}
					return nil
				})
				h.Options().Renderer = r
				a := homeAt(h, "/")
				a.Query.Search = name
				for range 100 {
					page := whole(h.Document(context.Background(), a))
					pagestest.HasParts(t, "the page", page, "“"+name+"”")
					pagestest.Lacks(t, "the page", page, "mistake")
				}
				_, cached := h.Cache().GetIfPresent(a.Key())
				storetest.Same(t, "cached, and renderings", []any{cached, count.Load()}, []any{false, int64(1)})
				broken = false
				time.Sleep(time.Second + time.Millisecond)
				pagestest.HasParts(t, "the page a second later", whole(h.Document(context.Background(), a)), "rendering 2")
			})
		})
	}
	t.Run("leaves nothing behind", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h.Options().Renderer = pagestest.Failing()
			for i := range 2 * pages.MostResting {
				h.Document(context.Background(), homeAt(h, fmt.Sprint("/", i)))
			}
			synctest.Wait()
			storetest.Same(t, "resting renders", rendersInFlight(h), pages.MostResting)
			time.Sleep(time.Second + time.Millisecond)
			all, resting := h.Renders()
			storetest.Same(t, "renders that are left, and that rest", []int{all, resting}, []int{0, 0})
		})
	})
}

// After a full queue the next page is rendered without a pause.
func TestPlainFullQueue(t *testing.T) {
	t.Parallel()
	r, count := pagestest.Counting(func(context.Context) error { return render.ErrBusy })
	h := pagestest.Open(t, pagestest.Tools(3), func(o *pagestest.Options) { o.Renderer, o.Rest = r, time.Hour })
	for range 3 {
		w := h.Get("/products/tool-1")
		pagestest.Sent(t, "the page", w, http.StatusOK)
		pagestest.HasParts(t, "the page", w.Body.String(), "<h1")
		settle(h) // the visitor is answered a moment before
	}
	storetest.Same(t, "renderings", count.Load(), int64(3))
}

// Many visitors who ask for a page share one plain page.
func TestPlainShared(t *testing.T) {
	t.Parallel()
	h := pagestest.Open(t, pagestest.Tools(3), func(o *pagestest.Options) { o.Renderer, o.Rest = pagestest.Failing(), time.Hour })
	documents := make([]*pages.Document, 100)
	var visitors sync.WaitGroup
	for i := range documents {
		visitors.Go(func() { documents[i] = h.Document(t.Context(), homeAt(h, "/")) })
	}
	visitors.Wait()
	if slices.ContainsFunc(documents, func(d *pages.Document) bool { return d != documents[0] }) {
		t.Error("the same page was written more than once")
	}
}

// whole is a document as it is written.
func whole(d *pages.Document) string { return string(d.In(encoding.Identity)) }
