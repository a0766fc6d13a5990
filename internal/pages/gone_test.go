package pages

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
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
	paths := []string{"/products/tool-3", "/product/tool-3", "/products/3", "/products/former"}
	for _, path := range paths {
		storetest.Same(t, path, h.get(path).Code, http.StatusGone)
		page := h.page(path)
		storetest.Same(t, path, []string{page.title, page.metas["robots"], strings.Join(page.links["canonical"], " "), page.metas["og:image"]},
			[]string{"Product Not Found – Vitrine", "noindex,follow", "", ""})
	}
	others := map[string]string{"/go/tool-3": "410", "/badge/tool-3.svg": "410", "/products/tool-3.md": "410", "/products/tool-3/preview.png": "410",
		"/products/tool-33": "404", "/go/tool-33": "404", "/products/tool-33.md": "404", "/badge/tool-33.svg": "404"}
	h.answersWith(t, others)
	if text := h.body("/sitemap.xml"); strings.Contains(text, "tool-3<") {
		t.Error("the sitemap has it")
	}
	h.store.trash = nil
	h.move(tools(12)...)
	h.answersWith(t, map[string]string{"/products/tool-3": "200", "/products/former": "301 /products/tool-3", "/go/tool-3": "302 https://tool-3.example/", "/products/tool-3.md": "200"})
	h.bin(time.Now().Add(-catalog.TrashRetention), 3)
	h.answersWith(t, map[string]string{"/products/tool-3": "404", "/products/3": "404", "/go/tool-3": "404", "/products/tool-3.md": "404"})
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
	for _, want := range []string{"Product Not Found", "Similar Products", "&lt;/script&gt;&lt;b&gt;3"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(body, "<b>") {
		t.Errorf("it has markup of a name: %s", body)
	}
}

// Names that anybody can make up fill no cache.
func TestMadeUpNames(t *testing.T) {
	h := open(t, tools(60), nil)
	h.bin(time.Now(), 3)
	h.get("/products/tool-1")
	h.get("/products/tool-3")
	h.get("/page-not-found")
	h.settle()
	cached := h.cache.EstimatedSize()
	for i := range 50 {
		h.answersWith(t, map[string]string{fmt.Sprint("/products/made-up-", i): "404", fmt.Sprint("/product/made-up-", i): "404", fmt.Sprint("/category/made-up-", i): "404",
			fmt.Sprint("/tag/made-up-", i): "404", fmt.Sprint("/alternatives/made-up-", i): "404", fmt.Sprintf("/compare/made-up-%d-vs-tool-1", i): "404",
			fmt.Sprintf("/alternatives/made-up-%d.md", i): "404", fmt.Sprint("/category/video/page/", 1000+i): "404",
			fmt.Sprint("/newsletter/archive/", 1000+i): "404", fmt.Sprint("/tools/page/", 1000+i): "404", fmt.Sprint("/made-up-", i): "404",
			fmt.Sprintf("/products/made-up-%d.md", i): "404", fmt.Sprintf("/badge/made-up-%d.svg", i): "404", fmt.Sprint("/go/made-up-", i): "404"})
	}
	h.settle()
	storetest.Same(t, "cached documents", h.cache.EstimatedSize(), cached)
}
