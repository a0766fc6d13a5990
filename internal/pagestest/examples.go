package pagestest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/api"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// ExamplePages are the public pages of a site that has the category Writing, the product with this slug, the first issue of
// the newsletter, a tag, a collection and its comparison with another product, by pattern.
func ExamplePages(slug, other string) map[string]string {
	names := strings.NewReplacer(":category", "writing", ":tag", "agents", ":id", slug, ":key", "ABC", ":number", "1", ":slug", "best-of", ":comparison", slug+"-vs-"+other)
	paths := map[string]string{}
	for _, page := range AllPages() {
		for _, pattern := range page.Paths {
			paths[pattern] = names.Replace(pattern)
		}
	}
	return paths
}

// Has reports whether the program has pages whose paths begin as this one does: not if their feature was taken out (make without).
func Has(path string) bool {
	first := func(path string) string { return strings.Split(path, "/")[1] }
	return slices.ContainsFunc(AllPages(), func(page *pages.Page) bool {
		return slices.ContainsFunc(page.Paths, func(pattern string) bool { return first(pattern) == first(path) })
	})
}

// ExampleSite is a site that has each of ExamplePages.
func ExampleSite(t *testing.T, change func(*Options)) *Site {
	h := Library(t)
	list := h.Store.Products
	for id := int64(10); id < 10+browse.LeastTagged; id++ {
		agent := Tool(id, fmt.Sprint("Agent ", id))
		agent.Tags, agent.PromoText = []string{"Agents"}, "A month free"
		list = append(list, agent)
	}
	full := Open(t, list, change)
	full.Collect(BestOf(10, 11, 12, 13, 14))
	full.Book(10, exampleBooking)
	full.ChangeSettings(func(s *site.Settings) {
		*s = h.Store.Saved
		s.Places.Text = "Reach people who look for AI tools."
	})
	return full
}

// exampleBooking runs, and its buyer has the address of ExamplePages.
var exampleBooking = catalog.Booking{ID: 1, Key: "ABC", Place: catalog.HomePlace, To: time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC)}

// BuiltAs is the script of a module in the test's build.
func BuiltAs(module string) string {
	name := module[strings.LastIndex(module, "/")+1:]
	return "/assets/" + strings.TrimSuffix(strings.TrimSuffix(name, ".tsx"), "-screen") + "-1.js"
}

// Library is a site with two tools in two categories, an issue of the newsletter and a comparison with a verdict.
func Library(t testing.TB) *Site {
	second := Tool(2, "Éditeur Vidéo")
	second.Slug, second.Categories = "editeur-video", []string{"Video & Film"}
	h := Open(t, []catalog.Product{Tool(1, "ChatGPT"), second}, nil)
	h.ChangeSettings(func(s *site.Settings) {
		s.Issues, s.Index.ComparisonFacts = []site.Issue{SampleIssue(1)}, 4
		site.Add(s, compare.Verdicts{{Products: "1,2", Text: "**Both** are fine."}})
	})
	return h
}

// Renamed is Library whose first tool, chatgpt, had these slugs before.
func Renamed(t testing.TB, slugs ...string) *Site {
	h := Library(t)
	for _, slug := range slugs {
		h.Store.OldSlugs = append(h.Store.OldSlugs, catalog.OldSlug{Slug: slug, ProductID: 1})
	}
	h.Move(h.Store.Products...)
	return h
}

// Bin moves the products into the trash.
func (h *Site) Bin(at time.Time, ids ...int64) {
	h.T.Helper()
	var left []catalog.Product
	for _, p := range h.Store.Products {
		if slices.Contains(ids, p.ID) {
			h.Store.Trash = append(h.Store.Trash, catalog.Deleted{Product: p, DeletedAt: at})
		} else {
			left = append(left, p)
		}
	}
	h.Move(left...)
}

