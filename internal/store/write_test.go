package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// writes are one call of each kind, in an order in which all succeed.
func writes(ctx context.Context, s *store.Store) []func() error {
	return []func() error{
		func() error { return errOf(s.CreateProduct(ctx, "w", draft("One"))) },
		func() error { return errOf(s.UpdateProduct(ctx, "w", 1, 1, draft("Uno", "New"))) },
		func() error { return s.DeleteProduct(ctx, "w", 1) },
		func() error { return errOf(s.ImportProducts(ctx, "w", importRows(3), catalog.ImportOptions{})) },
		func() error { return errOf(s.AddSocialLink(ctx, "w", site.SocialLink{Platform: "X"})) },
		func() error { return s.DeleteSocialLink(ctx, "w", 1) },
		func() error { return errOf(s.SaveLogo(ctx, "w", site.Logo{Type: site.MainLogo})) },
		func() error { return s.DeleteLogo(ctx, "w", 1) },
		func() error { return errOf(s.SaveLegalPage(ctx, "w", site.LegalPage{Type: site.PrivacyPolicy})) },
		func() error {
			return errOf(s.ReorderProducts(ctx, "w", []catalog.Placement{{ID: 3, DisplayOrder: 1}, {ID: 2, DisplayOrder: 2}}))
		},
		func() error {
			return errOf(s.ChangeProducts(ctx, "w", []int64{2, 3}, catalog.BulkChange{AddCategories: []string{"Added"}}))
		},
		func() error { return errOf(s.Undo(ctx, "w", 11, "")) },
		func() error { return errOf(s.RestoreProduct(ctx, "w", 1, 0, "")) },
		func() error { return errOf(s.UpdateCategory(ctx, "w", 1, "Prose", nil)) },
		func() error { return errOf(s.MergeCategory(ctx, "w", 1, 2)) },
		func() error { return s.DeleteCategory(ctx, "w", 7) },
	}
}

// writeAll makes all of the writes.
func writeAll(t *testing.T, s *store.Store) {
	t.Helper()
	for _, write := range writes(t.Context(), s) {
		noError(t, write())
	}
}

func TestAuditOfWrites(t *testing.T) {
	each(t, storeTests{
		"says what was before and after": func(t *testing.T, s *store.Store) {
			first := draft("One", "New")
			first.Logo = "data:image/png;base64," + strings.Repeat("A", 50_000)
			made := create(t, s, first)
			changed := update(t, s, made.ID, draft("Two", "new"))
			remove(t, s, made.ID)
			same(t, "actions", actions(t, s), []string{"create products", "create categories", "update products", "delete products"})
			lines := auditLines(t, s)
			if lines[0].Before != nil || len(*lines[0].After) > 1000 || strings.Contains(*lines[0].After, "AAAA") {
				t.Errorf("a new product has nothing before it, and its image is not kept again: %.200s", *lines[0].After)
			}
			var after catalog.Product
			noError(t, json.Unmarshal([]byte(*lines[2].After), &after))
			same(t, "after the change", after, changed)
			same(t, "the deletion's before", *lines[3].Before, *lines[2].After)
			same(t, "the deletion", []any{lines[3].said(), lines[3].After == nil}, []any{fmt.Sprint("remover delete products ", made.ID), true})
		},
		"can only be appended to": func(t *testing.T, s *store.Store) {
			create(t, s, draft("One"))
			before := auditLines(t, s)
			forbidden := []string{"UPDATE audit SET actor = 'nobody'", "DELETE FROM audit"}
			if s.Postgres() {
				forbidden = append(forbidden, "TRUNCATE audit")
			} else {
				forbidden = append(forbidden, "INSERT OR REPLACE INTO audit (id, at, actor, action, object, object_id, version) SELECT id, 0, '', '', '', '', 0 FROM audit")
			}
			for _, statement := range forbidden {
				wantError(t, errOf(s.Writer().ExecContext(t.Context(), statement)))
			}
			same(t, "audit", auditLines(t, s), before)
		},
	})
}

