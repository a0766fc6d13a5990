package browse

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// memoryStore is a catalogue in memory that changes and remembers since when: a Store.
type memoryStore struct {
	mu         sync.Mutex
	version    int64
	products   map[int64]catalog.Product
	changed    map[int64]int64 // id to version, of deleted ones too
	categories []catalog.Category
	old        catalog.OldNames
	picks      map[int64]catalog.Picks
	links      map[int64][]catalog.PaidLink
	booked     map[int64][]catalog.Booking
	oldSlugs   []catalog.OldSlug
	trash      []catalog.Deleted            // the oldest first
	collected  map[int64]catalog.Collection // Version is the catalogue's
	reads      int                          // of Changes
	fullReads  int
	err        error
}

func newStore(products ...catalog.Product) *memoryStore {
	s := &memoryStore{products: map[int64]catalog.Product{}, changed: map[int64]int64{}, picks: map[int64]catalog.Picks{}, links: map[int64][]catalog.PaidLink{}, booked: map[int64][]catalog.Booking{}}
	s.put(products...)
	return s
}

// put writes the products in one transaction, with the categories they name.
func (s *memoryStore) put(products ...catalog.Product) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++
	for _, p := range products {
		s.products[p.ID], s.changed[p.ID] = p, s.version
		s.trash = slices.DeleteFunc(s.trash, func(d catalog.Deleted) bool { return d.Product.ID == p.ID })
		for _, name := range p.Categories {
			if !slices.ContainsFunc(s.categories, func(c catalog.Category) bool { return c.Name == name }) {
				s.categories = append(s.categories, catalog.Category{ID: int64(len(s.categories) + 1), Name: name, Slug: catalog.Slug(name)})
			}
		}
	}
}

// pick changes the picks of a product; empty ones are none.
func (s *memoryStore) pick(id int64, picks catalog.Picks) {
	s.picks[id] = picks
	if len(picks.Pinned)+len(picks.Hidden) == 0 {
		delete(s.picks, id)
	}
	s.put(s.products[id])
}

// link replaces the affiliate links of a product.
func (s *memoryStore) link(id int64, links ...catalog.PaidLink) {
	s.links[id] = links
	s.put(s.products[id])
}

// book sets the bookings of a product.
func (s *memoryStore) book(id int64, booked ...catalog.Booking) {
	s.booked[id] = booked
	s.put(s.products[id])
}

func (s *memoryStore) remove(ids ...int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++
	for _, id := range ids {
		if p, ok := s.products[id]; ok {
			s.trash = append(s.trash, catalog.Deleted{Product: p, DeletedAt: noon})
		}
		delete(s.products, id)
		s.changed[id] = s.version
	}
}

// setSlug gives a product another slug.
func (s *memoryStore) setSlug(id int64, slug string) {
	p := s.products[id]
	s.oldSlugs = slices.DeleteFunc(s.oldSlugs, func(o catalog.OldSlug) bool { return o.Slug == slug || o.Slug == p.Slug })
	s.oldSlugs = append(s.oldSlugs, catalog.OldSlug{Slug: p.Slug, ProductID: id})
	slices.SortFunc(s.oldSlugs, func(a, b catalog.OldSlug) int { return cmp.Compare(a.Slug, b.Slug) })
	p.Slug = slug
	s.put(p)
}

func (s *memoryStore) All(ctx context.Context) (catalog.All, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fullReads++
	return catalog.All{Version: s.version, Products: s.sorted(), Categories: slices.Clone(s.categories), OldNames: s.old, OldSlugs: s.oldSlugs, Trash: s.trash, Picks: s.picks, PaidLinks: s.links, Bookings: s.booked, Collections: s.collections(-1)}, cmp.Or(s.err, ctx.Err())
}

func (s *memoryStore) Changes(ctx context.Context, since int64) (catalog.Changes, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	c := catalog.Changes{Version: s.version, Categories: slices.Clone(s.categories), OldNames: s.old, Picks: map[int64]catalog.Picks{}, PaidLinks: map[int64][]catalog.PaidLink{}, Bookings: map[int64][]catalog.Booking{}}
	for id, version := range s.changed {
		if version <= since {
			continue
		}
		for _, old := range s.oldSlugs {
			if old.ProductID == id {
				c.OldSlugs = append(c.OldSlugs, old)
			}
		}
		if p, ok := s.products[id]; ok {
			c.Products = append(c.Products, p)
			if picks, some := s.picks[id]; some {
				c.Picks[id] = picks
			}
			c.PaidLinks[id], c.Bookings[id] = s.links[id], s.booked[id]
		} else {
			c.Deleted = append(c.Deleted, id)
			for _, d := range s.trash {
				if d.Product.ID == id {
					c.Trash = append(c.Trash, d)
				}
			}
		}
	}
	c.Collections = s.collections(since)
	c.CollectionIDs = slices.Sorted(maps.Keys(s.collected))
	return c, cmp.Or(s.err, ctx.Err())
}

