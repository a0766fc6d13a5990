package api

import (
	"context"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
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

func (o *Options) siteSettings(c *httpapi.Call) (any, error) {
	return o.withDefaults(o.Site.Settings().Values), nil
}

func (o *Options) changeSiteSettings(c *httpapi.Call, in site.ValuesChange) (any, error) {
	values, err := o.Store.ChangeValues(c.Ctx(), c.By, in)
	if err != nil {
		return nil, err
	}
	return o.withDefaults(values), nil
}

func (o *Options) withDefaults(values site.Values) SiteSettings {
	defaults := site.DefaultValues()
	defaults.Texts = defaults.Texts.Shown(o.Site.DefaultName())
	return SiteSettings{values, defaults, theme.Presets()}
}

// ThemePreview is a theme before it is saved.
type ThemePreview struct {
	Dark  theme.Preview `json:"dark"`
	Light theme.Preview `json:"light"`
}

// previewTheme answers with the theme as a change would make it, whether its colours are readable or not.
func (o *Options) previewTheme(c *httpapi.Call, in site.ThemeChange) (any, error) {
	changed, err := in.Apply(o.Site.Settings().Theme)
	if err != nil {
		return nil, err
	}
	dark, light := changed.Previews()
	return ThemePreview{dark, light}, nil
}

// siteCalls are the calls of site.
func (o *Options) siteCalls() httpapi.Group {
	return httpapi.Group{
		Name: "site",
		Routes: []httpapi.Route{
			httpapi.Get("/api/social-media", httpapi.Public, httpapi.Read(o.socialLinks).ForAdmin(o.allSocialLinks),
				httpapi.Answers[[]site.SocialLink]("listSocialLinks", "List active social links in their order; administrators get all of them")),
			httpapi.Get("/api/logo-settings", httpapi.Public, httpapi.ReadSettings(o.logoSettings),
				httpapi.Answers[[]site.Logo]("listLogoSettings", "List site logos, with their files as data URLs")),
			httpapi.Get("/api/legal-pages", httpapi.Public, httpapi.ReadSettings(o.legalPages),
				httpapi.Answers[[]site.LegalPage]("listLegalPages", "List legal pages")),
			httpapi.Get("/api/legal-pages/{type}", httpapi.Public, httpapi.ReadSettings(o.legalPage),
				httpapi.Answers[site.ShownPage]("legalPage", "Get a legal page, with what visitors see")),
			httpapi.Get("/logos/{type}", httpapi.Public, httpapi.ReadSettings(o.logo),
				httpapi.Undescribed()),
			httpapi.Post("/api/legal-pages", httpapi.Admin, httpapi.Save(httpapi.MaxBody, o.saveLegalPage),
				httpapi.Answers[site.LegalPage]("saveLegalPage", "Save the text of a legal page")),
			httpapi.Post("/api/legal-pages/preview", httpapi.Admin, httpapi.Write(httpapi.MaxBody, o.previewLegalPage),
				httpapi.Answers[site.Rendered]("previewLegalPage", "Render a text as a legal page; nothing is stored")),
			httpapi.Post("/api/social-media", httpapi.Admin, httpapi.Create(httpapi.MaxBody, o.addSocialLink),
				httpapi.Answers[site.SocialLink]("addSocialLink", "Add a social link")),
			httpapi.Put("/api/social-media/{id}", httpapi.Admin, httpapi.Write(httpapi.MaxBody, httpapi.WithID(noSuchLink, o.changeSocialLink)),
				httpapi.Answers[site.SocialLink]("changeSocialLink", "Update a social link: only the fields that are sent")),
			httpapi.Delete("/api/social-media/{id}", httpapi.Admin, httpapi.Remove(noSuchLink, o.deleteSocialLink),
				httpapi.Done("deleteSocialLink", "Delete a social link")),
			httpapi.Patch("/api/social-media/reorder", httpapi.Admin, httpapi.Write(httpapi.MaxBody, o.reorderSocialLinks),
				httpapi.Answers[[]site.SocialLink]("reorderSocialLinks", "Reorder social links: all that are named, or none")),
			httpapi.Post("/api/logo-settings", httpapi.Admin, httpapi.Save(httpapi.MaxLogoBody, o.saveLogo).TooLarge(site.LogoTooLarge),
				httpapi.Answers[site.Logo]("saveLogo", "Save a site logo; it replaces the one of its type")),
			httpapi.Delete("/api/logo-settings/{id}", httpapi.Admin, httpapi.Remove(noSuchLogo, o.deleteLogo),
				httpapi.Done("deleteLogo", "Delete a site logo")),
			httpapi.Get("/api/admin/settings", httpapi.Content, httpapi.Fetch(o.siteSettings),
				httpapi.Answers[SiteSettings]("siteSettings", "Get the settings that have a default")),
			httpapi.Patch("/api/admin/settings", httpapi.Admin, httpapi.Write(httpapi.MaxBody, o.changeSiteSettings),
				httpapi.Answers[SiteSettings]("changeSiteSettings", "Change settings: only the fields that are sent")),
			httpapi.Post("/api/admin/settings/theme-preview", httpapi.Admin, httpapi.Write(httpapi.MaxBody, o.previewTheme),
				httpapi.Answers[ThemePreview]("previewTheme", "Show the colours and contrasts of a theme; nothing is stored")),
		},
		Params: []*huma.Param{httpapi.PathParam("type", "Which legal page", httpapi.Enum(legalTypes()...))},
		Names: map[reflect.Type]string{
			reflect.TypeFor[site.Logo]():                   "LogoSetting",
			reflect.TypeFor[site.Placement]():              "SocialPlacement",
			reflect.TypeFor[site.ShownPage]():              "ShownLegalPage",
			reflect.TypeFor[site.Rendered]():               "RenderedText",
			reflect.TypeFor[site.Values]():                 "SiteValues",
			reflect.TypeFor[site.ValuesChange]():           "SiteSettingsInput",
			reflect.TypeFor[site.IndexLimitsChange]():      "IndexLimitsInput",
			reflect.TypeFor[site.TextsChange]():            "TextsInput",
			reflect.TypeFor[site.VerificationTagsChange](): "VerificationTagsInput",
			reflect.TypeFor[site.IndexNowChange]():         "IndexNowInput",
			reflect.TypeFor[site.ThemeChange]():            "ThemeInput",
			reflect.TypeFor[theme.Preset]():                "ThemePreset",
			reflect.TypeFor[theme.Pair]():                  "ThemeContrast",
			reflect.TypeFor[theme.Preview]():               "ThemeScheme",
		},
	}
}
