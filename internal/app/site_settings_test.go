package app_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/directory"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// asJSON is a value as the body of a request.
func asJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func TestLegalPage(t *testing.T) {
	eachSite(t, siteTests{
		"is saved, shown and previewed the same": func(t *testing.T, s *openSite) {
			const list, address = "/api/legal-pages", "/api/legal-pages/privacy-policy"
			unsaved := s.expect(t, nobody, "GET", address, "", 200, `{"title":"Privacy Policy","content":"","lastUpdated":"January 27, 2025"}`)
			if !strings.Contains(unsaved.body, "30 days") || strings.Contains(unsaved.body+s.ask(nobody, "GET", list, "").body, "0001-01-01") {
				t.Errorf("never saved it has not its text, or a time of the year 1: %s", unsaved.body)
			}
			const own = "## Information We Collect"
			s.expect(t, administrator, "GET", "/api/admin/settings", "", 200, `{"legal":{"length":4,"0":{"type":"privacy-policy"}}}`)
			if !strings.Contains(s.ask(administrator, "GET", "/api/admin/settings", "").body, own) || strings.Contains(unsaved.body+s.ask(nobody, "GET", list, "").body, own) {
				t.Error("the Markdown that comes with the program is not in the administrator's answer alone")
			}
			content := "## One\n\n<script>alert(1)</script> [a](javascript:alert(1)) " + strings.Repeat("é", 199_941)
			storetest.Same(t, "characters", len([]rune(content)), 200_000)
			body := asJSON(map[string]string{"type": "privacy-policy", "title": " Ours ", "content": content})
			saved := read[site.LegalPage](t, s.ask(administrator, "POST", list, body), http.StatusCreated)
			if saved.Title != "Ours" || saved.Content != content || saved.UpdatedAt.IsZero() {
				t.Errorf("saved is %q at %v with %d bytes", saved.Title, saved.UpdatedAt, len(saved.Content))
			}
			shown := read[site.ShownPage](t, s.ask(nobody, "GET", address, ""), http.StatusOK)
			if shown.Content != content || strings.Contains(shown.HTML, "<script") || strings.Contains(shown.HTML, "href=\"javascript") || !strings.Contains(shown.HTML, "&lt;script&gt;") || strings.Count(shown.HTML, "é") != 199_941 {
				t.Errorf("shown is %.300s, %d bytes", shown.HTML, len(shown.HTML))
			}
			preview := read[site.Rendered](t, s.ask(administrator, "POST", list+"/preview", asJSON(map[string]string{"content": content})), http.StatusOK)
			if preview.HTML != shown.HTML || len(preview.Headings) != 1 || preview.Headings[0] != shown.Headings[0] {
				t.Error("the preview is not what the page shows")
			}
			if again := read[site.LegalPage](t, s.ask(administrator, "POST", list, body), http.StatusOK); !again.UpdatedAt.After(saved.UpdatedAt) {
				t.Error("saved again it is as old as before")
			}
			s.ask(nobody, "GET", list+"/nope", "").failed(t, http.StatusNotFound)
			s.ask(administrator, "PUT", list, "{}").failed(t, http.StatusMethodNotAllowed)
			s.expect(t, nobody, "GET", list, "", 200, `{"length":4,"0":{"title":"Ours"},"3":{"title":"GDPR Cookies Disclaimer"}}`)
		},
	})
}

