package store_test

import (
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestCatalogue(t *testing.T) {
	each(t, storeTests{
		"changes are what happened since a version": func(t *testing.T, s *store.Store) {
			one, two := create(t, s, draft("One", "A")), create(t, s, draft("Two", "A", "B"))
			three := create(t, s, draft("Three", "C"))
			changed := update(t, s, one.ID, draft("One", "B", "D"))
			remove(t, s, two.ID)
			all := readAll(t, s)
			after := func(products ...catalog.Product) catalog.Changes {
				return catalog.Changes{Version: 5, Products: append([]catalog.Product{}, products...), Deleted: []int64{two.ID}, Categories: all.Categories,
					OldSlugs: []catalog.OldSlug{}, Trash: all.Trash}
			}
			for since, want := range map[int64]catalog.Changes{
				0: after(changed, three),
				2: after(changed, three),
				3: after(changed),
				4: after(),
				5: {Version: 5, Categories: all.Categories},
			} {
				changes := must(s.Changes(t.Context(), since))(t)
				changes.Collections, changes.CollectionIDs = nil, nil // the feature's, which may be taken out
				same(t, "changes", changes, want)
			}
		},
		"a snapshot is of one moment while others write": func(t *testing.T, s *store.Store) {
			const moves = 60
			made := create(t, s, draft("Moving", "A", "B"))
			create(t, s, draft("Still", "A"))
			var done atomic.Bool
			var writer errgroup.Group
			writer.Go(func() error {
				defer done.Store(true)
				for i := range moves { // both categories change places in one transaction
					names := [][]string{{"B", "A"}, {"A", "B"}}[i%2]
					if _, err := s.UpdateProduct(t.Context(), "w", made.ID, 0, draft("Moving", names...)); err != nil {
						return err
					}
				}
				return nil
			})
			for !done.Load() {
				shot := readAll(t, s)
				moving := shot.Products[0]
				want := [][]string{{"B", "A"}, {"A", "B"}}[moving.Version%2]
				same(t, "categories", moving.Categories, want)
				same(t, "the version that the product has", shot.Version, moving.Version+1)
			}
			noError(t, writer.Wait())
		},
	})
}

// After a restart everything is there.
func TestOpenAgain(t *testing.T) {
	t.Parallel()
	storetest.EachDatabase(t, func(t *testing.T, o store.Options) {
		first := must(store.Open(t.Context(), o))(t)
		writeAll(t, first)
		create(t, first, draft("Last", "Éa", "B"))
		before, lines := readAll(t, first), auditLines(t, first)
		set := settings(t, first)
		noError(t, first.Close())
		again := storetest.OpenAt(t, o)
		same(t, "catalogue", readAll(t, again), before)
		same(t, "audit", auditLines(t, again), lines)
		same(t, "settings", settings(t, again), set)
	})
}

// Several processes may open a new database at once.
func TestOpenConcurrent(t *testing.T) {
	t.Parallel()
	for range 5 {
		storetest.EachDatabase(t, func(t *testing.T, o store.Options) {
			same(t, "opened", atOnce(t, 4, fault.Internal, func(int) error {
				s, err := store.Open(t.Context(), o)
				if err == nil {
					err = s.Close()
				}
				return err
			}), int64(4))
		})
	}
}

// A database of a later version is refused.
func TestOpenLaterVersion(t *testing.T) {
	t.Parallel()
	storetest.EachDatabase(t, func(t *testing.T, o store.Options) {
		exec(t, storetest.OpenAt(t, o), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, TRUE)")
		wantError(t, errOf(store.Open(t.Context(), o)))
	})
}
