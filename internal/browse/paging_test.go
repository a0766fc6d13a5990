package browse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// Paging neither repeats nor loses products while the catalogue changes.
func TestPagingStableUnderChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStore(t, 30)
		p := s.snapshot()
		q := aQuery().Draw(t, "query")
		if q.Sort == SortRelevance {
			q.Sort = SortName // scores move with every change; see the next test
		}
		q.Limit = max(q.Limit, 1)
		stays := newPlain(s, p, q).ids(q)
		var seen []int64
		next := int64(1000)
		for {
			page := listed(t, p, q)
			seen = append(seen, ids(page.Items)...)
			if page.Next == "" {
				break
			}
			q.Cursor = page.Next
			for range rapid.IntRange(0, 2).Draw(t, "inserts") {
				s.put(aProduct(next).Draw(t, "inserted"))
				next++
			}
			if all := s.sorted(); len(all) > 0 && rapid.Bool().Draw(t, "delete") {
				gone := rapid.SampledFrom(all).Draw(t, "deleted")
				if q.Tag == "" || len(gone.Tags) == 0 { // a tag that fewer than LeastTagged have left has no list
					s.remove(gone.ID)
					stays = slices.DeleteFunc(stays, func(id int64) bool { return id == gone.ID })
				}
			}
			p = s.patch(p)
			if len(seen) > 10_000 {
				t.Fatal("paging does not end")
			}
		}
		if slices.Sort(seen); len(slices.Compact(slices.Clone(seen))) < len(seen) {
			t.Fatalf("a product came twice: %v", seen)
		}
		for _, id := range stays {
			if !slices.Contains(seen, id) {
				t.Fatalf("product %d was there all along and on no page", id)
			}
		}
	})
}

// Paging by relevance goes on behind a product that is gone.
func TestPagingRelevanceDeleted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newStore()
		for id := range int64(20) { // all say the word equally, so that any of them may go without moving the others
			s.put(tool(id+1, "alpha", at(rapid.IntRange(0, 3).Draw(t, "order"), 0)))
		}
		p := s.snapshot()
		q := Query{Search: "alpha", Sort: SortRelevance, Limit: rapid.IntRange(1, 7).Draw(t, "limit")}
		want := newPlain(s, p, q).ids(q)
		first := listed(t, p, q)
		gone := first.Items[len(first.Items)-1].ID()
		s.remove(gone)
		s.put(tool(99, "unrelated"))
		p = s.patch(p)
		q.Cursor, q.Limit = first.Next, 100
		wantIDs(t, slices.Concat(first.Items, listed(t, p, q).Items), want...)
	})
}

// A patched snapshot equals one made anew.
func TestPatchAgainstRebuild(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStore(t, 20)
		p := s.snapshot()
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			s.scramble(t)
			p = s.patch(p)
		}
		anew := s.snapshot()
		if p.Len() != len(s.products) || p.Version() != s.version || len(p.items) > 30 {
			t.Fatalf("%d products at version %d in %d slots", p.Len(), p.Version(), len(p.items))
		}
		for range 5 {
			q := aQuery().Draw(t, "query")
			if one, two := answer(t, p, q), answer(t, anew, q); !sameCatalog(one, two) {
				t.Fatalf("%+v: %+v and %+v", q, one, two)
			}
		}
		same(t, "tags", p.Tags().All(), anew.Tags().All())
		for it := range anew.All() {
			sameItem(t, p, anew, it)
		}
		same(t, "the trash", trashed(p), trashed(anew))
	})
}

// trashed are the slugs of the deleted products, by id.
func trashed(p *Snapshot) map[int64]string {
	slugs := map[int64]string{}
	for id, at := range p.trash.byID {
		slugs[id] = p.trash.list[at].Product.Slug
	}
	return slugs
}

func sameCatalog(a, b Catalog) bool {
	same := a.Total == b.Total && a.CorrectedQuery == b.CorrectedQuery && a.Tag == b.Tag && a.AllCategories == b.AllCategories && a.AllPricing == b.AllPricing &&
		slices.Equal(a.Categories, b.Categories) && slices.Equal(a.Pricing, b.Pricing) && len(a.Sections) == len(b.Sections)
	for i := range a.Sections {
		same = same && a.Sections[i].Total == b.Sections[i].Total && a.Sections[i].Section == b.Sections[i].Section &&
			slices.Equal(ids(a.Sections[i].Items), ids(b.Sections[i].Items))
	}
	return same
}

