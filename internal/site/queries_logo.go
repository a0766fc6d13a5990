package site

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/db"
)

var logos = db.TableOf[Logo]("logo_settings")

// SaveLogo stores the logo. One of the same type is replaced and keeps its id. SaveLogo returns the logo as stored, and
// whether it is the first of its type.
func (s *Queries) SaveLogo(ctx context.Context, by string, logo Logo) (kept Logo, first bool, err error) {
	err = s.WriteSettings(ctx, by, "save a logo", func(ctx context.Context, w *db.WriteTx) error {
		before, err := logos.First(ctx, w, "WHERE type = ?", logo.Type)
		if err != nil {
			return err
		}
		e := db.Entry{Action: "create", Object: "logo_settings"}
		logo.CreatedAt, logo.UpdatedAt = w.At, w.At
		if first = before == nil; !first {
			e.Action, e.Before = "update", withoutFile(*before)
			logo.CreatedAt = before.CreatedAt
		}
		if err := logos.Upsert(ctx, w, &logo); err != nil {
			return err
		}
		e.ObjectID, e.After = logo.ID, withoutFile(logo)
		return w.Audit(ctx, e)
	})
	return logo, first, err
}

// DeleteLogo deletes a logo. An unknown id is NotFound.
func (s *Queries) DeleteLogo(ctx context.Context, by string, id int64) error {
	return s.WriteSettings(ctx, by, "delete a logo", func(ctx context.Context, w *db.WriteTx) error {
		before, err := logos.Delete(ctx, w, noSuchLogo, "id = ?", id)
		if err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "delete", Object: "logo_settings", ObjectID: id, Before: withoutFile(before)})
	})
}

// withoutFile returns the logo as the audit stores it, with a hash in place of the file.
func withoutFile(logo Logo) Logo {
	logo.FileData = db.FileMark([]byte(logo.FileData))
	return logo
}
