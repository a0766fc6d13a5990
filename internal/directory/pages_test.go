package directory_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/demo"
	"github.com/vitrine-directory/vitrine/internal/directory"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The list of all categories says in its head and on its plain page what the catalogue has.
func TestCategories(t *testing.T) {
	video := pagestest.Tool(2, "Runway")
	video.Categories = []string{"Video <b>"}
	products := []catalog.Product{pagestest.Tool(1, "ChatGPT"), video}
	page := pagestest.Open(t, products, nil).Page("/categories")
	storetest.Same(t, "the description", page.Metas["description"], "2 AI tools in 2 categories on Vitrine. The largest: Video <b>, Writing.")
	pagestest.HasParts(t, "its data", page.Blocks["application/ld+json"], `"ItemList"`, `"numberOfItems":2`, `"https://tools.example/category/video-b"`,
		`"BreadcrumbList"`, `"name":"Categories"`)
	plain := pagestest.Open(t, products, pagestest.PlainOnly).Page("/categories")
	pagestest.HasParts(t, "the plain page", plain.Root, "AI tool categories", "Video & Audio", "Video <b>: 1 tool: 1 free", "Writing & Research")
	pagestest.HasParts(t, "its links", strings.Join(plain.Links["a"], " "), "/category/video-b", "/category/writing", "/categories")
	empty := pagestest.Open(t, nil, pagestest.PlainOnly).Page("/categories")
	storetest.Same(t, "the description without a category", empty.Metas["description"], "A directory of AI tools by category.")
	storetest.Same(t, "the heading without a category", empty.Heading, "AI tool categories")
	pagestest.Lacks(t, "the data without a category", empty.Blocks["application/ld+json"], "ItemList")
}

// Each search that is proposed finds tools, on the demonstration of all sites.
func TestSearchesFindTools(t *testing.T) {
	rows, err := demo.Rows()
	storetest.NoError(t, err)
	products := make([]catalog.Product, len(rows))
	for i, row := range rows {
		products[i] = pagestest.Tool(int64(i+1), row.Draft.Name)
		products[i].ProductFields = row.Draft.ProductFields
	}
	snapshot := pagestest.Open(t, products, nil).Catalogue.Snapshot()
	searches := snapshot.Home().Searches()
	storetest.Same(t, "how many searches", len(searches), 6)
	for _, search := range searches {
		found, err := snapshot.List(browse.Query{Search: search.Text, Limit: 1})
		storetest.NoError(t, err)
		if found.Total == 0 {
			t.Errorf("%s: nothing is found for %q", search.Name, search.Text)
		}
	}
}

// A tag that enough products have has a page at its slug. One with the name of a category leads to that.
func TestTagAddress(t *testing.T) {
	products := pagestest.TaggedTools(97, "Open-Source", "Writing")
	for i := range 7 {
		products[i].Tags = append([]string{"rare"}, products[i].Tags...)
	}
	h := pagestest.Open(t, products, nil)
	h.AnswersWith(t, map[string]string{
		"/tag/open-source":                    "200",
		"/tag/open-source?pricing=Free":       "200",
		"/tag/open-source/page/2":             "200",
		"/tag/open-source/page/3":             "200",
		"/tag/open-source/page/1":             "308 /tag/open-source",
		"/tag/Open-Source":                    "308 /tag/open-source",
		"/TAG/open%20source/?utm_source=x":    "308 /tag/open-source?utm_source=x",
		"/tag/writing":                        "301 /category/writing",
		"/tag/WRITING?sort=name":              "301 /category/writing?sort=name",
		"/?tag=open-source":                   "200",
		"/tag/open-source/feed.xml":           "200",
		"/tag/open-source/feed.json?search=x": "200",
		"/tag/Open-Source/feed.xml":           "308 /tag/open-source/feed.xml",
		"/tag/writing/feed.xml":               "301 /category/writing/feed.xml",
		"/tag/writing.md":                     "301 /category/writing.md",
		"/tag/open-source/preview.png":        "200",
	})
	h.AreMissing(t, "/tag", "/tag/", "/tag/nothing", "/tag/%00", "/tag/open-source/page/4", "/tag/rare", "/tag/rare/feed.xml", "/tag/rare/preview.png")
}

