package pages

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// parsed is a document as a browser reads it.
type parsed struct {
	status  int
	title   string
	metas   map[string]string   // by name or property
	links   map[string][]string // addresses by rel; those of the content by "a"
	blocks  map[string]string   // scripts' text by type
	tags    map[string]int
	heading string
	root    string // text of #root
	main    string // text of the main part
	plain   bool   // Go has written it
	attrs   []string
}

func parse(t testing.TB, document io.Reader) parsed {
	t.Helper()
	tree, err := html.Parse(document)
	storetest.NoError(t, err)
	p := parsed{metas: map[string]string{}, links: map[string][]string{}, blocks: map[string]string{}, tags: map[string]int{}}
	for node := range tree.Descendants() {
		if node.Type == html.ElementNode {
			p.element(node)
		}
	}
	return p
}

func (p *parsed) element(node *html.Node) {
	value := func(name string) string {
		at := slices.IndexFunc(node.Attr, func(a html.Attribute) bool { return a.Key == name })
		if at < 0 {
			return ""
		}
		return node.Attr[at].Val
	}
	for _, a := range node.Attr {
		p.attrs = append(p.attrs, a.Key)
	}
	p.tags[node.Data]++
	switch {
	case node.Data == "title":
		p.title = text(node)
	case node.Data == "meta":
		p.metas[value("name")+value("property")] = value("content")
	case node.Data == "link":
		p.links[value("rel")] = append(p.links[value("rel")], value("href"))
	case node.Data == "a":
		p.links["a"] = append(p.links["a"], value("href"))
	case node.Data == "main":
		p.main = strings.Join(strings.Fields(text(node)), " ")
	case node.Data == "h1":
		p.heading = text(node)
	case node.Data == "script":
		p.blocks[value("type")] += value("src") + text(node)
	case value("id") == "root":
		p.root = strings.Join(strings.Fields(text(node)), " ")
		p.plain = slices.ContainsFunc(node.Attr, func(a html.Attribute) bool { return a.Key == "data-plain" })
	}
}

func text(node *html.Node) string {
	var b strings.Builder
	for child := range node.Descendants() {
		if child.Type == html.TextNode {
			b.WriteString(child.Data)
		}
	}
	return b.String()
}

// isHarmless checks that no text is markup: the page has at most so many images, at most three scripts, and no handlers of events.
func (p *parsed) isHarmless(t testing.TB, what string, images int) {
	t.Helper()
	if p.tags["script"] > 3 || p.tags["img"] > images || slices.ContainsFunc(p.attrs, func(name string) bool { return strings.HasPrefix(name, "on") }) {
		t.Errorf("%s has elements that the text made: %v %v", what, p.tags, p.attrs)
	}
}

// page is the document at an address, read.
func (h *testSite) page(target string) parsed {
	h.t.Helper()
	w := h.get(target)
	p := parse(h.t, w.Body)
	p.status = w.Code
	return p
}

// A page has a title by the rule and one address for search engines. testdata/pages.json has the title of each page of the table.
func TestTitleAndCanonicalURL(t *testing.T) {
	const home = "Vitrine – AI tools worth putting behind glass"
	library(t).isHeaded(t, map[string]headline{
		"/":                                    {home, "/", ""},
		"/?utm_source=x":                       {home, "/", ""},
		"/?pricing=Free&sort=latest":           {home, "/", ""},
		"/?category=writing":                   {"Writing AI tools – Vitrine", "/category/writing", ""},
		"/category/writing?deal=true":          {"Writing AI tools – Vitrine", "/category/writing", ""},
		"/?category=writing&search=a%22%3C":    {"“a\"<” – Vitrine", "/category/writing", "noindex,follow"},
		"/?category=nothing":                   {"No tools found – Vitrine", "/", "noindex,follow"},
		"/?search=chat":                        {"“chat” – Vitrine", "/", "noindex,follow"},
		"/category/writing?search=chat":        {"“chat” – Vitrine", "/category/writing", "noindex,follow"},
		"/?section=Our%20Products&cursor=nope": {home, "/", "noindex,follow"},
		"/veo3-generator?utm_source=x":         {"VEO 3 Script Generator – Vitrine", "/veo3-generator", ""},
		"/gdpr-cookies?utm_source=x":           {"GDPR Cookies Disclaimer – Vitrine", "/gdpr-cookies", ""},
		"/product/2":                           {"Éditeur Vidéo: video & film – Vitrine", "/products/editeur-video", ""},
		"/product/chatgpt":                     {"ChatGPT: writing – Vitrine", "/products/chatgpt", ""},
		"/products/1":                          {"ChatGPT: writing – Vitrine", "/products/chatgpt", ""},
		"/products/nothing":                    {"Product Not Found – Vitrine", "", "noindex,follow"},
		"/category/nothing":                    {"Page Not Found – Vitrine", "", "noindex,follow"},
		"/nothing":                             {"Page Not Found – Vitrine", "", "noindex,follow"},
	})
}

