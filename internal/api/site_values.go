package api

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// ValueStore changes the settings that have a default.
type ValueStore interface {
	ChangeValues(ctx context.Context, by string, change site.ValuesChange) (site.Values, error)
}

// SiteSettings are the settings that have a default.
type SiteSettings struct {
	site.Values
	Defaults site.Values    `json:"defaults" doc:"What they are where nobody has changed them; a text as visitors see it"`
	Presets  []theme.Preset `json:"presets" nullable:"false" doc:"Themes to begin with, the default first"`
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
	return SiteSettings{values, defaults, theme.Presets()}
}

// ThemePreview is a theme before it is saved.
type ThemePreview struct {
	Dark  theme.Preview `json:"dark"`
	Light theme.Preview `json:"light"`
}

// previewTheme answers with the theme as a change would make it, whether its colours are readable or not.
func previewTheme(c *call, in site.ThemeChange) (any, error) {
	changed, err := in.Apply(c.options.Site.Settings().Theme)
	if err != nil {
		return nil, err
	}
	dark, light := changed.Previews()
	return ThemePreview{dark, light}, nil
}
