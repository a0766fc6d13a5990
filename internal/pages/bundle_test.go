//go:build bundle

package pages_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/render"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/web"
)

// bundle is the built server bundle. What needs it has the build tag bundle and fails without it: plain go test, which
// must work before anything is built, has nothing to pass over in silence, and make test builds it and sets the tag.
const bundle = "../../web/dist/server/entry-server.js"

// TestRealFrontEnd holds what web/ has built against what this package expects of it, with the real API between them.
func TestRealFrontEnd(t *testing.T) {
	h := real(t, sampleTools())
	t.Run("renders every screen", func(t *testing.T) { rendersEveryScreen(t, h) })
	t.Run("finds every answer it needs in the state", func(t *testing.T) { hasEveryAnswer(t, h) })
	t.Run("reads filters as we do", func(t *testing.T) { readsFiltersAsWeDo(t, h) })
	t.Run("stays within the bounds of its engine", func(t *testing.T) { staysWithinBounds(t, h) })
	t.Run("makes hostile text harmless", func(t *testing.T) { makesHostileTextHarmless(t, h) })
}

// TestPackedAssets holds each packed file of the build against what it was packed from.
func TestPackedAssets(t *testing.T) {
	assets := os.DirFS("../../web/dist/client")
	files, err := fs.Glob(assets, "assets/*.[jc]s*")
	storetest.NoError(t, err)
	seen := 0
	for _, name := range files {
		if path.Ext(name) == ".br" {
			continue
		}
		seen++
		plain, err := fs.ReadFile(assets, name)
		storetest.NoError(t, err)
		packed, err := fs.ReadFile(assets, name+".br")
		if err != nil {
			t.Error(err)
		} else if unpacked(t, "br", bytes.NewReader(packed)) != string(plain) {
			t.Errorf("%s is packed into something else", name)
		}
	}
	if seen < 10 {
		t.Errorf("the build has %d scripts and styles", seen)
	}
}

// real is a site with the front end's own bundle, in one engine, and the API. Its times allow for the race detector,
// which makes the engine fifty times slower.
func real(t testing.TB, products []catalog.Product) *pagestest.Site {
	t.Helper()
	script, err := os.ReadFile(bundle)
	if err != nil {
		t.Fatalf("the front end is not built (make build does that): %v", err)
	}
	engines, err := render.New(script, render.Options{Workers: 1, Memory: 32 << 20, Wait: time.Minute, Timeout: time.Minute})
	storetest.NoError(t, err)
	t.Cleanup(engines.Close)
	h := pagestest.Open(t, products, func(o *pagestest.Options) { o.Renderer, o.Timeout = engines, 2*time.Minute })
	logger := slog.New(slog.DiscardHandler)
	k := &feature.Kits{
		Catalogue: h.Catalogue, Site: h.Settings, Logger: logger, DB: new(db.DB),
		Accounts: account.New(account.Options{Logger: logger, Emails: new(emails.Templates)}),
	}
	k.Settings.Newsletter, k.Settings.SMTPURL = "on", "smtp://127.0.0.1:1"
	parts, err := features.Open(k)
	storetest.NoError(t, err)
	h.Options().Answers = app.NewAPI(app.Options{Kits: k, Parts: parts}).Answer
	return h
}

// sampleTools are enough products for a full home page: twelve cards in each of two sections, in many categories.
func sampleTools() []catalog.Product {
	list := pagestest.Tools(60)
	for i := range list {
		p := &list[i]
		p.Description = strings.Repeat("It says what the tool does, for whom & how. ", 5)
		p.Categories = []string{fmt.Sprint("Category ", i%20), "Writing"}
		if i%4 == 0 {
			p.Tags = []string{"Agents"}
		}
		p.Type = catalog.Types()[i%3]
		p.Section = catalog.Sections()[i%2]
		p.IsFeatured, p.HasDeal, p.HasLandingPage = i%4 == 0, i%5 == 0, i%6 == 0
		p.UseCases, p.PromoText, p.VideoURL = "First use\nSecond use", "Half price", "https://youtu.be/dQw4w9WgXcQ"
		if i%7 != 6 { // the others have marks
			p.Logo, p.LogoColor = "/uploads/"+strings.Repeat("ab", 32)+".jpg", "#336699"
		}
	}
	return list
}

