package searches

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// countRows is how many counts one statement writes: far below the parameter limits of both engines.
const countRows = 500

// Queries read and write searches in vain and synonyms.
type Queries struct{ *db.DB }

// AddVain adds counts to the stored ones, in one transaction, and stores the words of those that LeastAsked have made.
func (s *Queries) AddVain(ctx context.Context, counts []Count) error {
	words := make(map[string]string, len(counts)) // by key
	for _, c := range counts {
		words[keyOf(c.Words)] = c.Words
	}
	// In one order, so that copies do not wait for each other.
	slices.SortFunc(counts, func(a, b Count) int {
		return cmp.Or(cmp.Compare(keyOf(a.Words), keyOf(b.Words)), cmp.Compare(a.Day, b.Day))
	})
	since := oldest(visits.DayOf(s.Now()))
	return s.WriteUnlocked(ctx, "count searches in vain", func(ctx context.Context, tx db.Tx) error {
		for some := range slices.Chunk(counts, countRows) {
			var args []any
			keys := []any{int64(since)}
			for _, c := range some {
				args, keys = append(args, keyOf(c.Words), int64(c.Day), c.Asked), append(keys, keyOf(c.Words))
			}
			err := tx.Exec(ctx, "INSERT INTO vain_searches (key, day, asked) VALUES "+db.Rows(len(some), 3)+
				" ON CONFLICT (key, day) DO UPDATE SET asked = vain_searches.asked + excluded.asked", args...)
			if err != nil {
				return err
			}
			enough, err := db.Collect(ctx, tx, db.Column[string], "SELECT key FROM vain_searches WHERE day >= ? AND key IN "+db.Placeholders(len(some))+
				" GROUP BY key HAVING SUM(asked) >= ? ORDER BY key", append(keys, LeastAsked)...)
			if err != nil {
				return err
			}
			for _, key := range enough {
				err := tx.Exec(ctx, "INSERT INTO vain_search_words (key, words, dismissed) VALUES (?, ?, 0) ON CONFLICT (key) DO UPDATE SET "+
					"words = excluded.words WHERE vain_search_words.dismissed < ?", key, words[key], int64(since))
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// Vain is words that visitors searched for in vain.
type Vain struct {
	Key, Words string
	Asked      int64
}

// Vain reads the words that at least LeastAsked have searched for in the last visits.Window days, most asked first, at most maxListed.
func (s *Queries) Vain(ctx context.Context) (list []Vain, err error) {
	err = s.Read(ctx, "read the searches in vain", func(ctx context.Context, tx db.Tx) error {
		list, err = db.Collect(ctx, tx, scanVain, "SELECT w.key, w.words, CAST(SUM(v.asked) AS BIGINT) AS total FROM vain_search_words w JOIN vain_searches v ON v.key = w.key "+
			"WHERE v.day >= ? AND w.words <> '' GROUP BY w.key, w.words HAVING SUM(v.asked) >= ? ORDER BY total DESC, w.words LIMIT ?",
			int64(oldest(visits.DayOf(s.Now()))), LeastAsked, maxListed)
		return err
	})
	return list, err
}

func scanVain(rows *sql.Rows) (Vain, error) {
	var v Vain
	err := rows.Scan(&v.Key, &v.Words, &v.Asked)
	return v, err
}

// DismissVain keeps words away from the list for visits.Window days, and forgets them. A key that is not there changes nothing.
func (s *Queries) DismissVain(ctx context.Context, key string) error {
	return s.WriteUnlocked(ctx, "dismiss a search in vain", func(ctx context.Context, tx db.Tx) error {
		return tx.Exec(ctx, "UPDATE vain_search_words SET words = '', dismissed = ? WHERE key = ?", int64(visits.DayOf(s.Now())), key)
	})
}

// PruneVain deletes what is older than visits.Window days, and the words of what fewer than LeastAsked have asked since.
func (s *Queries) PruneVain(ctx context.Context) error {
	since := int64(oldest(visits.DayOf(s.Now())))
	return s.WriteUnlocked(ctx, "delete old searches in vain", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		if err := tx.Exec(ctx, "DELETE FROM vain_searches WHERE day < ?", since); err != nil {
			return err
		}
		return tx.Exec(ctx, "DELETE FROM vain_search_words WHERE dismissed < ? AND key NOT IN (SELECT key FROM vain_searches GROUP BY key HAVING SUM(asked) >= ?)", since, LeastAsked)
	})
}
