package site

import (
	"context"
	"database/sql"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// legalColumns are the columns in the order that scanLegalPage reads them.
const legalColumns = "type, title, content, updated_at"

func scanLegalPage(rows *sql.Rows) (LegalPage, error) {
	var page LegalPage
	var updated int64
	err := rows.Scan(&page.Type, &page.Title, &page.Content, &updated)
	page.UpdatedAt = db.TimeOf(updated)
	return page, err
}

// LegalPages reads the legal pages that were saved.
func LegalPages(ctx context.Context, tx db.Tx) ([]LegalPage, error) {
	return db.Collect(ctx, tx, scanLegalPage, "SELECT "+legalColumns+" FROM legal_pages ORDER BY type")
}

// readLegalPage reads the legal page of a type; nil: none has been saved.
func readLegalPage(ctx context.Context, tx db.Tx, kind LegalType) (*LegalPage, error) {
	found, err := db.Collect(ctx, tx, scanLegalPage, "SELECT "+legalColumns+" FROM legal_pages WHERE type = ?", string(kind))
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// SaveLegalPage stores the page in place of any other of its type. It returns the page as stored, and whether it is the
// first of its type.
func (s *Queries) SaveLegalPage(ctx context.Context, by string, page LegalPage) (kept LegalPage, first bool, err error) {
	err = s.WriteSettings(ctx, by, "save a legal page", func(ctx context.Context, w *db.WriteTx) error {
		before, err := readLegalPage(ctx, w.Tx, page.Type)
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
func putLegalPage(ctx context.Context, w *db.WriteTx, action string, before *LegalPage, page LegalPage) error {
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
