package site

import (
	"encoding/base64"
	"errors"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// API is the calls about the settings of the site.
type API struct {
	Queries *Queries
	Site    *Live
	Fit     Fit // fits site logos to their size
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "site",
		Routes: []httpapi.Route{
			httpapi.Get("/api/social-media", httpapi.Public, httpapi.Read(a.socialLinks).ForAdmin(httpapi.Settings, a.allSocialLinks),
				httpapi.Answers[[]SocialLink]("listSocialLinks", "List active social links in their order; administrators get all of them")),
			httpapi.Get("/api/logo-settings", httpapi.Public, httpapi.ReadSettings(a.logoSettings),
				httpapi.Answers[[]Logo]("listLogoSettings", "List site logos, with their files as data URLs")),
			httpapi.Get("/api/legal-pages", httpapi.Public, httpapi.ReadSettings(a.legalPages),
				httpapi.Answers[[]LegalPage]("listLegalPages", "List legal pages")),
			httpapi.Get("/api/legal-pages/{type}", httpapi.Public, httpapi.ReadSettings(a.legalPage),
				httpapi.Answers[ShownPage]("legalPage", "Get a legal page, as its text and as visitors see it")),
			httpapi.Get("/logos/{type}", httpapi.Public, httpapi.ReadSettings(a.logo),
				httpapi.Undescribed()),
			httpapi.Post("/api/legal-pages", httpapi.Settings.Change(), httpapi.Save(httpapi.MaxBody, a.saveLegalPage),
				httpapi.Answers[LegalPage]("saveLegalPage", "Save the text of a legal page")),
			httpapi.Post("/api/legal-pages/preview", httpapi.Settings.Change(), httpapi.Write(httpapi.MaxBody, a.previewLegalPage),
				httpapi.Answers[Rendered]("previewLegalPage", "Render a text as a legal page; nothing is stored")),
			httpapi.Post("/api/social-media", httpapi.Settings.Change(), httpapi.Create(httpapi.MaxBody, a.addSocialLink),
				httpapi.Answers[SocialLink]("addSocialLink", "Add a social link")),
			httpapi.Put("/api/social-media/{id}", httpapi.Settings.Change(), httpapi.Write(httpapi.MaxBody, httpapi.WithID(noSuchLink, a.changeSocialLink)),
				httpapi.Answers[SocialLink]("changeSocialLink", "Update a social link: only the fields that are sent")),
			httpapi.Delete("/api/social-media/{id}", httpapi.Settings.Change(), httpapi.Remove(noSuchLink, a.deleteSocialLink),
				httpapi.Done("deleteSocialLink", "Delete a social link")),
			httpapi.Patch("/api/social-media/reorder", httpapi.Settings.Change(), httpapi.Write(httpapi.MaxBody, a.reorderSocialLinks),
				httpapi.Answers[[]SocialLink]("reorderSocialLinks", "Reorder social links: all that are named, or none")),
			httpapi.Post("/api/logo-settings", httpapi.Settings.Change(), httpapi.Save(httpapi.MaxLogoBody, a.saveLogo).TooLarge(LogoTooLarge),
				httpapi.Answers[Logo]("saveLogo", "Save a site logo; it replaces the one of its type")),
			httpapi.Delete("/api/logo-settings/{id}", httpapi.Settings.Change(), httpapi.Remove(noSuchLogo, a.deleteLogo),
				httpapi.Done("deleteLogo", "Delete a site logo")),
			httpapi.Get("/api/admin/settings", httpapi.Settings.Content(), httpapi.Fetch(a.siteSettings),
				httpapi.Answers[SiteSettings]("siteSettings", "Get the site's settings and their defaults")),
			httpapi.Patch("/api/admin/settings", httpapi.Settings.Change(), httpapi.Write(httpapi.MaxBody, a.changeSiteSettings),
				httpapi.Answers[SiteSettings]("changeSiteSettings", "Change settings: only the fields that are sent")),
			httpapi.Post("/api/admin/settings/theme-preview", httpapi.Settings.Change(), httpapi.Write(httpapi.MaxBody, a.previewTheme),
				httpapi.Answers[ThemePreview]("previewTheme", "Show the colors and contrasts of a theme; nothing is stored")),
		},
		Params: []*huma.Param{httpapi.PathParam("type", "Which legal page", httpapi.Enum(legalTypes()...))},
		Names: map[reflect.Type]string{
			reflect.TypeFor[Logo]():                   "LogoSetting",
			reflect.TypeFor[Placement]():              "SocialPlacement",
			reflect.TypeFor[ShownPage]():              "ShownLegalPage",
			reflect.TypeFor[Rendered]():               "RenderedText",
			reflect.TypeFor[Values]():                 "SiteValues",
			reflect.TypeFor[ValuesChange]():           "SiteSettingsInput",
			reflect.TypeFor[IndexLimitsChange]():      "IndexLimitsInput",
			reflect.TypeFor[TextsChange]():            "TextsInput",
			reflect.TypeFor[VerificationTagsChange](): "VerificationTagsInput",
			reflect.TypeFor[IndexNowChange]():         "IndexNowInput",
			reflect.TypeFor[ThemeChange]():            "ThemeInput",
			reflect.TypeFor[PlacesChange]():           "PlacesInput",
			reflect.TypeFor[LinksChange]():            "LinksInput",
			reflect.TypeFor[theme.Preset]():           "ThemePreset",
			reflect.TypeFor[theme.Pair]():             "ThemeContrast",
			reflect.TypeFor[theme.Preview]():          "ThemeScheme",
		},
	}
}

