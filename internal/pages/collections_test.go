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
	h.isHeaded(t, map[string]headline{"/best/best-of": {"Best of <b> – Vitrine", "/best/best-of", ""}})
	storetest.Same(t, "description", h.page("/best/best-of").metas["description"], "Why these: <script>")
	list := h.data("/best/best-of")["ItemList"]["itemListElement"].([]any)
	storetest.Same(t, "first tool", list[0].(map[string]any)["url"], any("https://tools.example/products/beta"))
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
	h.isTwin(t, "/best/best-of", `# Best of \<b\>`, `By Ann \& Bo · Updated March 4, 2026.`, "Why *these*",
		"## [Beta](https://tools.example/products/beta.md)", `Note \</script\> \& more`)
	h.isTwin(t, "/collections", "# Collections", `- [Best of \<b\>](https://tools.example/best/best-of.md): 2 tools: Why these`)
	hasParts(t, "llms.txt", h.body("/llms.txt"), `## Collections`, "https://tools.example/best/best-of.md",
		"https://tools.example/collections.md")
}

func TestCollectionsFeed(t *testing.T) {
	h := collectedSite(t)
	hasParts(t, "the feed", h.body("/collections/feed.xml"), "<title>Best of &lt;b&gt;</title>", "tag:tools.example,2026-03-04:collection/1",
		"https://tools.example/best/best-of", "<updated>2026-03-04T05:06:07Z</updated>")
	list := h.get("/collections/feed.json")
	storetest.Same(t, "the feed as JSON: status, and that it is valid", []any{list.Code, json.Valid(list.Body.Bytes())},
		[]any{http.StatusOK, true})
	hasParts(t, "the alternates of the list", strings.Join(h.page("/collections").links["alternate"], " "), "/collections/feed.xml")
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
	h.isTwin(t, "/best/best-of", "# Better\n")
	lacks(t, "the twin", h.body("/best/best-of.md"), "beta")
	changed.Status, changed.PublishedAt = catalog.CollectionDraft, time.Time{}
	h.collect(changed)
	h.answersWith(t, map[string]string{"/best/best-of": "404", "/best/best-of.md": "404", "/collections": "200"})
	storetest.Same(t, "robots of the empty list", h.page("/collections").metas["robots"], "noindex,follow")
}

func TestCollectionPlain(t *testing.T) {
	h := open(t, []catalog.Product{tool(1, "Alpha <i>")}, plainOnly)
	h.collect(bestOf(1))
	hasParts(t, "the page of a collection", h.body("/best/best-of"), "Best of &lt;b&gt;</h1>", "By Ann &amp; Bo",
		"<em>these</em>: &lt;script&gt;", "Note &lt;/script&gt; &amp; more", `href="/products/alpha-i"`)
	hasParts(t, "the list of collections", h.body("/collections"), "Collections</h1>", `href="/best/best-of"`, "1 tool")
}
