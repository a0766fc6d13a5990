package site

import (
	"context"
	"database/sql"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// ReadValues reads the settings that have a default.
func ReadValues(ctx context.Context, tx db.Tx) (Values, error) {
	found := map[string]string{}
	err := tx.Each(ctx, func(rows *sql.Rows) error {
		var name, value string
		err := rows.Scan(&name, &value)
		found[name] = value
		return err
	}, "SELECT name, value FROM site_settings")
	if err != nil {
		return Values{}, err
	}
	return ValuesOf(found)
}

// ReadSettings reads all settings but those of other features.
func ReadSettings(ctx context.Context, tx db.Tx) (s Settings, err error) {
	if s.SocialLinks, err = socialLinks.Select(ctx, tx, inDisplayOrder); err != nil {
		return s, err
	}
	if s.Logos, err = logos.Select(ctx, tx, "ORDER BY type"); err != nil {
		return s, err
	}
	if s.LegalPages, err = legalPages.Select(ctx, tx, "ORDER BY type"); err != nil {
		return s, err
	}
	s.Values, err = ReadValues(ctx, tx)
	return s, err
}

// ChangeValues changes the settings that have a default and returns all of them. A change that breaks a rule is Invalid.
// A change without effect writes nothing.
func (s *Queries) ChangeValues(ctx context.Context, by string, change ValuesChange) (after Values, err error) {
	err = s.WriteSettings(ctx, by, "change settings", func(ctx context.Context, w *db.WriteTx) error {
		before, err := ReadValues(ctx, w.Tx)
		if err != nil {
			return err
		}
		if after, err = change.Apply(before); err != nil {
			return err
		}
		if after == before {
			return db.ErrNoChange
		}
		return putValues(ctx, w, "update", before, after)
	})
	return after, err
}

// putValues writes the values that differ, with an audit entry.
func putValues(ctx context.Context, w *db.WriteTx, action string, before, after Values) error {
	old, changed := Changed(before, after)
	if err := writeValues(ctx, w, changed, after.Rows()); err != nil {
		return err
	}
	return w.Audit(ctx, db.Entry{Action: action, Object: "site_settings", Before: old, After: changed})
}

// writeValues writes the changed values that have a row, and deletes the rows of the others.
func writeValues(ctx context.Context, w *db.WriteTx, changed, rows map[string]string) error {
	for name, value := range changed {
		var err error
		if _, hasRow := rows[name]; hasRow {
			err = w.Exec(ctx, "INSERT INTO site_settings (name, value, updated_at) VALUES "+db.Placeholders(3)+
				" ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at", name, value, w.At.UnixMicro())
		} else {
			err = w.Exec(ctx, "DELETE FROM site_settings WHERE name = ?", name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Queries read and write the site's texts, links, pages and logos.
type Queries struct{ *db.DB }
