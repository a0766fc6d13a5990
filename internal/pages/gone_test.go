package pages

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// bin moves the products into the trash.
func (h *testSite) bin(at time.Time, ids ...int64) {
	h.t.Helper()
	var left []catalog.Product
	for _, p := range h.store.products {
		if slices.Contains(ids, p.ID) {
			h.store.trash = append(h.store.trash, catalog.Deleted{Product: p, DeletedAt: at})
		} else {
			left = append(left, p)
		}
	}
	h.move(left...)
}

// The page of a tool in the trash says that it is gone, until it is restored or purged.
func TestGone(t *testing.T) {
	h := open(t, tools(12), nil)
	h.store.oldSlugs = []catalog.OldSlug{{Slug: "former", ProductID: 3}}
	h.bin(time.Now(), 3)
	for _, path := range []string{"/products/tool-3", "/product/tool-3", "/products/3", "/products/former"} {
		page := h.page(path)
		storetest.Same(t, path, []any{page.status, page.metas["og:image"]}, []any{http.StatusGone, ""})
		h.isHeaded(t, map[string]headline{path: {"Product Not Found – Vitrine", "", "noindex,follow"}})
	}
	h.answersWith(t, map[string]string{
		"/go/tool-3": "410", "/badge/tool-3.svg": "410", "/products/tool-3.md": "410", "/products/tool-3/preview.png": "410",
	})
	h.areMissing(t, "/products/tool-33", "/go/tool-33", "/products/tool-33.md", "/badge/tool-33.svg")
	lacks(t, "the sitemap", h.body("/sitemap.xml"), "tool-3<")
	h.store.trash = nil
	h.move(tools(12)...)
	h.answersWith(t, map[string]string{"/products/tool-3": "200", "/products/former": "301 /products/tool-3", "/go/tool-3": "302 https://tool-3.example/", "/products/tool-3.md": "200"})
	h.bin(time.Now().Add(-catalog.TrashRetention), 3)
	h.areMissing(t, "/products/tool-3", "/products/3", "/go/tool-3", "/products/tool-3.md")
}

// Without markup from React, the page is there too, with hostile texts only as text.
func TestGonePlain(t *testing.T) {
	h := open(t, tools(5), plainOnly)
	for i := range h.store.products {
		h.store.products[i].Name = fmt.Sprintf("</script><b>%d", i)
	}
	h.move(slices.Clone(h.store.products)...)
	h.bin(time.Now(), 2)
	body := h.body("/products/2")
	hasParts(t, "the page", body, "Product Not Found", "Similar Products", "&lt;/script&gt;&lt;b&gt;3")
	lacks(t, "the page", body, "<b>")
}

// Names that anybody can make up fill no cache and no log, and nothing stays in memory for them.
func TestMadeUpNames(t *testing.T) {
	var log bytes.Buffer
	h := open(t, tools(60), func(o *Options) { o.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	h.collect(bestOf(1))
	h.bin(time.Now(), 3)
	h.get("/products/tool-1")
	h.get("/products/tool-3")
	h.get("/page-not-found")
	h.settle()
	cached := h.cache.EstimatedSize()
	areUnknown := func(addresses []string, header ...string) {
		t.Helper()
		for i := range 50 {
			for _, address := range addresses {
				sent(t, address, h.get(fmt.Sprintf(address, i+10)), http.StatusNotFound, header...)
			}
		}
		h.settle()
		storetest.Same(t, "cached, in flight, logged", []any{h.cache.EstimatedSize(), h.rendersInFlight(), log.String()}, []any{cached, 0, ""})
	}
	areUnknown([]string{
		"/products/made-up-%d", "/product/made-up-%d", "/products/made-up-%d.md", "/category/made-up-%d", "/category/video/page/%d000",
		"/tag/made-up-%d", "/alternatives/made-up-%d", "/alternatives/made-up-%d.md", "/newsletter/archive/%d000", "/tools/page/%d000",
		"/badge/made-up-%d.svg?theme=%[1]d", "/go/made-up-%d", "/made-up-%d",
	})
	asked := h.answers.asked.Load()
	areUnknown([]string{
		"/compare/made-up-%d-vs-tool-1", "/compare/tool-1-vs-tool-%d-vs-nothing", "/compare/tool-1-vs-tool-%d-vs-tool-1",
		"/compare/tool-1-vs-nothing-%d.md", "/compare/tool-1-vs-nothing-%d/preview.png", "/best/made-up-%d", "/best/made-up-%d.md", "/best/made-up-%d/preview.png",
	}, "Cache-Control", "no-store")
	storetest.Same(t, "answers asked for comparisons and collections", h.answers.asked.Load(), asked)
}
