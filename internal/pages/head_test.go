package pages_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A page has a title by the rule and one address for search engines. testdata/pages.json has the title of each page of the table.
func TestTitleAndCanonicalURL(t *testing.T) {
	const home = "Vitrine – Find the right AI tool"
	pagestest.Library(t).IsHeaded(t, map[string]pagestest.Headline{
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
		"/submit?utm_source=x":                 {"Submit Your AI Tool – Vitrine", "/submit", ""},
		"/gdpr-cookies?utm_source=x":           {"GDPR Cookies Disclaimer – Vitrine", "/gdpr-cookies", ""},
		"/product/2":                           {"Éditeur Vidéo: video & film – Vitrine", "/products/editeur-video", ""},
		"/product/chatgpt":                     {"ChatGPT: writing – Vitrine", "/products/chatgpt", ""},
		"/products/1":                          {"ChatGPT: writing – Vitrine", "/products/chatgpt", ""},
		"/products/nothing":                    {"Product Not Found – Vitrine", "", "noindex,follow"},
		"/category/nothing":                    {"Page Not Found – Vitrine", "", "noindex,follow"},
		"/nothing":                             {"Page Not Found – Vitrine", "", "noindex,follow"},
	})
}

// The title of a tool says what it is, by the rule of the front end (product-words.test.tsx).
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
		storetest.Same(t, fmt.Sprint("the kind of a tool of ", c.Categories), pages.KindOf(c.Categories), c.Kind)
	}
}

// A description is made of what is there, and is short.
func TestDescription(t *testing.T) {
	long := pagestest.Tool(1, "Long")
	long.Description = "One  line\nand " + strings.Repeat("é words ", 100)
	h := pagestest.Open(t, append(pagestest.Tools(30)[1:], long), nil)
	for target, begins := range map[string]string{
		"/":                     "30 AI tools in 1 category, free",
		"/category/writing":     "30 AI tools for writing: ",
		"/?search=quux":         "0 AI tools found for “quux”",
		"/products/long":        "One line and é words ",
		"/products/nothing":     "There is no page at this URL.",
		"/submit":               "Have an AI tool you'd like to feature on Vitrine?",
		"/privacy-policy":       "This policy explains what we collect when you use Vitrine",
		"/category/writing?x=y": "30 AI tools for writing: ",
	} {
		got := h.Page(target).Metas["description"]
		if length := len([]rune(got)); !strings.HasPrefix(got, begins) || length > pages.LongestDescription {
			t.Errorf("%s is described by %d characters: %q", target, length, got)
		}
	}
	if got := h.Page("/products/long").Metas["description"]; !strings.HasSuffix(got, " words…") && !strings.HasSuffix(got, " é…") {
		t.Errorf("the description was not cut at a word: %q", got)
	}
}

// Structured data says what is shown.
func TestStructuredData(t *testing.T) {
	unknown := pagestest.Tool(40, "Paid")
	unknown.Type, unknown.Logo, unknown.Categories = catalog.Freemium, "/uploads/a.jpg", []string{"Video & Film", "Writing"}
	h := pagestest.Open(t, append(pagestest.Tools(30), unknown), nil)

	home := h.Data("/")
	storetest.Same(t, "tools in the list of home, and of all",
		[]any{len(home["ItemList"]["itemListElement"].([]any)), home["ItemList"]["numberOfItems"]}, []any{12, 31.0})
	pagestest.HasParts(t, "the search of the site", fmt.Sprint(home["WebSite"]["potentialAction"]), "https://tools.example/?search={search_term_string}")
	pagestest.HasParts(t, "the list of a category", fmt.Sprint(h.Data("/category/video-film")["ItemList"]), "https://tools.example/products/paid")
	free, paid := h.Data("/products/tool-1")["SoftwareApplication"], h.Data("/product/paid")["SoftwareApplication"]
	storetest.Same(t, "the category of a free tool", free["applicationCategory"], any("BusinessApplication"))
	storetest.Same(t, "its image", paid["image"], any("https://tools.example/uploads/a.jpg"))
	storetest.Same(t, "the way to it", h.BreadcrumbOf("/product/paid"), "1 Home /, 2 Video & Film /category/video-film, 3 Paid /products/paid")
	storetest.Same(t, "what a page that is not there has", len(h.Data("/nothing")), 0)
}