func TestWrite(t *testing.T) {
	each(t, storeTests{
		"moves the version once, that of the settings if it is one of them, is audited, and calls the hook": func(t *testing.T, s *store.Store) {
			hooks, settingsVersions := 0, []int64{0, 0, 0, 0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5}
			s.AfterCommit(func(context.Context) { hooks++ })
			for i, write := range writes(t.Context(), s) {
				before := len(auditLines(t, s))
				noError(t, write())
				version := int64(i + 1)
				same(t, fmt.Sprint("version and hooks after write ", i), []int64{readAll(t, s).Version, int64(hooks)}, []int64{version, version})
				same(t, fmt.Sprint("settings' version after write ", i), must(s.SettingsVersion(t.Context()))(t), settingsVersions[i])
				lines := auditLines(t, s)[before:]
				if len(lines) == 0 {
					t.Errorf("write %d is not in the audit", i)
				}
				for _, line := range lines {
					same(t, fmt.Sprint("line of write ", i), []any{line.Actor, line.Version}, []any{"w", version})
				}
			}
		},
		"leaves no trace if it fails": func(t *testing.T, s *store.Store) {
			create(t, s, draft("One"))
			taken := draft("Two", "A category of its own")
			taken.Slug = "one"
			check := unchanged(t, s)
			s.AfterCommit(func(context.Context) { t.Error("the hook was called") })
			ctx := t.Context()
			ended, end := context.WithCancel(ctx)
			end()
			long := site.SocialLink{Platform: strings.Repeat("x", 51)}
			wantFaults(t, map[string]refusal{
				"a taken slug":    {errOf(s.CreateProduct(ctx, "w", taken)), fault.Conflict},
				"another version": {errOf(s.UpdateProduct(ctx, "w", 1, 99, draft("Stale"))), fault.Conflict},
				"no product":      {s.DeleteProduct(ctx, "w", 99), fault.NotFound},
				"no link":         {s.DeleteSocialLink(ctx, "w", 99), fault.NotFound},
				"no logo":         {s.DeleteLogo(ctx, "w", 99), fault.NotFound},
				"no link changes": {errOf(s.ChangeSocialLink(ctx, "w", 99, site.SocialChange{})), fault.NotFound},
				"a long platform": {errOf(s.AddSocialLink(ctx, "w", long)), fault.Invalid},
			})
			if err := errOf(s.CreateProduct(ended, "w", draft("Nobody waits"))); !errors.Is(err, context.Canceled) {
				t.Errorf("nobody waits: %v", err)
			}
			check()
		},
		"shows the hook what was written, and the hook outlives the caller": func(t *testing.T, s *store.Store) {
			ctx, end := context.WithCancel(t.Context())
			defer end()
			called := false
			s.AfterCommit(func(hook context.Context) {
				end()
				changes, err := s.Changes(hook, 0)
				called = err == nil && hook.Err() == nil && len(changes.Products) == 1
			})
			noError(t, errOf(s.CreateProduct(ctx, "w", draft("One"))))
			same(t, "the hook read the product, and did not end with the caller", called, true)
		},
		"succeeds beside others, all in one order": func(t *testing.T, s *store.Store) {
			const writers, calls = 8, 12
			var hooks atomic.Int64
			s.AfterCommit(func(context.Context) { hooks.Add(1) })
			shared := create(t, s, draft("Shared"))
			same(t, "writers", atOnce(t, writers, fault.Internal, func(int) error {
				var errs []error
				for i := range calls {
					errs = append(errs, errOf(s.CreateProduct(t.Context(), "w", draft("Same name", fmt.Sprint("Category ", i)))))
					errs = append(errs, errOf(s.UpdateProduct(t.Context(), "w", shared.ID, 0, draft("Shared"))))
				}
				return errors.Join(errs...)
			}), int64(writers))
			shot := readAll(t, s)
			same(t, "version", shot.Version, int64(1+2*writers*calls))
			same(t, "hooks", hooks.Load(), int64(1+2*writers*calls))
			same(t, "products", len(shot.Products), 1+writers*calls)
			same(t, "categories", len(shot.Categories), 1+calls)
			same(t, "the shared product's version: no update was lost", shot.Products[0].Version, int64(1+writers*calls))
		},
		"succeeds once for one version": func(t *testing.T, s *store.Store) {
			made := create(t, s, draft("Shared"))
			same(t, "won", atOnce(t, 6, fault.Conflict, func(int) error {
				return errOf(s.UpdateProduct(t.Context(), "w", made.ID, 1, draft("Mine")))
			}), int64(1))
		},
		"creates once for a key, however often it is repeated, and never something else": func(t *testing.T, s *store.Store) {
			made := make([]catalog.Product, 8)
			ctx := idempotency.With(t.Context(), idempotency.Key{Hash: "h", Digest: "d"})
			atOnce(t, len(made)-1, fault.Internal, func(i int) (err error) {
				made[i], err = s.CreateProduct(ctx, "w", draft("One"))
				return err
			})
			made[7] = must(s.CreateProduct(ctx, "w", draft("One")))(t)
			for _, again := range made {
				same(t, "the product", again, made[0])
			}
			same(t, "products", len(readAll(t, s).Products), 1)
			other := idempotency.With(t.Context(), idempotency.Key{Hash: "h", Digest: "of another body"})
			wantFault(t, errOf(s.CreateProduct(other, "w", draft("Two"))), fault.Invalid)
		},
	})
}
