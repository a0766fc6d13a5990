package store_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func exec(t *testing.T, s *store.Store, statements ...string) {
	t.Helper()
	conn := must(s.Writer().Conn(t.Context()))(t)
	defer conn.Close()
	for _, statement := range statements {
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// Check reports a damaged file.
func TestCheckDamagedFile(t *testing.T) {
	t.Parallel()
	place := store.Options{DataDir: t.TempDir()}
	s := must(store.Open(t.Context(), place))(t)
	importAll(t, s, importRows(1_000))
	noError(t, s.Close())
	file := filepath.Join(place.DataDir, "vitrine.db")
	whole := must(os.ReadFile(file))(t)
	damaged := slices.Clone(whole)
	for at := len(damaged) / 2; at < len(damaged)*3/4; at += 4096 {
		copy(damaged[at:], strings.Repeat("\xa5", 64))
	}
	noError(t, os.WriteFile(file, damaged, 0o600))
	place.Existing = true
	wantText(t, strings.Join(findings(t, storetest.OpenAt(t, place)).Flaws, "\n"), "damaged")
}

// To check, only a database that is there is opened, and nothing is made.
func TestCheckExisting(t *testing.T) {
	t.Parallel()
	empty := filepath.Join(t.TempDir(), "nothing")
	wantError(t, errOf(store.Open(t.Context(), store.Options{DataDir: empty, Existing: true})))
	wantError(t, errOf(os.Stat(empty))) // no folder is made
	none := store.Options{DatabaseURL: storetest.PostgresURL(t), Existing: true}
	for range 2 { // the first look left nothing behind
		wantError(t, errOf(store.Open(t.Context(), none)))
	}
	storetest.EachDatabase(t, func(t *testing.T, o store.Options) {
		first := storetest.OpenAt(t, o)
		create(t, first, draft("One"))
		o.Existing = true
		same(t, "products", len(readAll(t, storetest.OpenAt(t, o)).Products), 1)
	})
}

func TestCheck(t *testing.T) {
	each(t, storeTests{
		"finds no flaws in a sound database": func(t *testing.T, s *store.Store) {
			writeAll(t, s)
			check := unchanged(t, s)
			found := findings(t, s)
			same(t, "flaws", found.Flaws, []string(nil))
			if len(found.Checked) < 2 || !slices.Contains(found.Checked, "4 products and 5 categories can be read.") {
				t.Errorf("it says %q", found.Checked)
			}
			check()
		},
		"finds broken references, and products without a category": func(t *testing.T, s *store.Store) {
			create(t, s, draft("One", "A", "B"))
			create(t, s, draft("It's \"Two\""))
			exec(t, s, "DELETE FROM product_categories WHERE product_id = 2")
			if s.Postgres() {
				const name = "product_categories_category_id_fkey"
				exec(t, s, "ALTER TABLE product_categories DROP CONSTRAINT "+name, "DELETE FROM categories WHERE name = 'B'",
					"ALTER TABLE product_categories ADD CONSTRAINT "+name+" FOREIGN KEY (category_id) REFERENCES categories (id) NOT VALID")
			} else {
				exec(t, s, "PRAGMA foreign_keys = OFF", "DELETE FROM categories WHERE name = 'B'", "PRAGMA foreign_keys = ON")
			}
			same(t, "flaws", findings(t, s).Flaws, []string{
				"The table product_categories has rows that refer to rows of categories that are not there: 1.",
				`Product 2, "It's \"Two\"", has no category.`,
			})
		},
		"reads uploads together with the products that name them": func(t *testing.T, s *store.Store) {
			d := draft("One")
			d.Logo, d.Images = "/uploads/a.jpg", []string{"https://example.com/uploads/x.jpg", "/uploads/b.jpg"}
			one := create(t, s, d)
			d.Logo, d.Images = "https://example.com/logo.png", nil
			create(t, s, d)
			remove(t, s, one.ID)
			found := must(s.Uploads(t.Context()))(t)
			same(t, "uploads", found, media.Uploads{Rows: map[string]int64{}, Stored: map[string]bool{}, Named: []media.NamedUpload{
				{Product: one.ID, Name: "One", InTrash: true, Logo: true, FileName: "a.jpg"},
				{Product: one.ID, Name: "One", InTrash: true, FileName: "b.jpg"},
			}, Used: map[string]bool{"a.jpg": true, "b.jpg": true, "x.jpg": true}}) // x.jpg may be ours by an address of another host
		},
	})
}
