package pages

import (
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

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
	list := tools(9)
	for i, category := range []string{"Audio", "Design", "Video", "Writing"} {
		list[i].Categories = []string{category}
	}
	for i := range 4 {
		list[i].HasDeal = true
		list[i+4].IsFeatured = true
	}
	list[0].Name = "Bold <b>"
	list[8].Section = catalog.RecommendedProducts
	h := open(t, list, plainOnly)
	var collections []catalog.Collection
	for id := range int64(4) {
		c := bestOf(1)
		c.ID, c.Slug = id+1, []string{"best-a", "best-b", "best-c", "best-d"}[id]
		collections = append(collections, c)
	}
	h.collect(collections...)
	rows := []string{
		">Collections</h2>", `href="/best/best-a">Best of &lt;b&gt;</a>: 1 tool<`, `<a href="/collections"`, ">Browse by category</h2>", `href="/category/writing">Writing</a>: 6 tools<`, `<a href="/categories">All 4 categories</a>`,
	}
	t.Run("with rows of tools above the sections", func(t *testing.T) {
		inOrder(t, h.body("/"), append(append([]string{">Featured</h2>", `href="/products/tool-8">Tool 8</a>`, "What Tool 8 does.", `<a href="/?featured=true"`, ">Deals</h2>", "Bold &lt;b&gt;</a>", `<a href="/?deal=true"`}, rows...), ">Our Products</h2>")...)
	})
	t.Run("not on filtered pages", func(t *testing.T) {
		for _, path := range []string{"/?deal=true", "/?search=tool", "/category/writing", "/tools"} {
			lacks(t, path, h.body(path), "Browse by category</h2>", "Featured</h2>")
		}
	})
	t.Run("without rows of tools below the first section", func(t *testing.T) {
		for i := range list {
			list[i].HasDeal, list[i].IsFeatured = false, false
		}
		h := open(t, list, plainOnly)
		h.collect(collections...)
		inOrder(t, h.body("/"), append(append([]string{">Our Products</h2>", "What Tool 2 does."}, rows...), ">Recommended AI Products</h2>")...)
	})
}
