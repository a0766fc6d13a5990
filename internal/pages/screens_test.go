package pages

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

var update = flag.Bool("update", false, "write testdata/pages.json anew")

// examplePages are the public pages of a site that has the category Writing, the product with this slug, the first issue of
// the newsletter, a tag, a collection and its comparison with another product, by pattern.
func examplePages(slug, other string) map[string]string {
	names := strings.NewReplacer(":category", "writing", ":tag", "agents", ":id", slug, ":key", "ABC", ":number", "1", ":slug", "best-of", ":comparison", slug+"-vs-"+other)
	paths := map[string]string{}
	for _, page := range table {
		if page.scriptless { // about_test.go has these
			continue
		}
		for _, pattern := range page.paths {
			paths[pattern] = names.Replace(pattern)
		}
	}
	return paths
}

// exampleSite is a site that has each of examplePages.
func exampleSite(t *testing.T, change func(*Options)) *testSite {
	h := library(t)
	list := h.store.products
	for id := int64(10); id < 10+browse.LeastTagged; id++ {
		agent := tool(id, fmt.Sprint("Agent ", id))
		agent.Tags = []string{"Agents"}
		list = append(list, agent)
	}
	full := open(t, list, change)
	full.collect(bestOf(10, 11, 12, 13, 14))
	full.changeSettings(func(s *site.Settings) { *s = h.store.settings })
	return full
}

// TestScreens holds for every page of the table what no page may miss.
func TestScreens(t *testing.T) {
	h := exampleSite(t, nil)
	broken := exampleSite(t, plainOnly)
	sitemap := h.body("/sitemap.xml")
	for pattern, path := range examplePages("chatgpt", "editeur-video") {
		a, _ := h.view().resolve(&url.URL{Path: path})
		row := a.page
		t.Run(pattern, func(t *testing.T) {
			if !slices.Contains(row.paths, pattern) || a.key() != path {
				t.Fatalf("%s is the address %+v", path, a)
			}
			w, page := h.get(path), h.page(path)
			if w.Code != http.StatusOK || page.plain || page.root == "" {
				t.Errorf("%d, plain %t, %q", w.Code, page.plain, page.root)
			}
			hasParts(t, "the title", page.title, "Vitrine")
			storetest.Same(t, "the titles for others", []string{page.metas["og:title"], page.metas["twitter:title"]},
				[]string{page.title, page.title})
			if length := len([]rune(page.metas["description"])); length == 0 || length > longestDescription {
				t.Errorf("the description is %q", page.metas["description"])
			}
			if loads := slices.ContainsFunc(page.links["modulepreload"], func(script string) bool { return script == builtAs(row.module) }); loads != (row.module != "") {
				t.Errorf("it loads %v, its module is %s", page.links["modulepreload"], row.module)
			}
			if !slices.Contains(page.links["alternate"], "https://tools.example/feed.xml") {
				t.Errorf("its alternates are %v", page.links["alternate"])
			}
			canonical := strings.Join(page.links["canonical"], " ")
			if row.private && (w.Header().Get("Cache-Control") != "no-store" || strings.Contains(a.logged(), path) || !row.unlisted) {
				t.Errorf("it is not private: %v, logged as %s", w.Header(), a.logged())
			}
			if row.unlisted {
				if canonical != "" || page.metas["robots"] != "noindex,follow" || page.metas["og:image"] != "" || strings.Contains(sitemap, path) {
					t.Errorf("it is listed: %v, at %q", page.metas, canonical)
				}
			} else if page.metas["robots"] != "" || !strings.Contains(sitemap, "<loc>"+canonical+"</loc>") || w.Header().Get("Cache-Control") != "no-cache" ||
				!strings.HasPrefix(page.metas["og:image"], strings.TrimSuffix(canonical, "/")+"/preview.png?v=") || page.metas["og:url"] != canonical {
				t.Errorf("it is not public: %v, at %q, %v", w.Header(), canonical, page.metas)
			}
			if _, cached := h.cache.GetIfPresent(path); cached == row.private {
				h.settle()
				if _, cached = h.cache.GetIfPresent(path); cached == row.private {
					t.Errorf("cached: %t", cached)
				}
			}
			folder, name, _ := match(pattern, path)
			if path != "/" {
				h.answersWith(t, map[string]string{strings.ToUpper(folder) + name + "/?utm_source=x": "308 " + path + "?utm_source=x"})
			}
			plain := broken.page(path) // which has one heading of the first level and one of each landmark that people skip to
			storetest.Same(t, "its plain page: status, plain, headings, main parts, footers",
				[]any{plain.status, plain.plain, plain.tags["h1"], plain.tags["main"], plain.tags["footer"]}, []any{http.StatusOK, true, 1, 1, 1})
			if plain.heading == "" || len(plain.main) < len(plain.heading)+20 {
				t.Errorf("its plain page is hollow: %q", plain.main)
			}
			storetest.Same(t, "a page below it", h.get(strings.TrimSuffix(path, "/")+"/more/").Code, http.StatusNotFound)
		})
	}
}

// builtAs is the script of a module in the test's build.
func builtAs(module string) string {
	name := module[strings.LastIndex(module, "/")+1:]
	return "/assets/" + strings.TrimSuffix(strings.TrimSuffix(name, ".tsx"), "-screen") + "-1.js"
}

// TestExport holds testdata/pages.json against the table of pages and the values of queries. The tests of the front end
// hold their own tables against it. After a change run `make generate`.
func TestExport(t *testing.T) {
	const file = "testdata/pages.json"
	type page struct {
		Path    string `json:"path"`
		Example string `json:"example"`
		Title   string `json:"title"`
	}
	var export struct {
		Pages     []page            `json:"pages"`
		Pricings  []catalog.Type    `json:"pricings"`
		Sections  []catalog.Section `json:"sections"`
		Sorts     []browse.Sort     `json:"sorts"`
		MaxSearch int               `json:"maxSearch"`
	}
	export.Pricings, export.Sections, export.Sorts, export.MaxSearch = catalog.AllTypes(), catalog.Sections(), browse.Sorts(), browse.MaxSearch
	h, paths := exampleSite(t, nil), examplePages("chatgpt", "editeur-video")
	for _, row := range table {
		for _, pattern := range row.paths {
			if row.scriptless {
				continue
			}
			export.Pages = append(export.Pages, page{pattern, paths[pattern], h.page(paths[pattern]).title})
		}
	}
	want, err := json.MarshalIndent(export, "", "  ")
	storetest.NoError(t, err)
	want = append(want, '\n')
	if *update {
		storetest.NoError(t, os.WriteFile(file, want, 0o600))
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the program has (run make generate): %v", file, err)
	}
}
