package store_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/audit"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// A second import of rows that are imported already changes nothing.
func TestImportAgain(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		rows := importRows(250)
		same(t, "first", importAll(t, s, rows[:120]), catalog.ImportResult{Created: 120})
		same(t, "all", importAll(t, s, rows), catalog.ImportResult{Created: 130, Unchanged: 120})
		before, lines := readAll(t, s), len(auditLines(t, s))
		s.AfterCommit(func(context.Context) { t.Error("the hook was called") })
		same(t, "again", importAll(t, s, rows), catalog.ImportResult{Unchanged: 250})
		same(t, "catalogue", readAll(t, s), before)
		same(t, "audit lines", len(auditLines(t, s)), lines)
		same(t, "version", before.Version, int64(2))
	})
}

// Imported products are in the file's order.
func TestImportOrder(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		rows := importRows(230)
		importAll(t, s, rows)
		var want []string
		for _, row := range rows {
			want = append(want, row.Draft.Name)
		}
		same(t, "order", siteOrder(readAll(t, s).Products), want)
	})
}

// The audit lists an import as one line.
func TestImportAudit(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		importAll(t, s, importRows(150))
		same(t, "lines", len(auditLines(t, s)), 151)
		lines, err := s.Audit(t.Context(), audit.Query{})
		if err != nil {
			t.Fatal(err)
		}
		same(t, "lines that are listed", len(lines), 1)
		want := `{"created":150,"updated":0,"unchanged":0,"categories":["Category 0","Everything","Category 1","Category 2","Category 3","Category 4","Category 5","Category 6"]}`
		same(t, "summary", string(lines[0].After), want)
	})
}

// A row finds its product by id, then slug, then website.
func TestImportMatching(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, name := range []string{"One", "Two", "Three"} {
			create(t, s, draft(name))
		}
		byID := catalog.ImportRow{Line: 1, ID: 1, Draft: draft("Uno")}
		byID.Draft.Website = "https://example.com/elsewhere"
		bySlug := catalog.ImportRow{Line: 2, ID: 99, Draft: draft("Due")}
		bySlug.Draft.Slug = "two"
		byWebsite := catalog.ImportRow{Line: 3, Draft: draft("Tre")}
		byWebsite.Draft.Website = "http://www.example.com/three/?utm_source=file#top"
		byWebsite.Draft.Slug = "tre"
		same(t, "result", importAll(t, s, []catalog.ImportRow{byWebsite, byID, bySlug}), catalog.ImportResult{Updated: 3})
		var found []string
		for _, p := range readAll(t, s).Products {
			found = append(found, p.Name+" "+p.Slug)
		}
		same(t, "names, and slugs that stay", found, []string{"Uno one", "Due two", "Tre three"})
	})
}

// A row with an id may name a new slug.
func TestImportNewSlug(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		create(t, s, draft("One"))
		create(t, s, draft("Two"))
		row := catalog.ImportRow{Line: 4, ID: 1, Draft: draft("One")}
		row.Draft.Slug = "first"
		same(t, "result", importAll(t, s, []catalog.ImportRow{row}), catalog.ImportResult{Updated: 1})
		same(t, "slug", readAll(t, s).Products[0].Slug, "first")
		row.Draft.Slug = "two"
		_, err := s.ImportProducts(t.Context(), "import", []catalog.ImportRow{row}, catalog.ImportOptions{})
		wantFault(t, err, fault.Conflict)
	})
}

// What a row does not have stays as it is in the product.
func TestImportMissingFields(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
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
	})
}

// Rows of one product are refused by line.
func TestImportDuplicateRows(t *testing.T) {
	t.Parallel()
	row := func(line int, name, slug, website string) catalog.ImportRow {
		d := draft(name)
		d.Slug, d.Website = slug, website
		return catalog.ImportRow{Line: line, Draft: d}
	}
	const site, other = "https://example.com/here", "https://example.com/there"
	renamed := row(7, "Old", "new", site)
	renamed.ID = 1
	for name, c := range map[string]struct {
		rows []catalog.ImportRow
		line string
	}{
		"two new ones with one website":       {[]catalog.ImportRow{row(5, "A", "", site), row(9, "B", "b", "http://www.example.com/here/")}, "Line 9: it leads to the same product as line 5"},
		"two new ones with one slug":          {[]catalog.ImportRow{row(5, "A", "same", site), row(9, "B", "same", other)}, "Line 9: it leads to the same product as line 5"},
		"two for an old one":                  {[]catalog.ImportRow{row(5, "A", "old", site), row(6, "B", "", "https://example.com/old")}, "Line 6: it leads to the same product as line 5"},
		"one whose website two old ones have": {[]catalog.ImportRow{row(3, "A", "", "https://example.com/shared")}, "Line 3: several products have this website"},
		"a new slug twice":                    {[]catalog.ImportRow{renamed, row(8, "B", "new", other)}, "Line 8: it leads to the same product as line 7"},
		"a slug for a new and an old one":     {[]catalog.ImportRow{row(6, "B", "new", other), renamed}, "Line 7: it names the same slug as line 6"},
	} {
		t.Run(name, func(t *testing.T) {
			s := storetest.Open(t)
			create(t, s, draft("Old"))
			for _, name := range []string{"Twin", "Other twin"} {
				shared := draft(name)
				shared.Website = "https://example.com/shared"
				create(t, s, shared)
			}
			before := readAll(t, s)
			_, err := s.ImportProducts(t.Context(), "import", c.rows, catalog.ImportOptions{})
			wantFault(t, err, fault.Conflict)
			if err == nil || !strings.HasPrefix(fault.From(err).Message, c.line) {
				t.Errorf("got %v, want %q", err, c.line)
			}
			same(t, "catalogue", readAll(t, s), before)
		})
	}
}

