package money

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/source"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// The pace of counting, and its bounds.
const (
	countAfter  = time.Second     // from a click until the database has it
	countAgain  = 5 * time.Second // after the database failed
	countWithin = 5 * time.Second // timeout of one count
	countBytes  = 1 << 20         // of a journal that one transaction counts
	clickRows   = 500             // counts that one statement writes: far below the parameter limits of both engines
)

// Clicks records the clicks that lead to affiliate links: on the disk before the visitor goes on, in the database a second later, each
// exactly once, whenever the process is killed or the power cut.
type Clicks struct {
	queries *Queries
	counter *visits.Counter
	logger  *slog.Logger
	journal journal
	recent  visits.Recent
	begun   chan struct{} // clicks wait for the database
	reading sync.Mutex    // one count of the journals at a time
	lost    atomic.Int64
}

// NewClicks returns what records clicks, with a journal in the data folder. It touches neither before the first click.
func NewClicks(queries *Queries, counter *visits.Counter, data string, logger *slog.Logger) *Clicks {
	return &Clicks{queries: queries, counter: counter, logger: logger, journal: journal{folder: filepath.Join(data, "clicks")}, begun: make(chan struct{}, 1)}
}

// Record counts a click for the booked place that it comes from. If it leads to an affiliate link, Record returns when the click is on
// the disk, or if that fails, in the database. A visitor goes on either way: what can be recorded in neither is logged and in Lost.
func (c *Clicks) Record(r *http.Request, click pages.Click) {
	if click.Booking.Key != "" {
		c.counter.CountPage(r, visits.Page{Kind: visits.BookingClick, Key: click.Booking.Key})
	}
	if click.Link.ID == 0 {
		return
	}
	now := time.Now()
	recorded := Click{
		Day: visits.DayOf(now), Product: click.Product, Link: click.Link.ID, Network: click.Link.Network, Programme: click.Link.Programme,
		Placement: click.Placement, IsFirst: c.recent.First(source.From(r.Context()), click.Product, now),
	}
	err := c.journal.append(recorded)
	if err != nil && !errors.Is(err, errUnsure) {
		err = errors.Join(err, c.store(r.Context(), recorded))
	}
	if err != nil {
		c.logger.ErrorContext(r.Context(), "a click on an affiliate link could not be written to the data folder", "error", err)
	}
	select {
	case c.begun <- struct{}{}:
	default: // it is known
	}
}

// store counts a click in the database alone.
func (c *Clicks) store(ctx context.Context, click Click) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), writeWithin)
	defer stop()
	err := c.queries.addClicks(ctx, []Click{click})
	if err != nil {
		c.lost.Add(1)
	}
	return err
}

// Lost returns the number of clicks that could not be recorded.
func (c *Clicks) Lost() int64 { return c.lost.Load() }

// Run counts what is in the journals until ctx ends, and a last time then.
func (c *Clicks) Run(ctx context.Context) {
	due := time.After(0) // what a former process left
	isAway := false
	for {
		select {
		case <-c.begun:
			if due == nil {
				due = time.After(countAfter)
			}
			continue
		case <-due:
			due = nil
		case <-ctx.Done():
			if err := c.count(context.WithoutCancel(ctx), 0); err != nil {
				c.logger.ErrorContext(ctx, "clicks on affiliate links stay in the data folder until the next start", "error", err)
			}
			return
		}
		err := c.count(ctx, maxJournal)
		if err != nil && !isAway && ctx.Err() == nil {
			c.logger.ErrorContext(ctx, "clicks on affiliate links are not in the database yet; trying again", "error", err)
		}
		if isAway = err != nil; isAway {
			due = time.After(countAgain)
		}
	}
}

// Count counts what this copy's journals have, before figures are read.
func (c *Clicks) Count(ctx context.Context) error { return c.count(ctx, maxJournal) }

// count counts the journals. Its own is removed once it has at least some bytes.
func (c *Clicks) count(ctx context.Context, least int64) error {
	c.reading.Lock()
	defer c.reading.Unlock()
	ctx, stop := context.WithTimeout(ctx, countWithin)
	defer stop()
	name, size := c.journal.written()
	if name != "" {
		counted, err := c.countJournal(ctx, name, size)
		if err != nil {
			return err
		}
		gone, err := c.journal.drop(counted, least)
		if err == nil && gone {
			err = c.queries.forgetJournal(ctx, name)
		}
		if err != nil {
			return err
		}
	}
	abandoned, err := c.journal.abandoned()
	for name, lock := range abandoned {
		var counted int64
		if err == nil {
			counted, err = c.countJournal(ctx, name, 0)
		}
		if err == nil {
			c.warnOfRest(ctx, name, counted)
			err = removeJournal(c.journal.folder, name)
		}
		if err == nil {
			err = c.queries.forgetJournal(ctx, name)
		}
		err = errors.Join(err, lock.Unlock())
	}
	return err
}

