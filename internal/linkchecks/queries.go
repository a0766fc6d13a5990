package linkchecks

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/fetch"
)

// Queries read and write the checks of links.
type Queries struct{ *db.DB }

// isNow is the condition for checks of what a product has now: another URL was never checked, and the trash has no links. From a plain
// equation PostgreSQL would conclude that there is hardly such a row, and read both tables to find it.
const isNow = " p.deleted_at IS NULL AND CASE WHEN p.website = l.url THEN TRUE ELSE FALSE END "

// ofProducts are the checks with their products.
const ofProducts = " FROM link_checks l JOIN products p ON p.id = l.product_id WHERE" + isNow

// StartDue starts a run of the clock if links are due: of new products and changed websites, and those whose time has come. It
// returns how many were added, also to a run that goes on. While checks are paused it does nothing.
func (s *Queries) StartDue(ctx context.Context) (due int, err error) {
	err = s.Write(ctx, db.WriteOptions{Doing: "look for links to check", Long: true, Unversioned: true}, func(ctx context.Context, w *db.WriteTx) error {
		run, err := latestRun(ctx, w.Tx)
		if err != nil || run.Status == Paused {
			return err
		}
		due, err = start(ctx, w, run, "next_at <= ?", w.At.UnixMicro())
		return err
	})
	return due, err
}

// Start starts a run that reads all links, except for those that were read within a day. If there is nothing to read, it is a Conflict.
func (s *Queries) Start(ctx context.Context, by string) error {
	return s.Write(ctx, db.WriteOptions{By: by, Doing: "start to check links", Long: true, Unversioned: true}, func(ctx context.Context, w *db.WriteTx) error {
		run, err := latestRun(ctx, w.Tx)
		if err != nil {
			return err
		}
		due, err := start(ctx, w, run, "checked_at <= ?", w.At.Add(-againAfter).UnixMicro())
		if err == nil && due == 0 && run.Status == Idle {
			return fault.New(fault.Conflict, "Every link was checked in the last 24 hours.")
		}
		return err
	})
}

// start makes links due that a condition names, and runs if there are any. It returns how many there are.
func start(ctx context.Context, w *db.WriteTx, run Run, condition string, args ...any) (due int, err error) {
	if err := addNew(ctx, w); err != nil {
		return 0, err
	}
	if err := w.Exec(ctx, "UPDATE link_checks SET next_at = 0 WHERE next_at > 0 AND host > '' AND "+condition, args...); err != nil {
		return 0, err
	}
	pending, err := countDue(ctx, w.Tx)
	if err != nil || pending == 0 {
		return 0, err
	}
	added := pending
	if run.Status == Running {
		added -= run.Pending
		run.Due += added
	} else {
		run = Run{Status: Running, StartedBy: w.By, StartedAt: w.At, Due: pending}
	}
	return added, w.Exec(ctx, "INSERT INTO link_runs ("+runColumns+") VALUES (1, ?, ?, ?, 0, ?) ON CONFLICT (id) DO UPDATE SET "+db.SetExcluded("status, started_by, started_at, ended_at, due"),
		string(run.Status), run.StartedBy, run.StartedAt.UnixMicro(), run.Due)
}

const runColumns = "id, status, started_by, started_at, ended_at, due"

// addNew adds the products whose website was never read: new ones, and those that have another one since.
func addNew(ctx context.Context, w *db.WriteTx) error {
	const columns = "product_id, url, host, state, found, target, reason, next_at, checked_at, answered_at, gone_since, confirmed, confirmed_at"
	type site struct {
		ID      int64  `db:"id"`
		Website string `db:"website"`
	}
	for last := int64(0); ; {
		sites, err := db.Collect(ctx, w, db.Columns[site], "SELECT p.id, p.website FROM products p LEFT JOIN link_checks l ON l.product_id = p.id "+
			"WHERE p.id > ? AND p.deleted_at IS NULL AND (l.url IS NULL OR l.url <> p.website) ORDER BY p.id LIMIT ?", last, linksAWrite)
		if err != nil || len(sites) == 0 {
			return err
		}
		last = sites[len(sites)-1].ID
		var args []any
		for _, one := range sites {
			state, reason, next, host := Pending, "", int64(0), hostOf(one.Website)
			if host == "" { // it is never due
				state, reason, next = Refused, fetch.ErrNotPublic.Error(), w.At.UnixMicro()
			}
			args = append(args, one.ID, one.Website, host, string(state), string(state), "", reason, next, 0, nil, 0, "", nil)
		}
		if err := w.Exec(ctx, "INSERT INTO link_checks ("+columns+") VALUES "+db.Rows(len(sites), len(args)/len(sites))+
			" ON CONFLICT (product_id) DO UPDATE SET "+db.SetExcluded(columns), args...); err != nil {
			return err
		}
	}
}

