package store_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// writes are one call of each kind, in an order in which all succeed.
func writes(s *store.Store) []func(ctx context.Context) error {
	return []func(ctx context.Context) error{
		func(ctx context.Context) error { _, err := s.CreateProduct(ctx, "w", draft("One")); return err },
		func(ctx context.Context) error {
			_, err := s.UpdateProduct(ctx, "w", 1, 1, draft("Uno", "New"))
			return err
		},
		func(ctx context.Context) error { return s.DeleteProduct(ctx, "w", 1) },
		func(ctx context.Context) error {
			_, err := s.ImportProducts(ctx, "w", importRows(3), catalog.ImportOptions{})
			return err
		},
		func(ctx context.Context) error {
			_, err := s.AddSocialLink(ctx, "w", site.SocialLink{Platform: "X"})
			return err
		},
		func(ctx context.Context) error { return s.DeleteSocialLink(ctx, "w", 1) },
		func(ctx context.Context) error {
			_, _, err := s.SaveLogo(ctx, "w", site.Logo{Type: site.MainLogo})
			return err
		},
		func(ctx context.Context) error { return s.DeleteLogo(ctx, "w", 1) },
		func(ctx context.Context) error {
			_, _, err := s.SaveLegalPage(ctx, "w", site.LegalPage{Type: site.PrivacyPolicy})
			return err
		},
		func(ctx context.Context) error {
			_, err := s.ReorderProducts(ctx, "w", []catalog.Placement{{ID: 3, DisplayOrder: 1}, {ID: 2, DisplayOrder: 2}})
			return err
		},
		func(ctx context.Context) error {
			_, _, err := s.ChangeProducts(ctx, "w", []int64{2, 3}, catalog.BulkChange{AddCategories: []string{"Added"}})
			return err
		},
		func(ctx context.Context) error {
			shot, err := s.All(ctx)
			if err == nil {
				_, err = s.Undo(ctx, "w", shot.Version)
			}
			return err
		},
		func(ctx context.Context) error { _, err := s.RestoreProduct(ctx, "w", 1, 0, ""); return err },
		func(ctx context.Context) error { _, err := s.RenameCategory(ctx, "w", 1, "Prose"); return err },
		func(ctx context.Context) error { _, err := s.MergeCategory(ctx, "w", 1, 2); return err },
		func(ctx context.Context) error { return s.DeleteCategory(ctx, "w", 7) },
	}
}

// Every write moves the version once, is audited, and calls the hook.
func TestWrite(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		hooks := 0
		s.AfterCommit(func(context.Context) { hooks++ })
		for i, write := range writes(s) {
			before := len(auditLines(t, s))
			if err := write(t.Context()); err != nil {
				t.Fatalf("write %d: %v", i, err)
			}
			version := int64(i + 1)
			if got := readAll(t, s).Version; got != version || hooks != i+1 {
				t.Fatalf("after write %d: version %d, %d hooks: want one more of each", i, got, hooks)
			}
			lines := auditLines(t, s)[before:]
			if len(lines) == 0 {
				t.Errorf("write %d is not in the audit", i)
			}
			for _, line := range lines {
				if line.Actor != "w" || line.Version != version {
					t.Errorf("write %d: audit says %q, version %d", i, line.Actor, line.Version)
				}
			}
		}
	})
}

// Only settings move the settings' version.
func TestSettingsVersion(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var versions []int64
		for _, write := range writes(s) {
			if err := write(t.Context()); err != nil {
				t.Fatal(err)
			}
			version, err := s.SettingsVersion(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			versions = append(versions, version)
		}
		same(t, "settings versions", versions, []int64{0, 0, 0, 0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5})
	})
}

// A failed write leaves no trace.
func TestWriteFailed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		create(t, s, draft("One"))
		taken := draft("Two", "A category of its own")
		taken.Slug = "one"
		before, lines := readAll(t, s), len(auditLines(t, s))
		s.AfterCommit(func(context.Context) { t.Error("the hook was called") })
		ended, end := context.WithCancel(t.Context())
		end()
		for i, fails := range []func() error{
			func() error { _, err := s.CreateProduct(t.Context(), "w", taken); return err },
			func() error { _, err := s.CreateProduct(ended, "w", draft("Nobody waits")); return err },
			func() error { _, err := s.UpdateProduct(t.Context(), "w", 1, 99, draft("Stale")); return err },
			func() error { return s.DeleteProduct(t.Context(), "w", 99) },
			func() error { return s.DeleteSocialLink(t.Context(), "w", 99) },
			func() error { return s.DeleteLogo(t.Context(), "w", 99) },
			func() error {
				_, err := s.ChangeSocialLink(t.Context(), "w", 99, site.SocialChange{})
				return err
			},
			func() error {
				_, err := s.AddSocialLink(t.Context(), "w", site.SocialLink{Platform: strings.Repeat("x", 51)})
				return err
			},
		} {
			if fails() == nil {
				t.Errorf("write %d did not fail", i)
			}
		}
		same(t, "catalogue", readAll(t, s), before)
		same(t, "audit lines", len(auditLines(t, s)), lines)
	})
}

