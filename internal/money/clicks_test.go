package money_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/money"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/source"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// place is a database with a data folder beside it.
type place struct {
	queries *money.Queries
	data    string
}

func eachDatabase(t *testing.T, test func(t *testing.T, p place)) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o db.Options) {
		test(t, place{&money.Queries{DB: storetest.OpenAt(t, o).DB}, t.TempDir()})
	})
}

// begin is a process that begins to record clicks.
func (p place) begin() *money.Clicks {
	return money.NewClicks(p.queries, visits.NewCounter(nil, nil), p.data, slog.New(slog.DiscardHandler))
}

// rows returns the rows of a query as text.
func (p place) rows(t storetest.Tester, query string) (found []string) {
	t.Helper()
	rows := storetest.Must(p.queries.Reader().QueryContext(context.Background(), query))(t)
	defer rows.Close()
	width := len(storetest.Must(rows.Columns())(t))
	for rows.Next() {
		values, targets := make([]any, width), make([]any, width)
		for i := range values {
			targets[i] = &values[i]
		}
		fails(t, rows.Scan(targets...))
		found = append(found, strings.Trim(fmt.Sprint(values), "[]"))
	}
	fails(t, rows.Err())
	return found
}

func (p place) counts(t storetest.Tester) []string {
	return p.rows(t, "SELECT link_id, placement, clicks, unique_clicks FROM affiliate_clicks ORDER BY 1, 2")
}

// files returns what is in the folder of the journals.
func (p place) files(t storetest.Tester) (names []string) {
	return storetest.Must(filepath.Glob(filepath.Join(p.data, "clicks", "*")))(t)
}

func fails(t storetest.Tester, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// record has a visitor with an address click on a link.
func record(c *money.Clicks, address string, link int64, placement string) {
	r := httptest.NewRequest(http.MethodGet, "/go/pen", nil)
	c.Record(r.WithContext(source.With(r.Context(), netip.MustParseAddr(address))),
		pages.Click{Product: 1, Link: catalog.PaidLink{ID: link, Network: "Impact", Programme: "Pen"}, Placement: placement})
}

// Clicks are counted by link and place, and the first ones of an address in the hour apart. A site without any has no journal, and
// one that stops leaves none.
func TestClicks(t *testing.T) {
	eachDatabase(t, func(t *testing.T, p place) {
		c := p.begin()
		fails(t, c.Count(t.Context()))
		storetest.Same(t, "files before a click", p.files(t), []string(nil))
		record(c, "203.0.113.7", 1, "list")
		var all sync.WaitGroup
		for i := range 40 {
			all.Go(func() { record(c, "203.0.113.7", 1, []string{"list", "tool"}[i%2]) })
		}
		all.Wait()
		record(c, "203.0.113.8", 2, "list")
		storetest.Same(t, "before the count", p.counts(t), []string(nil))
		fails(t, c.Count(t.Context()))
		fails(t, c.Count(t.Context()))
		record(c, "203.0.113.9", 2, "list")
		stopped, stop := context.WithCancel(t.Context())
		stop()
		c.Run(stopped)
		storetest.Same(t, "counts", p.counts(t), []string{"1 list 21 1", "1 tool 20 0", "2 list 2 2"})
		storetest.Same(t, "files after the last count", p.files(t), []string(nil))
		storetest.Same(t, "journals that are known", p.rows(t, "SELECT name FROM affiliate_journals"), []string(nil))
		fails(t, p.queries.PruneClicks(t.Context(), 1<<40))
		storetest.Same(t, "counts of old days", p.counts(t), []string(nil))
	})
}

// Each click that was recorded counts once, however often the process is killed or the power cut, between whatever steps, and
// whatever a cut leaves of lines that were being written.
func TestClicksSurvive(t *testing.T) {
	eachDatabase(t, func(t *testing.T, p place) {
		recorded := 0
		rapid.Check(t, func(t *rapid.T) {
			c := p.begin()
			for _, step := range rapid.SliceOfN(rapid.SampledFrom([]string{"click", "click", "count", "drop", "kill", "kill before the journal is dropped", "cut"}), 1, 12).Draw(t, "steps") {
				switch step {
				case "click":
					record(c, "203.0.113.7", 1, "list")
					recorded++
				case "count":
					fails(t, c.Count(context.Background()))
				case "drop":
					fails(t, c.CountAndDrop(context.Background()))
				case "kill":
					_ = storetest.Must(c.Kill())(t)
					c = p.begin()
				case "kill before the journal is dropped":
					fails(t, c.CountAlone(context.Background()))
					_ = storetest.Must(c.Kill())(t)
					c = p.begin()
				case "cut":
					if path := storetest.Must(c.Kill())(t); path != "" {
						torn := rapid.SampledFrom([]string{"", "0", "\x00\x00\n", "00000000 {}\n", `12345678 {"day":1,`, strings.Repeat("x", 2*money.MaxLine)}).Draw(t, "torn")
						file := storetest.Must(os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0))(t)
						_ = storetest.Must(file.WriteString(torn))(t)
						fails(t, file.Close())
					}
					c = p.begin()
				}
			}
			_ = storetest.Must(c.Kill())(t)
			fails(t, p.begin().Count(context.Background()))
			if got := p.rows(t, "SELECT clicks FROM affiliate_clicks"); recorded > 0 && fmt.Sprint(got) != fmt.Sprintf("[%d]", recorded) {
				t.Fatalf("counted %s, want %d", got, recorded)
			}
			if files := p.files(t); len(files) > 0 {
				t.Fatalf("left: %q", files)
			}
		})
	})
}

