package redirects

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Queries read and write old URLs.
type Queries struct{ *db.DB }

const noRedirect = "There is no such old URL. It may have been deleted."

// batch is how many rows one statement writes: far below the parameter limits of both engines.
const batch = 500

// Create stores a new old URL. One that is there is Invalid, one more than Max a Conflict.
func (q *Queries) Create(ctx context.Context, by string, in Input, s *browse.Snapshot) (made Redirect, err error) {
	err = q.WriteSettings(ctx, by, "add an old URL", func(ctx context.Context, w *db.WriteTx) error {
		return idempotency.Once(ctx, w, &made, func() error {
			if made, err = in.redirect(s); err != nil {
				return err
			}
			made.CreatedAt, made.UpdatedAt = w.At, w.At
			if err := checkFree(ctx, w, made); err != nil {
				return err
			}
			if err := table.Insert(ctx, w, &made); err != nil {
				return err
			}
			return w.Audit(ctx, db.Entry{Action: "create", Object: "redirects", ObjectID: made.ID, After: made})
		})
	})
	return made, err
}

// Update changes an old URL. An unknown one is NotFound, the path of another one Invalid.
func (q *Queries) Update(ctx context.Context, by string, id int64, in Input, s *browse.Snapshot) (then Redirect, err error) {
	err = q.WriteSettings(ctx, by, "change an old URL", func(ctx context.Context, w *db.WriteTx) error {
		now, err := table.One(ctx, w.Tx, noRedirect, "WHERE id = ?", id)
		if err != nil {
			return err
		}
		if then, err = in.redirect(s); err != nil {
			return err
		}
		then.ID, then.CreatedAt, then.UpdatedAt = id, now.CreatedAt, now.UpdatedAt
		if then == now {
			return db.ErrNoChange
		}
		then.UpdatedAt = w.At
		if err := checkFree(ctx, w, then); err != nil {
			return err
		}
		if err := table.Update(ctx, w, &then); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "update", Object: "redirects", ObjectID: id, Before: now, After: then})
	})
	return then, err
}

// Delete deletes an old URL, and returns the version with which that is undone. An unknown one is NotFound.
func (q *Queries) Delete(ctx context.Context, by string, id int64) (version int64, err error) {
	err = q.WriteSettings(ctx, by, "delete an old URL", func(ctx context.Context, w *db.WriteTx) error {
		now, err := table.Delete(ctx, w, noRedirect, "id = ?", id)
		if err != nil {
			return err
		}
		version = w.Version
		return w.Audit(ctx, db.Entry{Action: "delete", Object: "redirects", ObjectID: id, Before: now})
	})
	return version, err
}

// checkFree refuses the path of another old URL, and a new one if there are Max.
func checkFree(ctx context.Context, w *db.WriteTx, r Redirect) error {
	other, err := table.First(ctx, w, "WHERE old_path = ? AND id <> ?", r.From, r.ID)
	if err != nil {
		return err
	}
	if other != nil {
		return fault.InvalidFields([]fault.Field{{Field: "from", Message: "This old URL is in the list already"}})
	}
	var count int
	if err := w.Row(ctx, "SELECT COUNT(*) FROM redirects").Scan(&count); err != nil {
		return err
	}
	if r.ID == 0 && count >= Max {
		return tooMany()
	}
	return nil
}

func tooMany() error {
	return fault.New(fault.Conflict, fmt.Sprintf("There can be at most %d old URLs. Please delete some first.", Max))
}

// insert adds rows, and sets their numbers if they have none.
func insert(ctx context.Context, w *db.WriteTx, rows []*Redirect) error {
	for len(rows) > 0 {
		some := rows[:min(batch, len(rows))]
		rows = rows[len(some):]
		columns, count, isNew := "old_path, status, kind, target_id, target, created_at, updated_at", 7, some[0].ID == 0
		if !isNew {
			columns, count = "id, "+columns, count+1
		}
		var args []any
		byPath := make(map[string]*Redirect, len(some))
		for _, r := range some {
			byPath[r.From] = r
			if !isNew {
				args = append(args, r.ID)
			}
			args = append(args, r.From, r.Status, string(r.Kind), r.Item, r.Text, r.CreatedAt.UnixMicro(), r.UpdatedAt.UnixMicro())
		}
		err := w.Each(ctx, func(rows *sql.Rows) error {
			var id int64
			var path string
			err := rows.Scan(&id, &path)
			byPath[path].ID = id
			return err
		}, "INSERT INTO redirects ("+columns+") VALUES "+db.Rows(len(some), count)+" RETURNING id, old_path", args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// categoryMerged has the old URLs of a category lead to the one into which it is merged.
func categoryMerged(ctx context.Context, w *db.WriteTx, from, into int64) error {
	moved, err := db.Collect(ctx, w, db.Column[int64], "UPDATE redirects SET target_id = ? WHERE kind = 'category' AND target_id = ? RETURNING id", into, from)
	if err != nil || len(moved) == 0 {
		return err
	}
	return w.TouchSettings(ctx)
}

// AddHits adds requests to those that are stored, by id.
func (q *Queries) AddHits(ctx context.Context, day visits.Day, counts map[int64]int64) error {
	return q.WriteUnlocked(ctx, "count requests for old URLs", func(ctx context.Context, tx db.Tx) error {
		return db.InBatches(idsOf(counts), func(ids []int64) error {
			var args []any
			for _, id := range ids {
				args = append(args, id, counts[id], int64(day))
			}
			return tx.Exec(ctx, "INSERT INTO redirect_hits (redirect_id, hits, last_day) VALUES "+db.Rows(len(ids), 3)+
				" ON CONFLICT (redirect_id) DO UPDATE SET hits = redirect_hits.hits + excluded.hits, last_day = excluded.last_day", args...)
		})
	})
}

// hits is how often an old URL was requested, and on which day last.
type hits struct {
	ID    int64 `db:"redirect_id"`
	Count int64 `db:"hits"`
	Last  int64 `db:"last_day"`
}

// HitsOf reads the requests of some old URLs by id.
func (q *Queries) HitsOf(ctx context.Context, ids []int64) (map[int64]hits, error) {
	found := map[int64]hits{}
	if len(ids) == 0 {
		return found, nil
	}
	list, err := db.Collect(ctx, db.Reading(q.DB, "read requests for old URLs"), db.Columns[hits],
		"SELECT redirect_id, hits, last_day FROM redirect_hits WHERE redirect_id IN "+db.Placeholders(len(ids)), db.Args(ids)...)
	for _, h := range list {
		found[h.ID] = h
	}
	return found, err
}

// pruneAfter is how long the requests of an old URL stay that was deleted: its deletion may be undone.
const pruneAfter = 400

// PruneHits deletes the requests of old URLs that were deleted long ago.
func (q *Queries) PruneHits(ctx context.Context) error {
	return q.WriteUnlocked(ctx, "delete requests for old URLs", func(ctx context.Context, tx db.Tx) error {
		return tx.Exec(ctx, "DELETE FROM redirect_hits WHERE last_day < ? AND redirect_id NOT IN (SELECT id FROM redirects)", int64(visits.DayOf(q.Now())-pruneAfter))
	})
}