// countDue counts the links that a run has still to read.
func countDue(ctx context.Context, tx db.Tx) (due int, err error) {
	err = tx.Row(ctx, "SELECT COUNT(*)"+ofProducts+"AND l.next_at = 0").Scan(&due)
	return due, err
}

// DueHosts returns at most that many hosts with links that are due, in order, that follow one.
func (s *Queries) DueHosts(ctx context.Context, after string, most int) ([]string, error) {
	return db.Collect(ctx, db.Reading(s.DB, "read where links are checked"), db.Column[string],
		"SELECT DISTINCT l.host"+ofProducts+"AND l.next_at = 0 AND l.host > ? ORDER BY l.host LIMIT ?", after, most)
}

// DueLinks returns at most that many links of a host that are due.
func (s *Queries) DueLinks(ctx context.Context, host string, most int) ([]Link, error) {
	return db.Collect(ctx, db.Reading(s.DB, "read which links are checked"), db.Columns[Link],
		"SELECT l.product_id, l.url, p.name, p.description, p.use_cases, p.tags, l.gone_since, l.confirmed"+ofProducts+"AND l.next_at = 0 AND l.host = ? ORDER BY l.product_id LIMIT ?", host, most)
}

// Save stores what was found at a link that is due. What seems to be gone is Refused until it is so again a day later. What a person
// has said is right stays OK while the finding is the same.
func (s *Queries) Save(ctx context.Context, link Link, found Finding) error {
	return s.WriteUnversioned(ctx, "", "store the check of a link", func(ctx context.Context, w *db.WriteTx) error {
		next, goneSince := nextCheck(w.At), int64(0)
		if found.State == Gone {
			if goneSince = link.GoneSince; goneSince == 0 {
				goneSince = w.At.UnixMicro()
			}
			if confirms := db.TimeOf(goneSince).Add(goneAfter); w.At.Before(confirms) {
				found.State, found.Reason = Refused, found.Reason+" It counts as gone if that is still so a day later."
				next = confirms.Add(rand.N(goneJitter))
			}
		}
		state := found.State
		if link.Confirmed == found.key() {
			state = OK
		}
		set, args := "", []any{string(state), string(found.State), found.Target, found.Reason, next.UnixMicro(), w.At.UnixMicro(), goneSince}
		if found.State == OK || found.State == Moved {
			set, args = ", answered_at = ?", append(args, w.At.UnixMicro())
		}
		return w.Exec(ctx, "UPDATE link_checks SET state = ?, found = ?, target = ?, reason = ?, next_at = ?, checked_at = ?, gone_since = ?"+set+
			" WHERE product_id = ? AND url = ? AND next_at = 0", append(args, link.Product, link.URL)...)
	})
}

// Pause pauses the checks of links: a run that is going on, and those of the clock. Paused ones are a Conflict.
func (s *Queries) Pause(ctx context.Context, by string) error {
	return s.WriteUnversioned(ctx, by, "pause the checks of links", func(ctx context.Context, w *db.WriteTx) error {
		changed, err := db.Collect(ctx, w, db.Column[int64], "INSERT INTO link_runs ("+runColumns+") VALUES (1, ?, '', 0, 0, 0) ON CONFLICT (id) DO UPDATE SET status = excluded.status WHERE link_runs.status <> excluded.status RETURNING id", string(Paused))
		if err == nil && len(changed) == 0 {
			return fault.New(fault.Conflict, "Link checks are paused already.")
		}
		return err
	})
}

// Resume goes on with checks that are paused. Others are a Conflict.
func (s *Queries) Resume(ctx context.Context, by string) error {
	return s.WriteUnversioned(ctx, by, "resume the checks of links", func(ctx context.Context, w *db.WriteTx) error {
		changed, err := db.Collect(ctx, w, db.Column[int64], "UPDATE link_runs SET status = ? WHERE status = ? RETURNING id", string(Running), string(Paused))
		if err == nil && len(changed) == 0 {
			return fault.New(fault.Conflict, "Link checks aren't paused.")
		}
		return err
	})
}

// Finish ends a run unless a link is due.
func (s *Queries) Finish(ctx context.Context) error {
	return s.WriteUnversioned(ctx, "", "end the checks of links", func(ctx context.Context, w *db.WriteTx) error {
		due, err := countDue(ctx, w.Tx)
		if err != nil || due > 0 {
			return err
		}
		return w.Exec(ctx, "UPDATE link_runs SET status = ?, ended_at = ? WHERE status = ?", string(Idle), w.At.UnixMicro(), string(Running))
	})
}

