package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// withSlug is a draft with a slug.
func withSlug(name, slug string) catalog.Draft {
	d := draft(name)
	d.Slug = slug
	return d
}

// createRenamed creates a product of a name, which then gets another slug.
func createRenamed(t *testing.T, s *store.Store, name, slug string) catalog.Product {
	t.Helper()
	return update(t, s, create(t, s, draft(name)).ID, withSlug(name, slug))
}

// redirects lists the former slugs with the present slug that each leads to, as "old>new"; "old>" leads into the trash.
func redirects(t *testing.T, s *store.Store) string {
	t.Helper()
	all := readAll(t, s)
	slugs := map[int64]string{}
	for _, p := range all.Products {
		slugs[p.ID] = p.Slug
	}
	lines := column(all.OldSlugs, func(old catalog.OldSlug) string { return old.Slug + ">" + slugs[old.ProductID] })
	return strings.Join(lines, " ")
}

func TestOldSlugs(t *testing.T) {
	eachWorld(t, worldTests{
		"lead to the product's present one, however often that changes": func(t *testing.T, s *store.Store, _ *world) {
			id := create(t, s, draft("One")).ID
			for _, c := range []struct{ slug, want string }{
				{"two", "one>two"}, {"two", "one>two"}, {"three", "one>three two>three"}, {"one", "three>one two>one"}, {"four", "one>four three>four two>four"},
			} {
				update(t, s, id, withSlug("One", c.slug))
				same(t, "after "+c.slug, redirects(t, s), c.want)
			}
			same(t, "what others hear", must(s.Changes(t.Context(), readAll(t, s).Version-1))(t).OldSlugs, readAll(t, s).OldSlugs)
		},
		"are taken over only by who asks for one": func(t *testing.T, s *store.Store, _ *world) {
			one := createRenamed(t, s, "One", "uno")
			same(t, "made from a name", create(t, s, draft("One")).Slug, "one-2")
			same(t, "imported", importAll(t, s, []catalog.ImportRow{{Line: 1, Draft: catalog.Draft{ProductFields: catalog.ProductFields{
				Name: "One", Website: "https://other.example/", Categories: []string{"A"}, Description: "d", Type: catalog.Free, Section: catalog.OurProducts}}}}).Created, 1)
			same(t, "redirects", redirects(t, s), "one>uno")
			same(t, "asked for", create(t, s, withSlug("Another", "one")).Slug, "one")
			same(t, "redirects", redirects(t, s), "")
			update(t, s, 2, withSlug("Another", "uno-2"))
			update(t, s, 2, withSlug("Another", "second"))
			update(t, s, one.ID, withSlug("One", "uno-2"))
			same(t, "redirects", redirects(t, s), "one-2>second uno>uno-2")
		},
		"come back with an undo, and the one that it undoes leads there": func(t *testing.T, s *store.Store, _ *world) {
			createRenamed(t, s, "One", "two")
			undo(t, s, readAll(t, s).Version)
			same(t, "redirects", redirects(t, s), "two>one")
			undo(t, s, readAll(t, s).Version)
			same(t, "redirects", redirects(t, s), "one>two")
			other := create(t, s, withSlug("Other", "one"))
			update(t, s, other.ID, withSlug("Other", "other"))
			same(t, "redirects", redirects(t, s), "one>other")
			undo(t, s, 2) // until then, the slug leads to another product
			same(t, "slug", readAll(t, s).Products[0].Slug, "one")
			same(t, "redirects", redirects(t, s), "two>one")
		},
		"stay with a product in the trash, and go with it when it is deleted for good": func(t *testing.T, s *store.Store, w *world) {
			one := createRenamed(t, s, "One", "two")
			remove(t, s, one.ID)
			same(t, "in the trash", redirects(t, s), "one>")
			same(t, "a new product", create(t, s, draft("One")).Slug, "one-2")
			same(t, "with the slug of the deleted one", create(t, s, withSlug("Two", "two")).Slug, "two")
			same(t, "restored", restore(t, s, one.ID, 0).Slug, "two-2")
			same(t, "redirects", redirects(t, s), "one>two-2")
			remove(t, s, one.ID)
			w.now = w.now.Add(catalog.TrashRetention)
			same(t, "purged", purge(t, s), 1)
			same(t, "redirects", redirects(t, s), "")
		},
		"lead a row of a file that was written before a rename to its product": func(t *testing.T, s *store.Store, _ *world) {
			one := createRenamed(t, s, "One", "two")
			d := withSlug("One, again", "one")
			d.Website = "https://elsewhere.example/"
			same(t, "imported", importAll(t, s, []catalog.ImportRow{{Line: 1, Draft: d}}), catalog.ImportResult{Updated: 1})
			same(t, "slug", readAll(t, s).Products[0].Slug, "two")
			both := []catalog.ImportRow{{Line: 1, Draft: d}, {Line: 2, Draft: withSlug("Two", "two")}}
			wantError(t, errOf(s.ImportProducts(t.Context(), "w", both, catalog.ImportOptions{})), "same product as line")
			same(t, "by id", importAll(t, s, []catalog.ImportRow{{Line: 1, ID: one.ID, Draft: d}}), catalog.ImportResult{Updated: 1})
			same(t, "redirects", redirects(t, s), "two>one")
		},
		"of production come with a copy of it, beside those of the own trash": func(t *testing.T, s *store.Store, _ *world) {
			id := create(t, s, draft("One")).ID
			remove(t, s, createRenamed(t, s, "Gone", "went").ID)
			want := must(syncs(s).Content(t.Context()))(t)
			old := catalog.OldSlug{Slug: "first", ProductID: id}
			setList(want, "product_slugs", old)
			version := readAll(t, s).Version
			for range 2 {
				noError(t, errOf(syncs(s).ReplaceContent(t.Context(), "test", "sync", want, nothing)))
				same(t, "redirects", redirects(t, s), "first>one gone>")
			}
			same(t, "what others hear", must(s.Changes(t.Context(), version))(t).OldSlugs, []catalog.OldSlug{old})
			setList(want, "product_slugs", catalog.OldSlug{Slug: "gone", ProductID: id})
			noError(t, errOf(syncs(s).ReplaceContent(t.Context(), "test", "sync", want, nothing)))
			same(t, "redirects", redirects(t, s), "gone>one")
			setList[catalog.OldSlug](want, "product_slugs")
			noError(t, errOf(syncs(s).ReplaceContent(t.Context(), "test", "sync", want, nothing)))
			same(t, "redirects", redirects(t, s), "")
		},
		"are left by each of many products that are renamed at once": func(t *testing.T, s *store.Store, _ *world) {
			rows := importRows(600)
			importAll(t, s, rows)
			for i, p := range readAll(t, s).Products {
				rows[i] = catalog.ImportRow{Line: i + 1, ID: p.ID, Draft: catalog.Draft{Slug: fmt.Sprint("renamed-", i), ProductFields: p.ProductFields}}
			}
			same(t, "imported", importAll(t, s, rows).Updated, 600)
			same(t, "redirects", len(readAll(t, s).OldSlugs), 600)
			undo(t, s, readAll(t, s).Version)
			same(t, "redirects", len(readAll(t, s).OldSlugs), 600)
		},
	})
}