// Two products of one website are imported again when they name their slugs.
func TestImportSharedWebsite(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		rows := importRows(2)
		rows[0].Draft.Slug, rows[1].Draft.Slug = "the-one", "the-other"
		rows[1].Draft.Website = rows[0].Draft.Website
		same(t, "first", importAll(t, s, rows), catalog.ImportResult{Created: 2})
		same(t, "again", importAll(t, s, rows), catalog.ImportResult{Unchanged: 2})
	})
}

// A generated slug is none of those that the file names.
func TestImportGeneratedSlug(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		rows := importRows(3)
		rows[0].Draft.Name, rows[1].Draft.Name = "Echo", "Echo"
		rows[2].Draft.Slug = "echo"
		importAll(t, s, rows)
		var slugs []string
		for _, p := range readAll(t, s).Products {
			slugs = append(slugs, p.Name+" "+p.Slug)
		}
		same(t, "slugs", slugs, []string{"Echo echo-2", "Echo echo-3", "Tool 00002 echo"})
	})
}

// A bad row among a thousand leaves nothing behind.
func TestImportBadRow(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		rows := importRows(1000)
		rows[998].Draft.Website = rows[3].Draft.Website
		_, err := s.ImportProducts(t.Context(), "import", rows, catalog.ImportOptions{})
		wantFault(t, err, fault.Conflict)
		empty := readAll(t, s)
		if empty.Version != 0 || len(empty.Products) != 0 || len(empty.Categories) != 0 || len(auditLines(t, s)) != 0 {
			t.Errorf("left behind: version %d, %d products, %d categories", empty.Version, len(empty.Products), len(empty.Categories))
		}
	})
}

// An import that ends half way leaves nothing behind.
func TestImportInterrupted(t *testing.T) {
	t.Parallel()
	storetest.EachDatabase(t, func(t *testing.T, o store.Options) {
		s := storetest.OpenAt(t, o)
		failing := "CREATE TRIGGER bad BEFORE INSERT ON products WHEN NEW.name = 'Tool 00998' BEGIN SELECT RAISE(ABORT, 'no'); END"
		if s.Postgres() {
			failing = "ALTER TABLE products ADD CHECK (name <> 'Tool 00998')"
		}
		if _, err := s.Writer().ExecContext(t.Context(), failing); err != nil {
			t.Fatal(err)
		}
		done := 0
		_, err := s.ImportProducts(t.Context(), "import", importRows(1000), catalog.ImportOptions{Progress: func(n int) { done = n }})
		if err == nil || done != 750 {
			t.Errorf("%v after %d rows: want an error after 750", err, done)
		}
		same(t, "products", len(readAll(t, s).Products), 0)
		same(t, "version", readAll(t, s).Version, int64(0))
	})
}

// A dry run counts, and writes nothing.
func TestImportDryRun(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		rows := importRows(30)
		importAll(t, s, rows[:10])
		rows[4].Draft.Description = "Changed"
		before := readAll(t, s)
		done := 0
		got, err := s.ImportProducts(t.Context(), "import", rows, catalog.ImportOptions{DryRun: true, Progress: func(n int) { done = n }})
		if err != nil || done != 30 {
			t.Errorf("%v, progress %d", err, done)
		}
		same(t, "counts", got, catalog.ImportResult{Created: 20, Updated: 1, Unchanged: 9})
		same(t, "catalogue", readAll(t, s), before)
		same(t, "the same for real", importAll(t, s, rows), got)
	})
}

// An import does not find a deleted product.
func TestImportDeletedProduct(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		made := create(t, s, draft("Old"))
		if err := s.DeleteProduct(t.Context(), "w", made.ID); err != nil {
			t.Fatal(err)
		}
		row := catalog.ImportRow{Line: 1, ID: made.ID, Draft: draft("Old")}
		row.Draft.Slug = "old"
		same(t, "result", importAll(t, s, []catalog.ImportRow{row}), catalog.ImportResult{Created: 1})
	})
}

// A product that one row names is not taken by another row's website.
func TestImportNamedProduct(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		create(t, s, draft("Notes"))
		sharing, named := catalog.ImportRow{Line: 1, Draft: draft("Big Notes")}, catalog.ImportRow{Line: 2, Draft: draft("Notes")}
		sharing.Draft.Slug, sharing.Draft.Website = "big-notes", "https://example.com/notes"
		named.Draft.Slug, named.Draft.Website = "notes", "https://example.com/elsewhere"
		rows := []catalog.ImportRow{sharing, named}
		same(t, "first", importAll(t, s, rows), catalog.ImportResult{Created: 1, Updated: 1})
		same(t, "again", importAll(t, s, rows), catalog.ImportResult{Unchanged: 2})
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
	_, err := s.ImportProducts(t.Context(), "import", rows, catalog.ImportOptions{})
	wantFault(t, err, fault.Conflict)
	same(t, "products", len(readAll(t, s).Products), 1)
}
