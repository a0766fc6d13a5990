package pages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
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
func (p *Pages) llms(snapshot *browse.Snapshot) (*content, error) {
	first := listed(snapshot, browse.Query{Limit: llmsTools})
	newest := listed(snapshot, browse.Query{Sort: browse.SortLatest, Limit: feedEntries})
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n> A directory of AI tools: %s.\n\n", markdownWords(p.siteName()), extent(snapshot, "tool"))
	fmt.Fprintf(&b, "The page of each tool, `%s/products/{slug}`, is there as Markdown too: add `%s` to its address. "+
		"So are those of categories, `/category/{slug}.md`, of tags, `/tag/{slug}.md`, and of collections, `/best/{slug}.md`. "+
		"`%s/go/{slug}` leads to the tool's website, `%s%s{slug}%s` lists its alternatives, "+
		"and `%s%s/{slug}-vs-{slug}%s` compares up to %d tools.\n\n",
		p.origin, twinSuffix, p.origin, p.origin, alternativesFolder, twinSuffix, p.origin, comparePath, twinSuffix, compare.Max)
	writePart(&b, "For programs", p.programLinks())
	if p.options.MCP {
		writePart(&b, "Model Context Protocol", fmt.Sprintf("Assistants can search and compare all tools at `%s/mcp`: streamable HTTP, read-only, without signing in.", p.origin))
	}
	writePart(&b, "Categories", p.categoryLinks(snapshot))
	tags := snapshot.MostUsedTags()
	writePart(&b, tagsHeading, p.tagLinks(tags[:min(llmsTags, len(tags))]))
	writePart(&b, collectionsHeading, p.collectionLinks(snapshot, llmsCollections))
	writePart(&b, "Tools", p.itemLinks(first.Items))
	if p.options.Newsletter {
		writePart(&b, "Newsletter", p.issueLinks())
	}
	writePart(&b, "Optional", p.itemLinks(newest.Items))
	return p.file("text/plain; charset=utf-8", []byte(strings.TrimSpace(b.String())+"\n")), nil
}

func (p *Pages) programLinks() string {
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
		fmt.Fprintf(&b, "- %s: %s\n", markdownLink(link[0], p.origin+link[1]), link[2])
	}
	return b.String()
}

// categoryLinks returns links to the largest categories, A–Z, without empty ones.
func (p *Pages) categoryLinks(snapshot *browse.Snapshot) string {
	counts := slices.DeleteFunc(snapshot.CategoryCounts(), func(c browse.CategoryCount) bool { return c.Count == 0 })
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
		fmt.Fprintf(&b, "- %s: %s\n", markdownLink(c.Name, p.origin+categoryPath(c.Category)), count(c.Count, "tool", "tools"))
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
func (p *Pages) llmsPart(number int, snapshot *browse.Snapshot) programText {
	if number > llmsParts(snapshot) {
		return programText{}
	}
	return programText{path: llmsPartPath(number), make: func(snapshot *browse.Snapshot) (*content, error) {
		parts := llmsParts(snapshot)
		if number > parts { // tools have been deleted since the request began
			return nil, nil
		}
		var b strings.Builder
		fmt.Fprintf(&b, "# All tools of %s\n\n> Part %d of %d. %s: name, what it does, categories, price.\n\n",
			markdownWords(p.siteName()), number, parts, count(snapshot.Len(), "AI tool", "AI tools"))
		if number < parts {
			fmt.Fprintf(&b, "Next: %s\n\n", markdownLink(fmt.Sprint("part ", number+1), p.origin+llmsPartPath(number+1)))
		}
		skip := (number - 1) * llmsPartTools
		for item := range snapshot.All() {
			if skip--; skip < -llmsPartTools {
				break
			}
			if skip < 0 {
				b.WriteString(p.llmsEntry(item))
			}
		}
		return p.file("text/plain; charset=utf-8", []byte(strings.TrimSpace(b.String())+"\n")).packed(p.forms), nil
	}}
}

// llmsEntry returns a tool as a line of a list.
func (p *Pages) llmsEntry(item *browse.Item) string {
	shown := item.Product()
	link := "- " + markdownLink(shorten(shown.Name, llmsName), p.origin+productPath(shown.Slug))
	about := ""
	if described(shown) {
		about = markdownWords(shorten(shown.Description, longestDescription)) + " "
	}
	facts := append(append([]string{}, shown.Categories[:min(llmsKinds, len(shown.Categories))]...), shown.Type.Label())
	line := link + ": " + about + "(" + markdownWords(strings.Join(facts, ", ")) + ")\n"
	if len(line) > llmsEntryBytes {
		return link + "\n"
	}
	return line
}