// The hook sees what was written, and outlives the caller.
func TestWriteHook(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, end := context.WithCancel(t.Context())
		defer end()
		called := false
		s.AfterCommit(func(hook context.Context) {
			end()
			changes, err := s.Changes(hook, 0)
			called = err == nil && hook.Err() == nil && len(changes.Products) == 1
		})
		if _, err := s.CreateProduct(ctx, "w", draft("One")); err != nil {
			t.Fatal(err)
		}
		if !called {
			t.Error("the hook did not read the product, or ended with the caller")
		}
	})
}

// The audit says what was before and after.
func TestAuditBeforeAfter(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		first := draft("One", "New")
		first.Logo = "data:image/png;base64," + strings.Repeat("A", 50_000)
		made := create(t, s, first)
		changed, err := s.UpdateProduct(t.Context(), "editor", made.ID, 0, draft("Two", "new"))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.DeleteProduct(t.Context(), "remover", made.ID); err != nil {
			t.Fatal(err)
		}
		same(t, "actions", actions(t, s), []string{"create products", "create categories", "update products", "delete products"})
		lines := auditLines(t, s)
		if lines[0].Before != nil || len(*lines[0].After) > 1000 || strings.Contains(*lines[0].After, "AAAA") {
			t.Errorf("a new product has nothing before it, and its image is not kept again: %.200s", *lines[0].After)
		}
		var after catalog.Product
		if err := json.Unmarshal([]byte(*lines[2].After), &after); err != nil {
			t.Fatal(err)
		}
		same(t, "after the change", after, changed)
		same(t, "the deletion's before", *lines[3].Before, *lines[2].After)
		if lines[3].After != nil || lines[3].Actor != "remover" || lines[3].ObjectID != fmt.Sprint(made.ID) {
			t.Errorf("the deletion: %+v", lines[3])
		}
	})
}

// The audit can only be appended to.
func TestAuditAppendOnly(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		create(t, s, draft("One"))
		before := auditLines(t, s)
		forbidden := []string{"UPDATE audit SET actor = 'nobody'", "DELETE FROM audit"}
		if s.Postgres() {
			forbidden = append(forbidden, "TRUNCATE audit")
		} else {
			forbidden = append(forbidden, "INSERT OR REPLACE INTO audit (id, at, actor, action, object, object_id, version) SELECT id, 0, '', '', '', '', 0 FROM audit")
		}
		for _, statement := range forbidden {
			if _, err := s.Writer().ExecContext(t.Context(), statement); err == nil {
				t.Errorf("%s: was allowed", statement)
			}
		}
		same(t, "audit", auditLines(t, s), before)
	})
}

// The writes of concurrent writers all succeed, in one order.
func TestWriteConcurrent(t *testing.T) {
	t.Parallel()
	const writers, each = 8, 12
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var hooks atomic.Int64
		s.AfterCommit(func(context.Context) { hooks.Add(1) })
		shared := create(t, s, draft("Shared"))
		var working sync.WaitGroup
		for w := range writers {
			working.Go(func() {
				for i := range each {
					if _, err := s.CreateProduct(t.Context(), "w", draft("Same name", fmt.Sprint("Category ", i))); err != nil {
						t.Errorf("writer %d: %v", w, err)
					}
					if _, err := s.UpdateProduct(t.Context(), "w", shared.ID, 0, draft("Shared")); err != nil {
						t.Errorf("writer %d: %v", w, err)
					}
				}
			})
		}
		working.Wait()
		shot := readAll(t, s)
		same(t, "version", shot.Version, int64(1+2*writers*each))
		same(t, "hooks", hooks.Load(), int64(1+2*writers*each))
		same(t, "products", len(shot.Products), 1+writers*each)
		same(t, "categories", len(shot.Categories), 1+each)
		same(t, "the shared product's version: no update was lost", shot.Products[0].Version, int64(1+writers*each))
	})
}

// Of several writers with one version only one succeeds.
func TestWriteSameVersion(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		made := create(t, s, draft("Shared"))
		var won, lost atomic.Int64
		var working sync.WaitGroup
		for range 6 {
			working.Go(func() {
				_, err := s.UpdateProduct(t.Context(), "w", made.ID, 1, draft("Mine"))
				switch {
				case err == nil:
					won.Add(1)
				case fault.Is(err, fault.Conflict):
					lost.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		working.Wait()
		if won.Load() != 1 || lost.Load() != 5 {
			t.Errorf("%d won, %d lost", won.Load(), lost.Load())
		}
	})
}
