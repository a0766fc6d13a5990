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

func TestFileAddress(t *testing.T) {
	for path, want := range map[string]string{
		"/var/lib/vitrine/vitrine.db": "file:///var/lib/vitrine/vitrine.db",
		"C:/Site #1/50%?/vitrine.db":  "file:///C:/Site%20%231/50%25%3F/vitrine.db",
		"//server/share/vitrine.db":   "file:////server/share/vitrine.db",
	} {
		same(t, path, db.FileAddress(path), want)
	}
}

func TestSQLite(t *testing.T) {
	inParallel(t, map[string]func(t *testing.T){
		"sets its pragmas on every connection": func(t *testing.T) {
			s := storetest.Open(t)
			want := map[string]string{"busy_timeout": "5000", "journal_mode": "wal", "synchronous": "2", "foreign_keys": "1",
				"trusted_schema": "0", "recursive_triggers": "1", "journal_size_limit": "67108864", "application_id": "1447646291"}
			for _, pool := range []struct {
				db        *sql.DB
				most      int
				queryOnly string
			}{{s.Writer(), 1, "0"}, {s.Reader(), 4, "1"}} {
				same(t, "most connections", pool.db.Stats().MaxOpenConnections, pool.most)
				for range pool.most { // held together, so that each is another one
					conn := must(pool.db.Conn(t.Context()))(t)
					defer conn.Close()
					for name, setting := range want {
						same(t, name, value[string](t, conn, "PRAGMA "+name), setting)
					}
					same(t, "query_only", value[string](t, conn, "PRAGMA query_only"), pool.queryOnly)
				}
			}
		},
		"locks before a writer reads": func(t *testing.T) {
			o := db.Options{DataDir: t.TempDir()}
			one, two := storetest.OpenAt(t, o), storetest.OpenAt(t, o)
			sqlTx := must(one.Writer().BeginTx(t.Context(), nil))(t)
			defer sqlTx.Rollback()
			conn := must(two.Writer().Conn(t.Context()))(t)
			defer conn.Close()
			exec(t, conn, "PRAGMA busy_timeout = 10")
			wantError(t, errOf(conn.BeginTx(t.Context(), nil))) // two immediate transactions at once
		},
		"is unavailable while its file is locked": func(t *testing.T) {
			s := storetest.Open(t)
			conn := must(s.Writer().Conn(t.Context()))(t) // the only one
			defer conn.Close()
			ctx, stop := context.WithTimeout(t.Context(), 20_000_000)
			defer stop()
			err := errOf(s.CreateProduct(ctx, "w", draft("One")))
			wantFault(t, err, fault.Unavailable)
			if fault.From(err).RetryAfter == 0 {
				t.Error("nothing says when to try again")
			}
		},
		"is new enough": func(t *testing.T) {
			version := sqlite3.SQLITE_VERSION_NUMBER
			if version < 3_051_003 { // older ones can corrupt a WAL that is reset while it is checkpointed
				t.Errorf("SQLite %d, want 3.51.3 or later", version)
			}
		},
		"refuses another program's file": func(t *testing.T) {
			dir := t.TempDir()
			theirs := must(sql.Open("sqlite", filepath.Join(dir, "vitrine.db")))(t)
			exec(t, theirs, "PRAGMA application_id = 42; CREATE TABLE theirs (id INTEGER)")
			noError(t, theirs.Close())
			wantError(t, errOf(store.Open(t.Context(), db.Options{DataDir: dir})))
		},
		"makes a data folder with any name": func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "a?b#c%20d e&_pragma=x", "data")
			s := storetest.OpenAt(t, db.Options{DataDir: dir})
			create(t, s, draft("One"))
			noError(t, errOf(os.Stat(filepath.Join(dir, "vitrine.db"))))
		},
		"fails where the data folder cannot be made": func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "file")
			noError(t, os.WriteFile(file, nil, 0o600))
			wantError(t, errOf(store.Open(t.Context(), db.Options{DataDir: filepath.Join(file, "data")})))
		},
	})
}

// Readers cannot write.
func TestReadersReadOnly(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		wantError(t, errOf(s.Reader().ExecContext(t.Context(), "UPDATE catalog_version SET version = 7"))) // a reading connection wrote
	})
}