func sameItem(t *rapid.T, p, anew *Snapshot, it *Item) {
	got, ok := p.Product(it.Slug())
	if !ok || string(got.AppendJSON(nil)) != string(it.AppendJSON(nil)) {
		t.Fatalf("product %d differs after patches", it.ID())
	}
	what := fmt.Sprint(" of product ", it.ID(), " after patches")
	same(t, "similar products"+what, ids(p.Similar().To(got, 8)), ids(anew.Similar().To(it, 8)))
	same(t, "tags"+what, p.Tags().Of(got), anew.Tags().Of(it))
	same(t, "categories"+what, p.Categories().Of(got), anew.Categories().Of(it))
}

// A patch leaves the old snapshot as it was.
func TestPatchOldSnapshot(t *testing.T) {
	s := newStore(tool(1, "one"), tool(2, "two", in("Code")))
	p := s.snapshot()
	before, _ := p.Catalog(Query{})
	s.remove(1)
	s.put(tool(2, "deux", in("Vidéo")), tool(3, "three", in("Code")))
	next := s.patch(p)
	after, _ := p.Catalog(Query{})
	if !sameCatalog(before, after) || p.Len() != 2 || len(p.Categories().All()) != 2 {
		t.Errorf("the old snapshot became %+v", after)
	}
	expect(t, p, Query{Search: "one"}, 1)
	expect(t, next, Query{Search: "one"})
	expect(t, next, Query{Category: "code"}, 3)
}

// Two patches of one snapshot share nothing that changes.
func TestPatchTwice(t *testing.T) {
	p := newStore(tool(1, "one"), tool(2, "two"), tool(3, "three")).snapshot()
	p = p.patched(catalog.Changes{Version: 2, Categories: p.Categories().All(), Deleted: []int64{1}})
	change := func(id int64, deleted ...int64) *Snapshot {
		return p.patched(catalog.Changes{Version: 3, Categories: p.Categories().All(), Products: []catalog.Product{tool(id, "new")}, Deleted: deleted})
	}
	one, two := change(4, 2), change(5)
	expect(t, one, Query{}, 4, 3)
	expect(t, two, Query{}, 5, 3, 2)
}

// A free slot is used again.
func TestPatchSlotReuse(t *testing.T) {
	s := newStore(tool(1, "one"), tool(2, "two"))
	l := live(t, s)
	for id := range int64(20) {
		s.remove(id + 2)
		renew(t, l)
		s.put(tool(id+3, "another"))
		renew(t, l)
	}
	same(t, "slots and products", []int{len(l.Snapshot().items), l.Snapshot().Len()}, []int{2, 2})
}

// By relevance, the product shown last gives the position, though its score has changed.
func TestPagingRelevanceMoved(t *testing.T) {
	p := newStore(tool(1, "alpha", at(1, 0)), tool(2, "alpha", at(2, 0)), tool(3, "alpha", at(3, 0))).snapshot()
	v := newView(p, Query{Search: "alpha"})
	defer v.close()
	all := v.common()
	from := &position{sort: SortRelevance, item: &Item{id: 2, rank: 2, created: noon.UnixMicro()}, score: 1e6} // not its score any more
	wantIDs(t, v.appendItems(nil, v.relevant(all, from, 0)), 3)
	from.item.id, from.score = 77, 0 // gone, with a score below all others
	same(t, "products behind the last score", len(v.relevant(all, from, 0)), 0)
}

// Names that are long and alike are paged through.
func TestPagingLongNames(t *testing.T) {
	s := newStore()
	for id := range int64(9) {
		s.put(tool(id+1, strings.Repeat("Éé ", 60)+string(rune('z'-id))))
	}
	p := s.snapshot()
	if first := listed(t, p, Query{Sort: SortName, Limit: 1}); len(first.Next) > maxCursor {
		t.Fatalf("cursor of %d characters", len(first.Next))
	}
	same(t, "the pages", walk(t, p, Query{Sort: SortName, Limit: 2}), []int64{1, 2, 3, 4, 5, 6, 7, 8, 9})
}