// headline is how a page is titled, its address for others (without the origin), and what robots may do.
type headline struct{ title, address, robots string }

// isHeaded checks the head of the pages at these addresses.
func (h *testSite) isHeaded(t *testing.T, want map[string]headline) {
	t.Helper()
	for target, want := range want {
		page, canonical := h.page(target), ""
		if want.address != "" {
			canonical = "https://tools.example" + want.address
		}
		storetest.Same(t, target+": the titles", []string{page.title, page.metas["og:title"], page.metas["twitter:title"]}, slices.Repeat([]string{want.title}, 3))
		storetest.Same(t, target+": the address for others", page.metas["og:url"], canonical)
		if want.robots != "" {
			canonical = "" // a page that is not indexed stands for no other
		}
		storetest.Same(t, target+": the canonical address", strings.Join(page.links["canonical"], " "), canonical)
		storetest.Same(t, target+": robots", page.metas["robots"], want.robots)
	}
}

// The title of a tool says what it is, by the rule of the front end (product-kind.test.ts).
func TestTitleOfTool(t *testing.T) {
	text, err := os.ReadFile("testdata/product_kinds.json")
	storetest.NoError(t, err)
	var cases []struct {
		Categories []string
		Kind       string
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		storetest.Same(t, fmt.Sprint("the kind of a tool of ", c.Categories), KindOf(c.Categories), c.Kind)
	}
}

// A description is made of what is there, and is short.
func TestDescription(t *testing.T) {
	long := tool(1, "Long")
	long.Description = "One  line\nand " + strings.Repeat("é words ", 100)
	h := open(t, append(tools(30)[1:], long), nil)
	for target, begins := range map[string]string{
		"/":                     "30 AI tools in 1 category, free",
		"/category/writing":     "30 AI tools for Writing: ",
		"/?search=quux":         "0 AI tools found for “quux”",
		"/products/long":        "One line and é words ",
		"/products/nothing":     "There is nothing at this address.",
		"/veo3-generator":       "Create professional JSON prompts for VEO 3",
		"/privacy-policy":       "This policy says what Vitrine learns about you",
		"/category/writing?x=y": "30 AI tools for Writing: ",
	} {
		got := h.page(target).metas["description"]
		if length := len([]rune(got)); !strings.HasPrefix(got, begins) || length > LongestDescription {
			t.Errorf("%s is described by %d characters: %q", target, length, got)
		}
	}
	if got := h.page("/products/long").metas["description"]; !strings.HasSuffix(got, " words…") && !strings.HasSuffix(got, " é…") {
		t.Errorf("the description was not cut at a word: %q", got)
	}
}

