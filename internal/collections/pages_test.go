package collections_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func collectedSite(t *testing.T) *pagestest.Site {
	t.Helper()
	h := pagestest.Open(t, []catalog.Product{pagestest.Tool(1, "Alpha <i>"), pagestest.Tool(2, "Beta")}, nil)
	h.Collect(pagestest.BestOf(2, 1))
	return h
}

func TestCollectionHead(t *testing.T) {
	h := collectedSite(t)
	h.IsHeaded(t, map[string]pagestest.Headline{"/best/best-of": {"Best of <b> – Vitrine", "/best/best-of", ""}})
	storetest.Same(t, "description", h.Page("/best/best-of").Metas["description"], "Why these: <script>")
	list := h.Data("/best/best-of")["ItemList"]["itemListElement"].([]any)
	storetest.Same(t, "first tool", list[0].(map[string]any)["url"], any("https://tools.example/products/beta"))
	h.AnswersWith(t, map[string]string{
		"/best/BEST-OF": "308 /best/best-of", "/best/unknown": "404", "/best/BEST-OF.md": "308 /best/best-of.md", "/best/unknown.md": "404",
		"/best/best-of/preview.png": "200", "/collections/preview.png": "200", "/collections/feed.txt": "404",
	})
}

// A former slug of a collection redirects for ever, unless another collection has it now.
func TestCollectionRenamed(t *testing.T) {
	h := pagestest.Open(t, []catalog.Product{pagestest.Tool(1, "Alpha"), pagestest.Tool(2, "Beta")}, nil)
	first, second := pagestest.BestOf(1), pagestest.BestOf(2)
	first.OldSlugs, second.ID, second.Slug = []string{"top", "second"}, 2, "second"
	h.Collect(first, second)
	h.AnswersWith(t, map[string]string{
		"/best/top": "301 /best/best-of", "/best/TOP": "301 /best/best-of", "/best/top.md": "301 /best/best-of.md",
		"/best/top/preview.png": "301 /best/best-of/preview.png", "/best/second": "200", "/best/third": "404",
	})
}

func TestCollectionTwins(t *testing.T) {
	h := collectedSite(t)
	h.IsTwin(t, "/best/best-of", `# Best of \<b\>`, `By Ann \& Bo · Updated Mar 4, 2026.`, "Why *these*",
		"## [Beta](https://tools.example/products/beta.md)", `Note \</script\> \& more`)
	h.IsTwin(t, "/collections", "# Collections", `- [Best of \<b\>](https://tools.example/best/best-of.md): 2 tools: Why these`)
	pagestest.HasParts(t, "llms.txt", h.Body("/llms.txt"), `## Collections`, "https://tools.example/best/best-of.md",
		"https://tools.example/collections.md")
}

func TestCollectionsFeed(t *testing.T) {
	h := collectedSite(t)
	pagestest.HasParts(t, "the feed", h.Body("/collections/feed.xml"), "<title>Best of &lt;b&gt;</title>", "tag:tools.example,2026-03-04:collection/1",
		"https://tools.example/best/best-of", "<updated>2026-03-04T05:06:07Z</updated>")
	list := h.Get("/collections/feed.json")
	storetest.Same(t, "the feed as JSON: status, and that it is valid", []any{list.Code, json.Valid(list.Body.Bytes())},
		[]any{http.StatusOK, true})
	pagestest.HasParts(t, "the alternates of the list", strings.Join(h.Page("/collections").Links["alternate"], " "), "/collections/feed.xml")
}

// A change of a collection is in the very next answers, and a page of one that is not public any more is gone.
func TestCollectionChanges(t *testing.T) {
	h := collectedSite(t)
	h.Page("/best/best-of")
	h.Get("/best/best-of.md")
	changed := pagestest.BestOf(1)
	changed.Title = "Better"
	h.Collect(changed)
	storetest.Same(t, "title", h.Page("/best/best-of").Title, "Better – Vitrine")
	h.IsTwin(t, "/best/best-of", "# Better\n")
	pagestest.Lacks(t, "the twin", h.Body("/best/best-of.md"), "beta")
	changed.Status, changed.PublishedAt = catalog.CollectionDraft, time.Time{}
	h.Collect(changed)
	h.AnswersWith(t, map[string]string{"/best/best-of": "404", "/best/best-of.md": "404", "/collections": "200"})
	storetest.Same(t, "robots of the empty list", h.Page("/collections").Metas["robots"], "noindex,follow")
}

func TestCollectionPlain(t *testing.T) {
	h := pagestest.Open(t, []catalog.Product{pagestest.Tool(1, "Alpha <i>")}, pagestest.PlainOnly)
	h.Collect(pagestest.BestOf(1))
	pagestest.HasParts(t, "the page of a collection", h.Body("/best/best-of"), "Best of &lt;b&gt;</h1>", "By Ann &amp; Bo",
		"<em>these</em>: &lt;script&gt;", "Note &lt;/script&gt; &amp; more", `href="/products/alpha-i"`)
	pagestest.HasParts(t, "the list of collections", h.Body("/collections"), "Collections</h1>", `href="/best/best-of"`, "1 tool")
}
