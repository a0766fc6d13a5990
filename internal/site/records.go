package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is what editors write about the site.
func Kinds() []records.Kind {
	return []records.Kind{
		{
			Table: "legal_pages", Label: "legal page", Many: "Legal pages", Area: httpapi.Settings, Archive: archivedPages,
			Uploads: []string{"SELECT content, title FROM legal_pages WHERE content LIKE " + media.Like},
			Undo: records.Record[LegalPage]{
				IsSetting: true, Same: func(a, b LegalPage) bool { return a.Title == b.Title && a.Content == b.Content }, Put: revertLegalPage,
				Read: func(ctx context.Context, tx db.Tx, of LegalPage) (*LegalPage, error) {
					return legalPages.First(ctx, tx, "WHERE type = ?", of.Type)
				},
			}.Undo,
		},
		{Table: "social_media_links", Label: "social link", Many: "Social links", Area: httpapi.Settings, NoUndo: "a line to type again", Archive: archivedLinks},
		{Table: "logo_settings", Label: "site logo", Many: "Site logos", Area: httpapi.Settings, NoUndo: "the history does not have the files", Archive: archivedLogos},
		{Table: "site_settings", Label: "setting", One: "settings", Many: "Settings", Area: httpapi.Settings, Undo: undoValues, Archive: archivedValues},
	}
}

var archivedPages = records.Rows[LegalPage]{
	Label: "legal page", Table: legalPages,
	Name:    func(p LegalPage) (key, title string) { return string(p.Type), p.Title },
	Check:   LegalPage.Check,
	Uploads: func(p LegalPage, note func(string)) { note(p.Content) },
}

var archivedLinks = records.Rows[SocialLink]{
	Label: "social link", Many: "social links", Most: MaxSocialLinks, Table: socialLinks,
	Name:  func(l SocialLink) (key, title string) { return records.Number(l.ID), l.Platform },
	Check: SocialLink.Check,
}

var archivedLogos = records.Rows[Logo]{
	Label: "site logo", Table: logos,
	Name:  func(l Logo) (key, title string) { return string(l.Type), l.Name },
	Check: func(l Logo) (Logo, error) { return l, l.CheckStored() },
}

// Setting is a row of the settings that have a default.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// archivedValues is how settings are in an archive: those that differ from their defaults and do not belong to the site's
// address, by name.
var archivedValues = records.Rows[Setting]{
	Label: "setting",
	Name:  func(s Setting) (key, title string) { return s.Name, s.Name },
	Read: func(ctx context.Context, tx db.Tx) (list []Setting, err error) {
		now, err := ReadValues(ctx, tx)
		if err != nil {
			return nil, err
		}
		rows := now.portable()
		for _, name := range slices.Sorted(maps.Keys(rows)) {
			list = append(list, Setting{name, rows[name]})
		}
		return list, nil
	},
	CheckAll: func(list []Setting, _ *records.Content) error {
		if _, err := DefaultValues().withPortable(list); err != nil {
			return fault.Because(fault.Invalid, "The settings break a rule: "+fault.From(err).Message, err)
		}
		return nil
	},
	IsKnown: func(s Setting) bool { return isPortable(s.Name) },
	Replace: func(ctx context.Context, r *records.Replacing, _, want []Setting) error {
		now, err := ReadValues(ctx, r.Tx)
		if err != nil {
			return err
		}
		then, err := now.withPortable(want)
		if err != nil {
			return err
		}
		_, changed := Changed(now, then)
		return writeValues(ctx, r.WriteTx, changed, then.Rows())
	},
}

func revertLegalPage(ctx context.Context, w *db.WriteTx, action string, now, then *LegalPage) error {
	if then == nil {
		if err := w.Exec(ctx, "DELETE FROM legal_pages WHERE type = ?", string(now.Type)); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: action, Object: "legal_pages", Key: string(now.Type), Before: now})
	}
	then.UpdatedAt = w.At
	return putLegalPage(ctx, w, action, now, *then)
}

// undoValues reverts a version's changes of the settings that have a default. An entry has those that changed. It is a Conflict
// if one of them has changed since.
func undoValues(ctx context.Context, u *records.Undo, version int64) (end func(context.Context) error, err error) {
	lines, err := records.Lines(ctx, u.Tx, "site_settings", version)
	if err != nil || len(lines) == 0 {
		return nil, err
	}
	for _, line := range lines {
		var before, after map[string]string
		if err := errors.Join(json.Unmarshal(line.Before, &before), json.Unmarshal(line.After, &after)); err != nil {
			return nil, fmt.Errorf("read settings of the audit: %w", err)
		}
		now, err := ReadValues(ctx, u.Tx)
		if err != nil {
			return nil, err
		}
		reverted, err := now.Revert(before, after)
		if err != nil {
			return nil, err
		}
		if err := putValues(ctx, u.WriteTx, "undo", now, reverted); err != nil {
			return nil, err
		}
		u.Restored++
	}
	return nil, u.TouchSettings(ctx)
}
