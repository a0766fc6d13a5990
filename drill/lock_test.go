package drill

import (
	"context"
	"database/sql"
	"net/http"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// answeredWithin is the longest that a write may take to be answered: 10 s for those before it, then 5 s for the lock of
// SQLite, or 2 s for each lock of PostgreSQL that it meets; and what the machine adds.
const answeredWithin = 16 * time.Second

// A locked database fails no read and loses no acknowledged write.
func TestDatabaseLocked(t *testing.T) {
	t.Run("SQLite, by a writer", func(t *testing.T) {
		s := newSite(t, store.Options{DataDir: t.TempDir()})
		lockTable(t, s, "BEGIN IMMEDIATE")
	})
	for what, statement := range map[string]string{
		"a row":  "SELECT version FROM catalog_version FOR UPDATE",
		"tables": "LOCK TABLE catalog_version, products IN ACCESS EXCLUSIVE MODE",
	} {
		t.Run("PostgreSQL, "+what, func(t *testing.T) {
			s := newSite(t, store.Options{DatabaseURL: storetest.PostgresURL(t)})
			lockTable(t, s, statement)
		})
	}
}

// lockTable has writers and readers at work on a site while another process holds a lock on its database, and after that.
func lockTable(t *testing.T, s *site, statement string) {
	beside(t)
	long := time.Duration(rounds(0, 25)) * time.Second
	s.fill(rounds(200, 10_000))
	c := s.administrator()
	s.start()
	crew := newCrew(t, c, 6)
	endReading := c.reading(t, crew.everywhere(t)...)
	var sum verdict
	var again durations
	for range rounds(1, 3) {
		end := crew.begin(t.Context())
		time.Sleep(500 * time.Millisecond)
		release := s.lock(statement)
		crew.meetTrouble(t, long)
		release()
		again.add(untilTaken(t, c))
		if errs := end(); len(errs) > 0 {
			t.Errorf("writers were not answered: %v", errs)
		}
		judgeRefusals(t, crew, http.StatusServiceUnavailable)
		sum.add(crew.judge(t))
	}
	endReading().figures(t)
	sum.figures(t)
	atMost(t, "until a write was answered, the longest", crew.took.at(1), answeredWithin)
	atMost(t, "until a write was taken after the lock was gone", again.at(1), goodAgain)
	s.stop()
	s.whole()
}

// lock takes a lock on the site's database, as another process does. What it gives releases it.
func (s *site) lock(statement string) (release func()) {
	s.t.Helper()
	driver, source := "pgx", s.place.DatabaseURL
	if source == "" {
		file := url.URL{Scheme: "file", Path: filepath.Join(s.place.DataDir, "vitrine.db"), RawQuery: "_pragma=busy_timeout(10000)"}
		driver, source = "sqlite", file.String()
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		s.t.Fatal(err)
	}
	conn, err := db.Conn(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	if s.place.DatabaseURL != "" {
		statement = "BEGIN; " + statement
	}
	if _, err := conn.ExecContext(s.t.Context(), statement); err != nil {
		s.t.Fatalf("%s: %v", statement, err)
	}
	return func() {
		_, err := conn.ExecContext(context.WithoutCancel(s.t.Context()), "ROLLBACK")
		if err != nil {
			s.t.Errorf("release the lock: %v", err)
		}
		_ = db.Close() // the connection is not given back
	}
}
