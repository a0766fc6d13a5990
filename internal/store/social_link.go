package store

import (
	"context"
	"database/sql"

	"vitrine/internal/site"
)

const noSocialLink = "There is no such social link. It may have been deleted."

func scanSocialLink(rows *sql.Rows) (site.SocialLink, error) {
	var link site.SocialLink
	var created int64
	err := rows.Scan(&link.ID, &link.Platform, &link.URL, &link.IsActive, &link.DisplayOrder, &created)
	link.CreatedAt = timeOf(created)
	return link, err
}

func (c session) socialLink(ctx context.Context, id int64) (site.SocialLink, error) {
	found, err := collect(ctx, c, scanSocialLink, "SELECT "+socialColumns+" FROM social_media_links WHERE id = ?", id)
	if err != nil {
		return site.SocialLink{}, err
	}
	return only(found, noSocialLink)
}

// SaveSocialLink adds a link, or with an id changes that one; an unknown id is NotFound. It gives the link as kept.
func (s *Store) SaveSocialLink(ctx context.Context, by string, link site.SocialLink) (site.SocialLink, error) {
	err := s.setting(ctx, by, "save a social link", func(w *writing) error {
		e := entry{Action: "create", Object: "social_media_links"}
		if link.ID == 0 {
			link.CreatedAt = w.at
			err := w.row(ctx, "INSERT INTO social_media_links (platform, url, is_active, display_order, created_at) VALUES "+
				placeholders(5)+" RETURNING id", link.Platform, link.URL, link.IsActive, link.DisplayOrder, w.at.UnixMicro()).Scan(&link.ID)
			if err != nil {
				return err
			}
		} else {
			before, err := w.socialLink(ctx, link.ID)
			if err != nil {
				return err
			}
			e.Action, e.Before = "update", before
			link.CreatedAt = before.CreatedAt
			err = w.exec(ctx, "UPDATE social_media_links SET platform = ?, url = ?, is_active = ?, display_order = ? WHERE id = ?",
				link.Platform, link.URL, link.IsActive, link.DisplayOrder, link.ID)
			if err != nil {
				return err
			}
		}
		e.ObjectID, e.After = link.ID, link
		return w.audit(ctx, e)
	})
	return link, err
}

// DeleteSocialLink takes a link away; an unknown id is NotFound.
func (s *Store) DeleteSocialLink(ctx context.Context, by string, id int64) error {
	return s.setting(ctx, by, "delete a social link", func(w *writing) error {
		before, err := w.socialLink(ctx, id)
		if err != nil {
			return err
		}
		if err := w.exec(ctx, "DELETE FROM social_media_links WHERE id = ?", id); err != nil {
			return err
		}
		return w.audit(ctx, entry{Action: "delete", Object: "social_media_links", ObjectID: id, Before: before})
	})
}