// SiteSettings are the settings that have a default.
type SiteSettings struct {
	Values
	Defaults Values         `json:"defaults" doc:"What they are where nobody has changed them; a text as visitors see it"`
	Presets  []theme.Preset `json:"presets" nullable:"false" doc:"Themes to begin with, the default first"`
	Legal    []LegalPage    `json:"legal" nullable:"false" doc:"The legal pages that come with the program, to begin with"`
}

func (a API) siteSettings(c *httpapi.Call) (any, error) {
	return a.withDefaults(a.Site.Settings().Values), nil
}

func (a API) changeSiteSettings(c *httpapi.Call, in ValuesChange) (any, error) {
	values, err := a.Queries.ChangeValues(c.Ctx(), c.By, in)
	if err != nil {
		return nil, err
	}
	return a.withDefaults(values), nil
}

func (a API) withDefaults(values Values) SiteSettings {
	defaults := DefaultValues()
	defaults.Texts = defaults.Texts.Shown(a.Site.DefaultName())
	legal, policy := LegalTypes(), a.Site.policy.with(a.Site.Settings().ShownTexts)
	for i := range legal {
		legal[i].Content = builtIn(legal[i].Type, policy)
	}
	return SiteSettings{values, defaults, theme.Presets(), legal}
}

// ThemePreview is a theme before it is saved.
type ThemePreview struct {
	Dark  theme.Preview `json:"dark"`
	Light theme.Preview `json:"light"`
}

// previewTheme answers with the theme as a change would make it, whether its colors are readable or not.
func (a API) previewTheme(c *httpapi.Call, in ThemeChange) (any, error) {
	changed, err := in.Apply(a.Site.Settings().Theme)
	if err != nil {
		return nil, err
	}
	dark, light := changed.Previews()
	return ThemePreview{dark, light}, nil
}

const noSuchLink = "There is no such social link. It may have been deleted."

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
	Updates []Placement `json:"updates" nullable:"false"`
}

func (a API) socialLinks(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := a.Site.Settings()
	return httpapi.Reply{Body: httpapi.AppendValue(dst, settings.ActiveLinks())}, nil
}

// allSocialLinks answers administrators.
func (a API) allSocialLinks(*httpapi.Call) (any, error) {
	return a.Site.Settings().SocialLinks, nil
}

func (a API) addSocialLink(c *httpapi.Call, in SocialLinkInput) (any, error) {
	link, err := SocialLink{Platform: in.Platform, URL: in.URL, IsActive: in.IsActive == nil || *in.IsActive, DisplayOrder: in.DisplayOrder}.Check()
	if err != nil {
		return nil, err
	}
	return a.Queries.AddSocialLink(c.Ctx(), c.By, link)
}

func (a API) changeSocialLink(c *httpapi.Call, id int64, in SocialLinkChangeInput) (any, error) {
	return a.Queries.ChangeSocialLink(c.Ctx(), c.By, id, SocialChange(in))
}

func (a API) reorderSocialLinks(c *httpapi.Call, in SocialOrderInput) (any, error) {
	return a.Queries.ReorderSocialLinks(c.Ctx(), c.By, in.Updates)
}

func (a API) deleteSocialLink(c *httpapi.Call, id int64) error {
	return a.Queries.DeleteSocialLink(c.Ctx(), c.By, id)
}

// LegalPageInput is the text of a legal page.
type LegalPageInput struct {
	Type    LegalType `json:"type" enum:"privacy-policy,terms-of-service,affiliate-disclaimer,gdpr-cookies"`
	Title   string    `json:"title" doc:"At most 255 characters"`
	Content *string   `json:"content" nullable:"false" doc:"Markdown, at most 200,000 characters; empty: visitors see the text that comes with the program"`
}

// LegalPreviewInput is a text to render as a legal page.
type LegalPreviewInput struct {
	Content string `json:"content" doc:"Markdown, at most 200,000 characters"`
}

func (a API) legalPages(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := a.Site.Settings()
	return httpapi.Reply{Body: httpapi.AppendList(dst, settings.Shown, func(dst []byte, p ShownPage) []byte { return httpapi.AppendValue(dst, p.LegalPage) })}, nil
}