func TestTagPage(t *testing.T) {
	products := pagestest.TaggedTools(60, "Open-Source")
	h := pagestest.Open(t, products, nil)
	h.IsHeaded(t, map[string]pagestest.Headline{
		"/tag/open-source":                  {"AI tools tagged Open-Source – Vitrine", "/tag/open-source", ""},
		"/tag/open-source?sort=latest":      {"AI tools tagged Open-Source – Vitrine", "/tag/open-source", ""},
		"/?tag=open-source":                 {"AI tools tagged Open-Source – Vitrine", "/tag/open-source", ""},
		"/tag/open-source/page/2":           {"AI tools tagged Open-Source, page 2 – Vitrine", "/tag/open-source/page/2", "noindex,follow"},
		"/category/writing?tag=open-source": {"Writing AI tools – Vitrine", "/category/writing", ""},
		"/tag/open-source?search=tool":      {"“tool” – Vitrine", "/tag/open-source", "noindex,follow"},
		"/?tag=nothing":                     {"No tools found – Vitrine", "/", "noindex,follow"},
	})
	page := h.Page("/tag/open-source")
	pagestest.HasParts(t, "the description", page.Metas["description"], "60 AI tools tagged Open-Source: 60 free.")
	pagestest.HasParts(t, "the data", page.Blocks["application/ld+json"], `"ItemList"`, `"numberOfItems":60`)
	storetest.Same(t, "the breadcrumb", h.BreadcrumbOf("/tag/open-source/page/2"),
		"1 Home /, 2 Tags /categories#tags, 3 Open-Source /tag/open-source, 4 Page 2 /tag/open-source/page/2")
	pagestest.HasParts(t, "the feed", h.Body("/tag/open-source/feed.xml"), "New tools tagged Open-Source – Vitrine", "https://tools.example/products/tool-60")
	pagestest.HasParts(t, "the sitemap", h.Body("/sitemap.xml"), "<loc>https://tools.example/tag/open-source</loc>")
	pagestest.HasParts(t, "llms.txt", h.Body("/llms.txt"), "## Tags\n\n- [Open-Source](https://tools.example/tag/open-source.md): 60 tools\n")

	broken := pagestest.Open(t, products, pagestest.PlainOnly)
	plain := broken.Page("/tag/open-source")
	storetest.Same(t, "the heading of the plain page", plain.Heading, "AI tools tagged Open-Source")
	pagestest.HasParts(t, "its links", strings.Join(plain.Links["next"], " ")+strings.Join(plain.Links["a"], " "), "/tag/open-source/page/2")
	pagestest.HasParts(t, "the list of all categories", broken.Body("/categories"), `<h2 id="tags">Tags</h2>`)
	for _, target := range []string{"/products/1", "/categories"} {
		pagestest.HasParts(t, "the links of "+target, strings.Join(broken.Page(target).Links["a"], " "), "/tag/open-source")
	}
}

// The lists have Markdown twins, which their pages and each other name.
func TestListTwins(t *testing.T) {
	products := pagestest.TaggedTools(200+1, "Open *Source*")
	h := pagestest.Open(t, products, nil)
	h.AnswersWith(t, map[string]string{
		"/categories.md":        "200",
		"/category/writing.md":  "200",
		"/category/Writing.md":  "308 /category/writing.md",
		"/category/nothing.md":  "404",
		"/category/.md":         "404",
		"/tag/open-source.md":   "200",
		"/tag/Open%20source.md": "308 /tag/open-source.md",
		"/tag/nothing.md":       "404",
	})
	for page, parts := range map[string][]string{
		"/categories":       {"# AI tool categories", "[Writing](https://tools.example/category/writing.md): 201 tools: 201 free", `[Open \*Source\*](https://tools.example/tag/open-source.md): 201 tools`},
		"/category/writing": {"# Writing AI tools", "201 AI tools: 201 free.", "[Tool 201](https://tools.example/products/tool-201.md)", "(https://tools.example/api/products?category=writing&amp;limit=100)"},
		"/tag/open-source":  {`# AI tools tagged Open \*Source\*`, "These are the first 200.", "(https://tools.example/api/products?limit=100&amp;tag=open-source)"},
	} {
		h.IsTwin(t, page, parts[0], append(parts, "[This page](https://tools.example"+page+")")...)
		pagestest.HasParts(t, "the alternates of "+page, strings.Join(h.Page(page).Links["alternate"], " "), "https://tools.example"+page+".md")
	}
	storetest.Same(t, "tools that the twin names", strings.Count(h.Body("/tag/open-source.md"), "\n- "), 200)
	pagestest.HasParts(t, "llms.txt", h.Body("/llms.txt"), "https://tools.example/categories.md", "`/tag/{slug}.md`")
}

// inOrder checks that the body has the parts, each after the one before.
func inOrder(t *testing.T, body string, parts ...string) {
	t.Helper()
	rest := body
	for _, part := range parts {
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Fatalf("%q is missing, or not after those before it, in\n%s", part, body)
		}
		rest = after
	}
}

