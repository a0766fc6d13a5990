package api

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/site"
)

// ValueStore changes the settings that have a default.
type ValueStore interface {
	ChangeValues(ctx context.Context, by string, change site.ValuesChange) (site.Values, error)
}

// SiteSettings are the settings that have a default.
type SiteSettings struct {
	site.Values
	Defaults site.Values `json:"defaults" doc:"What they are where nobody has changed them; a text as visitors see it"`
}

func siteSettings(c *call) (any, error) {
	return c.withDefaults(c.options.Site.Settings().Values), nil
}

func changeSiteSettings(c *call, in site.ValuesChange) (any, error) {
	values, err := c.options.Store.ChangeValues(c.ctx(), c.by, in)
	if err != nil {
		return nil, err
	}
	return c.withDefaults(values), nil
}

func (c *call) withDefaults(values site.Values) SiteSettings {
	defaults := site.DefaultValues()
	defaults.Texts = defaults.Texts.Shown(c.options.Site.DefaultName())
	return SiteSettings{values, defaults}
}
