package pages

import (
	"slices"

	"github.com/vitrine-directory/vitrine/internal/browse"
)

// plainHomeRow is a row of the home page as a list of links.
type plainHomeRow struct {
	Name, Href, All string // the heading, and the link to the whole list with its label
	Links           []plainHomeLink
}

// plainHomeLink is an entry of a row. Text is a line below its name.
type plainHomeLink struct{ Href, Name, Text string }

// rowsOfTools has what each row of tools is called and where its link leads. The front end has it too.
var rowsOfTools = map[browse.RowKind]plainHomeRow{
	browse.RowFeatured: {Name: "Featured", Href: "/?featured=true", All: "All featured tools"},
	browse.RowNew:      {Name: "New this week", Href: "/?sort=latest", All: "All new tools"},
	browse.RowVisited:  {Name: "Most visited", Href: "/?sort=popular", All: "Last 30 days"},
	browse.RowDeals:    {Name: "Deals", Href: "/?deal=true", All: "All deals"},
}

// plainRows returns the rows of the home page.
func plainRows(snapshot *browse.Snapshot) (rows []plainHomeRow) {
	for _, row := range snapshot.Rows() {
		shown := rowsOfTools[row.Kind]
		for _, product := range productsOf(row.Items) {
			shown.Links = append(shown.Links, plainHomeLink{productPath(product.Slug), product.Name, shorten(product.Description, longestDescription)})
		}
		rows = append(rows, shown)
	}
	best := plainHomeRow{Name: collectionsHeading, Href: collectionsPath, All: "All collections"}
	for _, c := range snapshot.HomeCollections() {
		best.Links = append(best.Links, plainHomeLink{collectionPath(c.Slug), c.Title, count(c.Count, "tool", "tools")})
	}
	byCategory := plainHomeRow{Name: "Browse by category", Href: categoriesPath, All: "All " + count(len(snapshot.Categories()), "category", "categories")}
	for _, c := range snapshot.HomeCategories() {
		byCategory.Links = append(byCategory.Links, plainHomeLink{categoryPath(c.Category), c.Name, count(c.Count, "tool", "tools")})
	}
	return slices.DeleteFunc(append(rows, best, byCategory), func(row plainHomeRow) bool { return len(row.Links) == 0 })
}
