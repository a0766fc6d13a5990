package pages_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// TestScreens holds for every page of the table what no page may miss.
func TestScreens(t *testing.T) {
	h := pagestest.ExampleSite(t, nil)
	broken := pagestest.ExampleSite(t, pagestest.PlainOnly)
	sitemap := h.Body("/sitemap.xml")
	for pattern, path := range pagestest.ExamplePages("chatgpt", "editeur-video") {
		a, _ := h.View().Resolve(&url.URL{Path: path})
		row := a.Page
		t.Run(pattern, func(t *testing.T) {
			if !slices.Contains(row.Paths, pattern) || a.Key() != path {
				t.Fatalf("%s is the address %+v", path, a)
			}
			w, page := h.Get(path), h.Page(path)
			if w.Code != http.StatusOK || page.Plain || page.Root == "" {
				t.Errorf("%d, plain %t, %q", w.Code, page.Plain, page.Root)
			}
			pagestest.HasParts(t, "the title", page.Title, "Vitrine")
			storetest.Same(t, "the titles for others", []string{page.Metas["og:title"], page.Metas["twitter:title"]},
				[]string{page.Title, page.Title})
			if length := len([]rune(page.Metas["description"])); length == 0 || length > pages.LongestDescription {
				t.Errorf("the description is %q", page.Metas["description"])
			}
			if loads := slices.ContainsFunc(page.Links["modulepreload"], func(script string) bool { return script == pagestest.BuiltAs(row.Module) }); loads != (row.Module != "") {
				t.Errorf("it loads %v, its module is %s", page.Links["modulepreload"], row.Module)
			}
			if !slices.Contains(page.Links["alternate"], "https://tools.example/feed.xml") {
				t.Errorf("its alternates are %v", page.Links["alternate"])
			}
			canonical := strings.Join(page.Links["canonical"], " ")
			if row.Private && (w.Header().Get("Cache-Control") != "no-store" || strings.Contains(a.Logged(), path) || !row.Unlisted) {
				t.Errorf("it is not private: %v, logged as %s", w.Header(), a.Logged())
			}
			if row.Unlisted {
				if canonical != "" || page.Metas["robots"] != "noindex,follow" || page.Metas["og:image"] != "" || strings.Contains(sitemap, path) {
					t.Errorf("it is listed: %v, at %q", page.Metas, canonical)
				}
			} else if page.Metas["robots"] != "" || !strings.Contains(sitemap, "<loc>"+canonical+"</loc>") || w.Header().Get("Cache-Control") != "no-cache" ||
				!strings.HasPrefix(page.Metas["og:image"], strings.TrimSuffix(canonical, "/")+"/preview.png?v=") || page.Metas["og:url"] != canonical {
				t.Errorf("it is not public: %v, at %q, %v", w.Header(), canonical, page.Metas)
			}
			if _, cached := h.Cache().GetIfPresent(path); cached == row.Private {
				settle(h)
				if _, cached = h.Cache().GetIfPresent(path); cached == row.Private {
					t.Errorf("cached: %t", cached)
				}
			}
			folder, name, _ := pages.Match(pattern, path)
			if path != "/" {
				h.AnswersWith(t, map[string]string{strings.ToUpper(folder) + name + "/?utm_source=x": "308 " + path + "?utm_source=x"})
			}
			plain := broken.Page(path) // which has one heading of the first level and one of each landmark that people skip to
			storetest.Same(t, "its plain page: status, plain, headings, main parts, footers",
				[]any{plain.Status, plain.Plain, plain.Tags["h1"], plain.Tags["main"], plain.Tags["footer"]}, []any{http.StatusOK, !row.Scriptless, 1, 1, 1})
			if plain.Heading == "" || len(plain.Main) < len(plain.Heading)+20 {
				t.Errorf("its plain page is hollow: %q", plain.Main)
			}
			storetest.Same(t, "a page below it", h.Get(strings.TrimSuffix(path, "/")+"/more/").Code, http.StatusNotFound)
		})
	}
}

