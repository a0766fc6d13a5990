package api

import (
	"context"

	"vitrine/internal/site"
)

const noSuchLink = "There is no such social link. It may have been deleted."

// SocialStore is where social links are changed.
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

// SocialLinkChangeInput is what to change of a social link; what is not sent stays.
type SocialLinkChangeInput struct {
	Platform     *string `json:"platform,omitempty" nullable:"false"`
	URL          *string `json:"url,omitempty" nullable:"false"`
	IsActive     *bool   `json:"isActive,omitempty" nullable:"false"`
	DisplayOrder *int    `json:"displayOrder,omitempty" nullable:"false"`
}

// SocialOrderInput places social links.
type SocialOrderInput struct {
	Updates []site.Placement `json:"updates" nullable:"false"`
}

// socialLinks are the active ones, as everybody may see them.
func socialLinks(v view, _ *question, dst []byte) (reply, error) {
	return reply{body: appendValue(dst, activeLinks(v.settings))}, nil
}

// allSocialLinks are all of them, as the administrator sees them.
func allSocialLinks(c *call) (answer, error) {
	return answer{body: c.api.options.Site.Settings().SocialLinks}, nil
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

func addSocialLink(c *call, in SocialLinkInput) (answer, error) {
	link, err := site.SocialLink{Platform: in.Platform, URL: in.URL, IsActive: in.IsActive == nil || *in.IsActive, DisplayOrder: in.DisplayOrder}.Check()
	if err != nil {
		return answer{}, err
	}
	link, err = c.api.options.Store.AddSocialLink(c.request.Context(), c.by, link)
	return answer{body: link}, err
}

func changeSocialLink(c *call, in SocialLinkChangeInput) (answer, error) {
	id, err := c.id("id", noSuchLink)
	if err != nil {
		return answer{}, err
	}
	link, err := c.api.options.Store.ChangeSocialLink(c.request.Context(), c.by, id, site.SocialChange(in))
	return answer{body: link}, err
}

func reorderSocialLinks(c *call, in SocialOrderInput) (answer, error) {
	links, err := c.api.options.Store.ReorderSocialLinks(c.request.Context(), c.by, in.Updates)
	return answer{body: links}, err
}

func deleteSocialLink(c *call) (answer, error) {
	id, err := c.id("id", noSuchLink)
	if err != nil {
		return answer{}, err
	}
	return done, c.api.options.Store.DeleteSocialLink(c.request.Context(), c.by, id)
}