// Only a tool that is free has an offer: nothing says price 0 of another.
func TestOffers(t *testing.T) {
	kinds := append(catalog.AllTypes(), "Contact for pricing")
	products := pagestest.Tools(len(kinds))
	for i, kind := range kinds {
		products[i].Type, products[i].HasDeal, products[i].PromoText = kind, true, "Free for 0 days, $0"
	}
	h := pagestest.Open(t, products, nil)
	for i, kind := range kinds {
		want := "<nil>"
		if kind == catalog.Free {
			want = "map[@type:Offer price:0 priceCurrency:USD]"
		}
		address := "/products/" + products[i].Slug
		storetest.Same(t, "the offer of a tool that is "+string(kind), fmt.Sprint(h.Data(address)["SoftwareApplication"]["offers"]), want)
		storetest.Same(t, string(kind)+": prices on the page", strings.Count(h.Body(address), `"price":`), map[bool]int{true: 1}[kind == catalog.Free])
	}
}

// A tool without a description is described by what is known.
func TestDescriptionMissing(t *testing.T) {
	bare := pagestest.Tool(1, "Bare")
	bare.Description, bare.Type, bare.Categories = catalog.NoDescription, catalog.Unknown, []string{"Video", "Music"}
	h := pagestest.Open(t, []catalog.Product{bare}, nil)
	const want = "Bare is an AI tool for Video, Music. See its website and similar tools on Vitrine."
	page := h.Page("/products/bare")
	storetest.Same(t, "the description", page.Metas["description"], want)
	storetest.Same(t, "the description in the structured data", h.Data("/products/bare")["SoftwareApplication"]["description"], want)
	pagestest.Lacks(t, "/llms.txt", h.Body("/llms.txt"), catalog.NoDescription)
	bare.Description, bare.Type = "", catalog.Free
	h.Move(bare)
	storetest.Same(t, "the description of a free one", h.Page("/products/bare").Metas["description"],
		strings.Replace(want, "an AI", "a free AI", 1))
}

// A document loads what the entry and its screen need, and nothing else.
func TestHeadAssets(t *testing.T) {
	h := pagestest.Library(t)
	for target, want := range map[string]map[string]string{
		"/": {
			"stylesheet":    "[/assets/entry-1.css /assets/shared-1.css]",
			"modulepreload": "[/assets/shared-1.js /assets/home-1.js]",
		},
		"/submit": { // which is loaded on demand
			"stylesheet":    "[/assets/entry-1.css /assets/shared-1.css /assets/submit-1.css /assets/fields-1.css]",
			"modulepreload": "[/assets/shared-1.js /assets/submit-1.js /assets/fields-1.js]",
		},
	} {
		page := h.Page(target)
		want["preload"], want["icon"] = "[/assets/inter-1.woff2 /assets/serif-1.woff2]", "[/favicon.svg]"
		for rel, want := range want {
			storetest.Same(t, target+": "+rel, fmt.Sprint(page.Links[rel]), want)
		}
		storetest.Same(t, target+": the script", page.Blocks["module"], "/assets/entry-1.js")
	}
}

// A text is only text, whatever it says, on every page, rendered or written by Go, and an address that visitors make up is one too.
func TestHostileText(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*pagestest.Options){"rendered": func(*pagestest.Options) {}, "written by Go": pagestest.PlainOnly} {
		t.Run(name, func(t *testing.T) {
			h, paths := pagestest.HostileSite(t, change)
			scripts := pagestest.Open(t, pagestest.Tools(1), change).Page("/x").Tags["script"]
			targets := append(slices.Collect(maps.Values(paths)), "/products/third", "/?search="+url.QueryEscape(pagestest.Hostile), "/%3Cscript%3E",
				"/products/%3Cimg%20onerror=x%3E")
			for _, target := range targets {
				at, err := url.Parse(target)
				storetest.NoError(t, err)
				a, _ := h.View().Resolve(at)
				isScriptless := a.Page != nil && a.Page.Scriptless
				page := h.Page(target)
				page.IsHarmless(t, target, 3)
				page.Graph(t, target)
				if page.Tags["title"] != 1 || !isScriptless && page.Tags["script"] < scripts || page.Plain && page.Heading == "" {
					t.Errorf("%s lacks elements: %v, headed %q", target, page.Tags, page.Heading)
				}
				state := page.Blocks["application/json"]
				storetest.Same(t, target+": the state is valid", isScriptless || json.Valid([]byte(state)), true)
				pagestest.Lacks(t, "the state of "+target, state, "<", ">", "&", "\u2028", "\u2029")
				pagestest.Lacks(t, "the links of "+target, " "+strings.Join(page.Links["a"], " "), " javascript:", " data:")
				pagestest.HasParts(t, "the title of "+target, page.Title, "S"+pagestest.Hostile[:9])
			}
			first, _ := h.Catalogue.Snapshot().Product("first")
			product := first.Product()
			page := h.Page("/products/first")
			storetest.Same(t, "title", page.Title, product.Name+": "+pages.KindOf(product.Categories)+" – S"+pagestest.Hostile)
			storetest.Same(t, "name", h.Data("/products/first")["SoftwareApplication"]["name"], any(product.Name))
			if page.Plain {
				pagestest.HasParts(t, "the text", page.Root, "D</script><script>alert(1)</script>")
			}
		})
	}
}

