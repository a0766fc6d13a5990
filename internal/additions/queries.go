package additions

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Queries read and write what was pasted.
type Queries struct{ *db.DB }

// Paste stores the lines of a text, and returns the number of the list. A line whose URL a product has, also in the trash, is a
// Duplicate. If too many lines are queued, it is a Conflict.
func (s *Queries) Paste(ctx context.Context, by, text string) (list int64, err error) {
	lines, err := parse(text)
	if err != nil {
		return 0, err
	}
	err = s.WriteUnversioned(ctx, by, "add URLs", func(ctx context.Context, w *db.WriteTx) error {
		var queued int
		if err := w.Row(ctx, "SELECT COUNT(*) FROM additions WHERE state = 'queued'").Scan(&queued); err != nil {
			return err
		}
		if queued+len(lines) > MaxQueued {
			return fault.New(fault.Conflict, fmt.Sprintf("There are still %d URLs to read. Please add more when they are done.", queued))
		}
		if err := w.Row(ctx, "SELECT COALESCE(MAX(list), 0) + 1 FROM additions").Scan(&list); err != nil {
			return err
		}
		for some := range slices.Chunk(lines, rowsWrite) {
			if err := findListed(ctx, w.Tx, some); err != nil {
				return err
			}
			var args []any
			for _, p := range some {
				args = append(args, list, p.number, p.url, p.host, string(p.state), p.reason, nullable(p.product), w.By, w.At.UnixMicro())
			}
			if err := w.Exec(ctx, "INSERT INTO additions (list, line, url, host, state, reason, product_id, added_by, added_at) VALUES "+
				db.Rows(len(some), len(args)/len(some)), args...); err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

func nullable(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// findListed marks the queued lines whose URL a product has.
func findListed(ctx context.Context, tx db.Tx, lines []pasted) error {
	var keys []string
	for _, p := range lines {
		if p.state == Queued {
			keys = append(keys, p.key)
		}
	}
	found, err := listed(ctx, tx, keys)
	for i, p := range lines {
		if by, isListed := found[p.key]; isListed && p.state == Queued {
			lines[i].state, lines[i].product, lines[i].reason = Duplicate, by.id, by.reason
		}
	}
	return err
}

// holder is a product that has a URL, and the sentence about that.
type holder struct {
	id     int64
	reason string
}

// listed returns the products that have URLs, by their keys: the first one of the catalog, or else one in the trash.
func listed(ctx context.Context, tx db.Tx, keys []string) (map[string]holder, error) {
	found := map[string]holder{}
	if len(keys) == 0 {
		return found, nil
	}
	for _, part := range []struct{ condition, reason string }{
		{"deleted_at > 0", "It's in the trash."}, // which has an index
		{"deleted_at IS NULL", "It's already in the catalog."},
	} {
		err := tx.Each(ctx, func(rows *sql.Rows) error {
			var key string
			var id int64
			err := rows.Scan(&key, &id)
			if by := found[key]; by.reason != part.reason || id < by.id {
				found[key] = holder{id, part.reason}
			}
			return err
		}, "SELECT website_key, id FROM products WHERE "+part.condition+" AND website_key IN "+db.Placeholders(len(keys)), db.Args(keys)...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// Page returns a list with its lines, and the newest lists; list 0 is the newest. There are no lines if there is no such list.
func (s *Queries) Page(ctx context.Context, list int64) (page Page, err error) {
	page.Lines = []Line{}
	err = s.Read(ctx, "read the added URLs", func(ctx context.Context, tx db.Tx) error {
		page.Lists, err = db.Collect(ctx, tx, db.Columns[List], "SELECT list, MIN(added_by) AS added_by, MIN(added_at) AS added_at, COUNT(*) AS lines, "+
			"SUM(CASE WHEN state = 'queued' THEN 1 ELSE 0 END) AS queued FROM additions GROUP BY list ORDER BY list DESC LIMIT ?", maxLists)
		if err != nil || len(page.Lists) == 0 {
			return err
		}
		if page.List = list; list == 0 {
			page.List = page.Lists[0].ID
		}
		return tx.Each(ctx, func(rows *sql.Rows) error {
			l, err := scanLine(rows)
			page.Lines = append(page.Lines, l)
			return err
		}, "SELECT a.id, a.line, a.url, a.state, a.reason, COALESCE(p.id, 0), COALESCE(p.name, ''), COALESCE(p.slug, ''), COALESCE(p.status, ''), p.deleted_at IS NOT NULL "+
			"FROM additions a LEFT JOIN products p ON p.id = a.product_id WHERE a.list = ? ORDER BY a.line", page.List)
	})
	return page, err
}

func scanLine(rows *sql.Rows) (l Line, err error) {
	var status catalog.Status
	var isDeleted bool
	err = rows.Scan(&l.ID, &l.Line, &l.URL, &l.State, &l.Reason, &l.Product, &l.Name, &l.Slug, &status, &isDeleted)
	if isDeleted {
		l.Slug = ""
	}
	switch {
	case l.State != added:
	case isDeleted:
		l.State = Skipped
	case status == catalog.StatusDraft:
		l.State = Draft
	default:
		l.State = Accepted
	}
	return l, err
}

// Retry queues lines that failed again. It returns how many there were: one without a host never could be read.
func (s *Queries) Retry(ctx context.Context, by string, ids []int64) (count int, err error) {
	err = s.WriteUnversioned(ctx, by, "read URLs again", func(ctx context.Context, w *db.WriteTx) error {
		count = 0
		for batch := range slices.Chunk(ids, rowsWrite) {
			changed, err := db.Collect(ctx, w, db.Column[int64], "UPDATE additions SET state = 'queued', reason = '' WHERE state = 'failed' AND host > '' AND id IN "+
				db.Placeholders(len(batch))+" RETURNING id", db.Args(batch)...)
			if err != nil {
				return err
			}
			count += len(changed)
		}
		return nil
	})
	return count, err
}

// Active reports whether a line is queued.
func (s *Queries) Active(ctx context.Context) (active bool, err error) {
	err = s.ReadOne(ctx, "see whether URLs are queued", &active, "SELECT EXISTS (SELECT 1 FROM additions WHERE state = 'queued')")
	return active, err
}

// Hosts returns at most that many hosts with queued lines, in order, that follow one.
func (s *Queries) Hosts(ctx context.Context, after string, most int) ([]string, error) {
	return db.Collect(ctx, db.Reading(s.DB, "read where URLs are queued"), db.Column[string],
		"SELECT DISTINCT host FROM additions WHERE state = 'queued' AND host > ? ORDER BY host LIMIT ?", after, most)
}

// Rows returns some queued lines of a host.
func (s *Queries) Rows(ctx context.Context, host string) ([]Row, error) {
	return db.Collect(ctx, db.Reading(s.DB, "read which URLs are queued"), db.Columns[Row],
		"SELECT id, url, added_by FROM additions WHERE state = 'queued' AND host = ? ORDER BY id LIMIT ?", host, hostsRows)
}

// Listed returns the product that has a website; 0: none. Otherwise reason is the sentence about that.
func (s *Queries) Listed(ctx context.Context, website string) (product int64, reason string, err error) {
	err = s.Read(ctx, "look for a website", func(ctx context.Context, tx db.Tx) error {
		key := catalog.WebsiteKey(website)
		found, err := listed(ctx, tx, []string{key})
		product, reason = found[key].id, found[key].reason
		return err
	})
	return product, reason, err
}

// Fail ends a queued line without a draft. product is the one that has the URL; 0: none.
func (s *Queries) Fail(ctx context.Context, id, product int64, reason string) error {
	state := Failed
	if product > 0 {
		state = Duplicate
	}
	return s.WriteUnversioned(ctx, "", "end a URL without a draft", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "UPDATE additions SET state = ?, reason = ?, product_id = ? WHERE id = ? AND state = 'queued'", string(state), reason, nullable(product), id)
	})
}

// Add makes the draft of a queued line, as a change by whoever pasted it; note is what is to be known of it. If a product has the
// website by now, the line is a Duplicate. The draft has passed Draft.Check.
func (s *Queries) Add(ctx context.Context, row Row, d catalog.Draft, note string) error {
	return s.Write(ctx, db.WriteOptions{By: row.AddedBy, Doing: "add a tool by its URL"}, func(ctx context.Context, w *db.WriteTx) error {
		key := catalog.WebsiteKey(d.Website)
		found, err := listed(ctx, w.Tx, []string{key})
		if err != nil {
			return err
		}
		state, reason, product := added, note, int64(0)
		if by, isListed := found[key]; isListed {
			state, reason, product = Duplicate, by.reason, by.id
		}
		taken, err := db.Collect(ctx, w, db.Column[int64], "UPDATE additions SET state = ?, reason = ? WHERE id = ? AND state = 'queued' RETURNING id", string(state), reason, row.ID)
		if err != nil {
			return err
		}
		if len(taken) == 0 {
			return db.ErrNoChange
		}
		if product == 0 {
			p, err := catalog.CreateProduct(ctx, w, d)
			if err != nil {
				return err
			}
			product = p.ID
		}
		return w.Exec(ctx, "UPDATE additions SET product_id = ? WHERE id = ?", product, row.ID)
	})
}

// Forget deletes the lines that ended and are older than Keep, and returns how many. Their drafts stay.
func (s *Queries) Forget(ctx context.Context) (count int, err error) {
	err = s.WriteUnversioned(ctx, "", "delete old lines of added URLs", func(ctx context.Context, w *db.WriteTx) error {
		gone, err := db.Collect(ctx, w, db.Column[int64], "DELETE FROM additions WHERE added_at < ? AND state <> 'queued' RETURNING id", w.At.Add(-Keep).UnixMicro())
		count = len(gone)
		return err
	})
	return count, err
}
