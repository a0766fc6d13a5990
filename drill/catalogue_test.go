package drill

import (
	"encoding/json"
	"fmt"
	"strings"

	"vitrine/internal/catalog"
)

// tool is a product that is not there yet, with a name and an address that no other name has.
func tool(name string) catalog.Product {
	return catalog.Product{
		Name: name, Description: "Does what " + name + " is for, and says so in a sentence of some length.",
		Categories: []string{"Writing", fmt.Sprint("Group ", len(name)%7)}, Tags: []string{"drill"},
		Type: catalog.Freemium, Section: catalog.RecommendedProducts, Website: "https://" + strings.ReplaceAll(name, " ", "-") + ".example/", Images: []string{},
	}
}

// fill imports so many products into a site, with the program's own import.
func (s *site) fill(n int) {
	s.t.Helper()
	var lines strings.Builder
	for i := range n {
		p := tool(fmt.Sprint("filled ", i))
		text, err := json.Marshal(map[string]any{"id": fmt.Sprint("filled-", i), "name": p.Name, "website": p.Website,
			"description": p.Description, "categories": p.Categories, "pricing": p.Type, "tags": p.Tags})
		if err != nil {
			s.t.Fatal(err)
		}
		lines.Write(append(text, '\n'))
	}
	s.do(lines.String(), "import", "--format", "jsonl", "-")
}