// SampleIssue is an issue of the newsletter with two sections.
func SampleIssue(number int64) site.Issue {
	product := func(id int64, name string) site.IssueProduct {
		return site.IssueProduct{
			ID: id, Slug: strings.ToLower(name), Name: name, Description: "What " + name + " does.", Type: "Free",
			Categories: []site.IssueCategory{{ID: 1, Name: "Writing"}},
		}
	}
	return site.Issue{
		Number: number, Cadence: "weekly", Subject: "Tools <of> the week",
		IssueContent: site.IssueContent{Intro: "<p>Hello <strong>all</strong>.</p>", Sections: []site.IssueSection{
			{Kind: site.NewProducts, Products: []site.IssueProduct{product(1, "Pen"), product(2, "Ink"), product(3, "Brush")}},
			{Kind: site.Deals, Products: []site.IssueProduct{product(4, "Paper")}},
		}},
		SentAt: time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC).AddDate(0, 0, 7*int(number)),
	}
}

// BestOf is the published collection at /best/best-of with these products.
func BestOf(ids ...int64) catalog.Collection {
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	c := catalog.Collection{ID: 1, CreatedAt: at, UpdatedAt: at, Version: 1, CollectionFields: catalog.CollectionFields{
		Slug: "best-of", Title: "Best of <b>", Introduction: "Why *these*: <script>\n\nMore.", Author: "Ann & Bo", Status: catalog.CollectionPublished, PublishedAt: at,
	}}
	for _, id := range ids {
		c.Tools = append(c.Tools, catalog.CollectionTool{ID: id, Note: "Note </script> & more"})
	}
	return c
}

// Tool is a product with a name, in the category Writing.
func Tool(id int64, name string) catalog.Product {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(time.Duration(id) * time.Hour)
	return catalog.Product{
		ID: id, Slug: catalog.Slug(name), CreatedAt: at, UpdatedAt: at, Version: 1,
		ProductFields: catalog.ProductFields{
			Name: name, Description: "What " + name + " does.", Categories: []string{"Writing"},
			Type: catalog.Free, Section: catalog.OurProducts, Website: "https://" + catalog.Slug(name) + ".example/",
		},
	}
}

// Tools are so many products.
func Tools(count int) []catalog.Product {
	list := make([]catalog.Product, count)
	for i := range list {
		list[i] = Tool(int64(i+1), fmt.Sprint("Tool ", i+1))
	}
	return list
}

// Hostile is a text that breaks out of whatever it is written into without being escaped.
const Hostile = "</script><script>alert(1)</script></title><img src=x onerror=alert(1)>\"'><!--\u2028\u2029\u202Eevil `${x}` ]]> {{.}} \\u003c [x](javascript:alert(1)) *b* & 文 🎨"

// HostileTool is a product whose every text is hostile, after the first letter of the field's name.
func HostileTool() catalog.Product {
	p := Tool(1, "Bad")
	p.Name, p.Description, p.UseCases, p.PromoText, p.HasDeal = "N"+Hostile, "D"+Hostile, "U"+Hostile, "P"+Hostile, true
	p.Phrases, p.AlternativesIntroduction = []string{"Y" + Hostile}, "I"+Hostile
	p.DealCode, p.DealURL = "K"+Hostile, "javascript:alert(5)"
	p.Categories, p.Tags = []string{"C" + Hostile}, []string{"T" + Hostile}
	return p
}