func TestSocialLinks(t *testing.T) {
	const list, one = "/api/social-media", "/api/social-media/2"
	eachSite(t, siteTests{
		"are added, switched, placed and deleted": func(t *testing.T, s *openSite) {
			s.expect(t, administrator, "POST", list, `{"platform":"GitHub","url":"https://github.com/x"}`, 201, `{"id":1,"isActive":true,"displayOrder":0}`)
			s.expect(t, administrator, "POST", list, `{"platform":"X","url":"https://x.com/y","isActive":false,"displayOrder":-2}`, 201, `{"id":2,"isActive":false,"displayOrder":-2}`)
			const active, all = `[{"platform":"GitHub"}]`, `[{"platform":"X"},{"platform":"GitHub"}]`
			for range 3 { // asked again, answers are kept: but not those of somebody else
				for as, want := range map[who]string{administrator: all, nobody: active, member: active, reader: all} {
					s.expect(t, as, "GET", list, "", 200, want)
				}
			}
			if got := s.ask(administrator, "GET", list, "").header; got.Get("Cache-Control") != "no-store" || got.Get("Etag") != "" {
				t.Errorf("the administrator's list may be kept: %v", got)
			}
			s.expect(t, administrator, "PUT", one, `{"isActive":true}`, 200, `{"isActive":true,"platform":"X","url":"https://x.com/y","displayOrder":-2}`)
			s.expect(t, nobody, "GET", list, "", 200, all)
			unchanged := s.unchanged(t)
			for _, updates := range []string{`[]`, `null`, `[{"id":1},{"id":1}]`, `[{"id":999,"displayOrder":1}]`, `[{"id":1,"displayOrder":"1"}]`} {
				s.ask(administrator, "PATCH", list+"/reorder", `{"updates":`+updates+`}`).failed(t, http.StatusUnprocessableEntity)
			}
			unchanged()
			s.expect(t, administrator, "PATCH", list+"/reorder", `{"updates":[{"id":1,"displayOrder":1},{"id":2,"displayOrder":2}]}`, 200, `[{"id":1},{"id":2}]`)
			s.expect(t, nobody, "GET", list, "", 200, `[{"platform":"GitHub"},{"platform":"X"}]`)
			s.ask(administrator, "DELETE", one, "").has(t, http.StatusNoContent)
			s.expect(t, administrator, "GET", list, "", 200, active)
			s.ask(administrator, "DELETE", one, "").failed(t, http.StatusNotFound)
		},
	})
}

