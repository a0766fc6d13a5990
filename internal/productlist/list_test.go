package productlist

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// memory is a catalogue that does not change.
type memory catalog.All

func (m memory) All(context.Context) (catalog.All, error) { return catalog.All(m), nil }

func (memory) Changes(context.Context, int64) (catalog.Changes, error) { return catalog.Changes{}, nil }

// listOf is a list of products in their order.
func listOf(t *testing.T, products ...catalog.Product) *List {
	t.Helper()
	all := memory{Version: 1, Products: products}
	for i := range products {
		p := &products[i]
		p.Slug, p.DisplayOrder = fmt.Sprint("p-", p.ID), i+1
		if p.CreatedAt.IsZero() {
			p.CreatedAt = time.Unix(p.ID, 0)
		}
		for _, name := range p.Categories {
			if !slices.ContainsFunc(all.Categories, func(c catalog.Category) bool { return c.Name == name }) {
				all.Categories = append(all.Categories, catalog.Category{ID: int64(len(all.Categories) + 1), Name: name, Slug: catalog.Slug(name)})
			}
		}
	}
	live, err := browse.NewLive(t.Context(), all, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return New(Options{Catalogue: live, MinText: func() int { return 20 }, Linked: func(_ context.Context, state string) ([]int64, error) {
		return map[string][]int64{"gone": {3, 999}}[state], nil
	}})
}

// ids are the products that a query lists, in its order.
func ids(t *testing.T, l *List, q Query) []int64 {
	t.Helper()
	if q.Sort == "" {
		q.Sort = ByOrder
	}
	f, err := l.find(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	list := []int64{}
	for _, at := range f.places {
		list = append(list, f.rows[at].ID)
	}
	return list
}

// The list on screen and a bulk change of it have the same products: internal/catalog has the same cases.
func TestFilters(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../catalog/testdata/list-filter.json")
	if err != nil {
		t.Fatal(err)
	}
	var shared struct {
		Products []catalog.Product
		Cases    []struct {
			Rule   string
			Filter catalog.ListFilter
			Found  []int64
		}
	}
	if err := json.Unmarshal(text, &shared); err != nil {
		t.Fatal(err)
	}
	l := listOf(t, shared.Products...)
	for _, c := range shared.Cases {
		f, err := l.find(t.Context(), Query{ListFilter: c.Filter, Sort: ByOrder})
		if err != nil {
			t.Fatal(err)
		}
		if f.isRanked {
			f.places = nil // a bulk change names them by their ids
		}
		found := []int64{}
		for _, at := range f.places {
			found = append(found, f.rows[at].ID)
		}
		if !slices.Equal(found, c.Found) {
			t.Errorf("%s: %+v lists %v, want %v", c.Rule, c.Filter, found, c.Found)
		}
	}
}

// A row has what a bulk change sees of the stored product, whatever stands in its fields and whatever its dates say.
func TestRowsAreProducts(t *testing.T) {
	t.Parallel()
	past, future := "2020-01-01T00:00:00Z", time.Now().Add(100*time.Hour).UTC().Format(time.RFC3339)
	var products []catalog.Product
	for i, fields := range []catalog.ProductFields{
		{Name: "Plain", Website: "https://plain.example", Logo: "/uploads/a.png", Type: catalog.Free, Section: catalog.OurProducts},
		{Name: "\"<script>\\ \u2028 \x7f é 𝕏", Website: `https://x.example/?a="b"&c=<d>`, Logo: " null ", Type: catalog.Unknown, Categories: []string{"A & B", `"C"`}},
		{Name: "Ended", HasDeal: true, DealTo: past, IsFeatured: true, FeaturedUntil: past},
		{Name: "Runs", HasDeal: true, DealTo: future, IsFeatured: true, FeaturedUntil: future},
		{Name: "Draft", Status: catalog.StatusDraft, HasDeal: true, DealTo: past, IsFeatured: true},
		{Name: "Planned", Status: catalog.Scheduled, PublishAt: future},
		{Name: "Out", Status: catalog.Scheduled, PublishAt: past},
		{Name: "Hidden", Status: catalog.Hidden},
	} {
		if fields.Status == "" {
			fields.Status = catalog.Published
		}
		products = append(products, catalog.Product{ID: int64(i + 1), ProductFields: fields})
	}
	l := listOf(t, products...)
	for _, r := range l.current().rows {
		want := catalog.ListRowAt(products[r.ID-1], time.Now())
		want.Category = append([]string{}, want.Category...)
		if !reflect.DeepEqual(r.ListRow, want) {
			t.Errorf("%+v, want %+v", r.ListRow, want)
		}
	}
}

// five are products that differ in all that is sorted and needed.
func five() []catalog.Product {
	soon := time.Now().Add(24 * time.Hour).UTC().Format(time.RFC3339)
	product := func(id int64, name string, changed int64, fields catalog.ProductFields) catalog.Product {
		fields.Name = name
		if fields.Type == "" {
			fields.Type = catalog.Free
		}
		if fields.Status == "" {
			fields.Status = catalog.Published
		}
		if fields.Description == "" {
			fields.Description = "It writes letters for you."
		}
		fields.Categories = []string{"Writing"}
		return catalog.Product{ID: id, ProductFields: fields, UpdatedAt: time.Unix(changed, 0)}
	}
	return []catalog.Product{
		product(3, "Émile", 5, catalog.ProductFields{Website: "https://www.emile.example/"}),
		product(1, "Zeta", 9, catalog.ProductFields{Type: catalog.Unknown, Website: "https://zeta.example"}),
		product(5, "alpha", 1, catalog.ProductFields{Description: "Letters.", Website: "https://emile.example", Status: catalog.StatusDraft}),
		product(2, "Zeta AI", 3, catalog.ProductFields{IsFeatured: true, FeaturedUntil: soon, Website: "https://other.example"}),
		product(4, "Fox", 4, catalog.ProductFields{HasDeal: true, Website: "https://fox.example", Description: "Translates contracts."}),
	}
}

func TestSorts(t *testing.T) {
	t.Parallel()
	l := listOf(t, five()...)
	for sort, want := range map[Sort][]int64{
		ByOrder: {3, 1, 5, 2, 4}, ByName: {5, 3, 4, 1, 2}, ByNewest: {5, 4, 3, 2, 1}, ByChanged: {1, 3, 4, 2, 5}, ByClicks: {3, 1, 5, 2, 4},
	} {
		if got := ids(t, l, Query{Sort: sort}); !slices.Equal(got, want) {
			t.Errorf("by %s: %v, want %v", sort, got, want)
		}
	}
	if len(Sorts()) != 5 {
		t.Error("a sort is not tested")
	}
}

func TestNeeds(t *testing.T) {
	t.Parallel()
	l := listOf(t, five()...)
	wants := map[catalog.Need][]int64{
		catalog.NeedsPrice: {1}, catalog.NeedsText: {5}, catalog.NeedsOwnWebsite: {3, 5}, catalog.NeedsOwnName: {1, 2}, catalog.NeedsEnding: {2},
		"link-gone": {3}, "link-moved": {}, "link-refused": {}, "link-parked": {}, "link-taken_over": {},
	}
	for _, need := range catalog.Needs() {
		want, tested := wants[need]
		if got := ids(t, l, Query{ListFilter: catalog.ListFilter{Needs: need}}); !tested || !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", need, got, want)
		}
	}
	counts := l.current().counts
	if got := fmt.Sprint(counts); got != "{5 [{Our Products 0} {Recommended AI Products 0}] [{Free 4} {Freemium 0} {Premium 0} {Unknown 1}] "+
		"[{draft 1} {scheduled 0} {published 4} {hidden 0}] [{price 1} {text 1} {same-website 2} {same-name 2} {ends 1}] 5}" {
		t.Error(got)
	}
}

// Visits are counted every few seconds: they change the order by clicks, and don't have all rows made anew. What a description needs is a
// setting.
func TestLater(t *testing.T) {
	t.Parallel()
	l := listOf(t, five()...)
	minText := 20
	l.MinText = func() int { return minText }
	clicks := Query{Sort: ByClicks}
	if got := ids(t, l, clicks); !slices.Equal(got, []int64{3, 1, 5, 2, 4}) {
		t.Errorf("without visits: %v", got)
	}
	l.Catalogue.SetVisits(map[int64]int64{}) // the first ones change the rows of the home page too
	rows := l.current().rows
	l.Catalogue.SetVisits(map[int64]int64{4: 2, 2: 1})
	if got := ids(t, l, clicks); !slices.Equal(got, []int64{4, 2, 3, 1, 5}) || &l.current().rows[0] != &rows[0] {
		t.Errorf("with visits: %v; the same rows: %t", got, &l.current().rows[0] == &rows[0])
	}
	if got := ids(t, l, Query{ListFilter: catalog.ListFilter{Needs: catalog.NeedsEnding}}); !slices.Equal(got, []int64{2}) {
		t.Errorf("ends soon: %v", got)
	}
	minText = 24
	if got := ids(t, l, Query{ListFilter: catalog.ListFilter{Needs: catalog.NeedsText}}); !slices.Equal(got, []int64{5, 4}) {
		t.Errorf("with a longer text needed: %v", got)
	}
}

// Where no product has all words, the list has what the site's search finds: with a typo too, and of what visitors don't see.
func TestSearch(t *testing.T) {
	t.Parallel()
	l := listOf(t, five()...)
	for search, want := range map[string][]int64{
		"zeta": {1, 2}, "letters": {5, 3, 1, 2}, "contracst": {4}, "alpah": {5}, "nowhere to be found": {},
	} {
		if got := ids(t, l, Query{ListFilter: catalog.ListFilter{Search: search}}); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", search, got, want)
		}
	}
	if got := ids(t, l, Query{ListFilter: catalog.ListFilter{Search: "letters", Status: catalog.StatusDraft}}); !slices.Equal(got, []int64{5}) {
		t.Errorf("among drafts: %v", got)
	}
}

