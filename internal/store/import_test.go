package store_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// importRow is a row that names this product. With a slug or a website of "" it names none.
func importRow(line int, id int64, name, slug, website string) catalog.ImportRow {
	d := draft(name)
	d.Slug, d.Website = slug, website
	return catalog.ImportRow{Line: line, ID: id, Draft: d}
}

// A row finds its product by id, then slug, then website. The same file again changes nothing.
func TestImportMatching(t *testing.T) {
	t.Parallel()
	const one, elsewhere = "https://example.com/one", "https://example.com/elsewhere"
	for name, c := range map[string]struct {
		has    []string // names of products
		gone   bool     // they are deleted
		rows   []catalog.ImportRow
		result catalog.ImportResult
		want   []string // products and their slugs
	}{
		"by id, slug or website; slugs stay": {
			has: []string{"One", "Two", "Three"},
			rows: []catalog.ImportRow{importRow(3, 0, "thrée", "tre", "http://www.example.com/three/?utm_source=file#top"),
				importRow(1, 1, "Uno", "", elsewhere), importRow(2, 99, "Due", "two", "https://example.com/due")},
			result: catalog.ImportResult{Updated: 3},
			want:   []string{"Uno one", "Due two", "thrée three"},
		},
		"an id and a new slug": {
			has:    []string{"One", "Two"},
			rows:   []catalog.ImportRow{importRow(4, 1, "One", "first", one)},
			result: catalog.ImportResult{Updated: 1},
			want:   []string{"One first", "Two two"},
		},
		"two of one website that name their slugs": {
			rows:   []catalog.ImportRow{importRow(1, 0, "One", "the-one", one), importRow(2, 0, "Two", "the-other", one)},
			result: catalog.ImportResult{Created: 2},
			want:   []string{"One the-one", "Two the-other"},
		},
		"a generated slug is none of the file's own": {
			rows: []catalog.ImportRow{importRow(1, 0, "Echo", "", one), importRow(2, 0, "Echo", "", elsewhere),
				importRow(3, 0, "Tool", "echo", "https://example.com/tool")},
			result: catalog.ImportResult{Created: 3},
			want:   []string{"Echo echo-2", "Echo echo-3", "Tool echo"},
		},
		"a deleted product is not found": {
			has:    []string{"One"},
			gone:   true,
			rows:   []catalog.ImportRow{importRow(1, 1, "One", "one", one)},
			result: catalog.ImportResult{Created: 1},
			want:   []string{"One one"},
		},
		"another name and a slug of its own": {
			has:    []string{"One"},
			rows:   []catalog.ImportRow{importRow(1, 0, "Other", "other", one)},
			result: catalog.ImportResult{Created: 1},
			want:   []string{"One one", "Other other"},
		},
		"two names for one website, told apart by them": {
			rows:   []catalog.ImportRow{importRow(1, 0, "A", "", one+"?ref=a"), importRow(2, 0, "B", "", one+"?ref=b")},
			result: catalog.ImportResult{Created: 2},
			want:   []string{"A a", "B b"},
		},
		"a product that one row names is not taken by another row's website": {
			has:    []string{"One"},
			rows:   []catalog.ImportRow{importRow(1, 0, "Big One", "big-one", one), importRow(2, 0, "One", "one", elsewhere)},
			result: catalog.ImportResult{Created: 1, Updated: 1},
			want:   []string{"One one", "Big One big-one"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				for _, name := range c.has {
					if made := create(t, s, draft(name)); c.gone {
						remove(t, s, made.ID)
					}
				}
				same(t, "result", importAll(t, s, c.rows), c.result)
				found := column(readAll(t, s).Products, func(p catalog.Product) string { return p.Name + " " + p.Slug })
				same(t, "products", found, c.want)
				same(t, "again", importAll(t, s, c.rows), catalog.ImportResult{Unchanged: len(c.rows)})
			})
		})
	}
}