// A transaction of which nobody knows whether it was committed does not count a journal twice: the next one waits for it.
func TestClicksAnswerLost(t *testing.T) {
	eachDatabase(t, func(t *testing.T, p place) {
		c := p.begin()
		record(c, "203.0.113.7", 1, "list")
		var both sync.WaitGroup
		for range 4 {
			both.Go(func() {
				if err := c.CountAlone(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		storetest.Same(t, "counts", p.counts(t), []string{"1 list 1 1"})
	})
}

// While the database is away, clicks wait in the journal.
func TestClicksWithoutDatabase(t *testing.T) {
	storetest.EachMigrated(t, func(t *testing.T, o db.Options) {
		away := place{&money.Queries{DB: storetest.OpenAt(t, o).DB}, t.TempDir()}
		fails(t, away.queries.Close())
		c := away.begin()
		record(c, "203.0.113.7", 1, "list")
		if c.Count(t.Context()) == nil {
			t.Error("the clicks are counted without a database")
		}
		_ = storetest.Must(c.Kill())(t)
		back := place{&money.Queries{DB: storetest.OpenAt(t, o).DB}, away.data}
		fails(t, back.begin().Count(t.Context()))
		storetest.Same(t, "counts", back.counts(t), []string{"1 list 1 1"})
	})
}

// Where the data folder cannot be written, the database has the click at once; where that is away too, it is known to be lost.
func TestClicksWithoutFolder(t *testing.T) {
	eachDatabase(t, func(t *testing.T, p place) {
		p.data = filepath.Join(p.data, "file")
		fails(t, os.WriteFile(p.data, nil, 0o600))
		c := p.begin()
		record(c, "203.0.113.7", 1, "list")
		storetest.Same(t, "counts", p.counts(t), []string{"1 list 1 1"})
		storetest.Same(t, "lost", c.Lost(), int64(0))
		fails(t, p.queries.Close())
		record(c, "203.0.113.7", 1, "list")
		storetest.Same(t, "lost without a database", c.Lost(), int64(1))
	})
}

// A write that fails leaves the journal as it was; the click is in the database instead, and the next ones have a new journal.
func TestClicksFailedWrite(t *testing.T) {
	eachDatabase(t, func(t *testing.T, p place) {
		c := p.begin()
		record(c, "203.0.113.7", 1, "list")
		fails(t, c.FailWrites())
		record(c, "203.0.113.7", 1, "list")
		storetest.Same(t, "counts", p.counts(t), []string{"1 list 1 0"})
		record(c, "203.0.113.7", 1, "list")
		fails(t, c.Count(t.Context()))
		storetest.Same(t, "counts", p.counts(t), []string{"1 list 3 1"})
		storetest.Same(t, "lost", c.Lost(), int64(0))
	})
}