func (s *memoryStore) sorted() []catalog.Product {
	return slices.SortedFunc(maps.Values(s.products), func(a, b catalog.Product) int { return cmp.Compare(a.ID, b.ID) })
}

func (s *memoryStore) snapshot() *Snapshot {
	content, _ := s.All(context.Background())
	return newSnapshot(content, noon)
}

func live(t rapid.TB, s Store) *Live {
	t.Helper()
	l, err := NewLive(context.Background(), s, func() time.Time { return noon })
	noError(t, err)
	return l
}

func renew(t rapid.TB, l *Live) {
	t.Helper()
	noError(t, l.Renew(context.Background()))
}

// patch returns the snapshot with what has changed since.
func (s *memoryStore) patch(p *Snapshot) *Snapshot {
	changes, _ := s.Changes(context.Background(), p.version)
	return p.patched(changes)
}

// scramble writes and deletes some products.
func (s *memoryStore) scramble(t *rapid.T) {
	for range rapid.IntRange(0, 5).Draw(t, "writes") {
		id := rapid.Int64Range(1, 30).Draw(t, "id")
		if rapid.Bool().Draw(t, "delete") {
			s.remove(id)
		} else {
			s.put(aProduct(id).Draw(t, "product"))
		}
	}
}

// same fails the test if the two differ.
func same(t rapid.TB, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %+v, want %+v", what, got, want)
	}
}

// wantRefusal fails the test if the error is not that of a bad request.
func wantRefusal(t rapid.TB, err error, what string) {
	t.Helper()
	if !fault.Is(err, fault.BadRequest) {
		t.Errorf("%s: got %v, want a bad request", what, err)
	}
}

