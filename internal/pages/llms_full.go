package pages

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
)

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
		return p.file("text/plain; charset=utf-8", []byte(strings.TrimSpace(b.String())+"\n")).Packed(p.forms), nil
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
