package pages_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// unequalTools are 50 tools of the category Writing that meet all rules of internal/reach, and some that break one each:
// their slugs begin with "bad". They are in categories too small to be indexable.
func unequalTools() []catalog.Product {
	long := strings.Repeat("It drafts, edits and translates texts for whole teams. ", 3)
	list := pagestest.Tools(50)
	for i := range list {
		list[i].Description = fmt.Sprint("Tool ", i+1, ". ", long)
		list[i].Tags = []string{"PDF"}
	}
	bad := func(id int64, change func(p *catalog.Product)) {
		p := pagestest.Tool(id, fmt.Sprint("Bad ", id))
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
func indexable(t *testing.T, h *pagestest.Site, path string) bool {
	t.Helper()
	page := h.Page(path)
	if page.Status != http.StatusOK {
		return false
	}
	canonical := strings.Join(page.Links["canonical"], " ")
	if page.Metas["robots"] != "" {
		storetest.Same(t, "the canonical URL of "+path+", which is not indexable", canonical, "")
		return false
	}
	return canonical == "" || canonical == "https://tools.example"+path
}

// A tag of which no tool may be indexed is in no sitemap, and its page says so.
func TestIndexableTag(t *testing.T) {
	h := pagestest.Open(t, pagestest.TaggedTools(8, "PDF"), nil)
	h.ChangeSettings(func(s *site.Settings) { s.Values = site.DefaultValues() })
	long := strings.Repeat("It drafts, edits and translates texts for whole teams. ", 3)
	for _, description := range []string{"Short.", long} {
		changed := pagestest.TaggedTools(8, "PDF")
		changed[7].Description = description
		h.Move(changed...)
		storetest.Same(t, "a tag with a tool described as "+description[:6]+" may be indexed", indexable(t, h, "/tag/pdf"), description == long)
		inSitemap := strings.Contains(h.Body("/sitemap.xml"), "/tag/pdf<")
		storetest.Same(t, "the same is in the sitemap", inSitemap, description == long)
	}
}

// TestIndexable compares the sitemap with the heads of the pages: of all screens, tools, alternatives, tags and categories.
func TestIndexable(t *testing.T) {
	h := pagestest.Open(t, unequalTools(), nil)
	h.ChangeSettings(func(s *site.Settings) {
		s.Values = site.DefaultValues()
		s.Issues = []site.Issue{{Number: 1, Cadence: "weekly", Subject: "First"}}
	})
	small, silent := pagestest.BestOf(1, 2, 3, 4), pagestest.BestOf(1, 2, 3, 4, 5)
	small.ID, small.Slug, silent.ID, silent.Slug, silent.Introduction = 2, "small", 3, "silent", ""
	h.Collect(pagestest.BestOf(1, 2, 3, 4, 5), small, silent)
	listed := func() (paths []string) {
		for _, entry := range pagestest.SitemapEntries(t, h.Body("/sitemap.xml")) {
			path, _, _ := strings.Cut(strings.TrimPrefix(entry, "https://tools.example"), " ")
			paths = append(paths, path)
		}
		return paths
	}
	paths := slices.Collect(maps.Values(pagestest.ExamplePages("tool-1", "tool-2")))
	paths = append(paths, "/api", "/tools/page/2", "/tools/page/3", "/category/writing/page/2", "/category/writing/page/3", "/category/small-0", "/category/small-1", "/category/small-2", "/tag/pdf", "/tag/pdf/page/2", "/best/small", "/best/silent")
	for _, p := range h.Store.Products {
		paths = append(paths, "/products/"+p.Slug)
		if pagestest.Has("/alternatives/") {
			paths = append(paths, "/alternatives/"+p.Slug)
		}
	}
	compare := func(bad int) {
		t.Helper()
		inSitemap := listed()
		for _, path := range paths {
			if strings.HasPrefix(path, "/product/") || strings.HasPrefix(path, "/compare") { // redirects; depends on similar tools, see TestComparisonIndexed
				continue
			}
			if got := slices.Contains(inSitemap, path); got != indexable(t, h, path) {
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
			if strings.HasPrefix(path, "/products/bad") || strings.HasPrefix(path, "/category/small") {
				found++
			}
		}
		storetest.Same(t, "tools and categories in the sitemap that break a rule", found, bad)
	}
	compare(0)
	h.ChangeSettings(func(s *site.Settings) { s.Index = site.IndexLimits{CategoryTools: 2} })
	compare(3 + 2)
	h.Move(unequalTools()[:53]...) // without the tool that has the same description, a small category, and one fact
	h.ChangeSettings(func(s *site.Settings) { s.Index = site.DefaultValues().Index })
	compare(1)
	h.Move()
	for _, path := range []string{"/tools", "/category/writing"} {
		storetest.Same(t, path+" of an empty catalogue may be indexed", indexable(t, h, path), false)
		storetest.Same(t, path+" of an empty catalogue is in the sitemap", slices.Contains(listed(), path), false)
	}
}

// What has changed are indexable pages alone, and of a list its first page.
func TestChangedSince(t *testing.T) {
	h := pagestest.Open(t, unequalTools(), nil)
	h.ChangeSettings(func(s *site.Settings) { s.Values = site.DefaultValues() })
	_, before := h.ChangedSince(time.Time{})
	changed := slices.Clone(h.Store.Products)
	at := before.Add(time.Minute)
	for i := range changed {
		if p := &changed[i]; p.Slug == "tool-7" || p.Slug == "bad-61" {
			p.UpdatedAt = at
		}
	}
	h.Move(changed...)
	paths, newest := h.ChangedSince(before)
	storetest.Same(t, "newest", newest, at)
	for path, want := range map[string]bool{"/": true, "/products/tool-7": true, "/category/writing": true,
		"/products/tool-8": false, "/products/bad-61": false, "/category/writing/page/2": false, "/legal": false} {
		if slices.Contains(paths, path) != want {
			t.Errorf("%s has changed: %t, want %t; all are %v", path, !want, want, paths)
		}
	}
	if paths, _ := h.ChangedSince(at); len(paths) > 0 {
		t.Errorf("afterwards %v have changed", paths)
	}
}

// A deleted tool's page is among them, unless a tool has its slug again.
func TestChangedSinceDeleted(t *testing.T) {
	list := pagestest.Tools(12)
	list[2].Slug = "ガイド"
	h := pagestest.Open(t, list, nil)
	_, before := h.ChangedSince(time.Time{})
	at := time.Now()
	h.Bin(at, 3, 5)
	paths, newest := h.ChangedSince(before)
	storetest.Same(t, "newest", newest, at)
	for _, path := range []string{"/products/%E3%82%AC%E3%82%A4%E3%83%89", "/products/tool-5"} {
		storetest.Same(t, path, slices.Contains(paths, path), true)
		h.AnswersWith(t, map[string]string{path: "410"})
	}
	if paths, _ := h.ChangedSince(at); len(paths) > 0 {
		t.Errorf("afterwards %v have changed", paths)
	}
	other := pagestest.Tools(5)[4]
	other.ID = 90
	h.Move(append(slices.Clone(h.Store.Products), other)...)
	paths, _ = h.ChangedSince(before)
	storetest.Same(t, "a slug that another tool has", slices.Contains(paths, "/products/tool-5"), false)
}

// The file names the contact and expires in a year, counted from the day.
func TestSecurityFile(t *testing.T) {
	h := pagestest.Open(t, nil, func(o *pagestest.Options) { o.SecurityContact = "mailto:security@tools.example" })
	early, late := time.Date(2026, 3, 1, 0, 0, 1, 0, time.UTC), time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC)
	storetest.Same(t, "the file", string(pages.Security(h.View(), early).Body()),
		"Contact: mailto:security@tools.example\nExpires: 2027-03-01T00:00:00Z\nCanonical: https://tools.example/.well-known/security.txt\nPreferred-Languages: en\n")
	file := func(now time.Time) string { return string(pages.Security(h.View(), now).Body()) }
	if file(early) != file(late) || file(late) == file(late.Add(time.Second)) {
		t.Error("the file, hence its tag, changes within a day, or not with it")
	}
	w := h.Get("/.well-known/security.txt")
	pagestest.Sent(t, "the answer", w, http.StatusOK, "Content-Type", "text/plain; charset=utf-8")
	if !strings.HasPrefix(w.Body.String(), "Contact: ") || w.Header().Get("Etag") == "" {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
	pagestest.Sent(t, "POST", h.Ask(http.MethodPost, "/.well-known/security.txt"), http.StatusMethodNotAllowed)
	pagestest.Sent(t, "without a contact", pagestest.Open(t, nil, nil).Get("/.well-known/security.txt"), http.StatusNotFound)
}
