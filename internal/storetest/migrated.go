package storetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// EachMigrated is EachDatabase with tables, copied from a template: migrating takes most of a short test's time.
func EachMigrated(t *testing.T, f func(t *testing.T, o db.Options)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { f(t, Migrated(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { f(t, MigratedPostgres(t)) })
}

// Migrated returns the options of a SQLite database that has tables and no rows, for tests of packages whose SQL is the store's:
// that has tests on both engines.
func Migrated(t testing.TB) db.Options {
	t.Helper()
	return db.Options{DataDir: migratedFolder(t)}
}

// MigratedPostgres is Migrated of a PostgreSQL database.
func MigratedPostgres(t testing.TB) db.Options {
	t.Helper()
	return db.Options{DatabaseURL: migratedURL(t)}
}

// migratedFolder returns a test's own folder with a SQLite database that has tables and no rows.
func migratedFolder(t testing.TB) string {
	t.Helper()
	file, err := migratedFile()
	if err != nil {
		t.Fatalf("make a database: %v", err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "vitrine.db"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// migratedFile returns a SQLite database with tables and no rows.
var migratedFile = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "vitrine-migrated-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := migrate(db.Options{DataDir: dir}); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, "vitrine.db"))
})

// migrate creates the tables of an empty database.
func migrate(o db.Options) error {
	s, err := store.Open(context.Background(), o)
	if err != nil {
		return err
	}
	return s.Close()
}
