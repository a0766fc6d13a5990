package db_test

import (
	"bytes"
	"context"
	"database/sql"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestPostgres(t *testing.T) {
	onPostgres(t, map[string]func(t *testing.T, address string){
		"has its timeouts on every connection": func(t *testing.T, address string) {
			s := storetest.OpenAt(t, db.Options{DatabaseURL: address})
			for _, pool := range []struct {
				db       *sql.DB
				readOnly string
			}{{s.Writer(), "off"}, {s.Reader(), "on"}} {
				for name, want := range map[string]string{"statement_timeout": "5s", "lock_timeout": "2s",
					"idle_in_transaction_session_timeout": "10s", "application_name": "vitrine", "default_transaction_read_only": pool.readOnly} {
					same(t, name, value[string](t, pool.db, "SHOW "+name), want)
				}
			}
		},
		"may have another timeout by its URL, but not the simple protocol; readers cannot write": func(t *testing.T, address string) {
			s := storetest.OpenAt(t, db.Options{DatabaseURL: address + "&statement_timeout=7s&default_query_exec_mode=simple_protocol&target_session_attrs=read-write"})
			same(t, "statement_timeout", value[string](t, s.Reader(), "SHOW statement_timeout"), "7s")
			// Only the simple protocol takes two statements with values at once.
			wantError(t, errOf(s.Writer().ExecContext(t.Context(), "SELECT CAST($1 AS TEXT); SELECT 2", "x"))) // two statements in one
			create(t, s, draft("One"))
			same(t, "products", len(readAll(t, s).Products), 1)
			wantError(t, errOf(s.Reader().ExecContext(t.Context(), "DELETE FROM products"))) // a reader wrote
		},
		"is named in the log if it may lose writes in a power cut": func(t *testing.T, address string) {
			for setting, named := range map[string]bool{"off": true, "local": false, "on": false} {
				var log bytes.Buffer
				storetest.OpenAt(t, db.Options{DatabaseURL: address + "&synchronous_commit=" + setting, Logger: slog.New(slog.NewTextHandler(&log, nil))})
				if strings.Contains(log.String(), "synchronous_commit") != named {
					t.Errorf("with %s the log is:\n%s", setting, &log)
				}
			}
		},
		"makes a write unavailable that waits too long for a lock": func(t *testing.T, address string) {
			s := storetest.OpenAt(t, db.Options{DatabaseURL: address + "&lock_timeout=200ms"})
			one := create(t, s, draft("One"))
			sqlTx := must(s.Writer().BeginTx(t.Context(), nil))(t)
			defer sqlTx.Rollback()
			exec(t, sqlTx, "UPDATE catalog_version SET version = version")
			wantFault(t, errOf(s.CreateProduct(t.Context(), "w", draft("Two"))), fault.Unavailable)
			within, stop := context.WithTimeout(t.Context(), 25*time.Second) // the longest wait is 30 s
			defer stop()
			wantFault(t, errOf(s.ReorderProducts(within, "w", []catalog.Placement{{ID: one.ID, DisplayOrder: 5}})), fault.Unavailable)
			if within.Err() != nil {
				t.Error("who asks for much waits longer for a lock than who asks for little")
			}
		},
		"replaces a connection that was lost": func(t *testing.T, address string) {
			s := storetest.OpenAt(t, db.Options{DatabaseURL: address})
			create(t, s, draft("One"))
			readAll(t, s)
			_, _ = s.Writer().ExecContext(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()")
			for what, ask := range map[string]func() error{
				"a write": func() error { return errOf(s.CreateProduct(t.Context(), "w", draft("Two"))) },
				"a read":  func() error { return s.Ping(t.Context()) },
			} {
				eventually(t, what, func() bool {
					err := ask()
					if err != nil && !fault.Is(err, fault.Unavailable) {
						t.Errorf("%s meanwhile: %v", what, err)
					}
					return err == nil
				})
			}
		},
		"renews the statistics of its plans after a large import": func(t *testing.T, address string) {
			s := storetest.OpenAt(t, db.Options{DatabaseURL: address})
			importAll(t, s, importRows(300))
			for table, want := range map[string]int{"products": 300, "product_categories": 600} {
				same(t, table, value[int](t, s.Reader(), "SELECT CAST(reltuples AS INTEGER) FROM pg_class WHERE relname = $1", table), want)
			}
		},
		"that is read-only refuses a write for now, and the next one gets a new connection": func(t *testing.T, address string) {
			s := storetest.OpenAt(t, db.Options{DatabaseURL: address})
			s.Writer().SetMaxOpenConns(1)
			exec(t, s.Writer(), "SET default_transaction_read_only = on") // as a standby is
			wantFault(t, errOf(s.CreateProduct(t.Context(), "tester", draft("One"))), fault.Unavailable)
			create(t, s, draft("One"))
		},
	})
}

// A server that cannot be reached is unavailable, and the password stays secret.
func TestPostgresUnreachable(t *testing.T) {
	for _, address := range []string{
		"postgres://someone:hunter2@127.0.0.1:1/none?connect_timeout=1",
		"postgres://someone:hunter2@127.0.0.1:notaport/none",
	} {
		var log bytes.Buffer
		_, err := store.Open(t.Context(), db.Options{DatabaseURL: address, Logger: slog.New(slog.NewTextHandler(&log, nil))})
		if err == nil || strings.Contains(err.Error()+log.String(), "hunter2") {
			t.Errorf("it was opened, or the password is shown: %v %s", err, log.String())
		}
	}
	wantFault(t, errOf(store.Open(t.Context(), db.Options{DatabaseURL: "postgres://someone@127.0.0.1:1/none?connect_timeout=1"})), fault.Unavailable)
}

// Ping fails when the database is closed.
func TestPingClosed(t *testing.T) {
	t.Parallel()
	storetest.EachDatabase(t, func(t *testing.T, o db.Options) {
		s := must(store.Open(t.Context(), o))(t)
		noError(t, s.Ping(context.Background()), s.Close())
		wantError(t, s.Ping(context.Background()))
	})
}