// A row with the website of a product of another name is a question, which catalog.Match answers.
func TestImportMatch(t *testing.T) {
	t.Parallel()
	videofold := []catalog.ImportRow{importRow(2, 0, "Videofold", "", "https://www.example.com/one/?ref=video")}
	for by, want := range map[catalog.Match][]string{
		catalog.MatchAsk: {"One one"}, catalog.MatchWebsite: {"Videofold one"}, catalog.MatchName: {"One one", "Videofold videofold"}, catalog.MatchID: {"One one", "Videofold videofold"},
	} {
		t.Run("by "+string(by), func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				create(t, s, draft("One"))
				_, err := s.ImportProducts(t.Context(), "import", videofold, catalog.ImportOptions{Match: by})
				if by == catalog.MatchAsk {
					wantFault(t, err, fault.Conflict)
					wantText(t, fault.From(err).Message, `Line 2: "Videofold" has the website of "One" (example.com/one).`)
				} else {
					noError(t, err)
				}
				same(t, "products", column(readAll(t, s).Products, func(p catalog.Product) string { return p.Name + " " + p.Slug }), want)
			})
		})
	}
	t.Run("by name, where the website has moved", func(t *testing.T) {
		s := storetest.Open(t)
		create(t, s, draft("One"))
		rows := []catalog.ImportRow{importRow(2, 0, "one", "", "https://moved.example")}
		same(t, "result", must(s.ImportProducts(t.Context(), "import", rows, catalog.ImportOptions{Match: catalog.MatchName}))(t), catalog.ImportResult{Updated: 1})
		same(t, "products", column(readAll(t, s).Products, func(p catalog.Product) string { return p.Website }), []string{"https://moved.example"})
	})
}

// Rows of one product are refused by line.
func TestImportDuplicateRows(t *testing.T) {
	t.Parallel()
	const site, other = "https://example.com/here", "https://example.com/there"
	renamed := importRow(7, 1, "Old", "new", site)
	for name, c := range map[string]struct {
		rows []catalog.ImportRow
		line string
	}{
		"two new ones with one website": {
			[]catalog.ImportRow{importRow(5, 0, "A", "", site), importRow(9, 0, "a", "b", "http://www.example.com/here/")},
			"Line 9: it leads to the same product as line 5"},
		"two new ones with one slug": {
			[]catalog.ImportRow{importRow(5, 0, "A", "same", site), importRow(9, 0, "B", "same", other)},
			"Line 9: it leads to the same product as line 5"},
		"two for an old one": {
			[]catalog.ImportRow{importRow(5, 0, "A", "old", site), importRow(6, 0, "Old", "", "https://example.com/old")},
			"Line 6: it leads to the same product as line 5"},
		"one that two old ones may be": {
			[]catalog.ImportRow{importRow(3, 0, "Twin", "", "https://example.com/shared")}, "Line 3: several products have this website"},
		"a new slug twice": {
			[]catalog.ImportRow{renamed, importRow(8, 0, "B", "new", other)}, "Line 8: it leads to the same product as line 7"},
		"a slug for a new and an old one": {
			[]catalog.ImportRow{importRow(6, 0, "B", "new", other), renamed}, "Line 7: it names the same slug as line 6"},
		"another product's slug": {
			[]catalog.ImportRow{importRow(4, 1, "Old", "twin", site)}, "Line 4: its slug belongs to another product than its id"},
	} {
		t.Run(name, func(t *testing.T) {
			s := storetest.Open(t)
			create(t, s, draft("Old"))
			toolAt(t, s, "Twin", "https://example.com/shared")
			toolAt(t, s, "twin", "https://example.com/shared")
			check := unchanged(t, s)
			err := errOf(s.ImportProducts(t.Context(), "import", c.rows, catalog.ImportOptions{}))
			wantFault(t, err, fault.Conflict)
			wantText(t, fault.From(err).Message, c.line)
			check()
		})
	}
}