func TestSiteLogo(t *testing.T) {
	const list = "/api/logo-settings"
	eachSite(t, siteTests{
		"is stored as large as it is shown, without metadata": func(t *testing.T, s *openSite) {
			body := func(file []byte) string {
				return asJSON(map[string]any{"type": "main", "name": "Ours", "fileData": dataURL(file)})
			}
			picture, secret := encoded(t, "png", 1600, 1200), "taken at 52.5200, 13.4050"
			logo := read[site.Logo](t, s.ask(administrator, "POST", list, body(append(picture, secret...))), http.StatusCreated)
			served := s.ask(nobody, "GET", logo.Address(), "")
			config, err := png.DecodeConfig(strings.NewReader(served.body))
			storetest.NoError(t, err)
			storetest.Same(t, "the size", fmt.Sprintf("%d × %d", config.Width, config.Height), "160 × 120")
			if strings.Contains(served.body, secret) || logo.FileSize != int64(len(served.body)) || logo.FileData != dataURL([]byte(served.body)) || logo.MimeType != "image/png" {
				t.Errorf("stored are %d bytes as %s, served %d", logo.FileSize, logo.MimeType, len(served.body))
			}
			defer s.unchanged(t)()
			for _, size := range []int{8, 500} { // its first bytes, and half of it
				s.ask(administrator, "POST", list, body(picture[:size])).naming(t, "fileData", "damaged")
			}
		},
		"is stored, served and deleted": func(t *testing.T, s *openSite) {
			const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"><script>alert(1)</script><path d="M0 0h9v9z" fill="#caa"/><path d="M1 1h2v2z"/></svg>`
			const clean = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="#caa"/><path d="M1 1h2v2z"/></svg>`
			body := func(file string) string {
				logo := map[string]any{"type": "main", "name": "Ours", "fileName": `C:\fakepath/l.svg`, "mimeType": "text/html", "fileSize": 1, "isActive": true}
				logo["fileData"] = dataURL([]byte(file))
				return asJSON(logo)
			}
			s.expect(t, administrator, "POST", list, body(drawing), 201, fmt.Sprintf(`{"id":1,"fileName":"l.svg","mimeType":"image/svg+xml","fileSize":%d,"isActive":true}`, len(clean)))
			frame := read[directory.Site](t, s.expect(t, nobody, "GET", "/api/site", "", 200, `{"logos":[{"type":"main"}]}`), http.StatusOK)
			file := s.ask(nobody, "GET", frame.Logos[0].URL, "")
			if file.body != clean || file.header.Get("Content-Type") != "image/svg+xml" || file.header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(file.header.Get("Content-Security-Policy"), "default-src 'none'") {
				t.Errorf("served is %s with %v", file.body, file.header)
			}
			s.expect(t, administrator, "POST", list, body(drawing), 200, `{"id":1}`) // in place of the one of its type
			s.expect(t, nobody, "GET", list, "", 200, `[{"fileData":"data:image/svg+xml;base64,`+base64.StdEncoding.EncodeToString([]byte(clean))+`"}]`)
			s.ask(administrator, "DELETE", list+"/1", "").has(t, http.StatusNoContent)
			s.ask(administrator, "DELETE", list+"/1", "").failed(t, http.StatusNotFound)
			s.expect(t, nobody, "GET", "/api/site", "", 200, `{"logos":[]}`)
			defer s.unchanged(t)()
			s.ask(administrator, "POST", list, body("%PDF-1.7\n")).naming(t, "fileData", site.NotAnImage)
			s.ask(administrator, "POST", list, body("<svg>"+strings.Repeat(" ", 256<<10)+"</svg>")).naming(t, "fileData", "Please select an SVG smaller than 256KB")
			for _, size := range []int{5 << 20, 7 << 20} { // of a file that is too large, and of one that is not read
				large := body("\x89PNG\r\n\x1a\n" + strings.Repeat("x", size))
				s.ask(administrator, "POST", list, large).failed(t, http.StatusRequestEntityTooLarge, site.LogoTooLarge)
			}
		},
	})
}

func TestSiteSettings(t *testing.T) {
	const address = "/api/admin/settings"
	change := func(t *testing.T, s *openSite, body string) site.SiteSettings {
		t.Helper()
		return read[site.SiteSettings](t, s.ask(administrator, "PATCH", address, body), http.StatusOK)
	}
	eachSite(t, siteTests{
		"are changed one by one": func(t *testing.T, s *openSite) {
			want := site.SiteSettings{Values: site.DefaultValues(), Defaults: site.DefaultValues(), Presets: theme.Presets()}
			want.Defaults.Texts = site.Texts{}.Shown("Vitrine")
			want.Legal = read[site.SiteSettings](t, s.ask(administrator, "GET", address, ""), http.StatusOK).Legal // TestLegalPage has it
			storetest.Same(t, "settings", read[site.SiteSettings](t, s.ask(administrator, "GET", address, ""), http.StatusOK), want)
			want.Index.Description, want.Index.Alternatives = 1000, 20
			want.Places, want.Links.NoFollow = site.Places{Home: 12, Category: 2, Newsletter: 1, Text: "## Reach\n\nEveryone", PayURL: "https://pay.example/"}, false
			storetest.Same(t, "answer", change(t, s, `{"index":{"description":1000,"alternatives":20},"links":{"nofollow":false},
				"places":{"home":12,"category":2,"text":"## Reach\n\nEveryone","payUrl":" https://pay.example/ "}}`), want)
			storetest.Same(t, "settings", read[site.SiteSettings](t, s.ask(administrator, "GET", address, ""), http.StatusOK), want)
			defer s.unchanged(t)()
			for _, try := range [][2]string{
				{"index.description", `{"index":{"description":1001}}`},
				{"index.toolFacts", `{"index":{"toolFacts":-1}}`},
				{"index.categoryTools", `{"index":{"toolFacts":1,"categoryTools":0}}`},
				{"index.categoryTools", `{"index":{"categoryTools":2.5}}`},
				{"index.collectionTools", `{"index":{"collectionTools":101}}`},
				{"index.alternatives", `{"index":{"alternatives":"5"}}`},
				{"index.comparisonFacts", `{"index":{"comparisonFacts":1e9}}`},
				{"places.home", `{"places":{"home":13}}`},
				{"places.category", `{"places":{"category":0}}`},
				{"places.newsletter", `{"places":{"newsletter":5}}`},
				{"places.text", `{"places":{"text":"` + strings.Repeat("é", 20_001) + `"}}`},
				{"places.payUrl", `{"places":{"payUrl":"javascript:alert(1)"}}`},
				{"places.payUrl", `{"places":{"payUrl":"https://a:b@pay.example/"}}`},
				{"places.payUrl", `{"places":{"payUrl":"https://pay.example/` + strings.Repeat("é", 500) + `"}}`},
				{"links.nofollow", `{"links":{"nofollow":"no"}}`},
			} {
				s.ask(administrator, "PATCH", address, try[1]).naming(t, try[0], "Please ")
			}
			for _, body := range []string{`{}`, `{"index":null}`, `{"index":{}}`, `{"index":{"description":1000}}`, `{"index":{"description":null}}`} {
				storetest.Same(t, "after "+body, change(t, s, body), want)
			}
		},
		"change the theme, if its texts can be read": func(t *testing.T, s *openSite) {
			want := theme.Default()
			want.Scheme, want.Corners, want.LightAccent = theme.Both, theme.Square, "#00632a"
			storetest.Same(t, "theme", change(t, s, `{"theme":{"scheme":"both","corners":"square","lightAccent":"#00632A"}}`).Theme, want)
			defer s.unchanged(t)()
			s.ask(administrator, "PATCH", address, `{"theme":{"darkText":"#777777"}}`).naming(t, "theme.darkText", "contrast of 4.36:1 and needs 4.5:1")
			s.ask(administrator, "PATCH", address, `{"theme":{"darkText":"#fff;}body{display:none}"}}`).naming(t, "theme.darkText", "Please enter a color")
			s.ask(administrator, "PATCH", address, `{"theme":{"hero":"video"}}`).naming(t, "theme.hero", "Please choose one")
			preview := read[site.ThemePreview](t, s.ask(administrator, "POST", address+"/theme-preview", `{"darkText":"#777777","corners":"large"}`), http.StatusOK)
			if got := preview.Dark.Pairs[0]; got != (theme.Pair{Text: "text", Ground: "background", Ratio: 4.36, Needed: 4.5}) || got.IsReadable() || preview.Dark.Properties["--corners"] != "1.75" ||
				preview.Light.Properties["--color-brass"] != "#00632a" || preview.Light.Properties["--scheme"] != "light" {
				t.Errorf("preview %+v", preview)
			}
			s.ask(administrator, "POST", address+"/theme-preview", `{"lightText":"black"}`).naming(t, "theme.lightText", "Please enter a color")
			s.ask(member, "POST", address+"/theme-preview", `{}`).failed(t, http.StatusForbidden)
		},
		"change the words of the site": func(t *testing.T, s *openSite) {
			shown := func() directory.Site {
				t.Helper()
				return read[directory.Site](t, s.ask(nobody, "GET", "/api/site", ""), http.StatusOK)
			}
			first := shown()
			if first.Name != "Vitrine" || first.Texts.Hero != "Find the right AI tool" || first.Texts.Introduction != "" {
				t.Errorf("%+v", first)
			}
			change(t, s, `{"texts":{"name":" Orchestra ","hero":"Tools for <b>bands</b>","footer":"Play."},"verification":{"google":"abc"}}`)
			want := first
			want.Name, want.Texts = "Orchestra", directory.SiteTexts{Tagline: first.Texts.Tagline, Hero: "Tools for <b>bands</b>", Footer: "Play."}
			storetest.Same(t, "site", shown(), want)
			s.ask(administrator, "PATCH", address, `{"texts":{"name":"a","contact":"nobody"}}`).naming(t, "texts.contact", "Please enter an email address")
			s.ask(administrator, "PATCH", address, `{"verification":{"bing":"<meta>"}}`).naming(t, "verification.bing", "Please enter only what is in content=")
			storetest.Same(t, "site after bad input", shown(), want)
			change(t, s, `{"texts":{"name":"","hero":"","footer":""}}`)
			storetest.Same(t, "site with empty texts", shown(), first)
		},
	})
}
