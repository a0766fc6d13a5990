package db_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// inspected opens a database to look at it until the test ends.
func inspected(t *testing.T, o db.Options) *db.DB {
	t.Helper()
	d, err := db.Inspect(t.Context(), o)
	noError(t, err)
	t.Cleanup(func() { noError(t, d.Close()) })
	return d
}

// A database of an earlier version is looked at, beside the site that it is open in, and stays as it is.
func TestInspectEarlier(t *testing.T) {
	t.Parallel()
	storetest.EachDatabase(t, func(t *testing.T, o db.Options) {
		storetest.Step12(t, o, true)
		before, files := storetest.Contents(t, o), listed(t, o.DataDir)
		d, err := db.Inspect(t.Context(), o)
		noError(t, err)
		u, err := d.Upgrade(t.Context())
		noError(t, err, d.Close())
		last, err := db.LastStep()
		noError(t, err)
		if u.From != 12 || u.To != last || int64(len(u.Steps)) != last-12 || u.Steps[0] != "13 names" || u.Size < 100_000 {
			t.Errorf("got %+v", u)
		}
		same(t, "content", storetest.Contents(t, o), before)
		same(t, "files", listed(t, o.DataDir), files)
	})
}

// listed returns the names in a folder, empty without one.
func listed(t *testing.T, dir string) string {
	t.Helper()
	var names []string
	if dir != "" {
		entries, err := os.ReadDir(dir)
		noError(t, err)
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
	}
	return strings.Join(names, " ")
}

// An up-to-date database misses no step; an empty one misses all; one of a later version is refused.
func TestInspectSteps(t *testing.T) {
	t.Parallel()
	storetest.EachDatabase(t, func(t *testing.T, o db.Options) {
		if o.DatabaseURL != "" {
			u, err := inspected(t, o).Upgrade(t.Context())
			if err != nil || u.From != 0 || len(u.Steps) == 0 || !strings.HasSuffix(u.Steps[0], " tables") {
				t.Errorf("empty: %+v, %v", u, err)
			}
		}
		storetest.OpenAt(t, o)
		u, err := inspected(t, o).Upgrade(t.Context())
		if err != nil || u.From != u.To || len(u.Steps) != 0 {
			t.Errorf("up to date: %+v, %v", u, err)
		}
		storetest.Exec(t, o, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, TRUE)")
		var later *db.StepError
		if _, err := inspected(t, o).Upgrade(t.Context()); !errors.As(err, &later) || later.Step != 999 {
			t.Errorf("later: %v", err)
		}
	})
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
	if _, err := db.Inspect(t.Context(), db.Options{DataDir: dir}); err == nil || !strings.Contains(err.Error(), "a restore in") {
		t.Errorf("got %v", err)
	}
	same(t, "files", listed(t, dir), "vitrine.restored")
}

// Settings with which a power cut loses commits are named.
func TestInspectDurability(t *testing.T) {
	t.Parallel()
	storetest.EachDatabase(t, func(t *testing.T, o db.Options) {
		noError(t, storetest.OpenAt(t, o).Close())
		d := inspected(t, o)
		found, err := d.Durability(t.Context())
		noError(t, err)
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
		if found, err = d.Durability(t.Context()); err != nil || found.Off != "synchronous=0" {
			t.Errorf("got %+v, %v", found, err)
		}
	})
}