func TestImport(t *testing.T) {
	each(t, storeTests{
		"changes nothing when all rows are imported already": func(t *testing.T, s *store.Store) {
			rows := importRows(250)
			same(t, "first", importAll(t, s, rows[:120]), catalog.ImportResult{Created: 120})
			same(t, "all", importAll(t, s, rows), catalog.ImportResult{Created: 130, Unchanged: 120})
			same(t, "version", readAll(t, s).Version, int64(2))
			check := unchanged(t, s)
			s.AfterCommit(func(context.Context) { t.Error("the hook was called") })
			same(t, "again", importAll(t, s, rows), catalog.ImportResult{Unchanged: 250})
			check()
		},
		"is one line of the audit, and leaves the products in the file's order": func(t *testing.T, s *store.Store) {
			rows := importRows(150)
			importAll(t, s, rows)
			want := column(rows, func(row catalog.ImportRow) string { return row.Draft.Name })
			same(t, "order", siteOrder(readAll(t, s).Products), want)
			same(t, "lines", len(auditLines(t, s)), 151)
			lines := entries(t, s, audit.Query{})
			same(t, "lines that are listed", len(lines), 1)
			summary := `{"count":150,"names":["Tool 00000","Tool 00001","Tool 00002"],"created":150,"updated":0,"unchanged":0,"categories":["Category 0","Everything","Category 1","Category 2","Category 3","Category 4","Category 5","Category 6"]}`
			same(t, "summary", string(lines[0].After), summary)
		},
		"leaves in the product what a row does not have": func(t *testing.T, s *store.Store) {
			rich := draft("Rich", "A", "B")
			rich.UseCases, rich.Tags, rich.Section, rich.Logo, rich.LogoColor = "Uses", []string{"t"}, catalog.OurProducts, "/uploads/a.jpg", "#123456"
			rich.Images, rich.VideoURL, rich.PromoText, rich.DisplayOrder = []string{"https://example.com/1.png"}, "https://example.com/v", "Promo", 4
			rich.IsFeatured, rich.HasLandingPage, rich.HasDeal = true, true, true
			before := create(t, s, rich)

			bare := draft("Rich", "a", "b")
			bare.Description, bare.Type = catalog.NoDescription, catalog.Unknown
			same(t, "a row that brings nothing", importAll(t, s, []catalog.ImportRow{{Line: 1, Draft: bare}}), catalog.ImportResult{Unchanged: 1})

			optional := []string{"useCases", "tags", "section", "logo", "images", "videoUrl", "isFeatured", "hasLandingPage", "hasDeal", "promoText", "displayOrder"}
			all := catalog.FieldsNamed(optional...)
			for _, name := range optional {
				field := catalog.FieldsNamed(name)
				same(t, "a row that brings one field", importAll(t, s, []catalog.ImportRow{{Line: 1, Draft: draft("Rich", "A", "B"), Sets: field}}).Updated, 1)
				importAll(t, s, []catalog.ImportRow{{Line: 1, Draft: rich, Sets: all}})
			}
			after := readAll(t, s).Products[0]
			before.Version, before.UpdatedAt = after.Version, after.UpdatedAt
			same(t, "the product", after, before)
		},
		"leaves nothing behind of a thousand rows if one is bad": func(t *testing.T, s *store.Store) {
			check := unchanged(t, s)
			rows := importRows(1000)
			rows[998].Draft.Website, rows[998].Draft.Name = rows[3].Draft.Website, rows[3].Draft.Name
			wantFault(t, errOf(s.ImportProducts(t.Context(), "import", rows, catalog.ImportOptions{})), fault.Conflict)
			check()
		},
		"leaves nothing behind if it ends half way": func(t *testing.T, s *store.Store) {
			check := unchanged(t, s)
			failing := "CREATE TRIGGER bad BEFORE INSERT ON products WHEN NEW.name = 'Tool 00998' BEGIN SELECT RAISE(ABORT, 'no'); END"
			if s.Postgres() {
				failing = "ALTER TABLE products ADD CHECK (name <> 'Tool 00998')"
			}
			exec(t, s, failing)
			done := 0
			err := errOf(s.ImportProducts(t.Context(), "import", importRows(1000), catalog.ImportOptions{Progress: func(n int) { done = n }}))
			same(t, "error, and after how many rows", []any{err != nil, done}, []any{true, 750})
			check()
		},
		"counts in a dry run, and writes nothing": func(t *testing.T, s *store.Store) {
			rows := importRows(30)
			importAll(t, s, rows[:10])
			rows[4].Draft.Description = "Changed"
			check := unchanged(t, s)
			done := 0
			dry := catalog.ImportOptions{DryRun: true, Progress: func(n int) { done = n }}
			got := must(s.ImportProducts(t.Context(), "import", rows, dry))(t)
			same(t, "progress", done, 30)
			same(t, "counts", got, catalog.ImportResult{Created: 20, Updated: 1, Unchanged: 9})
			check()
			same(t, "the same for real", importAll(t, s, rows), got)
		},
	})
}

