package pages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/compare"
)

// Limits of /llms.txt: programs read it whole and pay by the word. The API and the sitemap have the rest.
const (
	llmsTools      = 100
	llmsCategories = 100
	llmsTags       = 50
	llmsIssues     = 10

	llmsCollections = 50
)

// llms returns /llms.txt (llmstxt.org): what the site is, and its URLs for programs.
func (v *view) llms() (*content, error) {
	first := listed(v.snapshot, browse.Query{Limit: llmsTools})
	newest := listed(v.snapshot, browse.Query{Sort: browse.SortLatest, Limit: feedEntries})
	m := &markdown{view: v}
	m.write("# %s\n\n> A directory of AI tools: %s.\n\n", markdownWords(v.siteName()), extent(v.snapshot, "tool"))
	m.write("The page of each tool, `%s/products/{slug}`, is there as Markdown too: add `%s` to its address. "+
		"So are those of categories, `/category/{slug}.md`, of tags, `/tag/{slug}.md`, and of collections, `/best/{slug}.md`. "+
		"`%s/go/{slug}` leads to the tool's website, `%s%s{slug}%s` lists its alternatives, "+
		"and `%s%s/{slug}-vs-{slug}%s` compares up to %d tools.\n\n",
		v.origin, twinSuffix, v.origin, v.origin, alternativesFolder, twinSuffix, v.origin, comparePath, twinSuffix, compare.Max)
	m.part("For programs", m.programLinks())
	if v.options.MCP {
		m.part("Model Context Protocol", fmt.Sprintf("Assistants can search and compare all tools at `%s/mcp`: streamable HTTP, read-only, without signing in.", v.origin))
	}
	m.part("Categories", m.categoryLinks())
	tags := v.snapshot.MostUsedTags()
	m.part(tagsHeading, m.tagLinks(tags[:min(llmsTags, len(tags))]))
	m.part(collectionsHeading, m.collectionLinks(llmsCollections))
	m.part("Tools", m.items(first.Items))
	if v.options.Newsletter {
		m.part("Newsletter", m.issueLinks())
	}
	m.part("Optional", m.items(newest.Items))
	return v.file("text/plain; charset=utf-8", []byte(strings.TrimSpace(m.text.String())+"\n")), nil
}

func (m *markdown) programLinks() string {
	var b strings.Builder
	for _, link := range [][3]string{
		{"All tools", llmsPartPath(1), "every tool with a line, its categories and its price; each part names the next"},
		{"All categories", categoriesPath + twinSuffix, "every category with its number of tools and their prices"},
		{"All collections", collectionsPath + twinSuffix, "lists of tools that the editors chose"},
		{"Catalogue as JSON", "/api/products?limit=100", "a page of tools; `search`, `category`, `pricing`, `sort` and `cursor` narrow and go on"},
		{"Categories as JSON", "/api/categories", "every category with its slug"},
		{"API, OpenAPI", descriptionPath, "every call of the API with its parameters and answers"},
		{"Sitemap", "/sitemap.xml", "every page"},
		{"New tools, Atom", "/" + atomName, "of one category: `/category/{slug}/" + atomName + "`; of a search: add `?search=`"},
		{"New tools, JSON Feed", "/" + jsonName, "of one category: `/category/{slug}/" + jsonName + "`"},
		{"Collections, Atom", collectionsPath + "/" + atomName, "the latest first"},
	} {
		fmt.Fprintf(&b, "- %s: %s\n", m.link(link[0], link[1]), link[2])
	}
	return b.String()
}

// categoryLinks returns links to the largest categories, A–Z, without empty ones.
func (m *markdown) categoryLinks() string {
	counts := slices.DeleteFunc(m.snapshot.CategoryCounts(), func(c browse.CategoryCount) bool { return c.Count == 0 })
	if len(counts) > llmsCategories {
		least := slices.Clone(counts)
		slices.SortStableFunc(least, func(a, b browse.CategoryCount) int { return b.Count - a.Count })
		kept := map[int64]bool{}
		for _, c := range least[:llmsCategories] {
			kept[c.ID] = true
		}
		counts = slices.DeleteFunc(counts, func(c browse.CategoryCount) bool { return !kept[c.ID] })
	}
	var b strings.Builder
	for _, c := range counts {
		fmt.Fprintf(&b, "- %s: %s\n", m.link(c.Name, categoryPath(c.Category)), count(c.Count, "tool", "tools"))
	}
	return b.String()
}

// Limits of a part of /llms-full.txt: together at most 1 MB. A part is made when somebody asks for it, which takes that
// much memory, and kept packed, about a quarter of it, within the memory of the page cache.
const (
	llmsPartTools  = 1_000
	llmsEntryBytes = 1_000 // a tool that would take more is only named
	llmsName       = 80    // code points of a name
	llmsKinds      = 5     // categories of a tool
)

// llmsPartOf returns the number of the part of /llms-full.txt with this file name, and reports whether it is one.
func llmsPartOf(name string) (number int, ok bool) {
	if name == "llms-full.txt" {
		return 1, true
	}
	middle, begins := strings.CutPrefix(name, "llms-full-")
	middle, ends := strings.CutSuffix(middle, ".txt")
	number, err := strconv.Atoi(middle)
	return number, begins && ends && err == nil && number > 0
}

func llmsPartPath(number int) string {
	if number == 1 {
		return "/llms-full.txt"
	}
	return fmt.Sprintf("/llms-full-%d.txt", number)
}

// llmsParts returns how many parts there are. An empty catalogue has one.
func llmsParts(snapshot *browse.Snapshot) int {
	return max(1, (snapshot.Len()+llmsPartTools-1)/llmsPartTools)
}

// llmsPart returns a part of the list of all tools, which names the next one.
func llmsPart(p *Pages, number int) programText {
	return programText{path: llmsPartPath(number), make: func(v *view) (*content, error) {
		parts := llmsParts(v.snapshot)
		if number > parts {
			return nil, nil
		}
		m := &markdown{view: v}
		m.write("# All tools of %s\n\n> Part %d of %d. %s: name, what it does, categories, price.\n\n",
			markdownWords(v.siteName()), number, parts, count(v.snapshot.Len(), "AI tool", "AI tools"))
		if number < parts {
			m.write("Next: %s\n\n", m.link(fmt.Sprint("part ", number+1), llmsPartPath(number+1)))
		}
		skip := (number - 1) * llmsPartTools
		for item := range v.snapshot.All() {
			if skip--; skip < -llmsPartTools {
				break
			}
			if skip < 0 {
				m.text.WriteString(m.llmsEntry(item.Product()))
			}
		}
		return v.file("text/plain; charset=utf-8", []byte(strings.TrimSpace(m.text.String())+"\n")).Packed(p.forms), nil
	}}
}

// llmsEntry returns a tool as a line of a list.
func (m *markdown) llmsEntry(shown catalog.Product) string {
	link := "- " + m.link(shorten(shown.Name, llmsName), productPath(shown.Slug))
	about := beginning(shown)
	if about != "" {
		about += " "
	}
	facts := append(append([]string{}, shown.Categories[:min(llmsKinds, len(shown.Categories))]...), shown.Type.Label())
	line := link + ": " + about + "(" + markdownWords(strings.Join(facts, ", ")) + ")\n"
	if len(line) > llmsEntryBytes {
		return link + "\n"
	}
	return line
}