// graph is the structured data of a page. It is one block of valid JSON that nothing in it can end.
func (p *parsed) graph(t testing.TB, target string) []map[string]any {
	t.Helper()
	block := p.blocks["application/ld+json"]
	if block == "" {
		return nil
	}
	var data struct {
		Context string           `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal([]byte(block), &data); err != nil || data.Context != "https://schema.org" || strings.ContainsAny(block, "<>&\u2028\u2029") {
		t.Errorf("%s: %v, context %q, %.300q", target, err, data.Context, block)
	}
	return data.Graph
}

// data is the page's structured data by type.
func (h *testSite) data(target string) map[string]map[string]any {
	h.t.Helper()
	page := h.page(target)
	byType := map[string]map[string]any{}
	for _, node := range page.graph(h.t, target) {
		byType[node["@type"].(string)] = node
	}
	return byType
}

// Structured data says what is shown.
func TestStructuredData(t *testing.T) {
	unknown := tool(40, "Paid")
	unknown.Type, unknown.Logo, unknown.Categories = catalog.Freemium, "/uploads/a.jpg", []string{"Video & Film", "Writing"}
	h := open(t, append(tools(30), unknown), nil)

	home := h.data("/")
	storetest.Same(t, "tools in the list of home, and of all",
		[]any{len(home["ItemList"]["itemListElement"].([]any)), home["ItemList"]["numberOfItems"]}, []any{12, 31.0})
	hasParts(t, "the search of the site", fmt.Sprint(home["WebSite"]["potentialAction"]), "https://tools.example/?search={search_term_string}")
	hasParts(t, "the list of a category", fmt.Sprint(h.data("/category/video-film")["ItemList"]), "https://tools.example/products/paid")
	free, paid := h.data("/products/tool-1")["SoftwareApplication"], h.data("/product/paid")["SoftwareApplication"]
	storetest.Same(t, "the category of a free tool", free["applicationCategory"], any("BusinessApplication"))
	storetest.Same(t, "its image", paid["image"], any("https://tools.example/uploads/a.jpg"))
	storetest.Same(t, "the way to it", h.breadcrumbOf("/product/paid"), "1 Home /, 2 Video & Film /category/video-film, 3 Paid /products/paid")
	storetest.Same(t, "what a page that is not there has", len(h.data("/nothing")), 0)
}

// Only a tool that is free has an offer: nothing says price 0 of another.
func TestOffers(t *testing.T) {
	kinds := append(catalog.AllTypes(), "Contact for pricing")
	products := tools(len(kinds))
	for i, kind := range kinds {
		products[i].Type, products[i].HasDeal, products[i].PromoText = kind, true, "Free for 0 days, $0"
	}
	h := open(t, products, nil)
	for i, kind := range kinds {
		want := "<nil>"
		if kind == catalog.Free {
			want = "map[@type:Offer price:0 priceCurrency:USD]"
		}
		address := "/products/" + products[i].Slug
		storetest.Same(t, "the offer of a tool that is "+string(kind), fmt.Sprint(h.data(address)["SoftwareApplication"]["offers"]), want)
		storetest.Same(t, string(kind)+": prices on the page", strings.Count(h.body(address), `"price":`), map[bool]int{true: 1}[kind == catalog.Free])
	}
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
		storetest.Same(t, categories, applicationCategory(strings.Split(categories, ", ")), want)
	}
}

// A tool without a description is described by what is known.
func TestDescriptionMissing(t *testing.T) {
	bare := tool(1, "Bare")
	bare.Description, bare.Type, bare.Categories = catalog.NoDescription, catalog.Unknown, []string{"Video", "Music"}
	h := open(t, []catalog.Product{bare}, nil)
	const want = "Bare is an AI tool for Video, Music. See its website and similar tools on Vitrine."
	page := h.page("/products/bare")
	storetest.Same(t, "the description", page.metas["description"], want)
	storetest.Same(t, "the description in the structured data", h.data("/products/bare")["SoftwareApplication"]["description"], want)
	lacks(t, "/llms.txt", h.body("/llms.txt"), catalog.NoDescription)
	bare.Description, bare.Type = "", catalog.Free
	h.move(bare)
	storetest.Same(t, "the description of a free one", h.page("/products/bare").metas["description"],
		strings.Replace(want, "an AI", "a free AI", 1))
}

// A document loads what the entry and its screen need, and nothing else.
func TestHeadAssets(t *testing.T) {
	h := library(t)
	for target, want := range map[string]map[string]string{
		"/": {
			"stylesheet":    "[/assets/entry-1.css /assets/shared-1.css]",
			"modulepreload": "[/assets/shared-1.js /assets/home-rows-1.js]",
		},
		"/veo3-generator": { // which is loaded on demand
			"stylesheet":    "[/assets/entry-1.css /assets/shared-1.css /assets/generator-1.css /assets/fields-1.css]",
			"modulepreload": "[/assets/shared-1.js /assets/generator-1.js /assets/fields-1.js]",
		},
	} {
		page := h.page(target)
		want["preload"], want["icon"] = "[/assets/inter-1.woff2 /assets/serif-1.woff2]", "[/favicon.svg]"
		for rel, want := range want {
			storetest.Same(t, target+": "+rel, fmt.Sprint(page.links[rel]), want)
		}
		storetest.Same(t, target+": the script", page.blocks["module"], "/assets/entry-1.js")
	}
}

// A text is only text, whatever it says, on every page, rendered or written by Go, and an address that visitors make up is one too.
func TestHostileText(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Options){"rendered": func(*Options) {}, "written by Go": plainOnly} {
		t.Run(name, func(t *testing.T) {
			h, paths := hostileSite(t, change)
			scripts := open(t, tools(1), change).page("/x").tags["script"]
			targets := append(slices.Collect(maps.Values(paths)), "/products/third", "/?search="+url.QueryEscape(hostile), "/%3Cscript%3E",
				"/products/%3Cimg%20onerror=x%3E")
			for _, target := range targets {
				page := h.page(target)
				page.isHarmless(t, target, 3)
				page.graph(t, target)
				if page.tags["title"] != 1 || target != apiPath && page.tags["script"] < scripts || page.plain && page.heading == "" {
					t.Errorf("%s lacks elements: %v, headed %q", target, page.tags, page.heading)
				}
				state := page.blocks["application/json"]
				storetest.Same(t, target+": the state is valid", target == apiPath || json.Valid([]byte(state)), true)
				lacks(t, "the state of "+target, state, "<", ">", "&", "\u2028", "\u2029")
				lacks(t, "the links of "+target, " "+strings.Join(page.links["a"], " "), " javascript:", " data:")
				hasParts(t, "the title of "+target, page.title, "S"+hostile[:9])
			}
			first, _ := h.options.Catalogue.Snapshot().Product("first")
			product := first.Product()
			page := h.page("/products/first")
			storetest.Same(t, "title", page.title, product.Name+": "+KindOf(product.Categories)+" – S"+hostile)
			storetest.Same(t, "name", h.data("/products/first")["SoftwareApplication"]["name"], any(product.Name))
			if page.plain {
				hasParts(t, "the text", page.root, "D</script><script>alert(1)</script>")
			}
		})
	}
}

// A legal page is described by what is saved.
func TestLegalPageHead(t *testing.T) {
	h := open(t, tools(1), nil)
	says := func(what, field, want string) {
		t.Helper()
		storetest.Same(t, what, h.data("/terms-of-service")["WebPage"][field], any(want))
	}
	says("the date of the text that comes with the program", "dateModified", "2025-01-27T00:00:00Z")
	h.changeSettings(func(s *site.Settings) {
		s.LegalPages = []site.LegalPage{{Type: site.TermsOfService, Title: "Rules <b> & more", Content: "# Rules\n\nBe *kind*, <i>always</i>.", UpdatedAt: time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)}}
	})
	says("the date of a saved text", "dateModified", "2026-05-06T07:08:09Z")
	says("its name", "name", "Rules <b> & more")
	page := h.page("/terms-of-service")
	storetest.Same(t, "its title and description", []string{page.title, page.metas["description"]},
		[]string{"Rules <b> & more – Vitrine", "Be kind, <i>always</i>."})
	hasParts(t, "the sitemap", strings.Join(sitemapEntries(t, h.body("/sitemap.xml")), " "), "/terms-of-service 2026-05-06T07:08:09Z",
		"/privacy-policy 2025-01-27T00:00:00Z")
}

// breadcrumbOf returns the breadcrumb in the structured data of a page, as text.
func (h *testSite) breadcrumbOf(target string) string {
	h.t.Helper()
	list, _ := h.data(target)["BreadcrumbList"]["itemListElement"].([]any)
	var crumbs []string
	for _, element := range list {
		e := element.(map[string]any)
		crumbs = append(crumbs, fmt.Sprint(e["position"], " ", e["name"], " ", strings.TrimPrefix(e["item"].(string), "https://tools.example")))
	}
	return strings.Join(crumbs, ", ")
}

// Each page of the directory says which pages are above it, and so does its plain page.
func TestBreadcrumbs(t *testing.T) {
	many := append(tools(60), tool(61, "Loner"))
	many[60].Categories = nil
	h := open(t, many, nil)
	broken := open(t, many, plainOnly)
	for target, want := range map[string]string{
		"/":                              "",
		"/?search=tool":                  "",
		"/categories":                    "1 Home /, 2 Categories /categories",
		"/category/writing":              "1 Home /, 2 Categories /categories, 3 Writing /category/writing",
		"/category/writing?pricing=Free": "1 Home /, 2 Categories /categories, 3 Writing /category/writing",
		"/category/writing/page/2":       "1 Home /, 2 Categories /categories, 3 Writing /category/writing, 4 Page 2 /category/writing/page/2",
		"/category/nothing":              "",
		"/tools":                         "1 Home /, 2 All tools /tools",
		"/tools/page/2":                  "1 Home /, 2 All tools /tools, 3 Page 2 /tools/page/2",
		"/products/1":                    "1 Home /, 2 Writing /category/writing, 3 Tool 1 /products/tool-1",
		"/products/61":                   "1 Home /, 2 Loner /products/loner",
	} {
		storetest.Same(t, "the breadcrumb of "+target, h.breadcrumbOf(target), want)
		plain := broken.page(target)
		if _, last, _ := strings.Cut(want, ", 2 "); want != "" && !strings.Contains(plain.root, "Home"+strings.Fields(last)[0]) && !strings.Contains(plain.root, "HomeTools") {
			t.Errorf("the plain page of %s: %.300s", target, plain.root)
		}
	}
}
