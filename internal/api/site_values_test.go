package api_test

import (
	"net/http"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/api"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

func TestSiteSettings(t *testing.T) {
	eachSite(t, siteTests{
		"are changed one by one": func(t *testing.T, s *openSite) {
			const address = "/api/admin/settings"
			want := api.SiteSettings{Values: site.DefaultValues(), Defaults: site.DefaultValues(), Presets: theme.Presets()}
			want.Defaults.Texts = site.Texts{}.Shown("Vitrine")
			storetest.Same(t, "settings", read[api.SiteSettings](t, s.ask(administrator, "GET", address, ""), http.StatusOK), want)
			want.Index.Description, want.Index.Alternatives = 1000, 20
			storetest.Same(t, "answer", read[api.SiteSettings](t, s.ask(administrator, "PATCH", address, `{"index":{"description":1000,"alternatives":20}}`), http.StatusOK), want)
			storetest.Same(t, "settings", read[api.SiteSettings](t, s.ask(administrator, "GET", address, ""), http.StatusOK), want)
			defer s.unchanged(t)()
			for _, try := range [][2]string{
				{"index.description", `{"index":{"description":1001}}`},
				{"index.toolFacts", `{"index":{"toolFacts":-1}}`},
				{"index.categoryTools", `{"index":{"toolFacts":1,"categoryTools":0}}`},
				{"index.categoryTools", `{"index":{"categoryTools":2.5}}`},
				{"index.collectionTools", `{"index":{"collectionTools":101}}`},
				{"index.alternatives", `{"index":{"alternatives":"5"}}`},
				{"index.comparisonFacts", `{"index":{"comparisonFacts":1e9}}`},
			} {
				got := s.ask(administrator, "PATCH", address, try[1])
				got.failed(t, http.StatusUnprocessableEntity)
				got.naming(t, try[0], "Please ")
			}
			for _, body := range []string{`{}`, `{"index":null}`, `{"index":{}}`, `{"index":{"description":1000}}`, `{"index":{"description":null}}`} {
				storetest.Same(t, "after "+body, read[api.SiteSettings](t, s.ask(administrator, "PATCH", address, body), http.StatusOK), want)
			}
		},
		"change the theme, if its texts can be read": func(t *testing.T, s *openSite) {
			const address = "/api/admin/settings"
			changed := read[api.SiteSettings](t, s.ask(administrator, "PATCH", address, `{"theme":{"scheme":"both","corners":"square","lightAccent":"#00632A"}}`), http.StatusOK)
			want := theme.Default()
			want.Scheme, want.Corners, want.LightAccent = theme.Both, theme.Square, "#00632a"
			storetest.Same(t, "theme", changed.Theme, want)
			defer s.unchanged(t)()
			s.ask(administrator, "PATCH", address, `{"theme":{"darkText":"#777777"}}`).naming(t, "theme.darkText", "contrast of 4.36:1 and needs 4.5:1")
			s.ask(administrator, "PATCH", address, `{"theme":{"darkText":"#fff;}body{display:none}"}}`).naming(t, "theme.darkText", "Please enter a colour")
			s.ask(administrator, "PATCH", address, `{"theme":{"hero":"video"}}`).naming(t, "theme.hero", "Please choose one")
			preview := read[api.ThemePreview](t, s.ask(administrator, "POST", address+"/theme-preview", `{"darkText":"#777777","corners":"large"}`), http.StatusOK)
			if got := preview.Dark.Pairs[0]; got != (theme.Pair{Text: "text", Ground: "background", Ratio: 4.36, Needed: 4.5}) || got.IsReadable() || preview.Dark.Properties["--corners"] != "1.75" ||
				preview.Light.Properties["--color-brass"] != "#00632a" || preview.Light.Properties["--scheme"] != "light" {
				t.Errorf("preview %+v", preview)
			}
			s.ask(administrator, "POST", address+"/theme-preview", `{"lightText":"black"}`).naming(t, "theme.lightText", "Please enter a colour")
			s.ask(member, "POST", address+"/theme-preview", `{}`).failed(t, http.StatusForbidden)
		},
		"change the words of the site": func(t *testing.T, s *openSite) {
			const address = "/api/admin/settings"
			change := func(body string) { t.Helper(); s.ask(administrator, "PATCH", address, body).has(t, http.StatusOK) }
			shown := func() api.Site {
				t.Helper()
				return read[api.Site](t, s.ask(nobody, "GET", "/api/site", ""), http.StatusOK)
			}
			first := shown()
			if first.Name != "Vitrine" || first.Texts.Hero != "AI tools worth putting" || first.Texts.Introduction != "" {
				t.Errorf("%+v", first)
			}
			change(`{"texts":{"name":" Orchestra ","hero":"Tools for <b>bands</b>","footer":"Play."},"verification":{"google":"abc"}}`)
			want := first
			want.Name, want.Texts = "Orchestra", api.SiteTexts{Tagline: first.Texts.Tagline, Hero: "Tools for <b>bands</b>", Footer: "Play."}
			storetest.Same(t, "site", shown(), want)
			s.ask(administrator, "PATCH", address, `{"texts":{"name":"a","contact":"nobody"}}`).naming(t, "texts.contact", "Please enter an email address")
			s.ask(administrator, "PATCH", address, `{"verification":{"bing":"<meta>"}}`).naming(t, "verification.bing", "Please enter only what is in content=")
			storetest.Same(t, "site after bad input", shown(), want)
			change(`{"texts":{"name":"","hero":"","footer":""}}`)
			storetest.Same(t, "site with empty texts", shown(), first)
		},
	})
}
