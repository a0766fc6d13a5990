package directory

import (
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/pages"
)

// toolsPath is the path of the list of all tools.
const toolsPath = "/tools"

// allToolsPage is the list of all tools from A to Z.
var allToolsPage = pages.Page{
	Paths:    []string{toolsPath},
	Numbered: true,
	Module:   "src/public/directory/all-tools.tsx",
	Find:     findTools,
	Trim:     func(browse.Query) browse.Query { return browse.Query{} },
	Head:     toolsHead,
	Markdown: listMarkdown,
	URLs:     toolURLs,
}

// allToolsHeading is the heading of the list of all tools. The front end has it too.
const allToolsHeading = "All AI tools, A to Z"

// findTools returns the address of the list of all tools.
func findTools(folder, _ string, _ *browse.Snapshot) (pages.Address, string) {
	return pages.Address{Path: folder, Query: browse.Query{Sort: browse.SortName, Page: 1}}, folder
}

func toolsHead(v *pages.View, a pages.Address, h *pages.Head) {
	describeList(v, a, h, a.Path)
	h.NoIndex = h.NoIndex || v.Snapshot.Len() == 0
}

// toolURLs returns the pages of the list of all tools, which changes with any of them.
func toolURLs(v *pages.View) (urls []pages.SitemapURL) {
	changed := homeURLs(v)[0].Changed
	for number := 1; (number-1)*browse.PageLength < v.Snapshot.Len(); number++ {
		urls = append(urls, pages.SitemapURL{Path: toolsPath + pages.NumberPath(number), Changed: changed})
	}
	return urls
}
