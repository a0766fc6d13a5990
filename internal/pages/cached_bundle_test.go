//go:build bundle

package pages

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// rendered notes which pages are rendered.
type rendered struct {
	Renderer
	mutex sync.Mutex
	pages []string
}

func (r *rendered) Render(ctx context.Context, input []byte) (string, error) {
	var at struct{ Path, Search string }
	if err := json.Unmarshal(input, &at); err != nil {
		return "", err
	}
	r.mutex.Lock()
	r.pages = append(r.pages, at.Path+at.Search)
	r.mutex.Unlock()
	return r.Renderer.Render(ctx, input)
}

// TestChangeRenders asks for all pages before a change and after it: those that show it are made again.
func TestChangeRenders(t *testing.T) {
	// Brush and Pen draw, Horn and Drum sound; each of the pairs is similar to the other.
	shop := func() []catalog.Product {
		list := tools(4)
		for i, name := range []string{"Brush", "Pen", "Horn", "Drum"} {
			list[i].Name, list[i].Slug = name, catalog.Slug(name)
			list[i].Categories = []string{[]string{"Drawing", "Music"}[i/2]}
		}
		return list
	}
	const brush, pen, horn, drum = "/products/brush", "/products/pen", "/products/horn", "/products/drum"
	const drawing, music, search = "/category/drawing", "/category/music", "/?search=horn"
	const legal = "/privacy-policy"
	all := []string{brush, pen, horn, drum, drawing, music, search}
	for pattern, path := range examplePages("", "") {
		if pattern == path { // the same page on every site
			all = append(all, path)
		}
	}
	for change, try := range map[string]struct {
		make  func(h *testSite, list []catalog.Product)
		again []string
	}{
		"a description": {func(h *testSite, list []catalog.Product) {
			list[0].Description = "It paints."
			h.move(list...)
		}, []string{"/", brush, pen, drawing, toolsPath}},
		"a price": {func(h *testSite, list []catalog.Product) {
			list[3].Type = catalog.Premium
			h.move(list...)
		}, []string{"/", horn, drum, music, toolsPath, categoriesPath}},
		"nothing that is shown": {func(h *testSite, list []catalog.Product) { h.move(list...) }, nil},
		"a product more": {func(h *testSite, list []catalog.Product) {
			more := tool(5, "Easel")
			more.Categories = []string{"Drawing"}
			h.move(append(list, more)...)
		}, []string{"/", brush, pen, drawing, music, search, toolsPath, categoriesPath}}, // lists say how many there are in each category
		"a legal text": {func(h *testSite, _ []catalog.Product) {
			h.changeSettings(func(s *site.Settings) {
				s.LegalPages = []site.LegalPage{{Type: site.PrivacyPolicy, Title: "Privacy", Content: "We keep nothing."}}
			})
		}, []string{legal}},
		"a social link, which the frame of all pages has": {func(h *testSite, _ []catalog.Product) {
			h.changeSettings(func(s *site.Settings) {
				s.SocialLinks = []site.SocialLink{{ID: 1, Platform: "Mastodon", URL: "https://social.example/@us", IsActive: true}}
			})
		}, all},
	} {
		t.Run(change, func(t *testing.T) {
			h := real(t, shop())
			notes := &rendered{Renderer: h.options.Renderer}
			h.options.Renderer = notes
			for _, page := range all {
				h.get(page)
			}
			h.settle()
			notes.pages = nil
			try.make(h, shop())
			for _, page := range all {
				h.get(page)
			}
			slices.Sort(notes.pages)
			want := slices.Sorted(slices.Values(try.again))
			storetest.Same(t, "the pages that are made again", notes.pages, want)
		})
	}
}