// The plain home page has the rows, above the sections if there is one of tools.
func TestPlainRows(t *testing.T) {
	t.Parallel()
	list := pagestest.Tools(60)
	for i, category := range []string{"Audio", "Design", "Video", "Writing"} {
		p := &list[i]
		p.Name, p.DisplayOrder, p.Type = "Bold <b> "+category, 1, catalog.Free
		p.Categories, p.Description = []string{category}, strings.Repeat("What it does. ", 10)
	}
	list[59].Section = catalog.RecommendedProducts
	few := slices.Clone(list[:9])
	few[8].Section = catalog.RecommendedProducts
	var collections []catalog.Collection
	for id := range int64(4) {
		c := pagestest.BestOf(1)
		c.ID, c.Slug = id+1, []string{"best-a", "best-b", "best-c", "best-d"}[id]
		collections = append(collections, c)
	}
	rows := []string{">Browse by category</h2>", `<a href="/categories">All 4 categories</a>`}
	if pagestest.Has("/collections") {
		rows = append([]string{">Collections</h2>", `href="/best/best-a">Best of &lt;b&gt;</a>: 1 tool<`, `<a href="/collections"`}, rows...)
	}
	h := pagestest.Open(t, list, pagestest.PlainOnly)
	h.Collect(collections...)
	t.Run("with rows of tools above the sections", func(t *testing.T) {
		inOrder(t, h.Body("/"), append(append([]string{">Worth a look</h2>", "Bold &lt;b&gt; Writing</a>", `<a href="/tools"`}, rows...), ">Our Products</h2>")...)
	})
	t.Run("not on filtered pages", func(t *testing.T) {
		for _, path := range []string{"/?deal=true", "/?search=tool", "/category/writing", "/tools"} {
			pagestest.Lacks(t, path, h.Body(path), "Browse by category</h2>", "Worth a look</h2>")
		}
	})
	t.Run("without rows of tools below the first section", func(t *testing.T) {
		h := pagestest.Open(t, few, pagestest.PlainOnly)
		h.Collect(collections...)
		inOrder(t, h.Body("/"), append(append([]string{">Our Products</h2>", "What Tool 5 does."}, rows...), ">Recommended AI Products</h2>")...)
	})
}

// rename sets texts of the site.
func rename(h *pagestest.Site, texts site.Texts) {
	h.ChangeSettings(func(s *site.Settings) { s.Texts = texts })
}

// Everything that names the site follows the administrator's name, also what was served before the change.
func TestSiteName(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(3), nil)
	h.ChangeSettings(func(s *site.Settings) { s.Issues = nil })
	paths := []string{
		"/", "/category/writing", "/products/tool-1", "/privacy-policy", "/submit", "/nowhere", "/admin",
		"/opensearch.xml", "/manifest.webmanifest", "/badge/tool-1.svg", "/feed.xml", "/feed.json", "/llms.txt", "/products/tool-1.md",
	}
	for _, path := range paths {
		pagestest.HasParts(t, path, h.Body(path), "Vitrine")
	}
	rename(h, site.Texts{Name: "Orchestra"})
	for _, path := range paths {
		pagestest.HasParts(t, path, h.Body(path), "Orchestra")
		pagestest.Lacks(t, path, h.Body(path), "Vitrine")
	}
}

// A page that Go writes has the heading; hostile texts are text.
func TestPlainTexts(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(3), pagestest.PlainOnly)
	rename(h, site.Texts{Name: "<script>x</script>", Hero: `"><img src=x>`, HeroAccent: "{{.}}"})
	body := h.Body("/")
	pagestest.HasParts(t, "the page", body, "&lt;img src=x&gt; {{.}}")
	pagestest.Lacks(t, "the page", body, "<script>x", "<img src=x")
}

// Every tool has an application category that Google knows.
func TestApplicationCategory(t *testing.T) {
	for categories, want := range map[string]string{
		"Video":                       "MultimediaApplication",
		"Image Generation":            "DesignApplication",
		"Coding Assistants":           "DeveloperApplication",
		"Writing & Copywriting":       "BusinessApplication",
		"Browser Automation":          "BrowserApplication",
		"Social Media":                "SocialNetworkingApplication",
		"Other, Éducation":            "EducationalApplication",
		"Other":                       "UtilitiesApplication",
		"":                            "UtilitiesApplication",
		"Translation & Languages, 3D": "ReferenceApplication",
	} {
		storetest.Same(t, categories, directory.ApplicationCategory(strings.Split(categories, ", ")), want)
	}
}

// The description of a category says what is in it.
func TestCategoryDescription(t *testing.T) {
	list := pagestest.Tools(5)
	list[0].Type, list[1].Type, list[1].HasDeal, list[2].Type = catalog.Freemium, catalog.Premium, true, catalog.Unknown
	h := pagestest.Open(t, list, nil)
	const want = "5 AI tools for writing: 2 free, 1 freemium, 1 premium; 1 doesn't list a price. 1 has a deal. The newest is Tool 5. Among them: Tool 5, Tool 4, Tool 3 and more."
	storetest.Same(t, "the description", h.Page("/category/writing").Metas["description"], want)
	const filtered = "5 AI tools for writing: 2 free, 1 freemium, 1 premium; 1 doesn't list a price. 1 has a deal. The newest is Tool 5. Among them: Tool 5, Tool 4 and more."
	storetest.Same(t, "the filtered description", h.Page("/category/writing?pricing=Free").Metas["description"], filtered)
}
