package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// hostile are texts that a careless query, escape or column would break on.
var hostile = []string{
	`'; DROP TABLE products; --`,
	`"double" and 'single' and \back\slash and $1 and ? and :name and @p1`,
	"100% _under_ %d %s {{.}} <script>alert(1)</script> &amp;",
	"emoji 👩‍👩‍👧‍👦🏳️‍🌈 and 漢字 and עברית and \u202eRTL\u202c and e\u0301",
	"null", "NULL", "[]", `{"a":1}`, "true", "0", "1e309",
	strings.Repeat("ß", 20_000),
	"tab\tand\nnewline",
}

// Text with a NUL is refused, and changes nothing.
func TestProductNUL(t *testing.T) {
	t.Parallel()
	d := draft("Plain")
	d.Description = "a\x00b"
	s := storetest.OpenAt(t, store.Options{DatabaseURL: storetest.PostgresURL(t)}) // SQLite can keep it
	wantFault(t, errOf(s.CreateProduct(t.Context(), "tester", d)), fault.Invalid)
	same(t, "version", readAll(t, s).Version, int64(0))
}

func TestProducts(t *testing.T) {
	eachWorld(t, worldTests{
		"come back as they were given": func(t *testing.T, s *store.Store, _ *world) {
			for i, text := range hostile {
				head := []rune(text)[:min(40, len([]rune(text)))]
				d := catalog.Draft{
					ProductFields: catalog.ProductFields{
						Name: text, Description: text, UseCases: text, Categories: []string{fmt.Sprint(i, " ", string(head)), "Second"},
						Tags: []string{text, "b"}, Type: catalog.Unknown, Section: catalog.OurProducts, Website: "https://example.com/?q=" + text,
						Logo: text, LogoColor: "#a0b1c2", Images: []string{text, "https://example.com/i.png"}, VideoURL: text,
						IsFeatured: true, HasLandingPage: true, HasDeal: true, PromoText: text, DisplayOrder: 7,
					},
				}
				d.Complete()
				made := create(t, s, d)
				same(t, "the new product", made, catalog.Product{
					ID: made.ID, Slug: made.Slug, CreatedAt: made.CreatedAt, UpdatedAt: made.CreatedAt, Version: 1, ProductFields: d.ProductFields,
				})
				kept := readAll(t, s).Products
				same(t, "the kept product", kept[len(kept)-1], made)
			}
			same(t, "products", len(readAll(t, s).Products), len(hostile))
		},
		"have slugs that are unique and stable": func(t *testing.T, s *store.Store, _ *world) {
			slugs := column([]string{"Écho", "echo", "ECHO!", "Echo 2", "Echo-x"}, func(name string) string { return create(t, s, draft(name)).Slug })
			same(t, "slugs", slugs, []string{"echo", "echo-2", "echo-3", "echo-2-2", "echo-x"})
			same(t, "slug, by a new name unchanged", update(t, s, 1, draft("Another name")).Slug, "echo")
		},
		"use the slug that is asked for, or are refused": func(t *testing.T, s *store.Store, _ *world) {
			same(t, "slug", create(t, s, withSlug("First", "chosen")).Slug, "chosen")
			made, second := create(t, s, draft("Second")), withSlug("Second", "chosen")
			wantFault(t, errOf(s.CreateProduct(t.Context(), "tester", second)), fault.Conflict)
			wantFault(t, errOf(s.UpdateProduct(t.Context(), "tester", made.ID, 0, second)), fault.Conflict)

			remove(t, s, 1)
			same(t, "a deleted product's slug, which is free", update(t, s, made.ID, second).Slug, "chosen")
		},
		"are updated in what may be set and nothing else; an empty list is a list": func(t *testing.T, s *store.Store, w *world) {
			start := w.now
			product := func(version int64, d catalog.Draft) catalog.Product {
				d.Complete()
				return catalog.Product{ID: 1, Slug: "before", CreatedAt: start, UpdatedAt: w.now, Version: version, ProductFields: d.ProductFields}
			}
			before, after := draft("Before", "A", "B"), draft("After", "C", "A")
			same(t, "the new product", create(t, s, before), product(1, before))
			same(t, "the kept product", readAll(t, s).Products, []catalog.Product{product(1, before)})
			w.now = w.now.Add(time.Hour)
			changed := must(s.UpdateProduct(t.Context(), "tester", 1, 1, after))(t)
			same(t, "the changed product", changed, product(2, after))
			same(t, "the kept product", readAll(t, s).Products, []catalog.Product{changed})
		},
		"that are deleted are as little found as unknown ones": func(t *testing.T, s *store.Store, _ *world) {
			made := create(t, s, draft("Gone"))
			remove(t, s, made.ID)
			same(t, "products", len(readAll(t, s).Products), 0)
			for _, id := range []int64{made.ID, 12345, -1} {
				wantFault(t, s.DeleteProduct(t.Context(), "tester", id), fault.NotFound)
				wantFault(t, errOf(s.UpdateProduct(t.Context(), "tester", id, 0, draft("Back"))), fault.NotFound)
			}
			again := create(t, s, draft("Gone"))
			same(t, "a new id and the freed slug", []any{again.ID != made.ID, again.Slug}, []any{true, made.Slug})
		},
	})
}
