package site

import (
	"context"
	"database/sql"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// logoColumns are the columns in the order that scanLogo reads them.
const logoColumns = "id, type, name, file_name, file_data, mime_type, file_size, is_active, created_at, updated_at"

const noLogo = "There is no such logo. It may have been deleted."

func scanLogo(rows *sql.Rows) (Logo, error) {
	var logo Logo
	var created, updated int64
	err := rows.Scan(&logo.ID, &logo.Type, &logo.Name, &logo.FileName, &logo.FileData, &logo.MimeType, &logo.FileSize,
		&logo.IsActive, &created, &updated)
	logo.CreatedAt, logo.UpdatedAt = db.TimeOf(created), db.TimeOf(updated)
	return logo, err
}

// Logos reads the site's logos.
func Logos(ctx context.Context, tx db.Tx) ([]Logo, error) {
	return db.Collect(ctx, tx, scanLogo, "SELECT "+logoColumns+" FROM logo_settings ORDER BY type")
}

// SaveLogo stores the logo. One of the same type is replaced and keeps its id. SaveLogo returns the logo as stored, and
// whether it is the first of its type.
func (s *Queries) SaveLogo(ctx context.Context, by string, logo Logo) (kept Logo, first bool, err error) {
	err = s.WriteSettings(ctx, by, "save a logo", func(ctx context.Context, w *db.WriteTx) error {
		before, err := db.Collect(ctx, w, scanLogo, "SELECT "+logoColumns+" FROM logo_settings WHERE type = ?", string(logo.Type))
		if err != nil {
			return err
		}
		e := db.Entry{Action: "create", Object: "logo_settings"}
		logo.CreatedAt, logo.UpdatedAt = w.At, w.At
		if first = len(before) == 0; !first {
			e.Action, e.Before = "update", withoutFile(before[0])
			logo.CreatedAt = before[0].CreatedAt
		}
		err = w.Row(ctx, "INSERT INTO logo_settings (type, name, file_name, file_data, mime_type, file_size, is_active, created_at, updated_at) VALUES "+
			db.Placeholders(9)+" ON CONFLICT (type) DO UPDATE SET name = excluded.name, file_name = excluded.file_name, "+
			"file_data = excluded.file_data, mime_type = excluded.mime_type, file_size = excluded.file_size, "+
			"is_active = excluded.is_active, updated_at = excluded.updated_at RETURNING id",
			string(logo.Type), logo.Name, logo.FileName, logo.FileData, logo.MimeType, logo.FileSize, logo.IsActive,
			logo.CreatedAt.UnixMicro(), logo.UpdatedAt.UnixMicro()).Scan(&logo.ID)
		if err != nil {
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
		found, err := db.Collect(ctx, w, scanLogo, "SELECT "+logoColumns+" FROM logo_settings WHERE id = ?", id)
		if err != nil {
			return err
		}
		before, err := db.Only(found, noLogo)
		if err != nil {
			return err
		}
		if err := w.Exec(ctx, "DELETE FROM logo_settings WHERE id = ?", id); err != nil {
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