// An import beyond MaxProducts is refused.
func TestImportMaxProducts(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	importAll(t, s, importRows(1))
	rows := make([]catalog.ImportRow, catalog.MaxProducts)
	for i := range rows {
		rows[i] = catalog.ImportRow{Line: i + 1, Draft: catalog.Draft{ProductFields: catalog.ProductFields{Name: "Tool", Website: fmt.Sprint("https://example.org/", i)}}}
	}
	wantFault(t, errOf(s.ImportProducts(t.Context(), "import", rows, catalog.ImportOptions{})), fault.Conflict)
	same(t, "products", len(readAll(t, s).Products), 1)
}

// A new product has the date of its row, which a product that exists does not get.
func TestImportDates(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		old := time.Date(2018, 1, 2, 10, 0, 0, 0, time.UTC)
		create(t, s, draft("Two"))
		rows := []catalog.ImportRow{importRow(1, 0, "One", "", "https://example.com/one"), importRow(2, 0, "Two", "", "https://example.com/two"),
			importRow(3, 0, "Three", "", "https://example.com/three")}
		for i := range rows {
			rows[i].CreatedAt = old
		}
		rows[2].CreatedAt = time.Now().Add(time.Hour)
		same(t, "result", importAll(t, s, rows), catalog.ImportResult{Created: 2, Unchanged: 1})
		for _, p := range readAll(t, s).Products {
			same(t, p.Name+" is old", p.CreatedAt.Equal(old), p.Name == "One")
			same(t, p.Name+" is of the future", p.CreatedAt.After(p.UpdatedAt), false)
		}
	})
}

// The tools of an import that adds more than fifty are in bulk, whatever becomes of them; those of a smaller one only if
// their file says so.
func TestImportInBulk(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		inBulk := func() (count int) {
			for _, p := range readAll(t, s).Products {
				if p.InBulk {
					count++
				}
			}
			return count
		}
		rows := importRows(catalog.MaxNewInImport + 2)
		rows[0].InBulk = true
		importAll(t, s, rows[:catalog.MaxNewInImport])
		same(t, "in bulk after an import of 50", inBulk(), 1)
		importAll(t, s, rows)
		same(t, "in bulk after one of 52 that adds 2", inBulk(), 1)
		many := importRows(2*catalog.MaxNewInImport + 3)[catalog.MaxNewInImport+2:]
		importAll(t, s, many)
		last := readAll(t, s)
		id := last.Products[len(last.Products)-1].ID
		for _, step := range []struct {
			name string
			take func()
		}{
			{"the import of 51", func() {}},
			{"a change", func() { update(t, s, id, draft("Renamed")) }},
			{"its undo", func() { undo(t, s, readAll(t, s).Version) }},
			{"a deletion", func() { remove(t, s, id); restore(t, s, id, 0) }},
			{"a sync", func() {
				content := must(contentsOf(s).Content(t.Context()))(t)
				content.Products()[0].Name = "Other"
				must(contentsOf(s).ReplaceContent(t.Context(), "w", "sync", content, func(int, int) {}))(t)
			}},
		} {
			step.take()
			same(t, "in bulk after "+step.name, inBulk(), 1+len(many))
		}
	})
}

