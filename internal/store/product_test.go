package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
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

// A product comes back as it was given.
func TestProductRoundTrip(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
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
			made := create(t, s, d)
			same(t, "the new product", made, catalog.Product{
				ID: made.ID, Slug: made.Slug, CreatedAt: made.CreatedAt, UpdatedAt: made.CreatedAt, Version: 1,
				ProductFields: catalog.ProductFields{
					Name: text, Description: text, UseCases: text,
					Categories: d.Categories, Tags: d.Tags, Type: d.Type, Section: d.Section, Website: d.Website, Logo: text, LogoColor: "#a0b1c2",
					Images: d.Images, VideoURL: text, IsFeatured: true, HasLandingPage: true, HasDeal: true, PromoText: text, DisplayOrder: 7,
				},
			})
			kept := readAll(t, s).Products
			same(t, "the kept product", kept[len(kept)-1], made)
		}
		if got := len(readAll(t, s).Products); got != len(hostile) {
			t.Errorf("%d products, want %d", got, len(hostile))
		}
	})
}

// An empty list of a product is a list.
func TestProductEmptyLists(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		made := create(t, s, draft("Plain"))
		kept := readAll(t, s).Products[0]
		for _, p := range []catalog.Product{made, kept} {
			if p.Tags == nil || p.Images == nil || p.Categories == nil {
				t.Errorf("tags %v, images %v, categories %v: want lists", p.Tags, p.Images, p.Categories)
			}
		}
	})
}

// Text with a NUL is refused, and changes nothing.
func TestProductNUL(t *testing.T) {
	t.Parallel()
	d := draft("Plain")
	d.Description = "a\x00b"
	s := storetest.OpenAt(t, store.Options{DatabaseURL: storetest.PostgresURL(t)}) // SQLite can keep it
	_, err := s.CreateProduct(t.Context(), "tester", d)
	wantFault(t, err, fault.Invalid)
	same(t, "version", readAll(t, s).Version, int64(0))
}

// Slugs are unique and stable.
func TestProductSlugs(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var slugs []string
		for _, name := range []string{"Écho", "echo", "ECHO!", "Echo 2", "Echo-x"} {
			slugs = append(slugs, create(t, s, draft(name)).Slug)
		}
		same(t, "slugs", slugs, []string{"echo", "echo-2", "echo-3", "echo-2-2", "echo-x"})

		renamed, err := s.UpdateProduct(t.Context(), "tester", 1, 0, draft("Another name"))
		if err != nil || renamed.Slug != "echo" {
			t.Errorf("slug %q, %v: want it unchanged by the new name", renamed.Slug, err)
		}
	})
}

// A slug that is asked for is used or refused.
func TestProductNamedSlug(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		first := draft("First")
		first.Slug = "chosen"
		same(t, "slug", create(t, s, first).Slug, "chosen")
		second := draft("Second")
		made := create(t, s, second)
		second.Slug = "chosen"
		_, err := s.CreateProduct(t.Context(), "tester", second)
		wantFault(t, err, fault.Conflict)
		_, err = s.UpdateProduct(t.Context(), "tester", made.ID, 0, second)
		wantFault(t, err, fault.Conflict)

		if err := s.DeleteProduct(t.Context(), "tester", 1); err != nil {
			t.Fatalf("delete: %v", err)
		}
		freed, err := s.UpdateProduct(t.Context(), "tester", made.ID, 0, second)
		if err != nil || freed.Slug != "chosen" {
			t.Errorf("slug %q, %v: a deleted product's slug is free", freed.Slug, err)
		}
	})
}

// An update replaces what may be set, and nothing else.
func TestUpdateProduct(t *testing.T) {
	t.Parallel()
	clock := time.Date(2026, 1, 2, 3, 4, 5, 678_901_000, time.UTC)
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		now := clock
		o.Now = func() time.Time { return now.In(time.FixedZone("far", 9*3600)) }
		s := storetest.OpenAt(t, o)
		made := create(t, s, draft("Before", "A", "B"))
		now = now.Add(time.Hour)
		wanted := draft("After", "C", "A")
		changed, err := s.UpdateProduct(t.Context(), "tester", made.ID, 1, wanted)
		if err != nil {
			t.Fatalf("update: %v", err)
		}
		same(t, "the changed product", changed, catalog.Product{
			ID: made.ID, Slug: "before", CreatedAt: clock, UpdatedAt: clock.Add(time.Hour), Version: 2,
			ProductFields: catalog.ProductFields{
				Name: "After", Description: "About After",
				Categories: []string{"C", "A"}, Tags: []string{}, Images: []string{}, Type: catalog.Free, Section: catalog.RecommendedProducts,
				Website: "https://example.com/after",
			},
		})
		same(t, "the kept product", readAll(t, s).Products[0], changed)
	})
}

// A stale version is a conflict.
func TestUpdateProductStale(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		made := create(t, s, draft("Shared"))
		if _, err := s.UpdateProduct(t.Context(), "one", made.ID, 1, draft("From one tab")); err != nil {
			t.Fatalf("update: %v", err)
		}
		_, err := s.UpdateProduct(t.Context(), "other", made.ID, 1, draft("From the other"))
		wantFault(t, err, fault.Conflict)
		same(t, "name", readAll(t, s).Products[0].Name, "From one tab")
	})
}

// A deleted product is gone for every call.
func TestDeleteProduct(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		made := create(t, s, draft("Gone"))
		if err := s.DeleteProduct(t.Context(), "tester", made.ID); err != nil {
			t.Fatalf("delete: %v", err)
		}
		same(t, "products", len(readAll(t, s).Products), 0)
		wantFault(t, s.DeleteProduct(t.Context(), "tester", made.ID), fault.NotFound)
		_, err := s.UpdateProduct(t.Context(), "tester", made.ID, 0, draft("Back"))
		wantFault(t, err, fault.NotFound)
		again := create(t, s, draft("Gone"))
		if again.ID == made.ID || again.Slug != made.Slug {
			t.Errorf("id %d, slug %q: want a new id and the freed slug", again.ID, again.Slug)
		}
	})
}

// An unknown product is not found.
func TestProductNotFound(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		wantFault(t, s.DeleteProduct(t.Context(), "tester", 12345), fault.NotFound)
		_, err := s.UpdateProduct(t.Context(), "tester", -1, 0, draft("Nobody"))
		wantFault(t, err, fault.NotFound)
	})
}
