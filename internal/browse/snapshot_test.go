package browse

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"vitrine/internal/catalog"
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
	var list []string
	for _, c := range p.Categories() {
		list = append(list, c.Name)
	}
	if !slices.Equal(list, []string{"code", "Écriture", "Empty", "Zoo"}) {
		t.Error(list)
	}
	var counts []string
	for _, c := range p.CategoryCounts() {
		counts = append(counts, fmt.Sprint(c.Name, " ", c.Count))
	}
	if !slices.Equal(counts, []string{"code 1", "Écriture 1", "Empty 0", "Zoo 2"}) {
		t.Error(counts)
	}
	for _, spelling := range []string{"EMPTY", "empty-9", "Émpty"} {
		if c, ok := p.Category(spelling); !ok || c.ID != 9 {
			t.Errorf("%q is not found", spelling)
		}
	}
	if _, ok := p.Category("none"); ok {
		t.Error("found a category that is not there")
	}
}

// Of similar products, those that share most categories come first.
func TestSimilarOrder(t *testing.T) {
	p := newStore(
		tool(1, "self", in("A", "B", "C")),
		tool(2, "one shared, first", in("A"), at(0, 0)),
		tool(3, "three shared", in("C", "B", "A"), at(9, 0)),
		tool(4, "two shared", in("A", "C", "D"), at(5, 0)),
		tool(5, "none shared", in("D")),
		tool(6, "two shared, before", in("B", "C"), at(4, 0)),
	).snapshot()
	self, _ := p.Product("1")
	wantIDs(t, p.Similar(self, 8), 3, 6, 4, 2)
	wantIDs(t, p.Similar(self, 2), 3, 6)
	alone, _ := p.Product("5")
	wantIDs(t, p.Similar(alone, 8), 4)
	if got := p.Similar(&Item{id: 77}, 8); len(got) != 0 {
		t.Error("something is similar to a product that is not there")
	}
}

// Similar agrees with comparing every product.
func TestSimilarAgainstScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStore(t, 40)
		p := s.snapshot()
		all := plain{products: s.sorted()}
		for _, self := range s.sorted() {
			others := slices.DeleteFunc(all.matches(Query{}), func(o catalog.Product) bool { return o.ID == self.ID || sharedBy(self, o) == 0 })
			slices.SortFunc(others, func(a, b catalog.Product) int {
				return cmp.Or(cmp.Compare(sharedBy(self, b), sharedBy(self, a)), all.compare(SortManual, a, b))
			})
			var want []int64
			for _, o := range others[:min(8, len(others))] {
				want = append(want, o.ID)
			}
			it, _ := p.Product(self.Slug)
			if got := ids(p.Similar(it, 8)); !slices.Equal(got, want) {
				t.Fatalf("similar to %d: %v, want %v", self.ID, got, want)
			}
		}
	})
}

func sharedBy(a, b catalog.Product) int {
	count := 0
	for _, c := range a.Categories {
		if slices.Contains(b.Categories, c) {
			count++
		}
	}
	return count
}