// A legal page is described by what is saved.
func TestLegalPageHead(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(1), nil)
	says := func(what, field, want string) {
		t.Helper()
		storetest.Same(t, what, h.Data("/terms-of-service")["WebPage"][field], any(want))
	}
	says("the date of the text that comes with the program", "dateModified", "2025-01-27T00:00:00Z")
	h.ChangeSettings(func(s *site.Settings) {
		s.LegalPages = []site.LegalPage{{Type: site.TermsOfService, Title: "Rules <b> & more", Content: "# Rules\n\nBe *kind*, <i>always</i>.", UpdatedAt: time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)}}
	})
	says("the date of a saved text", "dateModified", "2026-05-06T07:08:09Z")
	says("its name", "name", "Rules <b> & more")
	page := h.Page("/terms-of-service")
	storetest.Same(t, "its title and description", []string{page.Title, page.Metas["description"]},
		[]string{"Rules <b> & more – Vitrine", "Be kind, <i>always</i>."})
	pagestest.HasParts(t, "the sitemap", strings.Join(pagestest.SitemapEntries(t, h.Body("/sitemap.xml")), " "), "/terms-of-service 2026-05-06T07:08:09Z",
		"/privacy-policy 2025-01-27T00:00:00Z")
}

// Each page of the directory says which pages are above it, and so does its plain page.
func TestBreadcrumbs(t *testing.T) {
	many := append(pagestest.Tools(60), pagestest.Tool(61, "Loner"))
	many[60].Categories = nil
	h := pagestest.Open(t, many, nil)
	broken := pagestest.Open(t, many, pagestest.PlainOnly)
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
		storetest.Same(t, "the breadcrumb of "+target, h.BreadcrumbOf(target), want)
		plain := broken.Page(target)
		if _, last, _ := strings.Cut(want, ", 2 "); want != "" && !strings.Contains(plain.Root, "Home"+strings.Fields(last)[0]) && !strings.Contains(plain.Root, "HomeTools") {
			t.Errorf("the plain page of %s: %.300s", target, plain.Root)
		}
	}
}

// The home page has the site's tagline, its social title and the tags of search consoles, and no other page has them.
func TestHomeTexts(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(3), nil)
	h.ChangeSettings(func(s *site.Settings) {
		s.Texts = site.Texts{Tagline: `A "tag" & <line>`, SocialTitle: `Look: <b>tools</b>`, Hero: "Tools", HeroAccent: "on stage"}
		s.Verification = site.VerificationTags{Google: "g-1", Yandex: "y-1"}
	})
	page := h.Page("/")
	storetest.Same(t, "title", page.Title, `Vitrine – A "tag" & <line>`)
	for name, want := range map[string]string{
		"og:title": `Look: <b>tools</b>`, "twitter:title": `Look: <b>tools</b>`, "google-site-verification": "g-1", "yandex-verification": "y-1", "msvalidate.01": "",
	} {
		storetest.Same(t, name, page.Metas[name], want)
	}
	for _, path := range []string{"/?search=tool", "/category/writing", "/products/tool-1", "/submit"} {
		metas := h.Page(path).Metas
		pagestest.Lacks(t, path, metas["og:title"]+metas["google-site-verification"], "Look", "g-1")
	}
	v := h.View()
	a, _ := v.Follow("/")
	card := pages.CardOf(v, a, v.HeadOf(a))
	storetest.Same(t, "the title of the preview, and its accented words", []any{card.Title, card.Accent}, []any{"Tools on stage", 2})
}
