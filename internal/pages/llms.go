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
func (v *View) llms() (*content, error) {
	first := Listed(v.Snapshot, browse.Query{Limit: llmsTools})
	newest := Listed(v.Snapshot, browse.Query{Sort: browse.SortLatest, Limit: FeedEntries})
	m := &Markdown{View: v}
	m.Write("# %s\n\n> A directory of AI tools: %s.\n\n", MarkdownWords(v.SiteName()), Extent(v.Snapshot, "tool"))
	m.Write("The page of each tool, `%s/products/{slug}`, is there as Markdown too: add `%s` to its address. "+
		"So are those of categories, `/category/{slug}.md`, of tags, `/tag/{slug}.md`, and of collections, `/best/{slug}.md`. "+
		"`%s/go/{slug}` leads to the tool's website, `%s%s{slug}%s` lists its alternatives, "+
		"and `%s%s/{slug}-vs-{slug}%s` compares up to %d tools.\n\n",
		v.Origin, TwinSuffix, v.Origin, v.Origin, alternativesFolder, TwinSuffix, v.Origin, comparePath, TwinSuffix, compare.Max)
	m.Part("For programs", m.programLinks())
	if v.options.MCP {
		m.Part("Model Context Protocol", fmt.Sprintf("Assistants can search and compare all tools at `%s/mcp`: streamable HTTP, read-only, without signing in.", v.Origin))
	}
	m.Part("Categories", m.categoryLinks())
	tags := v.Snapshot.MostUsedTags()
	m.Part(tagsHeading, m.tagLinks(tags[:min(llmsTags, len(tags))]))
	m.Part(collectionsHeading, m.collectionLinks(llmsCollections))
	m.Part("Tools", m.Items(first.Items))
	if v.options.Newsletter {
		m.Part("Newsletter", m.issueLinks())
	}
	m.Part("Optional", m.Items(newest.Items))
	return v.File("text/plain; charset=utf-8", []byte(strings.TrimSpace(m.text.String())+"\n")), nil
}

func (m *Markdown) programLinks() string {
	var b strings.Builder
	for _, link := range [][3]string{
		{"All tools", llmsPartPath(1), "every tool with a line, its categories and its price; each part names the next"},
		{"All categories", categoriesPath + TwinSuffix, "every category with its number of tools and their prices"},
		{"All collections", collectionsPath + TwinSuffix, "lists of tools that the editors chose"},
		{"Catalogue as JSON", "/api/products?limit=100", "a page of tools; `search`, `category`, `pricing`, `sort` and `cursor` narrow and go on"},
		{"Categories as JSON", "/api/categories", "every category with its slug"},
		{"API, OpenAPI", descriptionPath, "every call of the API with its parameters and answers"},
		{"Sitemap", "/sitemap.xml", "every page"},
		{"New tools, Atom", "/" + AtomName, "of one category: `/category/{slug}/" + AtomName + "`; of a search: add `?search=`"},
		{"New tools, JSON Feed", "/" + JSONName, "of one category: `/category/{slug}/" + JSONName + "`"},
		{"Collections, Atom", collectionsPath + "/" + AtomName, "the latest first"},
	} {
		fmt.Fprintf(&b, "- %s: %s\n", m.Link(link[0], link[1]), link[2])
	}
	return b.String()
}

// categoryLinks returns links to the largest categories, A–Z, without empty ones.
func (m *Markdown) categoryLinks() string {
	counts := slices.DeleteFunc(m.Snapshot.CategoryCounts(), func(c browse.CategoryCount) bool { return c.Count == 0 })
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
		fmt.Fprintf(&b, "- %s: %s\n", m.Link(c.Name, CategoryPath(c.Category)), Count(c.Count, "tool", "tools"))
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
	return programText{path: llmsPartPath(number), make: func(v *View) (*content, error) {
		parts := llmsParts(v.Snapshot)
		if number > parts {
			return nil, nil
		}
		m := &Markdown{View: v}
		m.Write("# All tools of %s\n\n> Part %d of %d. %s: name, what it does, categories, price.\n\n",
			MarkdownWords(v.SiteName()), number, parts, Count(v.Snapshot.Len(), "AI tool", "AI tools"))
		if number < parts {
			m.Write("Next: %s\n\n", m.Link(fmt.Sprint("part ", number+1), llmsPartPath(number+1)))
		}
		skip := (number - 1) * llmsPartTools
		for item := range v.Snapshot.All() {
			if skip--; skip < -llmsPartTools {
				break
			}
			if skip < 0 {
				m.text.WriteString(m.llmsEntry(item.Product()))
			}
		}
		return v.File("text/plain; charset=utf-8", []byte(strings.TrimSpace(m.text.String())+"\n")).Packed(p.forms), nil
	}}
}

// llmsEntry returns a tool as a line of a list.
func (m *Markdown) llmsEntry(shown catalog.Product) string {
	link := "- " + m.Link(Shorten(shown.Name, llmsName), ProductPath(shown.Slug))
	about := Beginning(shown)
	if about != "" {
		about += " "
	}
	facts := append(append([]string{}, shown.Categories[:min(llmsKinds, len(shown.Categories))]...), shown.Type.Label())
	line := link + ": " + about + "(" + MarkdownWords(strings.Join(facts, ", ")) + ")\n"
	if len(line) > llmsEntryBytes {
		return link + "\n"
	}
	return line
}
