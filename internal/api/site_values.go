package api

import (
	"context"

	"vitrine/internal/site"
)

// ValueStore changes the settings that have a default.
type ValueStore interface {
	ChangeValues(ctx context.Context, by string, change site.ValuesChange) (site.Values, error)
}

// SiteSettings are the settings that have a default.
type SiteSettings struct {
	site.Values
	Defaults site.Values `json:"defaults" doc:"What they are where nobody has changed them"`
}

func siteSettings(c *call) (any, error) {
	return SiteSettings{c.options.Site.Settings().Values, site.DefaultValues()}, nil
}

func changeSiteSettings(c *call, in site.ValuesChange) (any, error) {
	values, err := c.options.Store.ChangeValues(c.ctx(), c.by, in)
	if err != nil {
		return nil, err
	}
	return SiteSettings{values, site.DefaultValues()}, nil
}