// Active reports whether a run is going on.
func (s *Queries) Active(ctx context.Context) (active bool, err error) {
	err = s.ReadOne(ctx, "see whether links are checked", &active, "SELECT EXISTS (SELECT 1 FROM link_runs WHERE status = 'running')")
	return active, err
}

// latestRun returns the latest run with what it has still to read.
func latestRun(ctx context.Context, tx db.Tx) (Run, error) {
	run := Run{Status: Idle}
	var started, ended int64
	err := tx.Row(ctx, "SELECT status, started_by, started_at, ended_at, due FROM link_runs WHERE id = 1").Scan(&run.Status, &run.StartedBy, &started, &ended, &run.Due)
	if errors.Is(err, sql.ErrNoRows) {
		return run, nil
	}
	if err != nil {
		return run, err
	}
	run.StartedAt, run.EndedAt = db.InstantOf(started), db.InstantOf(ended)
	run.Pending, err = countDue(ctx, tx)
	return run, err
}

// LinkRun returns the latest run, and counts all links by state.
func (s *Queries) LinkRun(ctx context.Context) (run Run, err error) {
	err = s.Read(ctx, "count the links by state", func(ctx context.Context, tx db.Tx) error {
		if run, err = latestRun(ctx, tx); err != nil {
			return err
		}
		c := &run.Counts
		into := map[State]*int{OK: &c.OK, Moved: &c.Moved, Refused: &c.Refused, Parked: &c.Parked, TakenOver: &c.TakenOver, Gone: &c.Gone}
		if err := tx.Row(ctx, "SELECT COUNT(*) FROM products WHERE deleted_at IS NULL").Scan(&c.Unchecked); err != nil {
			return err
		}
		return eachCount(ctx, tx, "", func(state State, count int) {
			if counted := into[state]; counted != nil {
				*counted = count
				c.Unchecked -= count
			}
		})
	})
	return run, err
}

// Broken counts the links with a proposal by state, for what needs an administrator's attention. It reads only those.
func (s *Queries) Broken(ctx context.Context) (counts map[State]int, err error) {
	counts = map[State]int{}
	err = s.Read(ctx, "count the broken links", func(ctx context.Context, tx db.Tx) error {
		return eachCount(ctx, tx, "AND l.state IN ('gone', 'taken_over', 'parked', 'moved')", func(state State, count int) { counts[state] = count })
	})
	return counts, err
}

func eachCount(ctx context.Context, tx db.Tx, condition string, counted func(state State, count int)) error {
	return tx.Each(ctx, func(rows *sql.Rows) error {
		var state State
		var count int
		err := rows.Scan(&state, &count)
		counted(state, count)
		return err
	}, "SELECT l.state, COUNT(*)"+ofProducts+condition+" GROUP BY l.state")
}

// ProductsIn returns the products whose website is in a state.
func (s *Queries) ProductsIn(ctx context.Context, state string) ([]int64, error) {
	return db.Collect(ctx, db.Reading(s.DB, "read the products with a state of their link"), db.Column[int64], "SELECT l.product_id"+ofProducts+"AND l.state = ?", state)
}

// Checks returns a page of the links in a state, ordered by product; after is the Next of the page before.
func (s *Queries) Checks(ctx context.Context, state State, after int64) (page Page, err error) {
	page.Checks, err = db.Collect(ctx, db.Reading(s.DB, "read the checks of links"), db.Columns[Check],
		"SELECT p.id, p.name, p.slug, l.url, l.state, l.target, l.reason, l.checked_at, l.answered_at, l.confirmed_at"+ofProducts+"AND l.state = ? AND l.product_id > ? ORDER BY l.product_id LIMIT ?",
		string(state), after, PageSize+1)
	if len(page.Checks) > PageSize {
		page.Checks = page.Checks[:PageSize]
		page.Next = page.Checks[PageSize-1].Product
	}
	return page, err
}

// readCatalog adds when people confirmed the links of changed products.
func readCatalog(ctx context.Context, tx db.Tx, since int64, to *catalog.Changes) error {
	condition, args := "", []any(nil)
	if since > 0 {
		condition, args = " AND l.product_id IN "+catalog.ChangedSince, []any{since}
	}
	return tx.Each(ctx, func(rows *sql.Rows) error {
		var product, at int64
		err := rows.Scan(&product, &at)
		if to.LinksConfirmed == nil {
			to.LinksConfirmed = map[int64]time.Time{}
		}
		to.LinksConfirmed[product] = db.TimeOf(at)
		return err
	}, "SELECT l.product_id, l.confirmed_at"+ofProducts+"AND l.confirmed_at > 0"+condition, args...)
}