// Names that differ in marks that belong to the letter are two categories, also where an earlier version of the program
// stored the key of one without its marks.
func TestImportCategoriesOfOtherScripts(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		before := storetest.OpenAt(t, o)
		create(t, before, draft("One", "ガイド"))
		exec(t, before, "UPDATE categories SET name_key = 'カイト'")
		s := storetest.OpenAt(t, o)
		importAll(t, s, []catalog.ImportRow{{Line: 1, Draft: draft("Two", "カイト")}, {Line: 2, Draft: draft("Three", "ガイド", "ไม้")}, {Line: 3, Draft: draft("Four", "ไม่")}})
		found := column(readAll(t, s).Categories, func(c catalog.Category) string { return c.Name + " " + c.Slug })
		slices.Sort(found)
		same(t, "categories", found, []string{"ไม่ ไม่", "ไม้ ไม้", "カイト カイト", "ガイド ガイド"})
	})
}

// A category is found by a former name whose key an earlier version has folded otherwise, and another name is not taken for it.
func TestFormerNamesOfOtherScripts(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		before := storetest.OpenAt(t, o)
		create(t, before, draft("One", "ガイド"))
		create(t, before, draft("Two", "Plain"))
		for id, name := range map[int64]string{1: "Guides", 2: "Simple"} {
			noError(t, errOf(before.UpdateCategory(t.Context(), "w", id, name, nil)))
		}
		create(t, before, draft("Three", "My names"))
		noError(t, errOf(before.MergeCategory(t.Context(), "w", 3, 2)))
		exec(t, before, "UPDATE category_names SET name_key = 'カイト' WHERE name_key = 'ガイド'", "UPDATE category_names SET name_key = 'Plain' WHERE name_key = 'plain'")
		s := storetest.OpenAt(t, o)
		same(t, "the keys", storetest.Column(t, o, "SELECT name_key FROM category_names ORDER BY category_id, name_key"), []string{"ガイド", "my names", "plain"})
		importAll(t, s, []catalog.ImportRow{{Line: 1, Draft: draft("Four", "ガイド", "PLAIN", "Mý names")}, {Line: 2, Draft: draft("Five", "カイト")}})
		categories := map[string][]string{}
		for _, p := range readAll(t, s).Products {
			categories[p.Name] = p.Categories
		}
		same(t, "by former names", categories["Four"], []string{"Guides", "Simple"})
		same(t, "by another name", categories["Five"], []string{"カイト"})
	})
}

// New products without a place come after those that have one, in the file's order. Where nothing is placed, they have none.
func TestImportPlaces(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ placed, want []string }{
		"after the placed ones":      {[]string{"Placed"}, []string{"Placed", "First", "A", "B"}},
		"where only a row is placed": {nil, []string{"First", "A", "B"}},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				for _, name := range c.placed {
					placed := draft(name)
					placed.DisplayOrder = 4
					create(t, s, placed)
				}
				first := draft("First")
				first.DisplayOrder = 7
				rows := []catalog.ImportRow{{Line: 1, Draft: draft("A")}, {Line: 2, Draft: draft("B")}, {Line: 3, Draft: first, Sets: catalog.FieldsNamed("displayOrder")}}
				importAll(t, s, rows)
				same(t, "order", siteOrder(readAll(t, s).Products), c.want)
				same(t, "again", importAll(t, s, rows), catalog.ImportResult{Unchanged: 3})
			})
		})
	}
}
