package browse

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

func ours(p *catalog.Product) { p.Section = catalog.OurProducts }

// A catalog has a page of each section with matches.
func TestCatalogSections(t *testing.T) {
	s := newStore(tool(1, "a", ours), tool(2, "b"), tool(3, "c"), tool(4, "d", in("Code")))
	p := s.snapshot()
	c := answer(t, p, Query{Limit: 2})
	if c.Total != 4 || len(c.Sections) != 2 || c.Sections[0].Section != catalog.OurProducts || c.Sections[0].Next != "" ||
		!slices.Equal(ids(c.Sections[1].Items), []int64{4, 3}) || c.Sections[1].Total != 3 || c.Sections[1].Next == "" {
		t.Errorf("%+v", c)
	}
	if c := answer(t, p, Query{Category: "code"}); len(c.Sections) != 1 || c.Sections[0].Section != catalog.RecommendedProducts {
		t.Errorf("a section without a match is there: %+v", c.Sections)
	}
	next := answer(t, p, Query{Limit: 2, Section: catalog.RecommendedProducts, Cursor: c.Sections[1].Next})
	if len(next.Sections) != 1 || !slices.Equal(ids(next.Sections[0].Items), []int64{2}) || next.Sections[0].Total != 3 {
		t.Errorf("the next page: %+v", next.Sections)
	}
}

// A catalog says which words a misspelled search was corrected to.
func TestCatalogCorrectedQuery(t *testing.T) {
	p := newStore(tool(1, "Photoshop", ours), tool(2, "Photoshot", in("Code")), tool(3, "Photoshop Plus", in("Code"), ours)).snapshot()
	for _, c := range []struct {
		rule string
		q    Query
		want string
	}{
		{"as the best match has it", Query{Search: "photoshp"}, "photoshop"},
		{"of those that the filters leave", Query{Search: "photoshpt", Category: "code", Section: catalog.RecommendedProducts}, "photoshot"},
		{"whatever the order is", Query{Search: "photoshp", Sort: SortLatest}, "photoshop"},
		{"on further pages", Query{Search: "photoshp", Limit: 1, Section: catalog.OurProducts,
			Cursor: answer(t, p, Query{Search: "photoshp", Limit: 1}).Sections[0].Next}, "photoshop"},
		{"nothing where it was found as typed", Query{Search: "photosho"}, ""},
		{"nothing where nothing was found", Query{Search: "zzzzqqqq"}, ""},
		{"nothing where the filters leave nothing", Query{Search: "photoshp", Category: "none"}, ""},
		{"nothing without a search", Query{}, ""},
	} {
		t.Run(c.rule, func(t *testing.T) {
			same(t, "it was read as", answer(t, p, c.q).CorrectedQuery, c.want)
		})
	}
}

func TestRelaxedQuery(t *testing.T) {
	tools := []catalog.Product{tool(1, "Poster Maker", ours), tool(2, "Video Studio", in("Code"))}
	for i := range int64(20) {
		tools = append(tools, tool(3+i, fmt.Sprint("Tool ", i)))
	}
	p := newStore(tools...).snapshot()
	for _, c := range []struct {
		rule string
		q    Query
		want string
	}{
		{"the words that were kept", Query{Search: "please find me a poster maker for my xylophonist"}, "poster maker"},
		{"nothing where all words were found", Query{Search: "poster maker"}, ""},
		{"nothing where the filters leave nothing", Query{Search: "please find me a poster maker for my xylophonist", Category: "none"}, ""},
		{"nothing without a search", Query{}, ""},
	} {
		t.Run(c.rule, func(t *testing.T) {
			page, err := p.List(c.q)
			noError(t, err)
			same(t, "in a list the words are", page.Relaxed, c.want)
			same(t, "in a catalogue the words are", answer(t, p, c.q).RelaxedQuery, c.want)
		})
	}
}

func answer(t rapid.TB, p *Snapshot, q Query) Catalog {
	t.Helper()
	c, err := p.Catalog(q)
	noError(t, err)
	return c
}

