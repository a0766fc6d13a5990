package store_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
)

func changeAll(t *testing.T, s *store.Store, b catalog.BulkChange, ids ...int64) (version int64, changed int) {
	t.Helper()
	version, changed, err := s.ChangeProducts(t.Context(), "w", ids, b)
	noError(t, err)
	return version, changed
}

func TestBulkChange(t *testing.T) {
	each(t, storeTests{
		"is one version, and a line of the audit for each product": func(t *testing.T, s *store.Store) {
			one, two, three := create(t, s, draft("One", "A")), create(t, s, draft("Two", "B", "A")), create(t, s, draft("Three", "C"))
			lines := len(auditLines(t, s))
			version, changed := changeAll(t, s, catalog.BulkChange{Type: of(catalog.Premium), Section: of(catalog.OurProducts),
				IsFeatured: of(true), HasDeal: of(true), AddCategories: []string{"new"}, RemoveCategories: []string{"a", "nobody's"}}, two.ID, three.ID)
			shot := readAll(t, s)
			same(t, "version and how many changed", []int64{version, shot.Version, int64(changed)}, []int64{4, 4, 2})
			two.Categories, three.Categories = []string{"B", "new"}, []string{"C", "new"}
			for _, p := range []*catalog.Product{&two, &three} {
				p.Type, p.Section, p.IsFeatured, p.HasDeal = catalog.Premium, catalog.OurProducts, true, true
			}
			same(t, "products", settled(shot.Products), settled([]catalog.Product{one, two, three}))
			same(t, "who is not named", shot.Products[0], one)
			same(t, "their versions", column(shot.Products, func(p catalog.Product) int64 { return p.Version }), []int64{1, 2, 2})
			same(t, "actions", actions(t, s)[lines:], []string{"update products", "update products", "create categories", "update products"})
			for _, line := range auditLines(t, s)[lines:] {
				same(t, "version of the line", line.Version, version)
			}
		},
		"finds categories by the names that they have": func(t *testing.T, s *store.Store) {
			one := create(t, s, draft("One", "Éditeur Vidéo", "B"))
			create(t, s, draft("Two", "Straße"))
			changeAll(t, s, catalog.BulkChange{Categories: []string{"STRASSE", "b", "editeur video"}}, one.ID)
			same(t, "categories", readAll(t, s).Products[0].Categories, []string{"Straße", "B", "Éditeur Vidéo"})
			changeAll(t, s, catalog.BulkChange{RemoveCategories: []string{"EDITEUR VIDEO"}, AddCategories: []string{"strasse", "New"}}, one.ID)
			same(t, "categories", readAll(t, s).Products[0].Categories, []string{"Straße", "B", "New"})
		},
		"leaves alone what is so already": func(t *testing.T, s *store.Store) {
			one, two := create(t, s, draft("One")), create(t, s, draft("Two"))
			version, changed := changeAll(t, s, catalog.BulkChange{IsFeatured: of(true)}, one.ID)
			same(t, "changed", changed, 1)
			check := unchanged(t, s)
			again, changed := changeAll(t, s, catalog.BulkChange{IsFeatured: of(true)}, one.ID)
			same(t, "version", again, version)
			same(t, "changed again", changed, 0)
			check()
			_, changed = changeAll(t, s, catalog.BulkChange{IsFeatured: of(true)}, one.ID, two.ID)
			same(t, "changed", changed, 1)
			same(t, "the version of the one that was so", readAll(t, s).Products[0].Version, int64(2))
		},
		"is all or nothing": func(t *testing.T, s *store.Store) {
			importAll(t, s, importRows(300)) // more than one batch
			ids := idsOf(readAll(t, s).Products)
			lonely := create(t, s, draft("Lonely", "Everything"))
			gone := create(t, s, draft("Gone"))
			remove(t, s, gone.ID)
			check := unchanged(t, s)
			for name, c := range map[string]struct {
				ids    []int64
				change catalog.BulkChange
				field  string
			}{
				"an unknown product":          {append(ids, 999_999), catalog.BulkChange{HasDeal: of(true)}, "ids"},
				"a deleted product":           {append(ids, gone.ID), catalog.BulkChange{HasDeal: of(true), AddCategories: []string{"Made for nothing"}}, "ids"},
				"deleting an unknown product": {append(ids, 999_999), catalog.BulkChange{Delete: true}, "ids"},
				"one without a category":      {append(ids, lonely.ID), catalog.BulkChange{RemoveCategories: []string{"everything"}}, "removeCategories"},
				"nothing to change":           {ids, catalog.BulkChange{}, "change"},
				"no product":                  {nil, catalog.BulkChange{Delete: true}, "ids"},
				"a product twice":             {append(ids, ids[0]), catalog.BulkChange{Delete: true}, "ids"},
			} {
				t.Run(name, func(t *testing.T) {
					wantInvalid(t, errOf(s.ChangeProducts(t.Context(), "w", c.ids, c.change)), c.field)
				})
			}
			check()
		},
		"deletes into the trash, and comes back whole": func(t *testing.T, s *store.Store) {
			importAll(t, s, importRows(520))
			before := readAll(t, s)
			ids := idsOf(before.Products)
			version, changed := changeAll(t, s, catalog.BulkChange{Delete: true}, ids[10:]...)
			same(t, "changed", changed, 510)
			same(t, "left", len(readAll(t, s).Products), 10)
			same(t, "restored", undo(t, s, version), 510)
			same(t, "catalogue", settled(readAll(t, s).Products), settled(before.Products))
		},
		"changes all that a list has, if the caller has seen them all": func(t *testing.T, s *store.Store) {
			importAll(t, s, importRows(520)) // more than one batch
			before := readAll(t, s)
			spared := before.Products[:2]
			tools := catalog.ListFilter{Search: "tool"}
			check := unchanged(t, s)
			for _, count := range []int{517, 519} {
				list := catalog.List{Filter: tools, Except: idsOf(spared), Count: count}
				wantFault(t, errOf(s.ChangeListed(t.Context(), "w", list, catalog.BulkChange{Delete: true})), fault.Conflict)
			}
			check()
			list := catalog.List{Filter: tools, Except: idsOf(spared), Count: 518}
			for _, b := range []catalog.BulkChange{
				{Type: of(catalog.Premium), Section: of(catalog.OurProducts), IsFeatured: of(true), HasDeal: of(true), AddCategories: []string{"New"}},
				{Delete: true},
			} {
				lines := len(auditLines(t, s))
				version, changed, err := s.ChangeListed(t.Context(), "w", list, b)
				noError(t, err)
				same(t, "changed", changed, 518)
				for _, line := range auditLines(t, s)[lines:] {
					same(t, "version of the line", line.Version, version)
				}
				after := readAll(t, s)
				same(t, "excepted", settled(after.Products[:2]), settled(spared))
				if !b.Delete {
					same(t, "another", after.Products[2].Section, catalog.OurProducts)
					same(t, "its categories", after.Products[2].Categories, append(slices.Clone(before.Products[2].Categories), "New"))
				}
				same(t, "left", len(after.Products), map[bool]int{true: 2, false: 520}[b.Delete])
				same(t, "restored", undo(t, s, version), 518)
				same(t, "catalogue", settled(readAll(t, s).Products), settled(before.Products))
			}
		},
		"is made whole beside others": func(t *testing.T, s *store.Store) {
			importAll(t, s, importRows(30))
			ids := idsOf(readAll(t, s).Products)
			beside(t, 4, func(w int) (err error) {
				for i := range 5 { // each round says the same of all products
					b := catalog.BulkChange{Categories: []string{fmt.Sprint("Of ", w), fmt.Sprint("Round ", i)}, HasDeal: of(w%2 == 0)}
					err = errors.Join(err, errOf(s.ChangeProducts(t.Context(), "w", ids, b)))
				}
				return err
			}, func() {
				products := readAll(t, s).Products
				for _, p := range products {
					if first := products[0]; first.HasDeal != p.HasDeal || (first.HasDeal && !slices.Equal(first.Categories, p.Categories)) {
						t.Errorf("half a change was seen: %v and %v", first, p)
					}
				}
			})
		},
	})
}