func rendersEveryScreen(t *testing.T, h *pagestest.Site) {
	h.ChangeSettings(func(s *site.Settings) { s.Issues = []site.Issue{pagestest.SampleIssue(1)} })
	h.Collect(pagestest.BestOf(10, 11, 12, 13, 14))
	for pattern, path := range pagestest.ExamplePages("tool-7", "tool-8") {
		a, _ := h.View().Resolve(&url.URL{Path: path})
		if a.Page.Scriptless {
			continue
		}
		if a.Page.Private { // it has no answer here
			if len(needs(t, h, path, "")) < 2 {
				t.Errorf("the front end has no page %s: it asks only what every page does", pattern)
			}
			continue
		}
		if page := h.Page(path); page.Plain || page.Tags["h1"] != 1 || strings.Contains(page.Root, "Did you forget to add the page") {
			t.Errorf("the front end has no page %s: plain %t, %d headings", pattern, page.Plain, page.Tags["h1"])
		} else if strings.Contains(h.Body(path), "<g></g>") {
			t.Errorf("%s has a mark that is not drawn", pattern)
		}
	}
	for target, want := range map[string]struct {
		status int
		shows  []string
	}{
		"/":                                    {200, []string{"Our Products", "Recommended AI Products", "Tool 60", "Featured", "Deal", "© 2024"}},
		"/?category=writing&pricing=Free":      {200, []string{"Our Products", "Free"}},
		"/category/writing":                    {200, []string{"Writing", "Tool 60"}},
		"/category/nothing":                    {404, nil},
		"/?search=tool%2060":                   {200, []string{"Tool 60"}},
		"/?search=zzzzqqqq":                    {200, []string{"No tools found", "Try adjusting your search or filters"}},
		"/?section=Our%20Products&cursor=nope": {400, []string{"Failed to fetch products"}},
		"/products/tool-7":                     {200, []string{"Tool 7", "About", "Video Demo", "Use Cases", "Second use", "Half price", "Similar Products"}},
		"/product/7":                           {200, []string{"Tool 7", "About"}},
		"/products/nothing":                    {404, []string{"Product Not Found", "The product you're looking for doesn't exist or has been removed.", "Back to Home"}},
		"/veo3-generator":                      {200, []string{"VEO 3 Script Generator"}},
		"/privacy-policy":                      {200, []string{"Privacy Policy", "Last updated", "January 27, 2025", "Back to Homepage", "24 months", "30 days"}},
		"/newsletter":                          {200, []string{"Tools <of> the week"}},
		"/newsletter/archive":                  {200, []string{"Tools <of> the week", "Nov 30, 2026"}},
		"/newsletter/archive/1":                {200, []string{"Tools <of> the week", "Hello all.", "New tools", "Pen", "What Ink does.", "Deals"}},
		"/newsletter/archive/2":                {404, []string{"Issue not found"}},
		"/tools/nothing":                       {404, []string{"Page Not Found", "Did you forget to add the page to the router?"}},
	} {
		if !pagestest.Has(target) {
			continue
		}
		page := h.Page(target)
		storetest.Same(t, target+": the status", page.Status, want.status)
		pagestest.HasParts(t, target, page.Root, want.shows...)
	}
}

func hasEveryAnswer(t *testing.T, h *pagestest.Site) {
	for _, target := range []string{"/", "/?search=x", "/category/writing", "/products/tool-7", "/nothing"} {
		path, search, _ := strings.Cut(target, "?")
		needed := needs(t, h, path, search)
		storetest.Same(t, target+" needs answers", len(needed) > 0, true)
		for _, address := range needed {
			pagestest.HasParts(t, "the state of "+target, h.Page(target).Blocks["application/json"], jsonText(address)+`:{"status":`)
		}
	}
}

// jsonText is a text as the state block has it.
func jsonText(text string) string {
	return `"` + strings.NewReplacer("&", `\u0026`, "<", `\u003c`, ">", `\u003e`).Replace(text) + `"`
}

// needs are the addresses that the front end asks at an address, in the browser as on the server.
func needs(t rapid.TB, h *pagestest.Site, path, search string) []string {
	if search != "" {
		search = "?" + search
	}
	needed, err := h.Options().Renderer.Needs(h.T.Context(), path, search)
	if err != nil {
		t.Fatalf("%s%s: %v", path, search, err)
	}
	return needed
}

// readsFiltersAsWeDo holds browse.ParsePageQuery against filters.ts: where a browser is at an address as it was
// typed, and the document was made for the same address as we spell it, both ask the same questions.
func readsFiltersAsWeDo(t *testing.T, h *pagestest.Site) {
	keys := rapid.SampledFrom([]string{"category", "search", "pricing", "sort", "featured", "deal", "section", "cursor", "x", "%63ategory", "%"})
	values := rapid.OneOf(
		rapid.SampledFrom([]string{"", "all", "writing", "Free", "free", "new", "latest", "true", "false", "1", "Our%20Products", "Our+Products", "%zz", "%", "%ff", "+", "%EF%BB%BFa", "%C2%85", "a%00b", "%F0%9F%98%80"}),
		rapid.Map(rapid.StringN(0, 250, -1), url.QueryEscape),
	)
	rapid.Check(t, func(t *rapid.T) {
		var pairs []string
		for range rapid.IntRange(0, 5).Draw(t, "pairs") {
			pairs = append(pairs, keys.Draw(t, "key")+"="+values.Draw(t, "value"))
		}
		typed := strings.Join(pairs, "&")
		ours := browse.ParsePageQuery(typed)
		if theirs, made := needs(t, h, "/", typed), needs(t, h, "/", strings.TrimPrefix(ours.Encode(), "?")); !slices.Equal(theirs, made) {
			t.Errorf("at ?%s the browser asks %q, the document has %q", typed, theirs, made)
		}
	})
}