// Pages have each product once; a product that is gone keeps the place where the next page begins.
func TestPages(t *testing.T) {
	t.Parallel()
	l := listOf(t, five()...)
	var seen []int64
	q := Query{Sort: ByName, Limit: 2}
	for range 4 {
		f, err := l.find(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		from, to, next, err := f.page(q)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range f.places[from:to] {
			seen = append(seen, f.rows[at].ID)
		}
		if q.Cursor = next; next == "" {
			break
		}
	}
	if want := []int64{5, 3, 4, 1, 2}; !slices.Equal(seen, want) {
		t.Errorf("%v, want %v", seen, want)
	}
	f, err := l.find(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	for skip, want := range map[int]string{0: "0 2 2.3", 3: "3 5 ", 9: "5 5 "} {
		from, to, next, err := f.page(Query{Limit: 2, Skip: skip})
		if got := fmt.Sprint(from, " ", to, " ", next); err != nil || got != want {
			t.Errorf("after %d: %q, %v; want %q", skip, got, err, want)
		}
	}
	for cursor, want := range map[string]string{"2.3": "2 4 4.1", "4.3": "2 4 4.1", "3.999": "3 5 ", "9.999": "5 5 ", "x": "", "1": "", "0.3": "", "-1.3": "", "1.x": "", "1.3.3": ""} {
		q.Cursor = cursor
		from, to, next, err := f.page(q)
		if got := strings.TrimPrefix(fmt.Sprint(from, " ", to, " ", next), "0 0 "); err != nil && !fault.Is(err, fault.BadRequest) || got != want {
			t.Errorf("cursor %q: %q, %v; want %q", cursor, got, err, want)
		}
	}
}

// The list is made before anybody asks for it, and lets go of a snapshot that was replaced.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := listOf(t, five()...)
		made := func() *browse.Snapshot {
			synctest.Wait()
			l.mu.Lock()
			defer l.mu.Unlock()
			return l.now.snapshot
		}
		go l.Run(t.Context())
		first := made()
		l.Catalogue.SetVisits(map[int64]int64{1: 1})
		<-time.After(maxAge)
		if now := made(); now == first || now != l.Catalogue.Snapshot() {
			t.Error("the list is of a snapshot that was replaced")
		}
	})
}
