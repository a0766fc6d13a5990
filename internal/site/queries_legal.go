package site

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/db"
)

var legalPages = db.TableOf[LegalPage]("legal_pages")

// SaveLegalPage stores the page in place of any other of its type. It returns the page as stored, and whether it is the
// first of its type.
func (s *Queries) SaveLegalPage(ctx context.Context, by string, page LegalPage) (kept LegalPage, first bool, err error) {
	err = s.WriteSettings(ctx, by, "save a legal page", func(ctx context.Context, w *db.WriteTx) error {
		before, err := legalPages.First(ctx, w, "WHERE type = ?", page.Type)
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
	if err := legalPages.Upsert(ctx, w, &page); err != nil {
		return err
	}
	if err := w.Row(ctx, "SELECT id FROM legal_pages WHERE type = ?", page.Type).Scan(&e.ObjectID); err != nil {
		return err
	}
	return w.Audit(ctx, e)
}