// What is special about an address gives it its status, or redirects to its right spelling. TestScreens has what every page does,
// TestMadeUpNames what names get that nobody has given.
func TestAddressStatus(t *testing.T) {
	h := pagestest.Library(t)
	h.AnswersWith(t, map[string]string{
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
		"/SUBMIT/Status/ABC/":                     "308 /submit/status/ABC",
		"/embed/submit":                           "404", // no form is configured
		"/gdpr-cookies?x=1":                       "200",
		"/Products/%00/":                          "308 /products/%EF%BF%BD",
		"/submit/status/%00":                      "200",
		"/?search=" + strings.Repeat("x", 10_000): "200",
		"/?" + strings.Repeat("category=writing&", 2000):           "200",
		"/?category=" + strings.Repeat("x", 5000) + "&sort=latest": "200",
	})
	h.AreMissing(t,
		"/category", "/category/", "/alternatives", "/alternatives/", "/compare", "/compare/chatgpt", "/submit/status", "/submit/other/ABC", "/privacy",
		"/product/01", "/products/a%2Fb", "/products/%0d%0aSet-Cookie:x", "/%ff", "/%00", "/category/%00", "/go/%00", "/compare/%ff-vs-%00",
		"//evil.example/", "/\\evil.example/", "/"+strings.Repeat("x", 8000), "/products/"+strings.Repeat("%C3%A9", 3000),
		"/compare/chatgpt-vs-chatgpt", "/compare?a=chatgpt&b=chatgpt", "/compare?a=chatgpt&b=nothing", "/compare?a=%00",
	)
}

// The pages of a whole list have numbers. What can't have one, or not this one, is no page.
func TestNumberedAddress(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(97), nil) // three pages
	h.AnswersWith(t, map[string]string{
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
	h.AreMissing(t,
		"/tools/page/4", "/tools/page/03", "/tools/page/0", "/tools/page/-1", "/tools/page/x", "/tools/page/99999999999999999999", "/tools/page/",
		"/tools/page/2/page/2", "/category/writing/page/4", "/category/nothing/page/2", "/category/all/page/2", "/page/2", "/products/tool-1/page/2",
	)
	h.IsHeaded(t, map[string]pagestest.Headline{
		"/tools/page/2":            {"All AI tools, A to Z, page 2 – Vitrine", "/tools/page/2", ""},
		"/tools?search=x":          {"All AI tools, A to Z – Vitrine", "/tools", ""},
		"/category/writing/page/2": {"Writing AI tools, page 2 – Vitrine", "/category/writing/page/2", "noindex,follow"},
	})
	descriptions := map[string]bool{}
	sitemap := pagestest.SitemapEntries(t, h.Body("/sitemap.xml"))
	for _, path := range []string{"/tools", "/tools/page/2", "/tools/page/3", "/category/writing", "/category/writing/page/2", "/category/writing/page/3"} {
		isFurther := strings.HasPrefix(path, "/category/writing/page/")
		if slices.Contains(sitemap, "https://tools.example"+path+" "+strings.Fields(sitemap[0])[1]) == isFurther {
			t.Errorf("%s is in the sitemap: %t; that begins with %v", path, isFurther, sitemap[:16])
		}
		descriptions[h.Page(path).Metas["description"]] = true
	}
	storetest.Same(t, "different descriptions", len(descriptions), 6)
}

// Without accounts or a newsletter, their screens are unknown paths, in every spelling and every form.
func TestScreensOfParts(t *testing.T) {
	for name, part := range map[string]struct {
		leaveOut func(*pagestest.Options)
		paths    []string
	}{
		"accounts":   {func(o *pagestest.Options) { o.Accounts = false }, []string{"/sign-up", "/sign-in", "/verify", "/forgot", "/account"}},
		"newsletter": {func(o *pagestest.Options) { o.Newsletter = false }, []string{"/newsletter", "/newsletter/confirm", "/newsletter/settings", "/newsletter/archive", "/newsletter/archive/1"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := pagestest.Open(t, nil, part.leaveOut)
			h.ChangeSettings(func(s *site.Settings) { s.Issues = []site.Issue{pagestest.SampleIssue(1)} })
			for _, path := range part.paths {
				h.AnswersWith(t, map[string]string{
					path: "404", strings.ToUpper(path) + "/": "404", path + "?to=/saved": "404", path + "/preview.png": "404", path + ".md": "404",
				})
				storetest.Same(t, path, h.Page(path).Title, "Page Not Found – Vitrine")
			}
			for _, file := range []string{"/sitemap.xml", "/llms.txt"} {
				pagestest.Lacks(t, file, h.Body(file), part.paths[0])
			}
			if pagestest.Has("/saved") {
				h.AnswersWith(t, map[string]string{"/saved": "200"})
			}
		})
	}
}

// The same filters are the same page, however they are spelled.
func TestAddressKey(t *testing.T) {
	h := pagestest.Library(t)
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
			a, moved := h.View().Resolve(u)
			if moved != "" || a.Key() != spellings[0] {
				t.Errorf("%s is %q, %q; want %s", spelling, a.Key(), moved, spellings[0])
			}
		}
	}
}