func noError(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// listed returns a page of a list.
func listed(t rapid.TB, p *Snapshot, q Query) Page {
	t.Helper()
	page, err := p.List(q)
	noError(t, err)
	return page
}

// walk reads every page.
func walk(t rapid.TB, p *Snapshot, q Query) []int64 {
	t.Helper()
	seen := []int64{}
	for {
		page := listed(t, p, q)
		seen = append(seen, ids(page.Items)...)
		if page.Next == "" {
			return seen
		}
		q.Cursor = page.Next
	}
}

// wantIDs fails the test if these are not the items.
func wantIDs(t rapid.TB, items []*Item, want ...int64) {
	t.Helper()
	if got := ids(items); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// tool is a plain product; edit changes what a test is about.
func tool(id int64, name string, edit ...func(*catalog.Product)) catalog.Product {
	p := catalog.Product{
		ID: id, Slug: fmt.Sprintf("%s-%d", catalog.Slug(name), id), CreatedAt: noon, UpdatedAt: noon, Version: 1,
		ProductFields: catalog.ProductFields{
			Name: name, Description: "About " + name + ".",
			Categories: []string{"Writing"}, Tags: []string{}, Images: []string{}, Type: catalog.Free,
			Section: catalog.RecommendedProducts, Website: "https://www.example.com/" + catalog.Slug(name),
		},
	}
	for _, e := range edit {
		e(&p)
	}
	return p
}

// several returns so many tools with consecutive ids.
func several(first, count int64, edit ...func(*catalog.Product)) (list []catalog.Product) {
	for id := first; id < first+count; id++ {
		list = append(list, tool(id, fmt.Sprint("tool ", id), edit...))
	}
	return list
}

func in(categories ...string) func(*catalog.Product) {
	return func(p *catalog.Product) { p.Categories = categories }
}

func at(rank int, age time.Duration) func(*catalog.Product) {
	return func(p *catalog.Product) { p.DisplayOrder, p.CreatedAt = rank, noon.Add(-age) }
}

func query(t testing.TB, address string) Query {
	t.Helper()
	values, err := url.ParseQuery(address)
	noError(t, err)
	q, err := ParseQuery(values)
	noError(t, err)
	return q
}

func ids(items []*Item) []int64 {
	list := make([]int64, len(items))
	for i, it := range items {
		list[i] = it.ID()
	}
	return list
}

var (
	someCategories = []string{"Writing", "Vidéo", "Image Generation", "Code", "Zoo", "audio"}
	someWords      = []string{"alpha", "Écrit", "eclair", "Zebra", "beta", "Éclat", "delta", "video", "10", "9", "#"}
)

var someTags = []string{"mcp", "MCP", "agents", "Agents!", "Image Generation"}

// aProduct draws a product with this id; its fields collide with those of others often.
func aProduct(id int64) *rapid.Generator[catalog.Product] {
	return rapid.Custom(func(t *rapid.T) catalog.Product {
		word := rapid.SampledFrom(someWords)
		return tool(id, word.Draw(t, "name")+" "+word.Draw(t, "name"), func(p *catalog.Product) {
			p.Description = word.Draw(t, "description") + " <b>&\u2028 " + word.Draw(t, "description")
			p.Categories = rapid.SliceOfNDistinct(rapid.SampledFrom(someCategories), 1, 3, rapid.ID).Draw(t, "categories")
			p.Tags = rapid.SliceOfN(rapid.SampledFrom(someTags), 0, 3).Draw(t, "tags")
			p.Type = rapid.SampledFrom(catalog.AllTypes()).Draw(t, "type")
			p.Section = rapid.SampledFrom(catalog.Sections()).Draw(t, "section")
			p.IsFeatured, p.HasDeal = rapid.Bool().Draw(t, "featured"), rapid.Bool().Draw(t, "deal")
			p.DisplayOrder = rapid.IntRange(0, 3).Draw(t, "order")
			p.CreatedAt = noon.Add(time.Duration(rapid.IntRange(-2, 2).Draw(t, "age")) * time.Hour)
		})
	})
}

func anyStore(t *rapid.T, most int) *memoryStore {
	s := newStore()
	for id := range int64(rapid.IntRange(0, most).Draw(t, "products")) {
		s.put(aProduct(id+1).Draw(t, "product"))
	}
	return s
}

func aQuery() *rapid.Generator[Query] {
	return rapid.Custom(func(t *rapid.T) Query {
		q := Query{
			Category: catalog.Fold(rapid.SampledFrom(append([]string{"", "", "", "image-generation", "nowhere"}, someCategories...)).Draw(t, "category")),
			Tag:      rapid.SampledFrom([]string{"", "", "", "mcp", "agents", "nothing"}).Draw(t, "tag"),
			Search:   rapid.SampledFrom(append([]string{"", "", "", "", "e"}, someWords...)).Draw(t, "search"),
			Type:     rapid.SampledFrom(append([]catalog.Type{"", ""}, catalog.AllTypes()...)).Draw(t, "type"),
			Section:  rapid.SampledFrom(append([]catalog.Section{"", ""}, catalog.Sections()...)).Draw(t, "section"),
			Sort:     rapid.SampledFrom(append([]Sort{"", ""}, Sorts()...)).Draw(t, "sort"),
			Featured: rapid.SampledFrom([]Choice{Any, Any, Only, Without}).Draw(t, "featured"),
			Deal:     rapid.SampledFrom([]Choice{Any, Any, Only, Without}).Draw(t, "deal"),
			Limit:    rapid.IntRange(0, 6).Draw(t, "limit"),
		}
		q.Sort = q.sort()
		return q
	})
}

// plain answers queries by looking at every product: what Snapshot must agree with.
type plain struct {
	products   []catalog.Product
	categories []catalog.Category
	scores     map[int64]float32 // of the query's search; nil without
	names      *collate.Collator
}

func newPlain(s *memoryStore, p *Snapshot, q Query) plain {
	all := plain{products: s.sorted(), categories: s.categories, names: collate.New(language.Und)}
	if q.Search != "" {
		all.scores = map[int64]float32{}
		found := p.index.Search(q.Search)
		for i, slot := range found.Docs {
			all.scores[p.items[slot].id] = found.Scores[i]
		}
	}
	return all
}

func (s plain) matches(q Query) []catalog.Product {
	var kept []catalog.Product
	tagged := s.tagged(q.Tag)
	for _, p := range s.products {
		_, found := s.scores[p.ID]
		if (s.scores == nil || found) && s.inCategory(p, q.Category) && (q.Tag == "" || tagged[p.ID]) && (q.Type == "" || p.Type == q.Type) &&
			(q.Section == "" || p.Section == q.Section) && chosen(q.Featured, p.IsFeatured) && chosen(q.Deal, p.HasDeal) {
			kept = append(kept, p)
		}
	}
	return kept
}

func chosen(c Choice, has bool) bool { return c == Any || (c == Only) == has }

func (s plain) inCategory(p catalog.Product, category string) bool {
	for _, c := range s.categories {
		if c.Slug == category || catalog.Fold(c.Name) == category {
			return slices.Contains(p.Categories, c.Name)
		}
	}
	return category == ""
}

// tagged are the products with a tag that has a page.
func (s plain) tagged(slug string) map[int64]bool {
	found := map[int64]bool{}
	for _, p := range s.products {
		if slug != "" && slices.ContainsFunc(p.Tags, func(name string) bool { return TagSlug(name) == slug }) {
			found[p.ID] = true
		}
	}
	if len(found) < LeastTagged {
		return nil
	}
	return found
}

func (s plain) compare(sort Sort, a, b catalog.Product) int {
	newest := cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
	standard := cmp.Or(cmp.Compare(a.DisplayOrder, b.DisplayOrder), newest)
	switch sort {
	case SortLatest:
		return newest
	case SortName:
		return cmp.Or(s.names.CompareString(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	case SortRelevance:
		return cmp.Or(cmp.Compare(s.scores[b.ID], s.scores[a.ID]), standard)
	}
	return standard
}

func (s plain) ids(q Query) []int64 {
	kept := s.matches(q)
	slices.SortFunc(kept, func(a, b catalog.Product) int { return s.compare(q.sort(), a, b) })
	list := []int64{}
	for _, p := range kept {
		list = append(list, p.ID)
	}
	return list
}
