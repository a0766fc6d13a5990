package store_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
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
	wantError   = storetest.WantError
	noError     = storetest.NoError
	errOf       = storetest.ErrorOf
)

func of[T any](value T) *T { return &value }

// Tests of one subject, by what they hold of it. Each has an empty database of its own on each engine, and runs beside others.
type (
	storeTests map[string]func(t *testing.T, s *store.Store)
	worldTests map[string]func(t *testing.T, s *store.Store, w *world)
)

func each(t *testing.T, tests storeTests) {
	t.Helper()
	storetest.InParallel(t, tests, storetest.Each)
}

// world is what a test changes around its store: the time, and which other processes there are.
type world struct {
	now     time.Time
	options store.Options
}

// another opens the store's database once more, as another process does.
func (w *world) another(t *testing.T) *store.Store {
	t.Helper()
	return storetest.OpenAt(t, w.options)
}

// eachWorld is each with a world. Its clock is of another time zone, which must not show.
func eachWorld(t *testing.T, tests worldTests) {
	t.Helper()
	storetest.InParallel(t, tests, func(t *testing.T, test func(t *testing.T, s *store.Store, w *world)) {
		storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
			w := &world{now: time.Date(2026, 3, 4, 5, 6, 7, 678_901_000, time.UTC), options: o}
			w.options.Now = func() time.Time { return w.now.In(time.FixedZone("far", 9*3600)) }
			test(t, w.another(t), w)
		})
	})
}

// must gives the result of a call that has to succeed.
func must[T any](result T, err error) func(t storetest.Tester) T { return storetest.Must(result, err) }

// beside calls look while writers write, and once more when all have.
func beside(t *testing.T, writers int, write func(writer int) error, look func()) {
	t.Helper()
	var all errgroup.Group
	for writer := range writers {
		all.Go(func() error { return write(writer) })
	}
	for range 20 {
		look()
	}
	noError(t, all.Wait())
	look()
}

// column is f of each element of a list. Who appends to it gets a copy.
func column[T, R any](list []T, f func(T) R) (all []R) {
	for _, element := range list {
		all = append(all, f(element))
	}
	return slices.Clip(all)
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

// refusal is an error, and what kind of fault it must be.
type refusal struct {
	err  error
	kind fault.Kind
}

func wantFaults(t *testing.T, refused map[string]refusal) {
	t.Helper()
	for name, r := range refused {
		t.Run(name, func(t *testing.T) { wantFault(t, r.err, r.kind) })
	}
}

// auditLine is what the tests read of an audit row.
type auditLine struct {
	Actor, Action, Object, ObjectID string
	Version                         int64
	Before, After                   *string
}

// wantText fails the test if one of the parts is not in the text.
func wantText(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %.500s", part, text)
		}
	}
}

// said is who did what to what.
func (l auditLine) said() string { return l.Actor + " " + l.Action + " " + l.Object + " " + l.ObjectID }

// states are what was before and after.
func (l auditLine) states() (text string) {
	for _, state := range []*string{l.Before, l.After} {
		if state != nil {
			text += *state
		}
	}
	return text
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

// valueOf is the one value that a query reads, also while a test ends.
func valueOf[T any](t *testing.T, s *store.Store, query string) (value T) {
	t.Helper()
	noError(t, s.ReadOne(context.WithoutCancel(t.Context()), "read", &value, query))
	return value
}

// count returns how many rows a table has.
func count(t *testing.T, s *store.Store, table string) int {
	t.Helper()
	return valueOf[int](t, s, "SELECT count(*) FROM "+table)
}

func lastLine(t *testing.T, s *store.Store) auditLine {
	t.Helper()
	lines := auditLines(t, s)
	return lines[len(lines)-1]
}

// versionAfter is the catalogue's version after a change that must succeed.
func versionAfter(t *testing.T, s *store.Store, err error) int64 {
	t.Helper()
	noError(t, err)
	return readAll(t, s).Version
}

func settingsVersion(t *testing.T, s *store.Store) int64 {
	t.Helper()
	return must(s.SettingsVersion(t.Context()))(t)
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
	return column(auditLines(t, s), func(line auditLine) string { return line.Action + " " + line.Object })
}

// toolAt creates a tool without a logo.
func toolAt(t *testing.T, s *store.Store, name, website string) catalog.Product {
	t.Helper()
	d := draft(name)
	d.Website = website
	return create(t, s, d)
}

func contentsOf(s *store.Store) *archive.Queries { return &archive.Queries{DB: s.DB, Kinds: s.Kinds} }
