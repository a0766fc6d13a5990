package pages

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

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