func TestOldCategoryURLRedirects(t *testing.T) {
	h := pagestest.Library(t)
	h.Store.OldNames = catalog.OldNames{"prose": 1, "text & talk": 1, "video-film": 1}
	h.Move(h.Store.Products...)
	h.AnswersWith(t, map[string]string{
		"/category/prose":                      "301 /category/writing",
		"/category/Prose/?sort=name":           "301 /category/writing?sort=name",
		"/category/T%C3%A9xt%20%26%20talk":     "301 /category/writing",
		"/category/%E2%84%99rose?search=%3Ca>": "301 /category/writing?search=%3Ca>",
		"/category/video-film":                 "200", // another category's former name
	})
	for _, target := range []string{"/category/writing", "/?category=prose", "/?category=Text+%26+Talk"} {
		storetest.Same(t, target+": canonical", h.Page(target).Links["canonical"], []string{"https://tools.example/category/writing"})
	}
}

// Every address of a product leads from a former slug to the present one, in one step.
func TestOldProductURLRedirects(t *testing.T) {
	h := pagestest.Renamed(t, "gpt", "old")
	h.AnswersWith(t, map[string]string{
		"/products/old":             "301 /products/chatgpt",
		"/product/old?ref=%3Ca>":    "301 /products/chatgpt?ref=%3Ca>",
		"/Products/OLD/":            "301 /products/chatgpt",
		"/products/gpt":             "301 /products/chatgpt",
		"/products/old.md":          "301 /products/chatgpt.md",
		"/products/old/preview.png": "301 /products/chatgpt/preview.png",
		"/badge/old.svg?theme=dark": "301 /badge/chatgpt.svg?theme=dark",
		"/go/old":                   "302 https://chatgpt.example/",
	})
	renamed := h.Store.Products[0]
	renamed.Slug = "old"
	h.Move(append([]catalog.Product{renamed}, h.Store.Products[1:]...)...)
	storetest.Same(t, "a slug that is present again", h.Get("/products/old").Code, http.StatusOK)
}

