package account

import (
	"context"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
)

// searchKey returns the text in which a search for a reader looks.
func searchKey(user User) string { return catalog.Fold(user.Name + " " + user.Email) }

const readerColumns = "id, email, name, is_verified, is_disabled, created_at, last_seen_at, " +
	"(SELECT count(*) FROM favorites WHERE user_id = users.id), (SELECT count(*) FROM product_submissions WHERE user_id = users.id)"

// Readers reads a page of the users who are no administrators.
func (s *UserQueries) Readers(ctx context.Context, q ReaderQuery) ([]Reader, error) {
	where, args := readersFound(q.Search)
	page, more := readersPage(q)
	return db.Collect(ctx, db.Reading(s.DB, "read the readers"), db.Columns[Reader], "SELECT "+readerColumns+" FROM users WHERE "+where+page, append(args, more...)...)
}

// CountReaders counts the users whom a search finds and who are no administrators.
func (s *UserQueries) CountReaders(ctx context.Context, search string) (counts ReaderCounts, err error) {
	where, args := readersFound(search)
	err = s.Read(ctx, "count the readers", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT count(*), count(*) FILTER (WHERE NOT is_verified), count(*) FILTER (WHERE is_disabled) FROM users WHERE "+where, args...).
			Scan(&counts.All, &counts.Unverified, &counts.Disabled)
	})
	return counts, err
}

// readersFound returns the condition for the readers whom a search finds.
func readersFound(search string) (where string, args []any) {
	where = "NOT is_admin"
	for _, word := range strings.Fields(catalog.Fold(search)) {
		where, args = where+" AND "+db.Contains("search_key"), append(args, db.Containing(word))
	}
	return where, args
}

// readersPage returns the rest of a query for a page of readers. Each order is that of an index.
func readersPage(q ReaderQuery) (rest string, args []any) {
	switch q.Filter {
	case UnverifiedReaders:
		rest = " AND NOT is_verified"
	case DisabledReaders:
		rest = " AND is_disabled"
	}
	order, after := " ORDER BY id DESC", " AND id < ?"
	switch q.Sort {
	case SortSeen:
		order = " ORDER BY COALESCE(last_seen_at, 0) DESC, id DESC"
		after = " AND COALESCE(last_seen_at, 0) <= ? AND (COALESCE(last_seen_at, 0) < ? OR id < ?)"
	case SortEmail:
		order, after = " ORDER BY email_key", " AND email_key > ?"
	}
	if at := q.After; at != nil {
		rest += after
		switch q.Sort {
		case SortSeen:
			args = append(args, at.Seen, at.Seen, at.ID)
		case SortEmail:
			args = append(args, at.EmailKey)
		default:
			args = append(args, at.ID)
		}
	}
	return rest + order + " LIMIT ?", append(args, q.Limit)
}