func makesHostileTextHarmless(t *testing.T, h *pagestest.Site) {
	bad := pagestest.HostileTool()
	bad.Logo, bad.Website = "https://bad.example/\"onerror=alert(1)", "https://bad.example/\"onclick=alert(1)"
	h.Move(bad)
	for _, target := range []string{"/", "/products/bad", "/?search=" + url.QueryEscape(pagestest.Hostile)} {
		page := h.Page(target)
		page.IsHarmless(t, target, 4) // the logo in the header, as art, beside the second Visit and in the bar of phones
		storetest.Same(t, target+" has markup", page.Root != "", true)
	}
}

// staysWithinBounds renders the largest pages again and again in an engine with half of the memory that the site gives.
func staysWithinBounds(t *testing.T, h *pagestest.Site) {
	home, detail := inputOf(t, h, "/"), inputOf(t, h, "/products/tool-7")
	start := time.Now()
	const rounds = 10
	for range rounds {
		for _, in := range [][]byte{home, detail} {
			if _, err := h.Options().Renderer.Render(t.Context(), in); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("a home page and a detail page: %v", time.Since(start)/rounds)
}

// inputOf is what the renderer gets for a page.
func inputOf(t testing.TB, h *pagestest.Site, target string) []byte {
	t.Helper()
	u, err := url.Parse(target)
	storetest.NoError(t, err)
	a, _ := h.View().Resolve(u)
	addresses, err := h.Options().Renderer.Needs(t.Context(), a.Path, a.Search())
	storetest.NoError(t, err)
	got, err := h.View().Answers(t.Context(), addresses)
	storetest.NoError(t, err)
	known, err := h.View().State(addresses, got)
	storetest.NoError(t, err)
	in, err := a.Input(known)
	storetest.NoError(t, err)
	return in
}

// rendered notes which pages are rendered.
type rendered struct {
	pages.Renderer
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
		list := pagestest.Tools(4)
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
	for _, page := range pagestest.AllPages() {
		for _, path := range page.Paths {
			if !page.Scriptless && !strings.Contains(path, ":") { // the same page on every site
				all = append(all, path)
			}
		}
	}
	for change, try := range map[string]struct {
		make  func(h *pagestest.Site, list []catalog.Product)
		again []string
	}{
		"a description": {func(h *pagestest.Site, list []catalog.Product) {
			list[0].Description = "It paints."
			h.Move(list...)
		}, []string{"/", brush, pen, drawing, "/tools"}},
		"a price": {func(h *pagestest.Site, list []catalog.Product) {
			list[3].Type = catalog.Premium
			h.Move(list...)
		}, []string{"/", horn, drum, music, "/tools", "/categories"}},
		"nothing that is shown": {func(h *pagestest.Site, list []catalog.Product) { h.Move(list...) }, nil},
		"a product more": {func(h *pagestest.Site, list []catalog.Product) {
			more := pagestest.Tool(5, "Easel")
			more.Categories = []string{"Drawing"}
			h.Move(append(list, more)...)
		}, []string{"/", brush, pen, drawing, music, search, "/tools", "/categories"}}, // lists say how many there are in each category
		"a legal text": {func(h *pagestest.Site, _ []catalog.Product) {
			h.ChangeSettings(func(s *site.Settings) {
				s.LegalPages = []site.LegalPage{{Type: site.PrivacyPolicy, Title: "Privacy", Content: "We keep nothing."}}
			})
		}, []string{legal}},
		"a social link, which the frame of all pages has": {func(h *pagestest.Site, _ []catalog.Product) {
			h.ChangeSettings(func(s *site.Settings) {
				s.SocialLinks = []site.SocialLink{{ID: 1, Platform: "Mastodon", URL: "https://social.example/@us", IsActive: true}}
			})
		}, all},
	} {
		t.Run(change, func(t *testing.T) {
			h := real(t, shop())
			notes := &rendered{Renderer: h.Options().Renderer}
			h.Options().Renderer = notes
			for _, page := range all {
				h.Get(page)
			}
			settle(h)
			notes.pages = nil
			try.make(h, shop())
			for _, page := range all {
				h.Get(page)
			}
			slices.Sort(notes.pages)
			want := slices.Sorted(slices.Values(try.again))
			storetest.Same(t, "the pages that are made again", notes.pages, want)
		})
	}
}

// The built front end's fonts are those that a theme can leave out.
func TestThemeFontFiles(t *testing.T) {
	f, err := pages.ReadFrame(web.Client(), pages.PublicBuild)
	storetest.NoError(t, err)
	if len(f.Fonts) != len(pages.FontFiles) {
		t.Errorf("the build has the fonts %v", f.Fonts)
	}
	for font, start := range pages.FontFiles {
		if !slices.ContainsFunc(f.Fonts, func(file string) bool { return strings.HasPrefix(file, start) }) {
			t.Errorf("%s is in none of the files %v", font, f.Fonts)
		}
	}
}