// Whatever a tool is called, it has a page of its own, which no id is taken for, in any script, and which the sitemap has
// percent-encoded. Who writes the URL otherwise is redirected, with the query; what only says where a visitor is from changes nothing.
func TestNamesAsAddresses(t *testing.T) {
	slugs := map[string]string{
		"🎨": "tool", "🤖 +++": "tool-2", "1111": "tool-1111", "٣٣": "٣٣", "1e3": "1e3", "C": "c", "C++": "c-2", "C#": "c-3", "README.md": "readme-md", "feed.xml": "feed-xml", "new": "new",
		"작가": norm.NFD.String("작가"), "翻訳くん": "翻訳くん", "ผู้ช่วยเขียน": "ผู้ช่วย", "번역 도우미": "번역-도우미", "Écrire": "ecrire", "Привет": "привет",
	}
	var products []catalog.Product
	for name, slug := range slugs {
		p := pagestest.Tool(int64(1111+len(products)), name)
		if p.Slug = slug; !catalog.ValidSlug(slug) {
			t.Errorf("%q is no slug", slug)
		}
		products = append(products, p)
	}
	h := pagestest.Open(t, products, nil)
	sitemap := h.Body("/sitemap.xml")
	for _, p := range products {
		address := "/products/" + url.PathEscape(p.Slug)
		page := h.Page(address + "?utm_source=x&fbclid=1")
		storetest.Same(t, p.Name, []any{page.Status, strings.HasPrefix(page.Title, p.Name+":"), page.Links["canonical"][0]}, []any{200, true, "https://tools.example" + address})
		storetest.Same(t, p.Name+" in the sitemap", strings.Contains(sitemap, "<loc>https://tools.example"+address+"</loc>"), true)
		storetest.Same(t, p.Name+" as text for its image", strings.HasPrefix(page.Metas["og:image:alt"], p.Name), true)
		head := h.Ask("HEAD", address)
		pagestest.Sent(t, "HEAD of "+p.Name, head, 200, "Content-Type", "text/html; charset=utf-8")
		storetest.Same(t, "bytes of HEAD", head.Body.Len(), 0)
		h.AnswersWith(t, map[string]string{
			address + "/?a=%2F&utm_source=x": "308 " + address + "?a=%2F&utm_source=x", strings.Replace(address, "p", "P", 1) + "?a=1": "308 " + address + "?a=1",
			address + ".md": "200", address + "/preview.png": "200",
		})
		storetest.Same(t, "HEAD of another spelling", h.Ask("HEAD", address+"/").Code, 308)
	}
	h.AnswersWith(t, map[string]string{ // a slug that an earlier version did not compose, as people type it
		"/products/" + url.PathEscape("작가"):                      "301 /products/" + url.PathEscape(norm.NFD.String("작가")),
		"/products/" + url.PathEscape(norm.NFD.String("번역-도우미")): "301 /products/" + url.PathEscape("번역-도우미"),
	})
	for _, p := range products { // an id leads to its own tool
		storetest.Same(t, fmt.Sprint(p.ID), strings.HasPrefix(h.Page(fmt.Sprint("/products/", p.ID)).Title, p.Name+":"), true)
	}
}

// The page of a tool in the trash says that it is gone, until it is restored or purged.
func TestGone(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(12), nil)
	h.Store.OldSlugs = []catalog.OldSlug{{Slug: "former", ProductID: 3}}
	h.Bin(time.Now(), 3)
	for _, path := range []string{"/products/tool-3", "/product/tool-3", "/products/3", "/products/former"} {
		page := h.Page(path)
		storetest.Same(t, path, []any{page.Status, page.Metas["og:image"]}, []any{http.StatusGone, ""})
		h.IsHeaded(t, map[string]pagestest.Headline{path: {"Product Not Found – Vitrine", "", "noindex,follow"}})
	}
	h.AnswersWith(t, map[string]string{
		"/go/tool-3": "410", "/badge/tool-3.svg": "410", "/products/tool-3.md": "410", "/products/tool-3/preview.png": "410",
	})
	h.AreMissing(t, "/products/tool-33", "/go/tool-33", "/products/tool-33.md", "/badge/tool-33.svg")
	pagestest.Lacks(t, "the sitemap", h.Body("/sitemap.xml"), "tool-3<")
	h.Store.Trash = nil
	h.Move(pagestest.Tools(12)...)
	h.AnswersWith(t, map[string]string{"/products/tool-3": "200", "/products/former": "301 /products/tool-3", "/go/tool-3": "302 https://tool-3.example/", "/products/tool-3.md": "200"})
	h.Bin(time.Now().Add(-catalog.TrashRetention), 3)
	h.AreMissing(t, "/products/tool-3", "/products/3", "/go/tool-3", "/products/tool-3.md")
}

