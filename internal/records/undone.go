package records

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/db"
)

const (
	undoDepth = 20  // how many undos of undos are looked at; a change below more counts as not undone
	undoRows  = 500 // how many undos of a page's changes are looked at, the newest
)

// fillUndone fills in which of the entries are undone.
func fillUndone(ctx context.Context, tx db.Tx, entries []audit.Entry) error {
	var versions []int64
	for _, e := range entries {
		if e.CanUndo {
			versions = append(versions, e.Version)
		}
	}
	undone, err := undone(ctx, tx, versions)
	for i, e := range entries {
		if by, is := undone[e.Version]; is && e.CanUndo {
			entries[i].Undone, entries[i].CanUndo = by, by.Left > 0
		}
	}
	return err
}

// undone returns for each version that is undone the latest undo that is in effect.
func undone(ctx context.Context, tx db.Tx, versions []int64) (map[int64]audit.Undone, error) {
	undos := map[int64][]audit.Undone{} // by the version that they undo, the latest first
	for depth := 0; len(versions) > 0 && depth < undoDepth; depth++ {
		found, err := undosOf(ctx, tx, versions)
		if err != nil {
			return nil, err
		}
		versions = nil
		for version, by := range found {
			undos[version] = by
			for _, undo := range by {
				versions = append(versions, undo.Version)
			}
		}
	}
	undone := map[int64]audit.Undone{}
	for version := range undos {
		if by, is := effective(undos, version); is {
			undone[version] = by
		}
	}
	return undone, nil
}

// effective returns the latest undo of a version that is not undone itself.
func effective(undos map[int64][]audit.Undone, version int64) (audit.Undone, bool) {
	for _, by := range undos[version] {
		if undone, is := effective(undos, by.Version); !is || undone.Left > 0 {
			return by, true
		}
	}
	return audit.Undone{}, false
}

// undosOf reads the undos of some versions.
func undosOf(ctx context.Context, tx db.Tx, versions []int64) (map[int64][]audit.Undone, error) {
	undos := map[int64][]audit.Undone{}
	versions = slices.Compact(slices.Sorted(slices.Values(versions)))
	for batch := range slices.Chunk(versions, undoRows) {
		err := tx.Each(ctx, func(rows *sql.Rows) error {
			var of, at int64
			var u audit.Undone
			var after []byte
			if err := rows.Scan(&of, &u.Version, &at, &u.Actor, &after); err != nil {
				return err
			}
			u.At = db.TimeOf(at)
			if after != nil {
				if err := json.Unmarshal(after, &u); err != nil {
					return err
				}
			}
			undos[of] = append(undos[of], u)
			return nil
		}, "SELECT undoes, version, at, actor, CASE WHEN object_id = '' OR object = 'categories' THEN after END FROM audit WHERE undoes > 0 AND NOT is_part AND undoes IN "+
			db.Placeholders(len(batch))+" ORDER BY version DESC, id DESC LIMIT ?", append(db.Args(batch), undoRows)...)
		if err != nil {
			return nil, err
		}
	}
	return undos, nil
}
