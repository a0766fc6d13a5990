package directory

import (
	"fmt"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/pages"
)

var homePage = pages.Page{
	Paths:    []string{"/"},
	Filtered: true,
	Module:   listModule,
	Head:     homeHead,
	Markdown: listMarkdown,
	Card:     listCard,
	Feed:     listFeed,
	URLs:     homeURLs,
}

func homeHead(v *pages.View, a pages.Address, h *pages.Head) {
	if a.Query == (browse.Query{}) {
		h.SocialTitle, h.Verification = v.Settings.ShownTexts.SocialTitle, v.Settings.Verification.Tags()
		h.Nodes = append(h.Nodes, searchedWebsite(v))
	}
	describeList(v, a, h, "/")
}

// rowsOfTools has what each row of tools is called and where its link leads. The front end has it too.
var rowsOfTools = map[browse.RowKind]pages.Row{
	browse.RowPopular: {Heading: "Popular", All: "All by clicks", Path: "/?sort=popular"},
	browse.RowWorth:   {Heading: "Worth a look", All: "All tools", Path: "/tools"},
	browse.RowNew:     {Heading: "New this week", All: "All new tools", Path: "/?sort=latest"},
	browse.RowToday:   {Heading: "On display today", All: "All tools", Path: "/tools"},
}

// homeRows returns the rows of the home page.
func homeRows(m *pages.Markdown) string {
	var b strings.Builder
	write := func(row pages.Row) {
		if row.List != "" {
			fmt.Fprintf(&b, "## %s\n\n%s\n%s\n\n", row.Heading, row.List, m.Link(row.All, row.Path))
		}
	}
	for _, row := range m.Snapshot.Home().Rows() {
		shown := rowsOfTools[row.Kind]
		shown.List = m.Items(row.Items)
		write(shown)
	}
	m.EachPage(func(page *pages.Page) {
		if page.HomeRow != nil {
			write(page.HomeRow(m))
		}
	})
	var byCategory strings.Builder
	for _, c := range m.Snapshot.Home().Categories() {
		fmt.Fprintf(&byCategory, "- %s: %s\n", m.Link(c.Name, pages.CategoryPath(c.Category)), pages.Count(c.Count, "tool", "tools"))
	}
	write(pages.Row{Heading: "Browse by category", List: byCategory.String(), All: "All " + pages.Count(len(m.Snapshot.Categories().All()), "category", "categories"), Path: categoriesPath})
	return b.String()
}

// homeURLs returns the home page, which changes with any product.
func homeURLs(v *pages.View) []pages.SitemapURL {
	home := pages.SitemapURL{Path: "/"}
	for item := range v.Snapshot.All() {
		home.Changed = pages.Later(home.Changed, item.UpdatedAt())
	}
	return []pages.SitemapURL{home}
}

func searchedWebsite(v *pages.View) pages.Object {
	website := v.Website()
	website["potentialAction"] = pages.Object{
		"@type":       "SearchAction",
		"target":      pages.Object{"@type": "EntryPoint", "urlTemplate": v.Origin + "/?search={search_term_string}"},
		"query-input": "required name=search_term_string",
	}
	return website
}
