package browse

import (
	"fmt"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// A product is found by id and by slug.
func TestProductLookup(t *testing.T) {
	p := newStore(tool(3, "Three"), tool(12, "Twelve"), tool(1, "One")).snapshot()
	for address, want := range map[string]int64{"12": 12, "twelve-12": 12, "one-1": 1, "3": 3} {
		if it, ok := p.Product(address); !ok || it.ID() != want {
			t.Errorf("%q: %v", address, ok)
		}
	}
	for _, address := range []string{"", "2", "+3", "03", "three", "Twelve-12", "99999999999999999999", "-1"} {
		if it, ok := p.Product(address); ok {
			t.Errorf("%q found %d", address, it.ID())
		}
	}
}

// Categories are sorted by name, found by name or slug, and counted, the empty ones too.
func TestCategoryLookup(t *testing.T) {
	s := newStore(tool(1, "a", in("Zoo", "Écriture", "code")), tool(2, "b", in("Zoo")))
	s.categories = append(s.categories, catalog.Category{ID: 9, Name: "Empty", Slug: "empty-9"})
	p := s.snapshot()
	var names, counts []string
	for _, c := range p.Categories().All() {
		names = append(names, c.Name)
	}
	for _, c := range p.Categories().Counts() {
		counts = append(counts, fmt.Sprint(c.Name, " ", c.Count))
	}
	same(t, "categories", names, []string{"code", "Écriture", "Empty", "Zoo"})
	same(t, "their counts", counts, []string{"code 1", "Écriture 1", "Empty 0", "Zoo 2"})
	for _, spelling := range []string{"EMPTY", "empty-9", "Émpty"} {
		if c, ok := p.Categories().Find(spelling); !ok || c.ID != 9 {
			t.Errorf("%q is not found", spelling)
		}
	}
	if _, ok := p.Categories().Find("none"); ok {
		t.Error("found a category that is not there")
	}
}
