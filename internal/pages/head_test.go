package pages

import (
	"encoding/json"
	"fmt"
	"io"
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
	case node.Data == "h1":
		p.heading = text(node)
	case node.Data == "script":
		p.blocks[value("type")] = value("src") + text(node)
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
	h := library(t)
	for target, want := range map[string]struct{ title, canonical, robots string }{
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
	} {
		page, canonical := h.page(target), ""
		if want.canonical != "" {
			canonical = "https://tools.example" + want.canonical
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
		storetest.Same(t, fmt.Sprint("the kind of a tool of ", c.Categories), kindOf(c.Categories), c.Kind)
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
		if length := len([]rune(got)); !strings.HasPrefix(got, begins) || length > longestDescription {
			t.Errorf("%s is described by %d characters: %q", target, length, got)
		}
	}
	if got := h.page("/products/long").metas["description"]; !strings.HasSuffix(got, " words…") && !strings.HasSuffix(got, " é…") {
		t.Errorf("the description was not cut at a word: %q", got)
	}
}

// data is the page's structured data by type.
func (h *testSite) data(target string) map[string]map[string]any {
	h.t.Helper()
	page := h.page(target)
	byType := map[string]map[string]any{}
	if page.blocks["application/ld+json"] == "" {
		return byType
	}
	var graph struct {
		Context string           `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal([]byte(page.blocks["application/ld+json"]), &graph); err != nil || graph.Context != "https://schema.org" {
		h.t.Fatalf("%s: %v, %q", target, err, graph.Context)
	}
	for _, node := range graph.Graph {
		byType[node["@type"].(string)] = node
	}
	return byType
}

// Structured data says what is shown.
func TestStructuredData(t *testing.T) {
	paid := tool(40, "Paid")
	paid.Type, paid.Logo, paid.Categories = catalog.Freemium, "/uploads/a.jpg", []string{"Video & Film", "Writing"}
	h := open(t, append(tools(30), paid), nil)

	home := h.data("/")
	if list := home["ItemList"]; list["numberOfItems"] != 31.0 || len(list["itemListElement"].([]any)) != 12 {
		t.Errorf("the list of home is %v", list)
	}
	if target := fmt.Sprint(home["WebSite"]["potentialAction"]); !strings.Contains(target, "https://tools.example/?search={search_term_string}") {
		t.Errorf("the site is searched by %s", target)
	}
	if category := h.data("/category/video-film"); category["WebSite"] != nil || !strings.Contains(fmt.Sprint(category["ItemList"]), "https://tools.example/products/paid") {
		t.Errorf("the category has %v", category)
	}
	free := h.data("/products/tool-1")["SoftwareApplication"]
	if free["applicationCategory"] != "BusinessApplication" || fmt.Sprint(free["offers"]) != "map[@type:Offer price:0 priceCurrency:USD]" {
		t.Errorf("a free tool is %v", free)
	}
	product := h.data("/product/paid")
	if application := product["SoftwareApplication"]; application["offers"] != nil || application["image"] != "https://tools.example/uploads/a.jpg" {
		t.Errorf("a tool with a price we do not know is %v", application)
	}
	crumbs := fmt.Sprint(product["BreadcrumbList"]["itemListElement"])
	for _, list := range []map[string]any{home["ItemList"], product["BreadcrumbList"]} {
		for i, element := range list["itemListElement"].([]any) {
			if position := element.(map[string]any)["position"]; position != float64(i+1) {
				t.Errorf("place %d of a %s is %#v", i+1, list["@type"], position)
			}
		}
	}
	hasParts(t, "the way to the tool", crumbs, "item:https://tools.example/ name:Home position:1",
		"item:https://tools.example/category/video-film name:Video & Film position:2", "item:https://tools.example/products/paid name:Paid position:3")
	if none := h.data("/nothing"); len(none) != 0 {
		t.Errorf("a page that is not there has %v", none)
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
	if got := h.get("/llms.txt").Body.String(); strings.Contains(got, catalog.NoDescription) {
		t.Errorf("/llms.txt says %s", got)
	}
	bare.Description, bare.Type = "", catalog.Free
	h.move(bare)
	if got := h.page("/products/bare").metas["description"]; !strings.HasPrefix(got, "Bare is a free AI tool for Video, Music.") {
		t.Errorf("described as %q", got)
	}
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

// The generator says what it is.
func TestApplicationData(t *testing.T) {
	if app := library(t).data("/veo3-generator")["WebApplication"]; app["url"] != "https://tools.example/veo3-generator" {
		t.Errorf("the generator says of itself %v", app)
	}
}

// The administrator's favicon is shown.
func TestFaviconUploaded(t *testing.T) {
	h := library(t)
	h.changeSettings(func(s *site.Settings) {
		s.Logos = []site.Logo{{Type: site.Favicon, IsActive: true, MimeType: "image/png", UpdatedAt: time.Unix(1_800_000_000, 0)}}
	})
	storetest.Same(t, "the icon", h.page("/").links["icon"], []string{"/logos/favicon?v=1800000000000"})
	h.answersWith(t, map[string]string{"/favicon.ico": "302 /logos/favicon?v=1800000000000"})
}

// Hostile text is only text.
func TestHostileText(t *testing.T) {
	bad := hostileTool()
	bad.Website, bad.Logo = "https://bad.example/?"+hostile, "https://bad.example/\"><script>alert(1)</script>"
	h := open(t, []catalog.Product{bad}, func(o *Options) { o.Site = siteNamed("S" + hostile) })
	clean := open(t, tools(1), nil)
	category := h.options.Catalogue.Snapshot().Categories()[0].Slug
	for _, target := range []string{"/", "/products/bad", "/category/" + category, "/?search=%3C/script%3E%3Cimg%20src=x%20onerror=alert(1)%3E%E2%80%A8%22%27", "/%3Cscript%3E", "/products/%3Cimg%20onerror=x%3E"} {
		page := h.page(target)
		if page.tags["img"] != 0 || page.tags["title"] != 1 || slices.Contains(page.attrs, "onerror") {
			t.Errorf("%s has elements that the text made: %v", target, page.tags)
		}
		if scripts := page.tags["script"]; scripts > 3 || scripts < clean.page("/x").tags["script"] {
			t.Errorf("%s has %d scripts", target, scripts)
		}
		for _, kind := range []string{"application/json", "application/ld+json"} {
			if block := page.blocks[kind]; block != "" && (!json.Valid([]byte(block)) || strings.ContainsAny(block, "<>&\u2028\u2029")) {
				t.Errorf("%s: the block %s is %.200q", target, kind, block)
			}
		}
		if !strings.Contains(page.title, "S"+hostile[:9]) {
			t.Errorf("%s has the title %q", target, page.title)
		}
	}
	if got := h.page("/products/bad"); got.title != bad.Name+": "+kindOf(bad.Categories)+" – S"+hostile || h.data("/products/bad")["SoftwareApplication"]["name"] != bad.Name {
		t.Errorf("the text was changed: %q", got.title)
	}
}

// A legal page is described by what is saved.
func TestLegalPageHead(t *testing.T) {
	h := open(t, tools(1), nil)
	if page := h.data("/terms-of-service")["WebPage"]; page["dateModified"] != "2025-01-27T00:00:00Z" || page["url"] != "https://tools.example/terms-of-service" {
		t.Errorf("the text that comes with the program says of itself %v", page)
	}
	h.changeSettings(func(s *site.Settings) {
		s.LegalPages = []site.LegalPage{{Type: site.TermsOfService, Title: "Rules <b> & more", Content: "# Rules\n\nBe *kind*, <i>always</i>.", UpdatedAt: time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)}}
	})
	page := h.page("/terms-of-service")
	if page.title != "Rules <b> & more – Vitrine" || page.metas["description"] != "Be kind, <i>always</i>." {
		t.Errorf("a saved page has the title %q and the description %q", page.title, page.metas["description"])
	}
	if data := h.data("/terms-of-service")["WebPage"]; data["dateModified"] != "2026-05-06T07:08:09Z" || data["name"] != "Rules <b> & more" {
		t.Errorf("it says of itself %v", data)
	}
	if got := strings.Join(sitemapEntries(t, h.get("/sitemap.xml").Body.String()), " "); !strings.Contains(got, "/terms-of-service 2026-05-06T07:08:09Z") || !strings.Contains(got, "/privacy-policy 2025-01-27T00:00:00Z") {
		t.Errorf("the sitemap has %s", got)
	}
}
