package api

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/site"
)

const noSuchLink = "There is no such social link. It may have been deleted."

// SocialStore changes social links.
type SocialStore interface {
	AddSocialLink(ctx context.Context, by string, link site.SocialLink) (site.SocialLink, error)
	ChangeSocialLink(ctx context.Context, by string, id int64, change site.SocialChange) (site.SocialLink, error)
	ReorderSocialLinks(ctx context.Context, by string, order []site.Placement) ([]site.SocialLink, error)
	DeleteSocialLink(ctx context.Context, by string, id int64) error
}

// SocialLinkInput is a new social link.
type SocialLinkInput struct {
	Platform     string `json:"platform" doc:"At most 50 characters"`
	URL          string `json:"url" doc:"Absolute http(s) URL, at most 500 characters"`
	IsActive     *bool  `json:"isActive,omitempty" nullable:"false" doc:"true without it"`
	DisplayOrder int    `json:"displayOrder,omitempty" doc:"0 without it"`
}

// SocialLinkChangeInput is a change of a social link; missing fields keep their values.
type SocialLinkChangeInput struct {
	Platform     *string `json:"platform,omitempty" nullable:"false"`
	URL          *string `json:"url,omitempty" nullable:"false"`
	IsActive     *bool   `json:"isActive,omitempty" nullable:"false"`
	DisplayOrder *int    `json:"displayOrder,omitempty" nullable:"false"`
}

// SocialOrderInput is a new order of social links.
type SocialOrderInput struct {
	Updates []site.Placement `json:"updates" nullable:"false"`
}

func socialLinks(v view, _ *question, dst []byte) (reply, error) {
	return reply{body: appendValue(dst, activeLinks(v.settings))}, nil
}

// listSocialLinks answers with the active social links; admins get all of them, uncached.
func listSocialLinks() handler {
	h := read(socialLinks)
	h.forAdmin = func(c *call) (any, error) { return c.options.Site.Settings().SocialLinks, nil }
	return h
}

func activeLinks(settings *site.Settings) []site.SocialLink {
	active := make([]site.SocialLink, 0, len(settings.SocialLinks))
	for _, link := range settings.SocialLinks {
		if link.IsActive {
			active = append(active, link)
		}
	}
	return active
}

func addSocialLink(c *call, in SocialLinkInput) (any, error) {
	link, err := site.SocialLink{Platform: in.Platform, URL: in.URL, IsActive: in.IsActive == nil || *in.IsActive, DisplayOrder: in.DisplayOrder}.Check()
	if err != nil {
		return nil, err
	}
	return c.options.Store.AddSocialLink(c.ctx(), c.by, link)
}

func changeSocialLink(c *call, id int64, in SocialLinkChangeInput) (any, error) {
	return c.options.Store.ChangeSocialLink(c.ctx(), c.by, id, site.SocialChange(in))
}

func reorderSocialLinks(c *call, in SocialOrderInput) (any, error) {
	return c.options.Store.ReorderSocialLinks(c.ctx(), c.by, in.Updates)
}

func deleteSocialLink(c *call, id int64) error {
	return c.options.Store.DeleteSocialLink(c.ctx(), c.by, id)
}