// Without markup from React, the page is there too, with hostile texts only as text.
func TestGonePlain(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(5), pagestest.PlainOnly)
	for i := range h.Store.Products {
		h.Store.Products[i].Name = fmt.Sprintf("</script><b>%d", i)
	}
	h.Move(slices.Clone(h.Store.Products)...)
	h.Bin(time.Now(), 2)
	body := h.Body("/products/2")
	pagestest.HasParts(t, "the page", body, "Product Not Found", "Similar Products", "&lt;/script&gt;&lt;b&gt;3")
	pagestest.Lacks(t, "the page", body, "<b>")
}

// Names that anybody can make up fill no cache and no log, and nothing stays in memory for them.
func TestMadeUpNames(t *testing.T) {
	var log bytes.Buffer
	h := pagestest.Open(t, pagestest.Tools(60), func(o *pagestest.Options) { o.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	h.Collect(pagestest.BestOf(1))
	h.Bin(time.Now(), 3)
	h.Get("/products/tool-1")
	h.Get("/products/tool-3")
	h.Get("/page-not-found")
	settle(h)
	cached := h.Cache().EstimatedSize()
	areUnknown := func(addresses []string, header ...string) {
		t.Helper()
		for i := range 50 {
			for _, address := range addresses {
				pagestest.Sent(t, address, h.Get(fmt.Sprintf(address, i+10)), http.StatusNotFound, header...)
			}
		}
		settle(h)
		storetest.Same(t, "cached, in flight, logged", []any{h.Cache().EstimatedSize(), rendersInFlight(h), log.String()}, []any{cached, 0, ""})
	}
	areUnknown([]string{
		"/products/made-up-%d", "/product/made-up-%d", "/products/made-up-%d.md", "/category/made-up-%d", "/category/video/page/%d000",
		"/tag/made-up-%d", "/alternatives/made-up-%d", "/alternatives/made-up-%d.md", "/newsletter/archive/%d000", "/tools/page/%d000",
		"/badge/made-up-%d.svg?theme=%[1]d", "/go/made-up-%d", "/made-up-%d",
	})
	asked := h.API.Asked.Load()
	areUnknown(slices.DeleteFunc([]string{
		"/compare/made-up-%d-vs-tool-1", "/compare/tool-1-vs-tool-%d-vs-nothing", "/compare/tool-1-vs-tool-%d-vs-tool-1",
		"/compare/tool-1-vs-nothing-%d.md", "/compare/tool-1-vs-nothing-%d/preview.png", "/best/made-up-%d", "/best/made-up-%d.md", "/best/made-up-%d/preview.png",
	}, func(path string) bool { return !pagestest.Has(path) }), "Cache-Control", "no-store")
	storetest.Same(t, "answers asked for comparisons and collections", h.API.Asked.Load(), asked)
}

// The administrator's screens are one document, which has no content and no data.
func TestAdminDocument(t *testing.T) {
	h := pagestest.Library(t)
	for target, want := range map[string]string{
		"/admin":                              "200 Admin Dashboard",
		"/admin?object=products":              "200 Admin Dashboard",
		"/admin/login":                        "200 Admin Panel",
		"/admin/categories":                   "200 Categories",
		"/admin/history?view=trash":           "200 History",
		"/admin/queue":                        "200 Submissions",
		"/admin/readers":                      "200 Audience",
		"/admin/nothing":                      "404 Page Not Found",
		"/admin/history/42":                   "404 Page Not Found",
		"/admin/page-not-found":               "404 Page Not Found",
		"/admin/" + strings.Repeat("x/", 900): "404 Page Not Found",
	} {
		w := h.Get(target)
		pagestest.Sent(t, target, w, w.Code, "Content-Security-Policy", pages.ContentSecurityPolicy, "Cache-Control", "no-cache")
		page := pagestest.Parse(t, w.Body)
		storetest.Same(t, target+": status and title", fmt.Sprint(w.Code, " ", page.Title), want+" – Vitrine")
		storetest.Same(t, target+": content, state and structured data",
			[]string{page.Root, page.Blocks["application/json"], page.Blocks["application/ld+json"]},
			[]string{"", `{"site":{"name":"Vitrine"}}`, ""})
		if page.Metas["robots"] == "" || len(page.Links["canonical"]) > 0 {
			t.Errorf("%.40s is offered to search engines: %v", target, page.Metas)
		}
	}
	storetest.Same(t, "answers asked for documents that say nothing", h.API.Asked.Load(), int64(0))
}

// An address of the administrator's screens has one spelling.
func TestAdminAddress(t *testing.T) {
	pagestest.Library(t).AnswersWith(t, map[string]string{
		"/admin/":                   "308 /admin",
		"/Admin":                    "308 /admin",
		"/ADMIN/Login/":             "308 /admin/login",
		"/admin/History?view=trash": "308 /admin/history?view=trash",
		"/admin/submissions":        "308 /admin/queue",
		"/admin/Audience/?tab=x":    "308 /admin/readers?tab=x",
	})
}

// Public documents and the administrator's share no script.
func TestAdminScripts(t *testing.T) {
	h := pagestest.Library(t)
	public, admin := h.Page("/"), h.Page("/admin")
	storetest.Same(t, "the first scripts", []string{public.Blocks["module"], admin.Blocks["module"]},
		[]string{"/assets/entry-1.js", "/assets/admin-1.js"})
	browsers := []string{"icon", "apple-touch-icon", "manifest", "search"} // what the site is in a browser, everywhere the same
	for rel, links := range public.Links {
		for _, link := range links {
			if slices.Contains(admin.Links[rel], link) && !slices.Contains(browsers, rel) {
				t.Errorf("both load %s", link)
			}
		}
	}
	storetest.Same(t, "the scripts of the administrator's document", admin.Links["modulepreload"], []string{"/assets/parts-1.js"})
	storetest.Same(t, "the styles of the administrator's document", admin.Links["stylesheet"], []string{"/assets/admin-1.css", "/assets/parts-1.css"})
}

// A front end without the administrator's part is refused.
func TestAdminBuildMissing(t *testing.T) {
	client := pagestest.Built()
	client[pagestest.AdminManifest].Data = []byte(`{}`)
	if _, err := pages.New(pages.Options{PublicURL: "https://tools.example", Client: client}); err == nil || !strings.Contains(err.Error(), "src/entry-admin.tsx") {
		t.Errorf("the error is %v", err)
	}
}

// Every path has a name in metrics, one of a small set whatever paths clients send.
func TestRoute(t *testing.T) {
	h := pagestest.Open(t, nil, func(o *pagestest.Options) { o.Notices = []byte("{}") })
	for path, want := range map[string]string{
		"/":                         "/",
		"/products/one":             "/products/{slug}",
		"/product/7":                "/products/{slug}",
		"/category/video":           "/category/{slug}",
		"/category/video/page/2":    "/category/{slug}",
		"/categories.md":            "/categories",
		"/tag/agents/feed.xml":      "/tag/{slug}",
		"/feed.xml":                 "/feed",
		"/assets/a.js":              "/assets/{file}",
		"/admin/login":              "/admin",
		"/go/one":                   "/go/{slug}",
		"/llms-full-2.txt":          "/llms",
		"/openapi.yaml":             "/openapi.yaml",
		"/opensearch.xml":           "/opensearch.xml",
		"/manifest.webmanifest":     "/manifest.webmanifest",
		"/icon-192.png":             "/icon",
		"/.well-known/security.txt": "/.well-known/{file}",
		"/badge/one.svg":            "/badge/{slug}",
		"/api":                      "/api",
		"/about/licences":           "/about/licences",
		"/made/up":                  "/ (other)",
	} {
		storetest.Same(t, path, h.Route(path), want)
	}
	routes := map[string]bool{}
	for i := range 1_000 {
		routes[h.Route(fmt.Sprintf("/%d/%d", i, i))] = true
	}
	storetest.Same(t, "routes of made-up paths", len(routes), 1)
}
