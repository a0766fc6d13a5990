package pages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// Guide is what the kinds of pages add to /llms.txt. All texts are Markdown.
type Guide struct {
	Twins     []string    // kinds of pages that have twins, with the addresses of these: "tags, `/tag/{slug}.md`"
	Addresses []string    // other addresses with the slug of a tool, and what they do, as clauses
	Lists     []string    // links to lists, each with what it has
	Feeds     []string    // links to feeds, each with what it has
	Parts     []GuidePart // sections before that of the tools
	News      []GuidePart // sections after it
}

// GuidePart is a section of /llms.txt; without a text it is left out.
type GuidePart struct{ Heading, Text string }

// llmsTools is how many tools /llms.txt names: programs read it whole and pay by the word. The API and the sitemap have the
// rest.
const llmsTools = 100

// llms returns /llms.txt (llmstxt.org): what the site is, and its URLs for programs.
func llms(v *View) (*content, error) {
	first := Listed(v.Snapshot, browse.Query{Limit: llmsTools})
	newest := Listed(v.Snapshot, browse.Query{Sort: browse.SortLatest, Limit: FeedEntries})
	m, g := &Markdown{View: v}, &Guide{}
	v.EachPage(func(page *Page) {
		if page.Guide != nil {
			page.Guide(m, g)
		}
	})
	m.Write("# %s\n\n> A directory of AI tools: %s.\n\n", MarkdownWords(v.SiteName()), Extent(v.Snapshot, "tool"))
	m.Write("The page of each tool, `%s/products/{slug}`, also comes as Markdown: add `%s` to its URL. ", v.Origin, TwinSuffix)
	if len(g.Twins) > 0 {
		m.Write("So do those %s. ", enumerate(g.Twins, "of "))
	}
	m.Write("%s.\n\n", enumerate(append([]string{"`" + v.Origin + "/go/{slug}` leads to the tool's website"}, g.Addresses...), ""))
	m.Part("For programs", programLinks(m, g))
	for _, part := range g.Parts {
		m.Part(part.Heading, part.Text)
	}
	m.Part("Tools", m.Items(first.Items))
	for _, part := range g.News {
		m.Part(part.Heading, part.Text)
	}
	m.Part("Optional", m.Items(newest.Items))
	return v.File("text/plain; charset=utf-8", []byte(strings.TrimSpace(m.text.String())+"\n")), nil
}

// enumerate returns a list as part of a sentence, with the same word before each item.
func enumerate(list []string, before string) string {
	var b strings.Builder
	for i, item := range list {
		switch {
		case i > 0 && i == len(list)-1:
			b.WriteString(", and ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(before + item)
	}
	return b.String()
}

func programLinks(m *Markdown, g *Guide) string {
	link := func(words, path, about string) string { return m.Link(words, path) + ": " + about }
	list := slices.Concat(
		[]string{link("All tools", llmsPartPath(1), "every tool with a line, its categories and its price; each part names the next")},
		g.Lists,
		[]string{
			link("Catalog as JSON", "/api/products?limit=100", "a page of tools; `search`, `category`, `pricing`, `sort` and `cursor` narrow and go on"),
			link("Categories as JSON", "/api/categories", "every category with its slug"),
			link("API, OpenAPI", descriptionPath, "every call of the API with its parameters and answers"),
			link("Sitemap", "/sitemap.xml", "every page"),
			link("New tools, Atom", "/"+AtomName, "of one category: `/category/{slug}/"+AtomName+"`; of a search: add `?search=`"),
			link("New tools, JSON Feed", "/"+JSONName, "of one category: `/category/{slug}/"+JSONName+"`"),
		},
		g.Feeds,
	)
	return "- " + strings.Join(list, "\n- ") + "\n"
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
				m.text.WriteString(llmsEntry(m, item.Product()))
			}
		}
		return v.File("text/plain; charset=utf-8", []byte(strings.TrimSpace(m.text.String())+"\n")).Packed(p.forms), nil
	}}
}

// llmsEntry returns a tool as a line of a list.
func llmsEntry(m *Markdown, shown catalog.Product) string {
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
