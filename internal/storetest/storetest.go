// Package storetest opens real, empty databases for tests: SQLite in a temporary folder, PostgreSQL in a private cluster.
package storetest

import (
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// Each runs f once on an empty SQLite database and once on an empty PostgreSQL database, as the subtests "SQLite" and
// "PostgreSQL". If PostgreSQL is missing, the test fails and says what to install.
func Each(t *testing.T, f func(t *testing.T, s *store.Store)) {
	t.Helper()
	EachMigrated(t, func(t *testing.T, o db.Options) { f(t, OpenAt(t, o)) })
}

// EachDatabase is Each for tests that open the database themselves, or more than once. The database has no tables.
func EachDatabase(t *testing.T, f func(t *testing.T, o db.Options)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { f(t, db.Options{DataDir: t.TempDir()}) })
	t.Run("PostgreSQL", func(t *testing.T) { f(t, db.Options{DatabaseURL: PostgresURL(t)}) })
}

// InParallel runs each of the tests by run, as a subtest beside others.
func InParallel[F any](t *testing.T, tests map[string]F, run func(t *testing.T, test F)) {
	t.Helper()
	t.Parallel()
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, test)
		})
	}
}

// Open opens an empty SQLite database and closes it when the test ends.
func Open(t testing.TB) *store.Store {
	t.Helper()
	return OpenAt(t, Migrated(t))
}

// OpenAt opens the database that the options name and closes it when the test ends.
func OpenAt(t testing.TB, o db.Options) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), o)
	if err != nil {
		t.Fatalf("open the database: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close the database: %v", err)
		}
	})
	return s
}
