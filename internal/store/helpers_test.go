package store_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// Helpers that the tests of several packages use.
var (
	draft       = storetest.Draft
	create      = storetest.Create
	readAll     = storetest.ReadAll
	importRows  = storetest.ImportRows
	importAll   = storetest.ImportAll
	siteOrder   = storetest.SiteOrder
	findings    = storetest.Findings
	same        = storetest.Same
	wantFault   = storetest.WantFault
	wantInvalid = storetest.WantInvalid
	noError     = storetest.NoError
	errOf       = storetest.ErrorOf
)

func of[T any](value T) *T { return &value }

// each runs f on an empty database of each engine, in parallel with other tests.
func each(t *testing.T, f func(t *testing.T, s *store.Store)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, f)
}

// property is one for rapid.Check. On PostgreSQL it looks at every fourth of the same inputs: there each takes far longer, and what
// they differ in is mostly the store's own work, which SQLite sees with all of them.
func property(s *store.Store, holds func(r *rapid.T)) func(*rapid.T) {
	inputs := 0
	return func(r *rapid.T) {
		if inputs++; !s.Postgres() || inputs%4 == 1 {
			holds(r)
		}
	}
}

// clock is the store's clock, which the test moves.
type clock struct{ now time.Time }

// eachWithClock is each with a clock. The clock is of another time zone, which must not show.
func eachWithClock(t *testing.T, f func(t *testing.T, s *store.Store, c *clock)) {
	t.Helper()
	eachTwice(t, func(t *testing.T, copies []*store.Store, c *clock) { f(t, copies[0], c) })
}

// eachTwice is eachWithClock with two stores of one database, as two processes have.
func eachTwice(t *testing.T, f func(t *testing.T, copies []*store.Store, c *clock)) {
	t.Helper()
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		c := &clock{time.Date(2026, 3, 4, 5, 6, 7, 678_901_000, time.UTC)}
		o.Now = func() time.Time { return c.now.In(time.FixedZone("far", 9*3600)) }
		f(t, []*store.Store{storetest.OpenAt(t, o), storetest.OpenAt(t, o)}, c)
	})
}

// atOnce calls f in several goroutines at once. It returns how many calls succeed; the errors of the others must be faults
// of this kind.
func atOnce(t *testing.T, calls int, otherwise fault.Kind, f func(i int) error) (succeeded int64) {
	t.Helper()
	var all sync.WaitGroup
	var count atomic.Int64
	for i := range calls {
		all.Go(func() {
			if err := f(i); err == nil {
				count.Add(1)
			} else {
				wantFault(t, err, otherwise)
			}
		})
	}
	all.Wait()
	return count.Load()
}

// auditLine is what the tests read of an audit row.
type auditLine struct {
	Actor, Action, Object, ObjectID string
	Version                         int64
	Before, After                   *string
}

func auditLines(t *testing.T, s *store.Store) []auditLine {
	t.Helper()
	rows, err := s.Writer().QueryContext(t.Context(), "SELECT actor, action, object, object_id, version, before, after FROM audit ORDER BY id")
	noError(t, err)
	defer rows.Close()
	var lines []auditLine
	for rows.Next() {
		var line auditLine
		noError(t, rows.Scan(&line.Actor, &line.Action, &line.Object, &line.ObjectID, &line.Version, &line.Before, &line.After))
		lines = append(lines, line)
	}
	noError(t, rows.Err())
	return lines
}

// count returns how many rows a table has.
func count(t *testing.T, s *store.Store, table string) (rows int) {
	t.Helper()
	noError(t, s.Writer().QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&rows))
	return rows
}

func lastLine(t *testing.T, s *store.Store) auditLine {
	t.Helper()
	lines := auditLines(t, s)
	return lines[len(lines)-1]
}

// unchanged returns a function that fails the test if the catalogue or the audit has changed since.
func unchanged(t *testing.T, s *store.Store) (check func()) {
	t.Helper()
	before, lines := readAll(t, s), auditLines(t, s)
	return func() {
		t.Helper()
		same(t, "catalogue", readAll(t, s), before)
		same(t, "audit", auditLines(t, s), lines)
	}
}

// actions are what the audit says was done, in order.
func actions(t *testing.T, s *store.Store) []string {
	t.Helper()
	var done []string
	for _, line := range auditLines(t, s) {
		done = append(done, line.Action+" "+line.Object)
	}
	return done
}
