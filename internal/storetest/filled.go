package storetest

import (
	_ "embed"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// filled has unusual rows for every table, for both engines.
//
//go:embed filled.sql
var filled string

// bytes that are kept in the database itself, in each engine's words.
const (
	sqliteBytes   = `INSERT INTO images (file_name, original_name, data, mime_type, size, uploaded_at) VALUES ('inside.jpg', '', x'00ff22', 'image/jpeg', 3, 1)`
	postgresBytes = `INSERT INTO images (file_name, original_name, data, mime_type, size, uploaded_at) VALUES ('inside.jpg', '', '\x00ff22', 'image/jpeg', 3, 1)`
)

// Filled makes an empty database one with rows in every table, and opens it.
func Filled(t testing.TB, o db.Options) *store.Store {
	t.Helper()
	if o.DatabaseURL != "" {
		fillDatabase(t, o, postgresBytes)
		return OpenAt(t, o)
	}
	filledOnce.Do(func() {
		first := db.Options{DataDir: t.TempDir()}
		fillDatabase(t, first, sqliteBytes)
		var err error
		filledFile, err = os.ReadFile(filepath.Join(first.DataDir, "vitrine.db"))
		NoError(t, err)
	})
	if len(filledFile) == 0 {
		t.Fatal("another test could not fill a database: see its failure")
	}
	NoError(t, os.WriteFile(filepath.Join(o.DataDir, "vitrine.db"), filledFile, 0o600))
	return OpenAt(t, o)
}

// filledFile is a filled SQLite database, which each test gets a copy of: to make one takes most of a short test's time.
var (
	filledOnce sync.Once
	filledFile []byte
)

// fillDatabase migrates an empty database and adds a row of everything.
func fillDatabase(t testing.TB, o db.Options, images string) {
	t.Helper()
	NoError(t, migrate(o))
	Exec(t, o, filled)
	Exec(t, o, images)
}