func (a API) legalPage(q *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := a.Site.Settings()
	page, err := settings.LegalPage(LegalType(q.Part))
	if err != nil {
		return httpapi.Reply{}, err
	}
	return httpapi.Reply{Body: httpapi.AppendValue(dst, page)}, nil
}

func (a API) saveLegalPage(c *httpapi.Call, in LegalPageInput) (any, error) {
	if in.Content == nil {
		return nil, fault.InvalidFields([]fault.Field{{Field: "content", Message: "Please send the page's content"}})
	}
	page, err := LegalPage{Type: in.Type, Title: in.Title, Content: *in.Content}.Check()
	if err != nil {
		return nil, err
	}
	page, c.Created, err = a.Queries.SaveLegalPage(c.Ctx(), c.By, page)
	return page, err
}

func (a API) previewLegalPage(c *httpapi.Call, in LegalPreviewInput) (any, error) {
	return a.Site.Preview(in.Content)
}

// legalTypes returns the types of legal pages.
func legalTypes() []LegalType {
	var types []LegalType
	for _, page := range LegalTypes() {
		types = append(types, page.Type)
	}
	return types
}

const noSuchLogo = "There is no such logo. It may have been deleted."

// LogoSettingInput is a site logo that replaces the one of its type. The server reads the type and size from the file.
type LogoSettingInput struct {
	Type     LogoType            `json:"type" enum:"main,compact,favicon"`
	Name     string              `json:"name" doc:"At most 200 characters"`
	FileName string              `json:"fileName,omitempty" doc:"At most 255 characters"`
	FileData httpapi.DataURLFile `json:"fileData"`
	IsActive *bool               `json:"isActive,omitempty" nullable:"false" doc:"true without it"`
}

func (a API) saveLogo(c *httpapi.Call, in LogoSettingInput) (any, error) {
	if in.FileData.Missing() || in.FileData.Err != nil {
		return nil, fault.InvalidFields([]fault.Field{{Field: "fileData", Message: NotAnImage}})
	}
	logo := Logo{Type: in.Type, Name: in.Name, FileName: in.FileName, IsActive: in.IsActive == nil || *in.IsActive}
	logo, err := logo.Check(c.Ctx(), in.FileData.File, a.Fit)
	if err != nil {
		return nil, err
	}
	logo, c.Created, err = a.Queries.SaveLogo(c.Ctx(), c.By, logo)
	return logo, err
}

func (a API) deleteLogo(c *httpapi.Call, id int64) error {
	return a.Queries.DeleteLogo(c.Ctx(), c.By, id)
}

func (a API) logoSettings(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := a.Site.Settings()
	return httpapi.Reply{Body: httpapi.AppendList(dst, settings.Logos, func(dst []byte, l Logo) []byte { return httpapi.AppendValue(dst, l) })}, nil
}

// logoTypes are the file types that the server sends. A browser could render another type as a page.
var logoTypes = []string{"image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/x-icon", "image/vnd.microsoft.icon"}

// logoPolicy stops a logo opened by its own URL, above all an SVG, from running or loading anything.
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

// logo answers with the file of a site logo, if it is an image.
func (a API) logo(q *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := a.Site.Settings()
	missing := fault.New(fault.NotFound, "There is no such logo.")
	at := slices.IndexFunc(settings.Logos, func(l Logo) bool { return string(l.Type) == q.Part && l.IsActive })
	if at < 0 {
		return httpapi.Reply{}, missing
	}
	mimeType, file, err := dataURL(settings.Logos[at].FileData)
	if err != nil || !slices.Contains(logoTypes, mimeType) {
		missing.Cause = err
		return httpapi.Reply{}, missing
	}
	return httpapi.Reply{
		Body:        append(dst, file...),
		ContentType: mimeType,
		Dense:       mimeType != "image/svg+xml",
		Header:      []encoding.Line{encoding.Header("Content-Security-Policy", logoPolicy), encoding.Header("X-Content-Type-Options", "nosniff")},
	}, nil
}

var errDataURL = errors.New("not a data URL")

// dataURL parses a data URL (RFC 2397): its type without parameters, and its bytes.
func dataURL(text string) (mimeType string, data []byte, err error) {
	rest, isData := strings.CutPrefix(text, "data:")
	head, body, hasComma := strings.Cut(rest, ",")
	if !isData || !hasComma {
		return "", nil, errDataURL
	}
	head, inBase64 := strings.CutSuffix(head, ";base64")
	mimeType, _, _ = strings.Cut(strings.ToLower(head), ";")
	if inBase64 {
		data, err = base64.StdEncoding.DecodeString(body)
		return mimeType, data, err
	}
	body, err = url.PathUnescape(body)
	return mimeType, []byte(body), err
}
