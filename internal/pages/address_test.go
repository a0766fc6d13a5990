package pages

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func library(t testing.TB) *testSite {
	second := tool(2, "Éditeur Vidéo")
	second.Slug, second.Categories = "editeur-video", []string{"Video & Film"}
	h := open(t, []catalog.Product{tool(1, "ChatGPT"), second}, nil)
	h.changeSettings(func(s *site.Settings) {
		s.Issues, s.Verdicts, s.Index.ComparisonFacts = []site.Issue{sampleIssue(1)}, []site.Verdict{{Products: "1,2", Text: "**Both** are fine."}}, 4
	})
	return h
}

// What is special about an address gives it its status, or redirects to its right spelling. TestScreens has what every page does,
// TestMadeUpNames what names get that nobody has given.
func TestAddressStatus(t *testing.T) {
	h := library(t)
	h.answersWith(t, map[string]string{
		"/":                                       "200",
		"//":                                      "308 /",
		"/?category=nothing":                      "200",
		"/?sort=bogus&pricing=42&limit=-1":        "200",
		"/?cursor=broken":                         "200", // without a section it is no cursor
		"/?section=Our+Products&cursor=broken":    "400",
		"/?search=%00":                            "400",
		"/?search=%ff":                            "200",
		"/category/Writing":                       "308 /category/writing",
		"/category/Video%20%26%20Film":            "308 /category/video-film",
		"/Category/writing/?search=a+b":           "308 /category/writing?search=a+b",
		"/category/all":                           "308 /",
		"/products/1":                             "200",
		"/products/ChatGPT":                       "308 /products/chatgpt",
		"/PRODUCT/ChatGPT/?utm_source=":           "308 /product/chatgpt?utm_source=",
		"/alternatives/1":                         "308 /alternatives/chatgpt",
		"/Alternatives/ChatGPT/?utm_source=":      "308 /alternatives/chatgpt?utm_source=",
		"/alternatives/1.md":                      "308 /alternatives/chatgpt.md",
		"/SUBMIT/Status/ABC/":                     "308 /submit/status/ABC",
		"/embed/submit":                           "404", // no form is configured
		"/veo3-generator?utm_source=x":            "200",
		"/gdpr-cookies?x=1":                       "200",
		"/Products/%00/":                          "308 /products/%EF%BF%BD",
		"/submit/status/%00":                      "200",
		"/?search=" + strings.Repeat("x", 10_000): "200",
		"/?" + strings.Repeat("category=writing&", 2000):           "200",
		"/compare/chatgpt-vs-editeur-video?a=1":                    "200",
		"/compare/editeur-video-vs-chatgpt":                        "301 /compare/chatgpt-vs-editeur-video",
		"/compare/1-vs-2":                                          "301 /compare/chatgpt-vs-editeur-video",
		"/compare/ChatGPT-vs-editeur-video/?b=":                    "301 /compare/chatgpt-vs-editeur-video?b=",
		"/COMPARE/chatgpt-vs-editeur-video":                        "308 /compare/chatgpt-vs-editeur-video",
		"/compare?a=editeur-video&b=chatgpt":                       "303 /compare/chatgpt-vs-editeur-video",
		"/compare/2-vs-1.md":                                       "301 /compare/chatgpt-vs-editeur-video.md",
		"/?category=" + strings.Repeat("x", 5000) + "&sort=latest": "200",
	})
	h.areMissing(t,
		"/category", "/category/", "/alternatives", "/alternatives/", "/compare", "/compare/chatgpt", "/submit/status", "/submit/other/ABC", "/privacy",
		"/product/01", "/products/a%2Fb", "/products/%0d%0aSet-Cookie:x", "/%ff", "/%00", "/category/%00", "/go/%00", "/compare/%ff-vs-%00",
		"//evil.example/", "/\\evil.example/", "/"+strings.Repeat("x", 8000), "/products/"+strings.Repeat("%C3%A9", 3000),
		"/compare/chatgpt-vs-chatgpt", "/compare?a=chatgpt&b=chatgpt", "/compare?a=chatgpt&b=nothing", "/compare?a=%00",
	)
}

// The pages of a whole list have numbers. What can't have one, or not this one, is no page.
func TestNumberedAddress(t *testing.T) {
	h := open(t, tools(97), nil) // three pages
	h.answersWith(t, map[string]string{
		"/tools":                                "200",
		"/Tools/":                               "308 /tools",
		"/tools?pricing=Free":                   "200", // the list has no filters
		"/tools/page/1":                         "308 /tools",
		"/tools/page/3":                         "200",
		"/tools/page/3/":                        "308 /tools/page/3",
		"/category/writing/page/1":              "308 /category/writing",
		"/category/Writing/page/2":              "308 /category/writing/page/2",
		"/category/writing/page/2?utm_source=x": "200",
		"/category/writing/page/2?pricing=Free": "308 /category/writing?pricing=Free",
	})
	h.areMissing(t,
		"/tools/page/4", "/tools/page/03", "/tools/page/0", "/tools/page/-1", "/tools/page/x", "/tools/page/99999999999999999999", "/tools/page/",
		"/tools/page/2/page/2", "/category/writing/page/4", "/category/nothing/page/2", "/category/all/page/2", "/page/2", "/products/tool-1/page/2",
	)
	h.isHeaded(t, map[string]headline{
		"/tools/page/2":            {"All AI tools, A to Z, page 2 – Vitrine", "/tools/page/2", ""},
		"/tools?search=x":          {"All AI tools, A to Z – Vitrine", "/tools", ""},
		"/category/writing/page/2": {"Writing AI tools, page 2 – Vitrine", "/category/writing/page/2", ""},
	})
	descriptions := map[string]bool{}
	sitemap := sitemapEntries(t, h.body("/sitemap.xml"))
	for _, path := range []string{"/tools", "/tools/page/2", "/tools/page/3", "/category/writing", "/category/writing/page/2", "/category/writing/page/3"} {
		if !slices.Contains(sitemap, "https://tools.example"+path+" "+strings.Fields(sitemap[0])[1]) {
			t.Errorf("%s is not in the sitemap: %v", path, sitemap[:16])
		}
		descriptions[h.page(path).metas["description"]] = true
	}
	storetest.Same(t, "different descriptions", len(descriptions), 6)
}

