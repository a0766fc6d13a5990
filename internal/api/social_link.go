package api

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/httpapi"
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

func (o *Options) socialLinks(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := o.Site.Settings()
	return httpapi.Reply{Body: httpapi.AppendValue(dst, settings.ActiveLinks())}, nil
}

// allSocialLinks answers administrators.
func (o *Options) allSocialLinks(*httpapi.Call) (any, error) {
	return o.Site.Settings().SocialLinks, nil
}

func (o *Options) addSocialLink(c *httpapi.Call, in SocialLinkInput) (any, error) {
	link, err := site.SocialLink{Platform: in.Platform, URL: in.URL, IsActive: in.IsActive == nil || *in.IsActive, DisplayOrder: in.DisplayOrder}.Check()
	if err != nil {
		return nil, err
	}
	return o.Store.AddSocialLink(c.Ctx(), c.By, link)
}

func (o *Options) changeSocialLink(c *httpapi.Call, id int64, in SocialLinkChangeInput) (any, error) {
	return o.Store.ChangeSocialLink(c.Ctx(), c.By, id, site.SocialChange(in))
}

func (o *Options) reorderSocialLinks(c *httpapi.Call, in SocialOrderInput) (any, error) {
	return o.Store.ReorderSocialLinks(c.Ctx(), c.By, in.Updates)
}

func (o *Options) deleteSocialLink(c *httpapi.Call, id int64) error {
	return o.Store.DeleteSocialLink(c.Ctx(), c.By, id)
}
