package site

import (
	"context"
	"fmt"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
)

var socialLinks = db.TableOf[SocialLink]("social_media_links")

const inDisplayOrder = "ORDER BY display_order, id"

// AddSocialLink stores a new link and returns it as stored. One more than MaxSocialLinks is a Conflict.
func (s *Queries) AddSocialLink(ctx context.Context, by string, link SocialLink) (SocialLink, error) {
	err := s.WriteSettings(ctx, by, "add a social link", func(ctx context.Context, w *db.WriteTx) error {
		return idempotency.Once(ctx, w, &link, func() error { return addSocialLink(ctx, w, &link) })
	})
	return link, err
}

func addSocialLink(ctx context.Context, w *db.WriteTx, link *SocialLink) error {
	var count int
	if err := w.Row(ctx, "SELECT count(*) FROM social_media_links").Scan(&count); err != nil {
		return err
	}
	if count >= MaxSocialLinks {
		return fault.New(fault.Conflict, fmt.Sprintf("There can be at most %d social links. Please delete one first.", MaxSocialLinks))
	}
	link.CreatedAt = w.At
	if err := socialLinks.Insert(ctx, w, link); err != nil {
		return err
	}
	return w.Audit(ctx, db.Entry{Action: "create", Object: "social_media_links", ObjectID: link.ID, After: *link})
}

// ChangeSocialLink changes a link and returns it as stored. An unknown id is NotFound; a change that breaks a rule is
// Invalid. A change without effect writes nothing.
func (s *Queries) ChangeSocialLink(ctx context.Context, by string, id int64, change SocialChange) (link SocialLink, err error) {
	err = s.WriteSettings(ctx, by, "change a social link", func(ctx context.Context, w *db.WriteTx) error {
		before, err := socialLinks.One(ctx, w, noSuchLink, "WHERE id = ?", id)
		if err != nil {
			return err
		}
		if link, err = change.Apply(before); err != nil {
			return err
		}
		if link == before {
			return db.ErrNoChange
		}
		if err := socialLinks.Update(ctx, w, &link); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "update", Object: "social_media_links", ObjectID: id, Before: before, After: link})
	})
	return link, err
}

// DeleteSocialLink deletes a link. An unknown id is NotFound.
func (s *Queries) DeleteSocialLink(ctx context.Context, by string, id int64) error {
	return s.WriteSettings(ctx, by, "delete a social link", func(ctx context.Context, w *db.WriteTx) error {
		before, err := socialLinks.Delete(ctx, w, noSuchLink, "id = ?", id)
		if err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "delete", Object: "social_media_links", ObjectID: id, Before: before})
	})
}

// ReorderSocialLinks sets the display orders of all the links or none, and returns all links in order. Links that order
// does not name keep theirs. An order that changes nothing writes nothing.
func (s *Queries) ReorderSocialLinks(ctx context.Context, by string, order []Placement) (links []SocialLink, err error) {
	if err := CheckOrder(order); err != nil {
		return nil, err
	}
	err = s.WriteSettings(ctx, by, "reorder social links", func(ctx context.Context, w *db.WriteTx) error {
		before, err := socialLinks.Select(ctx, w, inDisplayOrder)
		if err != nil {
			return err
		}
		if err := placeLinks(ctx, w, before, order); err != nil {
			return err
		}
		if links, err = socialLinks.Select(ctx, w, inDisplayOrder); err != nil {
			return err
		}
		if slices.Equal(before, links) {
			return db.ErrNoChange
		}
		return w.Audit(ctx, db.Entry{Action: "reorder", Object: "social_media_links", Before: before, After: links})
	})
	return links, err
}

// placeLinks sets the display order of each link that order names. An unknown link is Invalid.
func placeLinks(ctx context.Context, w *db.WriteTx, links []SocialLink, order []Placement) error {
	for _, placed := range order {
		if !slices.ContainsFunc(links, func(l SocialLink) bool { return l.ID == placed.ID }) {
			return fault.InvalidFields([]fault.Field{{Field: "updates", Message: "A link of the list does not exist. It may have been deleted. Nothing was moved"}})
		}
		if err := w.Exec(ctx, "UPDATE social_media_links SET display_order = ? WHERE id = ?", placed.DisplayOrder, placed.ID); err != nil {
			return err
		}
	}
	return nil
}
