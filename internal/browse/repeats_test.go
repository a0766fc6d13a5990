package browse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// allPages are all that other rules could leave out.
var allPages = Candidates{
	Alternatives: func(*Item) bool { return true },
	Category:     func(int) bool { return true },
	Tag:          func(string, func(*Item) bool) bool { return true },
}

// ownWords are words that only the product with an id has.
func ownWords(id int64) string {
	var words []string
	for word := range 9 {
		words = append(words, fmt.Sprintf("word%dof%d", word, id))
	}
	return strings.Join(words, " ")
}

// Of tools that all have each other as alternatives, one page of alternatives is chosen, and each with a text of its own.
func TestIntroducedAlternatives(t *testing.T) {
	var products []catalog.Product
	for id := range int64(6) {
		products = append(products, tool(id+1, fmt.Sprintf("Tool %d", id+1), in("Notes"), about(ownWords(id))))
	}
	s := newStore(products...)
	limits := site.IndexLimits{OwnWords: 40, Description: 20}
	chosen := func(p *Snapshot) (ids []int64) {
		repeats := p.Similar().Repeats(limits, allPages)
		for it := range p.All() {
			if repeats.Alternatives(it) == nil {
				ids = append(ids, it.ID())
			}
		}
		slices.Sort(ids)
		return ids
	}
	p := linked(t, s.snapshot())
	first := chosen(p)
	same(t, "chosen without a text", len(first), 1)
	with := func(id int64, text string) {
		product := products[id-1]
		product.AlternativesIntroduction = text
		s.put(product)
		p = linked(t, s.patch(p))
	}
	one, two := first[0]%6+1, (first[0]+1)%6+1
	with(one, "Much too short")
	same(t, "chosen beside a short text", chosen(p), first)
	with(one, "For those who write alone.")
	same(t, "chosen with a text", chosen(p), []int64{one})
	with(two, "For THOSE  who write alone.")
	same(t, "chosen with the same text twice", chosen(p), first)
	with(two, "For those who write together.")
	same(t, "chosen with two texts", chosen(p), slices.Sorted(slices.Values([]int64{one, two})))
}

// After each change, the same pages repeat another as in a new snapshot of the same products. Case, accents and short words do not
// count.
func TestRepeats(t *testing.T) {
	var products []catalog.Product
	for id := range int64(40) {
		products = append(products, tool(id+1, fmt.Sprintf("Tool %d", id+1), in("Notes"), about(ownWords(id))))
	}
	s := newStore(products...)
	limits := site.IndexLimits{OwnWords: 40}
	tools := func(p *Snapshot) (found []string) {
		repeats := p.Similar().Repeats(limits, allPages)
		for it := range p.All() {
			if other := repeats.Tool(it); other != nil {
				found = append(found, fmt.Sprint(it.ID(), " like ", other.ID(), ": ", repeats.DifferenceOfTool(it)))
			}
		}
		return found
	}
	p := linked(t, s.snapshot())
	same(t, "at first", len(tools(p)), 0)
	s.put(tool(7, "Tool 7", in("Notes"), about("A new one, or óther: "+strings.ToUpper(products[8].Description))))
	p = s.patch(p)
	if found := tools(p); len(found) != 1 || !strings.Contains(found[0], "7") || !strings.Contains(found[0], "9") {
		t.Errorf("after a change are alike %v", found)
	}
	same(t, "in a new snapshot", len(tools(linked(t, s.snapshot()))), 1)
	s.put(tool(7, "Tool 7", in("Notes"), about(products[8].Description)))
	p = s.patch(p)
	same(t, "with the description of another, which is a rule of its own", len(tools(p)), 0)
	s.put(products[6])
	p = s.patch(p)
	same(t, "after it is undone", len(tools(p)), 0)
	if repeats := s.snapshot().Similar().Repeats(limits, allPages); repeats.Tool(p.items[0]) != nil || repeats.Tag("x") != "" {
		t.Error("something repeats another before similar products are chosen")
	}
}

// Visits are counted every few seconds: nothing is compared for them, and what is known of the pages is of the tools as they are now.
func TestRepeatsAfterVisits(t *testing.T) {
	text := strings.Repeat("Some words which both pages have in common. ", 3)
	p := linked(t, newStore(tool(1, "One", in("Notes"), about("First: "+text)), tool(2, "Two", in("Notes"), about("Second: "+text))).snapshot())
	asked := 0
	counted := allPages
	counted.Category = func(int) bool {
		asked++
		return true
	}
	repeating := func(p *Snapshot) (visits []int64) {
		repeats := p.Similar().Repeats(site.IndexLimits{OwnWords: 40}, counted)
		for it := range p.All() {
			if other := repeats.Tool(it); other != nil {
				visits = append(visits, other.visits)
			}
		}
		return visits
	}
	same(t, "visits of the repeated tool", repeating(p), []int64{0})
	same(t, "after some were counted", repeating(p.visited(map[int64]int64{1: 5, 2: 5})), []int64{5})
	same(t, "how often all pages were compared", asked, 1)
}

// Of categories with the same tools, the larger one is chosen.
func TestCategoriesThatRepeat(t *testing.T) {
	var products []catalog.Product
	for id := range int64(9) {
		categories := [][]string{{"Notes", "Memos"}, {"Notes"}, {"Plans"}}[id/4]
		products = append(products, tool(id+1, fmt.Sprintf("Tool %d", id+1), in(categories...), about(ownWords(id))))
	}
	s := newStore(products...)
	repeats := linked(t, s.snapshot()).Similar().Repeats(site.IndexLimits{OwnWords: 40}, allPages)
	same(t, "repeated", []string{repeats.Category("memos"), repeats.Category("notes"), repeats.Category("plans")}, []string{"notes", "", ""})
	same(t, "the difference", repeats.DifferenceOfCategory("memos"), 0)
}

// The last category, or tag, loses its page.
func TestRepeatsWithoutTheLast(t *testing.T) {
	var products []catalog.Product
	for id := range int64(LeastTagged) {
		products = append(products, tool(id+1, fmt.Sprintf("Tool %d", id+1), in("Notes", "Plans"), about(fmt.Sprintf("word%d other%d", id, id)), tagged("PDF")))
	}
	s := newStore(products...)
	p := linked(t, s.snapshot())
	limits := site.IndexLimits{OwnWords: 40}
	p.Similar().Repeats(limits, allPages)
	for _, product := range products {
		product.Categories, product.Tags = []string{"Notes"}, nil
		s.put(product)
	}
	p = s.patch(p)
	repeats := p.Similar().Repeats(limits, allPages)
	same(t, "repeated", []string{repeats.Category("plans"), repeats.Tag("pdf")}, []string{"", ""})
}