// A catalog without a limit has twelve products of a section, and a cursor needs a section.
func TestCatalogCursor(t *testing.T) {
	p := newStore(manyTools(30)...).snapshot()
	first := answer(t, p, Query{}).Sections[0]
	same(t, "products of the section, and all", []int{len(first.Items), first.Total}, []int{DefaultLimit, 30})
	_, err := p.Catalog(Query{Cursor: first.Next})
	wantRefusal(t, err, "a cursor without a section")
	same(t, "the error names the sections", strings.Contains(fmt.Sprint(err), "Our Products or Recommended AI Products"), true)
	_, err = p.Catalog(Query{Cursor: "broken", Section: catalog.RecommendedProducts})
	wantRefusal(t, err, "a broken cursor")
}

// The numbered pages of a query have its matches section by section, each page full but the last.
func TestNumberedPages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStore(t, 40)
		p, q := s.snapshot(), aQuery().Draw(t, "query")
		q.Limit = max(q.Limit, 1)
		if q.Page = 1; q.isAllTools() {
			return // it has no sections
		}
		var want []int64
		for _, section := range catalog.Sections() {
			if q.Section == "" || q.Section == section {
				of := q
				of.Section, of.Limit = section, 0
				want = append(want, ids(listed(t, p, of).Items)...)
			}
		}
		var got []int64
		pages := (len(want) + q.Limit - 1) / q.Limit
		for q.Page = 1; q.Page <= pages; q.Page++ {
			before := len(got)
			for _, section := range answer(t, p, q).Sections {
				if section.Next != "" || len(section.Items) == 0 {
					t.Fatalf("page %d: %+v", q.Page, section)
				}
				got = append(got, ids(section.Items)...)
			}
			if here := len(got) - before; here != q.Limit && q.Page < pages {
				t.Fatalf("page %d of %d has %d products", q.Page, pages, here)
			}
		}
		same(t, "all pages", got, want)
		if beyond := answer(t, p, q); len(beyond.Sections) != 0 || beyond.Pages != pages || beyond.Total != len(want) {
			t.Fatalf("behind the last page: %+v", beyond)
		}
	})
}

// The numbered pages of a list are those that its cursors lead to.
func TestNumberedList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := anyStore(t, 30).snapshot(), aQuery().Draw(t, "query")
		q.Limit = max(q.Limit, 1)
		for number := 1; ; number++ {
			page := listed(t, p, q)
			numbered := q
			numbered.Cursor, numbered.Page = "", number
			if got := listed(t, p, numbered); !slices.Equal(ids(got.Items), ids(page.Items)) || got.Total != page.Total || got.Next != page.Next {
				t.Fatalf("page %d: %+v, want %+v", number, got, page)
			}
			if page.Next == "" {
				return
			}
			q.Cursor = page.Next
		}
	})
}

// The counts of a facet disregard what is chosen in that facet.
func TestFacetOwnChoice(t *testing.T) {
	p := newStore(
		tool(1, "a", in("Writing")),
		tool(2, "b", in("Code")),
		tool(3, "c", in("Code", "Écriture"), priced(catalog.Premium)),
		tool(4, "d", in("Zoo"), priced(catalog.Unknown)),
	).snapshot()
	for q, want := range map[Query]string{
		{}:                      "Code 2, Écriture 1, Writing 1, Zoo 1, of 4; Free 2, Freemium 0, Premium 1, Unknown 1, of 4",
		{Type: catalog.Unknown}: "Zoo 1, of 1; Free 2, Freemium 0, Premium 1, Unknown 1, of 4",
		{Category: "code"}:      "Code 2, Écriture 1, Writing 1, Zoo 1, of 4; Free 1, Freemium 0, Premium 1, Unknown 0, of 2",
		{Type: catalog.Premium}: "Code 1, Écriture 1, of 1; Free 2, Freemium 0, Premium 1, Unknown 1, of 4",
		{Category: "writing", Type: catalog.Premium}: "Code 1, Écriture 1, Writing 0, of 1; Free 1, Freemium 0, Premium 0, Unknown 0, of 1",
		{Category: "nowhere"}:                        "Code 2, Écriture 1, Writing 1, Zoo 1, of 4; Free 0, Freemium 0, Premium 0, Unknown 0, of 0",
	} {
		same(t, fmt.Sprintf("%+v", q), counts(answer(t, p, q)), want)
	}
}