// HostileSite is a site with every kind of page and hostile texts in each, and the paths of its pages by their patterns.
func HostileSite(t *testing.T, changes ...func(*Options)) (h *Site, paths map[string]string) {
	t.Helper()
	list := make([]catalog.Product, 60)
	for i := range list {
		p := HostileTool()
		p.ID, p.Slug, p.Website = int64(i+1), fmt.Sprint("tool-", i+1), fmt.Sprintf("https://tool-%d.example/", i+1)
		p.Name, p.Description = fmt.Sprint("Tool ", i+1, Hostile), fmt.Sprint(i+1, p.Description)
		list[i] = p
	}
	first, second, third := &list[0], &list[1], &list[2]
	first.Slug, first.Website = "first", `https://bad.example/"onclick=alert(1)?`+Hostile
	first.Logo, first.VideoURL = `https://bad.example/"><script>alert(1)</script>`, "https://video.example/)[x](javascript:alert(1)"
	second.Slug, second.Type, second.Logo = "second", catalog.Premium, "/uploads/a.jpg"
	third.Slug, third.Website, third.VideoURL = "third", "javascript:alert(1)", "javascript:alert(2)"
	third.Logo = `/uploads/a.png"onerror=alert(1)`
	third.Type, third.Section, third.Images = catalog.Type("T"+Hostile), Hostile, []string{"data:text/html," + Hostile, "javascript:alert(3)"}
	h = Open(t, list, func(o *Options) {
		for _, change := range append(changes, SampleAPI) {
			change(o)
		}
	})
	best := BestOf(1, 2, 3, 4, 5)
	best.Title, best.Introduction, best.Author = "B"+Hostile, Hostile, "A"+Hostile
	h.Collect(best)
	h.Book(1, exampleBooking)
	h.ChangeSettings(func(s *site.Settings) {
		s.Places.Text, s.Places.PayURL = Hostile, "javascript:alert(6)"
		number := SampleIssue(1)
		number.Subject = "I" + Hostile
		s.Issues, s.Texts = []site.Issue{number}, site.Texts{Name: "S" + Hostile}
		s.SocialLinks = []site.SocialLink{{Platform: Hostile, URL: "javascript:alert(4)", IsActive: true}}
		s.LegalPages = []site.LegalPage{{Type: site.TermsOfService, Title: "L" + Hostile, Content: Hostile, UpdatedAt: time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)}}
	})
	snapshot := h.Catalogue.Snapshot()
	paths = ExamplePages("first", "second")
	for pattern := range paths {
		paths[pattern] = strings.NewReplacer("/category/writing", pages.CategoryPath(snapshot.Categories().All()[0]), "/tag/agents", pages.TagPath(snapshot.Tags().All()[0].Tag)).Replace(paths[pattern])
	}
	paths["/category/:category/page/2"] = paths["/category/:category"] + "/page/2"
	for _, path := range []string{"/api", "/products/second", "/?search=tool", "/?pricing=Free"} {
		paths[path] = path
	}
	return h, paths
}

// UnsafeAddresses are what no form takes, but a row of the database may have.
var UnsafeAddresses = []string{"javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//evil.example/", "/admin", "vbscript:x", "https:evil", ""}

// TaggedTools returns so many products that have these tags.
func TaggedTools(count int, tags ...string) []catalog.Product {
	list := Tools(count)
	for i := range list {
		list[i].Tags = tags
	}
	return list
}

// SampleAPI has a call of each kind.
func SampleAPI(o *Options) {
	o.API = pages.API{CallsPerSecond: 7, CallsAtOnce: 70, Calls: []api.Call{
		{Path: "/api/products", Summary: "List products", Params: []api.Param{{Name: "limit", In: "query", Text: "How many", Values: "1 to 100"}}},
		{Path: "/api/products/{x}", Summary: "Get a product", Params: []api.Param{{Name: "x", In: "path", Text: "Number or slug", Required: true}}},
		{Path: "/api/legal-pages/{type}", Summary: "Get a page", Params: []api.Param{{Name: "type", In: "path", Text: "Which", Values: "terms, privacy", Required: true}}},
		{Path: "/api/newsletter/issues/{number}", Summary: "Get an issue", Params: []api.Param{{Name: "number", In: "path", Text: "Which", Required: true}}},
		{Path: "/api/product-cards", Summary: "List these", Params: []api.Param{{Name: "ids", In: "query", Text: "Which", Required: true}}},
	}}
}
