package browse

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// The default order is the administrator's, then the newest first.
func TestListDefaultOrder(t *testing.T) {
	p := newStore(
		tool(1, "placed second", at(2, 0)),
		tool(2, "placed first", at(1, 5*time.Hour)),
		tool(3, "not placed, old", at(0, 9*time.Hour)),
		tool(4, "not placed, new", at(0, time.Hour)),
		tool(5, "not placed, new, higher id", at(0, time.Hour)),
	).snapshot()
	for _, sort := range []Sort{"", SortManual, SortPopular} {
		expect(t, p, Query{Sort: sort}, 5, 4, 3, 2, 1)
	}
	expect(t, p, Query{Sort: SortLatest}, 1, 5, 4, 2, 3)
	wantIDs(t, slices.Collect(p.All()), 5, 4, 3, 2, 1)
	for range p.All() {
		break
	}
}

func TestListSorts(t *testing.T) {
	s := newStore()
	for id := range int64(7) {
		s.put(tool(id+1, fmt.Sprintf("alpha %d", (id*5)%7), at(int(id*3)%7, time.Duration((id*2)%7)*time.Hour)))
	}
	p := s.snapshot()
	for _, sort := range append(Sorts(), SortRelevance) {
		t.Run("pages to the end by "+string(sort), func(t *testing.T) {
			q := Query{Sort: sort, Search: "alpha"}
			whole := listed(t, p, q).Items
			q.Limit = 2
			if paged := walk(t, p, q); len(whole) != 7 || !slices.Equal(paged, ids(whole)) {
				t.Errorf("paged: %v, whole: %v", paged, ids(whole))
			}
		})
	}
	t.Run("refuses an unknown sort", func(t *testing.T) {
		_, ofList := p.List(Query{Sort: "oldest"})
		_, ofCatalog := p.Catalog(Query{Sort: "oldest"})
		wantRefusal(t, ofList, "a list")
		wantRefusal(t, ofCatalog, "a catalog")
	})
}

func expect(t *testing.T, p *Snapshot, q Query, want ...int64) {
	t.Helper()
	page := listed(t, p, q)
	if got := ids(page.Items); !slices.Equal(got, want) || q.Limit == 0 && page.Total != len(want) {
		t.Errorf("%+v: got %v of %d, want %v", q, got, page.Total, want)
	}
}

// Names are sorted as people sort them, whatever their case and accents.
func TestListSortByName(t *testing.T) {
	p := newStore(
		tool(1, "Zebra"), tool(2, "éclair"), tool(3, "Eclipse"), tool(4, "apple"), tool(5, "Éclair"), tool(6, "Fox"),
		tool(7, "apple"),
	).snapshot()
	expect(t, p, Query{Sort: SortName}, 4, 7, 2, 5, 3, 6, 1)
}

// A list is narrowed by every key of a query.
func TestListFilters(t *testing.T) {
	p := newStore(
		tool(1, "a", in("Vidéo", "Writing")),
		tool(2, "b", priced(catalog.Premium)),
		tool(3, "c", ours),
		tool(4, "d", featured),
		tool(5, "e", deal, priced(catalog.Unknown)),
		tool(6, "f", in("Image Generation")),
	).snapshot()
	for address, want := range map[string][]int64{
		"category=VIDEO":             {1},
		"category=vid%C3%A9o":        {1},
		"category=image-generation":  {6},
		"category=Image+Generation":  {6},
		"pricing=Unknown":            {5},
		"category=all":               {6, 5, 4, 3, 2, 1},
		"category=nowhere":           {},
		"pricing=Premium":            {2},
		"pricing=all":                {6, 5, 4, 3, 2, 1},
		"section=Our+Products":       {3},
		"featured=true":              {4},
		"featured=false":             {6, 5, 3, 2, 1},
		"deal=true":                  {5},
		"deal=false&featured=false":  {6, 3, 2, 1},
		"category=writing&limit=100": {5, 4, 3, 2, 1},
		"deal=true&pricing=Free":     {},
		"search=zzzzqqqq":            {},
	} {
		expect(t, p, query(t, address), want...)
	}
}

// An empty catalogue is an empty list.
func TestListEmptyCatalogue(t *testing.T) {
	p := newStore().snapshot()
	for _, address := range []string{"", "search=word", "category=x", "limit=5&sort=name"} {
		page, err := p.List(query(t, address))
		if err != nil || page.Items == nil || len(page.Items) != 0 || page.Next != "" {
			t.Errorf("%q: %+v, %v", address, page, err)
		}
	}
	if _, ok := p.Product("1"); ok {
		t.Error("found a product in an empty catalogue")
	}
}

// A search is sorted by relevance unless a sort is asked for. Relevance without a search is the default order.
func TestListSearchSort(t *testing.T) {
	p := newStore(
		tool(1, "Writer", in("Code"), at(3, 0)),
		tool(2, "Pen", in("Code"), func(p *catalog.Product) { p.Description = "Helps every writer."; p.DisplayOrder = 1 }),
		tool(3, "Brush", in("Code"), at(2, 0)),
	).snapshot()
	expect(t, p, query(t, "search=writer"), 1, 2)
	expect(t, p, query(t, "search=writer&sort=new"), 2, 1)
	expect(t, p, Query{Sort: SortRelevance}, 2, 3, 1)
}

// A list agrees with looking at every product.
func TestListAgainstScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStore(t, 40)
		p := s.snapshot()
		for range 5 {
			q := aQuery().Draw(t, "query")
			page := listed(t, p, q)
			want := newPlain(s, p, q).ids(q)
			if page.Total != len(want) || (page.Next == "") != (q.Limit == 0 || len(want) <= q.Limit) {
				t.Fatalf("%+v: total %d, next %q, want %d in all", q, page.Total, page.Next, len(want))
			}
			if q.Limit > 0 {
				want = want[:min(q.Limit, len(want))]
			}
			same(t, fmt.Sprintf("%+v", q), ids(page.Items), want)
		}
	})
}

// Many products are listed as few are: both ways of going through an order, and the trimming of many matches.
func TestListLargeCatalogue(t *testing.T) {
	s := newStore(manyTools(3_000)...)
	p := s.snapshot()
	for _, address := range []string{
		"limit=5", "category=rare&limit=5", "category=rare", "category=common&sort=name&limit=7", "search=alpha&limit=3",
		"search=alpha&category=rare", "search=alpha&limit=1", "pricing=Premium&sort=latest&limit=100", "search=alpha&sort=name&limit=2",
	} {
		q := query(t, address)
		want := newPlain(s, p, q).ids(q)
		if got := walk(t, p, q); !slices.Equal(got, want) {
			t.Errorf("%s: %d products in another order or number than the %d wanted", address, len(got), len(want))
		}
	}
}

func manyTools(count int) []catalog.Product {
	list := make([]catalog.Product, count)
	for i := range list {
		list[i] = tool(int64(i+1), someWords[i%len(someWords)], in("Common"), at(i%7, time.Duration(i*7919%1000)*time.Hour))
		if i%500 == 3 {
			list[i].Categories = []string{"Common", "Rare"}
			list[i].Type = catalog.Premium
		}
	}
	return list
}
