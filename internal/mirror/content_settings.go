package mirror

import (
	"context"
	"reflect"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// The settings are few: if one differs, all of its kind are rewritten.

func (r replacing) replaceLegalPages(ctx context.Context) error {
	if reflect.DeepEqual(r.have.LegalPages, r.want.LegalPages) {
		return nil
	}
	if err := r.Exec(ctx, "DELETE FROM legal_pages"); err != nil {
		return err
	}
	for _, page := range r.want.LegalPages {
		err := r.Exec(ctx, "INSERT INTO legal_pages ("+site.LegalColumns+") VALUES "+db.Placeholders(4),
			string(page.Type), page.Title, page.Content, page.UpdatedAt.UnixMicro())
		if err != nil {
			return err
		}
	}
	return nil
}

func (r replacing) replaceSocialLinks(ctx context.Context) error {
	if reflect.DeepEqual(r.have.SocialLinks, r.want.SocialLinks) {
		return nil
	}
	if err := r.Exec(ctx, "DELETE FROM social_media_links"); err != nil {
		return err
	}
	for _, link := range r.want.SocialLinks {
		err := r.Exec(ctx, "INSERT INTO social_media_links ("+site.SocialColumns+") VALUES "+db.Placeholders(6),
			link.ID, link.Platform, link.URL, link.IsActive, link.DisplayOrder, link.CreatedAt.UnixMicro())
		if err != nil {
			return err
		}
	}
	return nil
}

func (r replacing) replaceLogos(ctx context.Context) error {
	if reflect.DeepEqual(r.have.Logos, r.want.Logos) {
		return nil
	}
	if err := r.Exec(ctx, "DELETE FROM logo_settings"); err != nil {
		return err
	}
	for _, logo := range r.want.Logos {
		err := r.Exec(ctx, "INSERT INTO logo_settings ("+site.LogoColumns+") VALUES "+db.Placeholders(10),
			logo.ID, string(logo.Type), logo.Name, logo.FileName, logo.FileData, logo.MimeType, logo.FileSize, logo.IsActive,
			logo.CreatedAt.UnixMicro(), logo.UpdatedAt.UnixMicro())
		if err != nil {
			return err
		}
	}
	return nil
}

// advanceSequences advances PostgreSQL's id sequences past the highest explicit id. SQLite needs no such step.
func (r replacing) advanceSequences(ctx context.Context) error {
	if !r.Postgres() {
		return nil
	}
	for _, table := range []string{"products", "categories", "collections", "social_media_links", "logo_settings"} {
		err := r.Exec(ctx, "SELECT setval(pg_get_serial_sequence('"+table+"', 'id'), greatest((SELECT max(id) FROM "+table+"), "+
			"(SELECT last_value FROM "+table+"_id_seq))) WHERE EXISTS (SELECT 1 FROM "+table+")")
		if err != nil {
			return err
		}
	}
	return nil
}
