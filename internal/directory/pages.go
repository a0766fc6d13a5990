package directory

import (
	"net/http"

	"github.com/vitrine-directory/vitrine/internal/pages"
)

// HomePages returns the home page.
func HomePages() []*pages.Page { return []*pages.Page{&homePage} }

// ListPages returns the pages of lists and of a tool. Visited counts a visit of a tool's website; nil: nothing does.
func ListPages(visited func(r *http.Request, product int64)) []*pages.Page {
	tool := productPage
	if visited != nil {
		tool.Visited = func(_ *pages.View, r *http.Request, product int64) { visited(r, product) }
	}
	return []*pages.Page{&categoryPage, &tagPage, &allCategoriesPage, &allToolsPage, &tool}
}
