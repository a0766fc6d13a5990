package store

import (
	"context"
	"database/sql"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// legalColumns are the columns in the order that scanLegalPage reads them.
const legalColumns = "type, title, content, updated_at"

func scanLegalPage(rows *sql.Rows) (site.LegalPage, error) {
	var page site.LegalPage
	var updated int64
	err := rows.Scan(&page.Type, &page.Title, &page.Content, &updated)
	page.UpdatedAt = db.TimeOf(updated)
	return page, err
}

// legalPage reads the legal page of a type; nil: none has been saved.
func legalPage(ctx context.Context, tx db.Tx, kind site.LegalType) (*site.LegalPage, error) {
	found, err := db.Collect(ctx, tx, scanLegalPage, "SELECT "+legalColumns+" FROM legal_pages WHERE type = ?", string(kind))
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// SaveLegalPage stores the page in place of any other of its type. It returns the page as stored, and whether it is the
// first of its type.
func (s *Store) SaveLegalPage(ctx context.Context, by string, page site.LegalPage) (kept site.LegalPage, first bool, err error) {
	err = s.WriteSettings(ctx, by, "save a legal page", func(ctx context.Context, w *db.WriteTx) error {
		before, err := legalPage(ctx, w.Tx, page.Type)
		if err != nil {
			return err
		}
		action := "update"
		if first = before == nil; first {
			action = "create"
		}
		page.UpdatedAt = w.At
		return putLegalPage(ctx, w, action, before, page)
	})
	return page, first, err
}

// putLegalPage replaces the page before, which is nil if none was saved.
func putLegalPage(ctx context.Context, w *db.WriteTx, action string, before *site.LegalPage, page site.LegalPage) error {
	e := db.Entry{Action: action, Object: "legal_pages", After: page}
	if before != nil {
		e.Before = before
	}
	err := w.Row(ctx, "INSERT INTO legal_pages (type, title, content, updated_at) VALUES "+db.Placeholders(4)+
		" ON CONFLICT (type) DO UPDATE SET title = excluded.title, content = excluded.content, updated_at = excluded.updated_at RETURNING id",
		string(page.Type), page.Title, page.Content, page.UpdatedAt.UnixMicro()).Scan(&e.ObjectID)
	if err != nil {
		return err
	}
	return w.Audit(ctx, e)
}