// warnOfRest logs what follows the last whole line of a journal: after a power cut, a part of lines that nobody was told of.
func (c *Clicks) warnOfRest(ctx context.Context, name string, counted int64) {
	if info, err := os.Stat(filepath.Join(c.journal.folder, name+journalEnd)); err == nil && info.Size() > counted {
		c.logger.WarnContext(ctx, "a journal of clicks on affiliate links ends with something else, which is dropped", "bytes", info.Size()-counted)
	}
}

// countJournal counts what of a journal the database does not have, up to a byte; 0: all. It returns the byte up to which it has it.
func (c *Clicks) countJournal(ctx context.Context, name string, size int64) (counted int64, err error) {
	for {
		before := counted
		counted, err = c.queries.countJournal(ctx, name, func(from int64) ([]Click, int64, error) {
			most := int64(countBytes)
			if size > 0 {
				most = min(most, size-from)
			}
			return readJournal(c.journal.folder, name, from, most)
		})
		if errors.Is(err, fs.ErrNotExist) { // another process had it counted and removed just now
			return counted, nil
		}
		if err != nil || counted == before {
			return counted, err
		}
	}
}

// countJournal adds the clicks that read returns to the counts, together with the byte up to which that journal is counted.
func (s *Queries) countJournal(ctx context.Context, name string, read func(from int64) ([]Click, int64, error)) (counted int64, err error) {
	err = s.WriteUnlocked(ctx, "count clicks on affiliate links", func(ctx context.Context, tx db.Tx) error {
		// The row is locked before it is read: a transaction whose answer was lost may still be under way.
		err := tx.Exec(ctx, "INSERT INTO affiliate_journals (name, counted, day) VALUES (?, 0, ?) ON CONFLICT (name) DO UPDATE SET day = excluded.day",
			name, int64(visits.DayOf(s.Now())))
		if err != nil {
			return err
		}
		if err := tx.Row(ctx, "SELECT counted FROM affiliate_journals WHERE name = ?", name).Scan(&counted); err != nil {
			return err
		}
		clicks, end, err := read(counted)
		if err != nil || end == counted {
			return err
		}
		if err := addCounts(ctx, tx, clicks); err != nil {
			return err
		}
		counted = end // if the commit fails, the next try reads what is stored
		return tx.Exec(ctx, "UPDATE affiliate_journals SET counted = ? WHERE name = ?", end, name)
	})
	return counted, err
}

// addClicks adds clicks that are in no journal.
func (s *Queries) addClicks(ctx context.Context, clicks []Click) error {
	return s.WriteUnlocked(ctx, "count clicks on affiliate links", func(ctx context.Context, tx db.Tx) error { return addCounts(ctx, tx, clicks) })
}

// forgetJournal deletes what is known of a journal that is gone.
func (s *Queries) forgetJournal(ctx context.Context, name string) error {
	return s.WriteUnlocked(ctx, "forget counted clicks", func(ctx context.Context, tx db.Tx) error {
		return tx.Exec(ctx, "DELETE FROM affiliate_journals WHERE name = ?", name)
	})
}

// addCounts adds clicks to the counts, in one order, so that copies do not wait for each other.
func addCounts(ctx context.Context, tx db.Tx, clicks []Click) error {
	type tally struct{ all, first int64 }
	counts := map[Click]tally{}
	for _, click := range clicks {
		at := click
		at.IsFirst = false
		count := counts[at]
		count.all++
		if click.IsFirst {
			count.first++
		}
		counts[at] = count
	}
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b Click) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Link, b.Link), cmp.Compare(a.Product, b.Product), cmp.Compare(a.Network, b.Network),
			cmp.Compare(a.Programme, b.Programme), cmp.Compare(a.Placement, b.Placement))
	})
	for some := range slices.Chunk(keys, clickRows) {
		var args []any
		for _, at := range some {
			args = append(args, int64(at.Day), at.Link, at.Product, at.Network, at.Programme, at.Placement, counts[at].all, counts[at].first)
		}
		err := tx.Exec(ctx, "INSERT INTO affiliate_clicks (day, link_id, product_id, network, programme, placement, clicks, unique_clicks) VALUES "+
			db.Rows(len(some), len(args)/len(some))+" ON CONFLICT (day, link_id, product_id, network, programme, placement) DO UPDATE SET "+
			"clicks = affiliate_clicks.clicks + excluded.clicks, unique_clicks = affiliate_clicks.unique_clicks + excluded.unique_clicks", args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// pruneClicks deletes the counts of the days before one, and what is known of journals that were last counted then.
func (s *Queries) pruneClicks(ctx context.Context, before visits.Day) error {
	return s.WriteUnlocked(ctx, "delete old clicks", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		if err := tx.Exec(ctx, "DELETE FROM affiliate_clicks WHERE day < ?", int64(before)); err != nil {
			return err
		}
		return tx.Exec(ctx, "DELETE FROM affiliate_journals WHERE day < ?", int64(before))
	})
}
