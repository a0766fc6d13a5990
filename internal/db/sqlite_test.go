package db_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The pragmas are in force on every connection.
func TestSQLitePragmas(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	want := map[string]string{"busy_timeout": "5000", "journal_mode": "wal", "synchronous": "2", "foreign_keys": "1",
		"trusted_schema": "0", "recursive_triggers": "1", "journal_size_limit": "67108864", "application_id": "1447646291"}
	for _, pool := range []struct {
		db        *sql.DB
		most      int
		queryOnly string
	}{{s.Writer(), 1, "0"}, {s.Reader(), 4, "1"}} {
		if got := pool.db.Stats().MaxOpenConnections; got != pool.most {
			t.Errorf("at most %d connections, want %d", got, pool.most)
		}
		for range pool.most { // held together, so that each is another one
			conn, err := pool.db.Conn(t.Context())
			noError(t, err)
			defer conn.Close()
			for name, setting := range want {
				same(t, name, value[string](t, conn, "PRAGMA "+name), setting)
			}
			same(t, "query_only", value[string](t, conn, "PRAGMA query_only"), pool.queryOnly)
		}
	}
}

// Readers cannot write.
func TestReadersReadOnly(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		if _, err := s.Reader().ExecContext(t.Context(), "UPDATE catalog_version SET version = 7"); err == nil {
			t.Error("a reading connection wrote")
		}
	})
}

// A writer locks before it reads.
func TestSQLiteWriterLock(t *testing.T) {
	t.Parallel()
	o := db.Options{DataDir: t.TempDir()}
	one, two := storetest.OpenAt(t, o), storetest.OpenAt(t, o)
	sqlTx, err := one.Writer().BeginTx(t.Context(), nil)
	noError(t, err)
	defer sqlTx.Rollback()
	conn, err := two.Writer().Conn(t.Context())
	noError(t, err)
	defer conn.Close()
	exec(t, conn, "PRAGMA busy_timeout = 10")
	if _, err := conn.BeginTx(t.Context(), nil); err == nil {
		t.Error("two immediate transactions at once")
	}
}

// A locked file is unavailable.
func TestSQLiteLocked(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	conn, err := s.Writer().Conn(t.Context()) // the only one
	noError(t, err)
	defer conn.Close()
	ctx, stop := context.WithTimeout(t.Context(), 20_000_000)
	defer stop()
	_, err = s.CreateProduct(ctx, "w", draft("One"))
	wantFault(t, err, fault.Unavailable)
	if fault.From(err).RetryAfter == 0 {
		t.Error("nothing says when to try again")
	}
}

// SQLite is new enough.
func TestSQLiteVersion(t *testing.T) {
	version := sqlite3.SQLITE_VERSION_NUMBER
	if version < 3_051_003 { // older ones can corrupt a WAL that is reset while it is checkpointed
		t.Errorf("SQLite %d, want 3.51.3 or later", version)
	}
}

// Another program's file is refused.
func TestSQLiteForeignFile(t *testing.T) {
	dir := t.TempDir()
	theirs, err := sql.Open("sqlite", filepath.Join(dir, "vitrine.db"))
	noError(t, err)
	exec(t, theirs, "PRAGMA application_id = 42; CREATE TABLE theirs (id INTEGER)")
	noError(t, theirs.Close())
	if _, err := store.Open(t.Context(), db.Options{DataDir: dir}); err == nil {
		t.Error("it was opened")
	}
}

// A data folder with any name is made.
func TestDataFolderName(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a?b#c%20d e&_pragma=x", "data")
	s := storetest.OpenAt(t, db.Options{DataDir: dir})
	create(t, s, draft("One"))
	_, err := os.Stat(filepath.Join(dir, "vitrine.db"))
	noError(t, err)
}

// A data folder that cannot be made is an error.
func TestDataFolderError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	noError(t, os.WriteFile(file, nil, 0o600))
	if _, err := store.Open(t.Context(), db.Options{DataDir: filepath.Join(file, "data")}); err == nil {
		t.Error("it was opened")
	}
}