// Facets agree with looking at every product, on a large catalogue too, where counts are taken in three ways.
func TestFacetsAgainstScan(t *testing.T) {
	large := newStore(manyTools(2_000)...)
	snapshot := large.snapshot()
	rapid.Check(t, func(t *rapid.T) {
		s, p := large, snapshot
		if rapid.Bool().Draw(t, "small") {
			s = anyStore(t, 40)
			p = s.snapshot()
		}
		q := aQuery().Draw(t, "query")
		got := answer(t, p, q)
		all := newPlain(s, p, q)
		if got.Total != len(all.matches(q)) {
			t.Fatalf("%+v: total %d, want %d", q, got.Total, len(all.matches(q)))
		}
		same(t, fmt.Sprintf("%+v", q), counts(got), all.counts(q))
		for _, section := range got.Sections {
			one := q
			one.Section = section.Section
			want := all.ids(one)
			limit := cmp.Or(q.Limit, DefaultLimit)
			if section.Total != len(want) || !slices.Equal(ids(section.Items), want[:min(limit, len(want))]) {
				t.Fatalf("%+v: %d in %s, want %d", q, section.Total, section.Section, len(want))
			}
		}
	})
}

// counts writes the facets as one line.
func counts(c Catalog) string {
	var b strings.Builder
	for _, category := range c.Categories {
		fmt.Fprintf(&b, "%s %d, ", category.Name, category.Count)
	}
	fmt.Fprintf(&b, "of %d; ", c.AllCategories)
	for _, pricing := range c.Pricing {
		fmt.Fprintf(&b, "%s %d, ", pricing.Value, pricing.Count)
	}
	fmt.Fprintf(&b, "of %d", c.AllPricing)
	return b.String()
}

// counts writes what the facets must be: for each choice, how many products match with it in the place of the query's.
func (s plain) counts(q Query) string {
	var c Catalog
	with := q
	for _, category := range s.categories {
		with.Category = category.Slug
		if count := len(s.matches(with)); count > 0 || s.inCategory(catalog.Product{ProductFields: catalog.ProductFields{Categories: []string{category.Name}}}, q.Category) && q.Category != "" {
			c.Categories = append(c.Categories, CategoryCount{Category: category, Count: count})
		}
	}
	slices.SortFunc(c.Categories, func(a, b CategoryCount) int { return s.names.CompareString(a.Name, b.Name) })
	with.Category = ""
	c.AllCategories = len(s.matches(with))
	with = q
	for _, kind := range catalog.AllTypes() {
		with.Type = kind
		c.Pricing = append(c.Pricing, PricingCount{kind, len(s.matches(with))})
	}
	with.Type = ""
	c.AllPricing = len(s.matches(with))
	return counts(c)
}

// The numbered list of all tools by name is one list without sections, and says where each letter begins.
func TestLetters(t *testing.T) {
	ours := func(p *catalog.Product) { p.Section = catalog.OurProducts }
	p := newStore(tool(1, "Zed"), tool(2, "échelle", ours), tool(3, "3D"), tool(4, "Easel"), tool(5, "zoo", ours), tool(6, "Яндекс")).snapshot()
	list := func(q Query) Catalog {
		found, err := p.Catalog(q)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	found := list(Query{Sort: SortName, Page: 2, Limit: 2})
	same(t, "letters", found.Letters, []Letter{{"E", 1}, {"Z", 2}, {"#", 3}})
	same(t, "sections", len(found.Sections), 1)
	same(t, "its name", string(found.Sections[0].Section), "")
	wantIDs(t, found.Sections[0].Items, 1, 5)
	wantIDs(t, list(Query{Sort: SortName, Page: 3, Limit: 2}).Sections[0].Items, 6, 3) // other scripts, then digits
	same(t, "sections of a page after the last", len(list(Query{Sort: SortName, Page: 4, Limit: 2}).Sections), 0)
	for _, q := range []Query{{Sort: SortName}, {Sort: SortName, Page: 1, Type: catalog.Free}, {Page: 1}} {
		found := list(q)
		same(t, "letters of another list", len(found.Letters), 0)
		same(t, "its sections", len(found.Sections), 2)
	}
}
