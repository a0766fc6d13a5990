package pages

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// Made-up comparisons fill no cache and no log, and nothing is rendered for them.
func TestComparisonsMadeUp(t *testing.T) {
	var log bytes.Buffer
	var products []catalog.Product
	for id := range int64(25) {
		products = append(products, tool(id+1, fmt.Sprintf("Tool %d", id+1)))
	}
	h := open(t, products, func(o *Options) { o.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	before, asked := h.cache.EstimatedSize(), h.answers.asked.Load()
	made := 0
	for i := range len(products) {
		for j := range len(products) {
			for _, path := range []string{
				fmt.Sprintf("/compare/tool-%d-vs-tool-%d-vs-nothing-%d", i+1, j+1, made),
				fmt.Sprintf("/compare/tool-%d-vs-tool-%d-vs-tool-%d", i+1, j+1, i+1),
			} {
				w := h.get(path)
				if made++; w.Code != http.StatusNotFound || w.Header().Get("Cache-Control") != "no-store" {
					t.Fatalf("%s: %d, %v", path, w.Code, w.Header())
				}
			}
		}
	}
	h.get("/compare/tool-1-vs-nothing.md")
	h.get("/compare/tool-1-vs-nothing/preview.png")
	storetest.Same(t, "made", made, 1250)
	storetest.Same(t, "cached, asked, rendering, logged", []any{h.cache.EstimatedSize(), h.answers.asked.Load(), len(h.renders.all), log.String()}, []any{before, asked, 0, ""})
}

func compared(t *testing.T) *testSite {
	t.Helper()
	first, second := tool(1, "Alpha <b>|</b>"), tool(2, "Beta")
	first.Slug, second.Slug, second.Type, second.HasDeal = "alpha", "beta", catalog.Premium, true
	second.Categories = []string{"Video"}
	h := open(t, []catalog.Product{first, second}, nil)
	h.changeSettings(func(s *site.Settings) { s.Index = site.DefaultValues().Index })
	return h
}

// A comparison is indexed if it has a verdict or enough facts differ, and the sitemap has it only then.
func TestComparisonIndexed(t *testing.T) {
	h := compared(t)
	const path = "/compare/alpha-vs-beta"
	page := h.page(path)
	storetest.Same(t, "robots", page.metas["robots"], "noindex,follow")
	storetest.Same(t, "canonical", len(page.links["canonical"]), 0)
	if strings.Contains(h.body("/sitemap.xml"), path) {
		t.Error("the sitemap has it")
	}
	h.changeSettings(func(s *site.Settings) { s.Verdicts = []site.Verdict{{Products: "1,2", Text: "Take **Alpha**."}} })
	page = h.page(path)
	storetest.Same(t, "robots", page.metas["robots"], "")
	storetest.Same(t, "canonical", page.links["canonical"], []string{"https://tools.example" + path})
	if !strings.Contains(h.body("/sitemap.xml"), path+"</loc>") {
		t.Error("the sitemap does not have it")
	}
	for _, part := range []string{"Compare Alpha <b>|</b> and Beta.", "Beta: premium, video; with a deal."} {
		if !strings.Contains(page.metas["description"], part) {
			t.Errorf("the description is %q", page.metas["description"])
		}
	}
}

func TestComparisonTwin(t *testing.T) {
	h := compared(t)
	h.changeSettings(func(s *site.Settings) { s.Verdicts = []site.Verdict{{Products: "1,2", Text: "Take **Alpha**."}} })
	text := h.body("/compare/alpha-vs-beta.md")
	for _, part := range []string{`# Alpha \<b\>\|\</b\> vs Beta`, "| Price | Free | Premium |", "| Deal | – | Available |", "## Verdict\n\nTake **Alpha**.",
		"https://tools.example/go/beta"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in\n%s", part, text)
		}
	}
	if twin := h.body("/products/alpha.md"); !strings.Contains(twin, "https://tools.example/compare/alpha-vs-beta.md") {
		t.Errorf("the twin of the product does not link it:\n%s", twin)
	}
}
