package pages

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// bestOf is the published collection at /best/best-of with these products.
func bestOf(ids ...int64) catalog.Collection {
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	c := catalog.Collection{ID: 1, CreatedAt: at, UpdatedAt: at, Version: 1, CollectionFields: catalog.CollectionFields{
		Slug: "best-of", Title: "Best of <b>", Introduction: "Why *these*: <script>\n\nMore.", Author: "Ann & Bo", Status: catalog.CollectionPublished, PublishedAt: at,
	}}
	for _, id := range ids {
		c.Tools = append(c.Tools, catalog.CollectionTool{ID: id, Note: "Note </script> & more"})
	}
	return c
}

func collectedSite(t *testing.T) *testSite {
	t.Helper()
	h := open(t, []catalog.Product{tool(1, "Alpha <i>"), tool(2, "Beta")}, nil)
	h.collect(bestOf(2, 1))
	return h
}

func TestCollectionHead(t *testing.T) {
	h := collectedSite(t)
	page := h.page("/best/best-of")
	storetest.Same(t, "title", page.title, "Best of <b> – Vitrine")
	storetest.Same(t, "description", page.metas["description"], "Why these: <script>")
	storetest.Same(t, "canonical", page.links["canonical"], []string{"https://tools.example/best/best-of"})
	var data struct {
		Graph []struct {
			Type     string                       `json:"@type"`
			Elements []struct{ Name, URL string } `json:"itemListElement"`
		} `json:"@graph"`
	}
	storetest.NoError(t, json.Unmarshal([]byte(page.blocks["application/ld+json"]), &data))
	storetest.Same(t, "kinds of data", []string{data.Graph[0].Type, data.Graph[1].Type}, []string{"BreadcrumbList", "ItemList"})
	storetest.Same(t, "first tool", data.Graph[1].Elements[0].URL, "https://tools.example/products/beta")
	h.answersWith(t, map[string]string{
		"/best/BEST-OF": "308 /best/best-of", "/best/unknown": "404", "/best/BEST-OF.md": "308 /best/best-of.md", "/best/unknown.md": "404",
		"/best/best-of/preview.png": "200", "/collections/preview.png": "200", "/collections/feed.txt": "404",
	})
}

// A former slug of a collection redirects for ever, unless another collection has it now.
func TestCollectionRenamed(t *testing.T) {
	h := open(t, []catalog.Product{tool(1, "Alpha"), tool(2, "Beta")}, nil)
	first, second := bestOf(1), bestOf(2)
	first.OldSlugs, second.ID, second.Slug = []string{"top", "second"}, 2, "second"
	h.collect(first, second)
	h.answersWith(t, map[string]string{
		"/best/top": "301 /best/best-of", "/best/TOP": "301 /best/best-of", "/best/top.md": "301 /best/best-of.md",
		"/best/top/preview.png": "301 /best/best-of/preview.png", "/best/second": "200", "/best/third": "404",
	})
}

func TestCollectionTwins(t *testing.T) {
	h := collectedSite(t)
	for path, parts := range map[string][]string{
		"/best/best-of.md": {`# Best of \<b\>`, `By Ann \& Bo · Updated March 4, 2026.`, "Why *these*", "## [Beta](https://tools.example/products/beta.md)", `Note \</script\> \& more`},
		"/collections.md":  {"# Collections", `- [Best of \<b\>](https://tools.example/best/best-of.md): 2 tools: Why these`},
		"/llms.txt":        {`## Collections`, "https://tools.example/best/best-of.md", "https://tools.example/collections.md"},
	} {
		text := h.body(path)
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %q is not in\n%s", path, part, text)
			}
		}
	}
}

func TestCollectionsFeed(t *testing.T) {
	h := collectedSite(t)
	atom := h.body("/collections/feed.xml")
	for _, part := range []string{"<title>Best of &lt;b&gt;</title>", "tag:tools.example,2026-03-04:collection/1", "https://tools.example/best/best-of", "<updated>2026-03-04T05:06:07Z</updated>"} {
		if !strings.Contains(atom, part) {
			t.Errorf("%q is not in %s", part, atom)
		}
	}
	if list := h.get("/collections/feed.json"); list.Code != http.StatusOK || !json.Valid(list.Body.Bytes()) {
		t.Errorf("%d %s", list.Code, list.Body)
	}
	if page := h.page("/collections"); !strings.Contains(strings.Join(page.links["alternate"], " "), "/collections/feed.xml") {
		t.Errorf("the list links %v", page.links["alternate"])
	}
}

// A change of a collection is in the very next answers, and a page of one that is not public any more is gone.
func TestCollectionChanges(t *testing.T) {
	h := collectedSite(t)
	h.page("/best/best-of")
	h.get("/best/best-of.md")
	changed := bestOf(1)
	changed.Title = "Better"
	h.collect(changed)
	storetest.Same(t, "title", h.page("/best/best-of").title, "Better – Vitrine")
	if twin := h.body("/best/best-of.md"); !strings.HasPrefix(twin, "# Better\n") || strings.Contains(twin, "beta") {
		t.Errorf("the twin is %s", twin)
	}
	changed.Status, changed.PublishedAt = catalog.CollectionDraft, time.Time{}
	h.collect(changed)
	h.answersWith(t, map[string]string{"/best/best-of": "404", "/best/best-of.md": "404", "/collections": "200"})
	storetest.Same(t, "robots of the empty list", h.page("/collections").metas["robots"], "noindex,follow")
}

// Made-up collections fill no cache.
func TestCollectionsMadeUp(t *testing.T) {
	h := collectedSite(t)
	before, asked := h.cache.EstimatedSize(), h.answers.asked.Load()
	for _, path := range []string{"/best/made-up", "/best/made-up.md", "/best/made-up/preview.png"} {
		storetest.Same(t, path, h.get(path).Code, http.StatusNotFound)
	}
	storetest.Same(t, "cached, asked", []any{h.cache.EstimatedSize(), h.answers.asked.Load()}, []any{before, asked})
}

func TestCollectionPlain(t *testing.T) {
	h := open(t, []catalog.Product{tool(1, "Alpha <i>")}, plainOnly)
	h.collect(bestOf(1))
	for path, parts := range map[string][]string{
		"/best/best-of": {"Best of &lt;b&gt;</h1>", "By Ann &amp; Bo", "<em>these</em>: &lt;script&gt;", "Note &lt;/script&gt; &amp; more", `href="/products/alpha-i"`},
		"/collections":  {"Collections</h1>", `href="/best/best-of"`, "1 tool"},
	} {
		body := h.body(path)
		for _, part := range parts {
			if !strings.Contains(body, part) {
				t.Errorf("%s: %q is not in\n%s", path, part, body)
			}
		}
	}
}
