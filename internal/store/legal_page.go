package store

import (
	"context"
	"database/sql"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/site"
)

func scanLegalPage(rows *sql.Rows) (site.LegalPage, error) {
	var page site.LegalPage
	var updated int64
	err := rows.Scan(&page.Type, &page.Title, &page.Content, &updated)
	page.UpdatedAt = db.TimeOf(updated)
	return page, err
}

// SaveLegalPage stores the page in place of any other of its type. It returns the page as stored, and whether it is the
// first of its type.
func (s *Store) SaveLegalPage(ctx context.Context, by string, page site.LegalPage) (kept site.LegalPage, first bool, err error) {
	err = s.setting(ctx, by, "save a legal page", func(ctx context.Context, w *writeTx) error {
		before, err := db.Collect(ctx, w, scanLegalPage, "SELECT "+legalColumns+" FROM legal_pages WHERE type = ?", string(page.Type))
		if err != nil {
			return err
		}
		e := entry{Action: "create", Object: "legal_pages"}
		if first = len(before) == 0; !first {
			e.Action, e.Before = "update", before[0]
		}
		page.UpdatedAt = w.at
		err = w.Row(ctx, "INSERT INTO legal_pages (type, title, content, updated_at) VALUES "+db.Placeholders(4)+
			" ON CONFLICT (type) DO UPDATE SET title = excluded.title, content = excluded.content, updated_at = excluded.updated_at RETURNING id",
			string(page.Type), page.Title, page.Content, w.at.UnixMicro()).Scan(&e.ObjectID)
		if err != nil {
			return err
		}
		e.After = page
		return w.audit(ctx, e)
	})
	return page, first, err
}
