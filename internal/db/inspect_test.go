package db_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// inspected opens a database to look at it until the test ends.
func inspected(t *testing.T, o db.Options) *db.Inspection {
	t.Helper()
	d := must(db.Inspect(t.Context(), o))(t)
	t.Cleanup(func() { noError(t, d.Close()) })
	return d
}

func TestInspect(t *testing.T) {
	eachDatabase(t, map[string]func(t *testing.T, o db.Options){
		"looks at an earlier version beside the site that it is open in, and leaves it as it is": func(t *testing.T, o db.Options) {
			noError(t, storetest.Filled(t, o).Close())
			before, files := storetest.Contents(t, o), listed(t, o.DataDir)
			d := must(db.Inspect(t.Context(), withStep(t, o, nextStep)))(t)
			u, err := d.Upgrade(t.Context())
			noError(t, err, d.Close())
			if last := must(db.LastStep())(t); u.From != last || u.To != last+1 || !slices.Equal(u.Steps, []string{fmt.Sprint(last+1, " next")}) || u.Size < 100_000 {
				t.Errorf("got %+v", u)
			}
			same(t, "content", storetest.Contents(t, o), before)
			same(t, "files", listed(t, o.DataDir), files)
		},
		"misses no step of an up-to-date database, all of an empty one, and refuses a later version": func(t *testing.T, o db.Options) {
			if o.DatabaseURL != "" {
				u := must(inspected(t, o).Upgrade(t.Context()))(t)
				if u.From != 0 || len(u.Steps) == 0 || !strings.HasSuffix(u.Steps[0], " tables") {
					t.Errorf("empty: %+v", u)
				}
			}
			storetest.OpenAt(t, o)
			u := must(inspected(t, o).Upgrade(t.Context()))(t)
			same(t, "steps when up to date", []int64{u.To - u.From, int64(len(u.Steps))}, []int64{0, 0})
			storetest.Exec(t, o, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, TRUE)")
			var later *db.StepError
			if err := errOf(inspected(t, o).Upgrade(t.Context())); !errors.As(err, &later) || later.Step != 999 {
				t.Errorf("later: %v", err)
			}
		},
		"names settings with which a power cut loses commits": func(t *testing.T, o db.Options) {
			noError(t, storetest.OpenAt(t, o).Close())
			d := inspected(t, o)
			found := must(d.Durability(t.Context()))(t)
			if d.Postgres() { // as the tests' server is started
				if !strings.HasPrefix(found.Server, "PostgreSQL 1") || found.Off != "fsync, full_page_writes, synchronous_commit" {
					t.Errorf("got %+v", found)
				}
				return
			}
			if !strings.HasPrefix(found.Server, "SQLite 3.") || found.Off != "" {
				t.Errorf("got %+v", found)
			}
			exec(t, d.Writer(), "PRAGMA synchronous = OFF")
			same(t, "off", must(d.Durability(t.Context()))(t).Off, "synchronous=0")
		},
	})
}

// listed returns the names in a folder, empty without one.
func listed(t *testing.T, dir string) string {
	t.Helper()
	var names []string
	if dir != "" {
		for _, entry := range must(os.ReadDir(dir))(t) {
			names = append(names, entry.Name())
		}
	}
	return strings.Join(names, " ")
}

// A look at a folder without a database makes none, and completes no restore.
func TestInspectMissing(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "nowhere")
	if _, err := db.Inspect(t.Context(), db.Options{DataDir: dir}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
	dir = t.TempDir()
	noError(t, os.WriteFile(filepath.Join(dir, "vitrine.restored"), []byte("new"), 0o600))
	wantError(t, errOf(db.Inspect(t.Context(), db.Options{DataDir: dir})), "a restore in")
	same(t, "files", listed(t, dir), "vitrine.restored")
}
