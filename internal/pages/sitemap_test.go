package pages

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// unequalTools are 50 tools of the category Writing that meet all rules of internal/reach, and some that break one each:
// their slugs begin with "bad". They are in categories too small to be indexable.
func unequalTools() []catalog.Product {
	long := strings.Repeat("It drafts, edits and translates texts for whole teams. ", 3)
	list := tools(50)
	for i := range list {
		list[i].Description = fmt.Sprint("Tool ", i+1, ". ", long)
		list[i].Tags = []string{"PDF"}
	}
	bad := func(id int64, change func(p *catalog.Product)) {
		p := tool(id, fmt.Sprint("Bad ", id))
		p.Description, p.Tags, p.Categories = fmt.Sprint("Bad ", id, ". ", long), []string{"PDF"}, []string{fmt.Sprint("Small ", id%3)}
		change(&p)
		list = append(list, p)
	}
	bad(61, func(p *catalog.Product) { p.Description = "61. " + long[:115] })
	bad(62, func(p *catalog.Product) { p.Description = catalog.NoDescription })
	bad(63, func(p *catalog.Product) { p.Description = long })
	bad(64, func(p *catalog.Product) { p.Description = strings.ToUpper(long) })
	bad(65, func(p *catalog.Product) { p.Type, p.Tags = catalog.Unknown, nil })
	return list
}

// indexable reports whether search engines may index the page at a path.
func (h *testSite) indexable(t *testing.T, path string) bool {
	t.Helper()
	page := h.page(path)
	if page.status != http.StatusOK {
		return false
	}
	canonical := strings.Join(page.links["canonical"], " ")
	if page.metas["robots"] != "" {
		storetest.Same(t, "the canonical URL of "+path+", which is not indexable", canonical, "")
		return false
	}
	return canonical == "" || canonical == "https://tools.example"+path
}

// A tag of which no tool may be indexed is in no sitemap, and its page says so.
func TestIndexableTag(t *testing.T) {
	h := open(t, taggedTools(8, "PDF"), nil)
	h.changeSettings(func(s *site.Settings) { s.Values = site.DefaultValues() })
	long := strings.Repeat("It drafts, edits and translates texts for whole teams. ", 3)
	for _, description := range []string{"Short.", long} {
		changed := taggedTools(8, "PDF")
		changed[7].Description = description
		h.move(changed...)
		storetest.Same(t, "a tag with a tool described as "+description[:6]+" may be indexed", h.indexable(t, "/tag/pdf"), description == long)
		inSitemap := strings.Contains(h.body("/sitemap.xml"), "/tag/pdf<")
		storetest.Same(t, "the same is in the sitemap", inSitemap, description == long)
	}
}

// TestIndexable compares the sitemap with the heads of the pages: of all screens, tools, alternatives, tags and categories.
func TestIndexable(t *testing.T) {
	h := open(t, unequalTools(), nil)
	h.changeSettings(func(s *site.Settings) {
		s.Values = site.DefaultValues()
		s.Issues = []site.Issue{{Number: 1, Cadence: "weekly", Subject: "First"}}
	})
	small, silent := bestOf(1, 2, 3, 4), bestOf(1, 2, 3, 4, 5)
	small.ID, small.Slug, silent.ID, silent.Slug, silent.Introduction = 2, "small", 3, "silent", ""
	h.collect(bestOf(1, 2, 3, 4, 5), small, silent)
	listed := func() (paths []string) {
		for _, entry := range sitemapEntries(t, h.body("/sitemap.xml")) {
			path, _, _ := strings.Cut(strings.TrimPrefix(entry, "https://tools.example"), " ")
			paths = append(paths, path)
		}
		return paths
	}
	paths := slices.Collect(maps.Values(examplePages("tool-1", "tool-2")))
	paths = append(paths, apiPath, "/tools/page/2", "/tools/page/3", "/category/writing/page/2", "/category/writing/page/3", "/category/small-0", "/category/small-1", "/category/small-2", "/tag/pdf", "/tag/pdf/page/2", "/best/small", "/best/silent")
	for _, p := range h.store.products {
		paths = append(paths, "/products/"+p.Slug, "/alternatives/"+p.Slug)
	}
	compare := func(bad int) {
		t.Helper()
		inSitemap := listed()
		for _, path := range paths {
			if strings.HasPrefix(path, "/product/") || strings.HasPrefix(path, comparePath) { // redirects; depends on similar tools, see TestComparisonIndexed
				continue
			}
			if got := slices.Contains(inSitemap, path); got != h.indexable(t, path) {
				t.Errorf("%s is in the sitemap: %t, may be indexed: %t", path, got, !got)
			}
		}
		for _, path := range inSitemap {
			if !slices.Contains(paths, path) {
				t.Errorf("%s is in the sitemap, and this test does not know it", path)
			}
		}
		found := 0
		for _, path := range inSitemap {
			if strings.HasPrefix(path, "/products/bad") || strings.HasPrefix(path, "/category/small") || path == "/best/small" || path == "/best/silent" {
				found++
			}
		}
		storetest.Same(t, "tools and categories in the sitemap that break a rule", found, bad)
	}
	compare(0)
	h.changeSettings(func(s *site.Settings) { s.Index = site.IndexLimits{CategoryTools: 2} })
	compare(3 + 2 + 1)
	h.move(unequalTools()[:53]...) // without the tool that has the same description, a small category, and one fact
	h.changeSettings(func(s *site.Settings) { s.Index = site.DefaultValues().Index })
	compare(1)
	h.move()
	for _, path := range []string{"/tools", "/category/writing"} {
		storetest.Same(t, path+" of an empty catalogue may be indexed", h.indexable(t, path), false)
		storetest.Same(t, path+" of an empty catalogue is in the sitemap", slices.Contains(listed(), path), false)
	}
}
