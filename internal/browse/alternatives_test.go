package browse

import (
	"fmt"
	"slices"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// alternativesOf are the ids of the alternatives to a product, negative for picks.
func alternativesOf(t *testing.T, p *Snapshot, id string) (list []int64) {
	t.Helper()
	self, ok := p.Product(id)
	if !ok {
		t.Fatalf("no product %s", id)
	}
	for _, other := range p.Similar().Alternatives(self) {
		if other.IsPick {
			list = append(list, -other.id)
		} else {
			list = append(list, other.id)
		}
	}
	return list
}

// notes returns a store with so many tools for the same.
func notes(count int64) *memoryStore {
	return newStore(several(1, count, in("Notes"), about("Takes notes of meetings."))...)
}

// Picks come first, hidden ones not at all, and there are never more than twenty.
func TestAlternatives(t *testing.T) {
	s := notes(60)
	p := linked(t, s.snapshot())
	plain := alternativesOf(t, p, "1")
	if len(plain) != MaxAlternatives || plain[0] != 2 || slices.Contains(plain, 1) {
		t.Fatalf("alternatives are %v", plain)
	}
	s.pick(1, catalog.Picks{Pinned: []int64{50, 999, 4}, Hidden: []int64{2, 3}})
	p = s.patch(p)
	got := alternativesOf(t, p, "1")
	if len(got) != MaxAlternatives-1 || !slices.Equal(got[:3], []int64{-50, -4, 5}) || slices.Contains(got, 4) || slices.Contains(got, 2) || slices.Contains(got, 3) {
		t.Errorf("alternatives with picks are %v", got)
	}
	s.remove(50)
	p = s.patch(p)
	if got := alternativesOf(t, p, "1"); slices.Contains(got, -50) || got[0] != -4 {
		t.Errorf("alternatives without the pick in the trash are %v", got)
	}
	s.put(tool(50, "Note 50", in("Notes"), about("Takes notes of meetings.")))
	p = s.patch(p)
	same(t, "first with the restored pick", alternativesOf(t, p, "1")[0], int64(-50))
	if got := alternativesOf(t, s.snapshot(), "1"); got[0] != -50 || got[1] != -4 || slices.Contains(got, 2) {
		t.Errorf("alternatives in a snapshot that was read whole are %v", got)
	}
	s.pick(1, catalog.Picks{})
	if got := alternativesOf(t, s.patch(p), "1"); got[0] < 0 {
		t.Errorf("alternatives without picks are %v", got)
	}
}

// Until the alternatives are chosen, they are computed on request only.
func TestChosenAlternatives(t *testing.T) {
	s := notes(30)
	p := s.snapshot()
	self, _ := p.Product("1")
	if list, chosen := p.Similar().ChosenAlternatives(self); chosen || len(list) > 0 {
		t.Errorf("chosen before the choice: %v", list)
	}
	same(t, "expected before the choice", p.Similar().AlternativeCount(self), fewAlternatives)
	same(t, "counted after the choice", linked(t, p).Similar().AlternativeCount(self), MaxAlternatives)
	same(t, "found before the choice", len(alternativesOf(t, p, "1")), MaxAlternatives)
	if list, chosen := linked(t, p).Similar().ChosenAlternatives(self); !chosen || len(list) != MaxAlternatives {
		t.Errorf("after the choice: %v", list)
	}
}

// A product whose candidates are few has what it shows as alternatives, and one alone has none. Where enough share a category,
// the others are none.
func TestFewAlternatives(t *testing.T) {
	var products []catalog.Product
	for id := int64(1); id <= 12; id++ {
		products = append(products, tool(id, fmt.Sprint("Name ", id), in(fmt.Sprint("Category ", id)), about("")))
	}
	same(t, "as many as similar ones", len(alternativesOf(t, linked(t, newStore(products...).snapshot()), "1")), fewAlternatives)
	for count := range 3 {
		same(t, "all others", len(alternativesOf(t, linked(t, newStore(products[:count+1]...).snapshot()), "1")), count)
	}
	for i := range products { // the last two have the words of the first, and not its category
		products[i].Description, products[i].Categories = "Writes notes", []string{"Writing"}
		if i == 0 || i >= 10 {
			products[i].Description = "Restores photographs of zebras"
		}
		if i >= 10 {
			products[i].Categories = []string{fmt.Sprint("Category ", i)}
		}
	}
	for name, s := range map[string]*Snapshot{"before the choice": newStore(products...).snapshot(), "after it": linked(t, newStore(products...).snapshot())} {
		same(t, name, slices.ContainsFunc(alternativesOf(t, s, "1"), func(id int64) bool { return id > 10 }), false)
	}
}

// A search for something in place of a product has its alternatives first, without the product.
func TestAlternativesInSearch(t *testing.T) {
	s := newStore(several(1, 30, in("Notes"), about("Takes notes of meetings, like Tool 1."), func(p *catalog.Product) { p.Type = catalog.Premium })...)
	s.put(tool(2, "Offliner", in("Notes"), about("Takes notes of meetings offline.")), tool(3, "Gratis", in("Notes"), about("Takes notes of meetings."), func(p *catalog.Product) { p.Type = catalog.Free }))
	s.pick(1, catalog.Picks{Pinned: []int64{5, 3, 2}})
	p := linked(t, s.snapshot())
	plain := alternativesOf(t, p, "1")
	for i := range plain {
		plain[i] = max(plain[i], -plain[i])
	}
	first := func(q Query) []int64 {
		t.Helper()
		page := listed(t, p, q)
		if page.AlternativesTo == nil || page.AlternativesTo.ID() != 1 {
			t.Fatalf("%q has the alternatives to %v first", q.Search, page.AlternativesTo)
		}
		return ids(page.Items)
	}
	all := first(query(t, "search=something+like+Tool+1"))
	if !slices.Equal(all[:len(plain)], plain) || slices.Contains(all, 1) || len(all) != 29 {
		t.Errorf("finds %v, want %v first, then others", all, plain)
	}
	same(t, "the first that works offline is", first(query(t, "search=like+tool+1+but+offline"))[0], int64(2))
	same(t, "the first that is free is", first(query(t, "search=free+alternative+to+tool+1"))[0], int64(3))
	same(t, "the first of a category is", first(query(t, "search=like+tool+1&category=notes"))[0], all[0])
	if c := answer(t, p, query(t, "search=instead+of+tool+1")); c.AlternativesTo == nil || c.RelaxedQuery != "" {
		t.Errorf("the screen has the alternatives to %v first, relaxed %q", c.AlternativesTo, c.RelaxedQuery)
	}
	for _, address := range []string{"search=like+tool+1&sort=name", "search=like+nothing", "search=tool+1", ""} {
		if page := listed(t, p, query(t, address)); page.AlternativesTo != nil {
			t.Errorf("%s has alternatives first", address)
		}
	}
	walk(t, p, query(t, "search=like+tool+1&limit=4"))
}
