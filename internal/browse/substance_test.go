package browse

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Equal descriptions are found after each change, as a new snapshot of the same products finds them.
func TestSharesText(t *testing.T) {
	long := strings.Repeat("Writes ", 11) + "a " // one short of OwnBeginning
	s := newStore(tool(1, "a", about("Writes letters.")), tool(2, "b", about("writes  LETTERS. ")), tool(3, "c", about("Draws.")),
		tool(4, "d", about(catalog.NoDescription)), tool(5, "e", about(catalog.NoDescription)), tool(6, "f", about("")), tool(7, "g", about("")))
	live := live(t, s)
	shared := func(want string) {
		t.Helper()
		for _, snapshot := range []*Snapshot{live.Snapshot(), s.snapshot()} {
			var found strings.Builder
			for _, slot := range snapshot.orders[byName].slots {
				if it := snapshot.items[slot]; snapshot.Similar().SharesText(it) {
					found.WriteString(it.Name())
				}
			}
			if found.String() != want {
				t.Errorf("%q share their description, want %q", found.String(), want)
			}
		}
	}
	shared("ab")
	for _, change := range []struct {
		do   func()
		want string
	}{
		{func() { s.put(tool(8, "h", about("Draws."))) }, "abch"},
		{func() { s.put(tool(2, "b", about("dráws."))) }, "bch"},
		{func() { s.remove(3) }, "bh"},
		{func() { s.put(tool(8, "h", about("Draws well."))) }, ""},
		{func() { s.put(tool(9, "i", about(long+"é ends."))) }, ""},
		{func() { s.put(tool(10, "j", about(long+"E goes on."))) }, "ij"},
		{func() { s.put(tool(10, "j", about(long+"a goes on."))) }, ""},
	} {
		change.do()
		renew(t, live)
		shared(change.want)
	}
}

// An item takes no more memory than it has to: there is one for each product.
func TestItemSize(t *testing.T) {
	if size := unsafe.Sizeof(Item{}); size > 200 {
		t.Errorf("an item takes %d bytes, which the allocator makes more than 208", size)
	}
	long := newItem(tool(1, "a", about(" "+strings.Repeat("é", 70_000))), &texts{})
	short := newItem(tool(2, "b", about(" é\n")), &texts{})
	if long.OwnText() != 65_535 || short.OwnText() != 1 || newItem(tool(3, "c", about(catalog.NoDescription)), &texts{}).OwnText() != 0 {
		t.Errorf("the descriptions have %d and %d characters", long.OwnText(), short.OwnText())
	}
}

// allPages are all that other rules could leave out.
var allPages = Candidates{
	Alternatives: func(*Item) bool { return true },
	Category:     func(int) bool { return true },
	Tag:          func(string, func(*Item) bool) bool { return true },
}

// Of tools that all have each other as alternatives, one page of alternatives is chosen, and each with a text of its own.
func TestIntroducedAlternatives(t *testing.T) {
	var products []catalog.Product
	for id := range int64(6) {
		var words []string
		for word := range 9 {
			words = append(words, fmt.Sprintf("word%dof%d", word, id))
		}
		products = append(products, tool(id+1, fmt.Sprintf("Tool %d", id+1), in("Notes"), about(strings.Join(words, " "))))
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
		var words []string
		for word := range 9 {
			words = append(words, fmt.Sprintf("word%dof%d", word, id))
		}
		products = append(products, tool(id+1, fmt.Sprintf("Tool %d", id+1), in("Notes"), about(strings.Join(words, " "))))
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
		var words []string
		for word := range 9 {
			words = append(words, fmt.Sprintf("word%dof%d", word, id))
		}
		categories := [][]string{{"Notes", "Memos"}, {"Notes"}, {"Plans"}}[id/4]
		products = append(products, tool(id+1, fmt.Sprintf("Tool %d", id+1), in(categories...), about(strings.Join(words, " "))))
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