// Without accounts or a newsletter, their screens are unknown paths, in every spelling and every form.
func TestScreensOfParts(t *testing.T) {
	for name, part := range map[string]struct {
		leaveOut func(*Options)
		paths    []string
	}{
		"accounts":   {func(o *Options) { o.Accounts = false }, []string{"/sign-up", "/sign-in", "/verify", "/forgot", "/account"}},
		"newsletter": {func(o *Options) { o.Newsletter = false }, []string{"/newsletter", "/newsletter/confirm", "/newsletter/settings", "/newsletter/archive", "/newsletter/archive/1"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t, nil, part.leaveOut)
			h.changeSettings(func(s *site.Settings) { s.Issues = []site.Issue{sampleIssue(1)} })
			for _, path := range part.paths {
				h.answersWith(t, map[string]string{
					path: "404", strings.ToUpper(path) + "/": "404", path + "?to=/saved": "404", path + "/preview.png": "404", path + ".md": "404",
				})
				storetest.Same(t, path, h.page(path).title, "Page Not Found – Vitrine")
			}
			for _, file := range []string{"/sitemap.xml", "/llms.txt"} {
				lacks(t, file, h.body(file), part.paths[0])
			}
			h.answersWith(t, map[string]string{"/saved": "200"})
		})
	}
}

// The same filters are the same page, however they are spelled.
func TestAddressKey(t *testing.T) {
	h := library(t)
	for _, spellings := range [][]string{
		{"/", "/?", "/?utm_source=x", "/?category=all&pricing=all&sort=new&search=&featured=&deal=false", "/?pricing=free&sort=Latest", "/?cursor=abc", "/?search=%20%EF%BB%BF"},
		{"/?category=writing&search=video%20tool&pricing=Free", "/?pricing=Free&search=video+tool&category=writing", "/?search=+video%20tool+&x=y&category=writing&category=other&pricing=Free"},
		{"/category/writing?sort=latest", "/category/writing?sort=latest&category=other"},
		{"/?search=%25", "/?search=%"},
		{"/products/chatgpt", "/products/chatgpt?search=x&ref=y"},
		{"/submit", "/submit?x=y"},
		{"/submit/status/ABC", "/submit/status/ABC?x"},
		{"/page-not-found", "/x", "/y/z", "/%ff", "/%00"},
		{"/products/%EF%BF%BD", "/products/%00", "/products/%E0%A4%FFA", "/products/%0d%0aSet-Cookie:x"},
		{"/admin/page-not-found", "/admin/%00"},
	} {
		for _, spelling := range spellings {
			u, err := url.ParseRequestURI(spelling)
			storetest.NoError(t, err)
			a, moved := h.view().resolve(u)
			if moved != "" || a.key() != spellings[0] {
				t.Errorf("%s is %q, %q; want %s", spelling, a.key(), moved, spellings[0])
			}
		}
	}
}

func TestOldCategoryURLRedirects(t *testing.T) {
	h := library(t)
	h.store.old = catalog.OldNames{"prose": 1, "text & talk": 1, "video-film": 1}
	h.move(h.store.products...)
	h.answersWith(t, map[string]string{
		"/category/prose":                      "301 /category/writing",
		"/category/Prose/?sort=name":           "301 /category/writing?sort=name",
		"/category/T%C3%A9xt%20%26%20talk":     "301 /category/writing",
		"/category/%E2%84%99rose?search=%3Ca>": "301 /category/writing?search=%3Ca>",
		"/category/video-film":                 "200", // another category's former name
	})
	for _, target := range []string{"/category/writing", "/?category=prose", "/?category=Text+%26+Talk"} {
		storetest.Same(t, target+": canonical", h.page(target).links["canonical"], []string{"https://tools.example/category/writing"})
	}
}

// Every address of a product leads from a former slug to the present one, in one step.
func TestOldProductURLRedirects(t *testing.T) {
	h := library(t)
	h.store.oldSlugs = []catalog.OldSlug{{Slug: "gpt", ProductID: 1}, {Slug: "old", ProductID: 1}}
	h.move(h.store.products...)
	h.answersWith(t, map[string]string{
		"/products/old":                 "301 /products/chatgpt",
		"/product/old?ref=%3Ca>":        "301 /products/chatgpt?ref=%3Ca>",
		"/Products/OLD/":                "301 /products/chatgpt",
		"/products/gpt":                 "301 /products/chatgpt",
		"/products/old.md":              "301 /products/chatgpt.md",
		"/products/old/preview.png":     "301 /products/chatgpt/preview.png",
		"/badge/old.svg?theme=dark":     "301 /badge/chatgpt.svg?theme=dark",
		"/alternatives/Old":             "301 /alternatives/chatgpt",
		"/alternatives/old.md":          "301 /alternatives/chatgpt.md",
		"/compare/old-vs-editeur-video": "301 /compare/chatgpt-vs-editeur-video",
		"/go/old":                       "302 https://chatgpt.example/",
	})
	renamed := h.store.products[0]
	renamed.Slug = "old"
	h.move(append([]catalog.Product{renamed}, h.store.products[1:]...)...)
	storetest.Same(t, "a slug that is present again", h.get("/products/old").Code, http.StatusOK)
}
