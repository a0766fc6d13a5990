package api_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/api"
	"github.com/vitrine-directory/vitrine/internal/site"
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
			const address = "/api/legal-pages/privacy-policy"
			unsaved := read[site.ShownPage](t, s.ask(nobody, "GET", address, ""), http.StatusOK)
			for _, at := range []string{address, "/api/legal-pages"} {
				if text := s.ask(nobody, "GET", at, "").body; strings.Contains(text, "0001-01-01") {
					t.Errorf("%s has a time of the year 1: %.300s", at, text)
				}
			}
			if unsaved.Title != "Privacy Policy" || unsaved.Content != "" || unsaved.LastUpdated != "January 27, 2025" || !strings.Contains(unsaved.HTML, "30 days") {
				t.Errorf("never saved it is %+v", unsaved)
			}
			content := "## One\n\n<script>alert(1)</script> [a](javascript:alert(1)) " + strings.Repeat("é", 199_941)
			if len([]rune(content)) != 200_000 {
				t.Fatalf("%d characters", len([]rune(content)))
			}
			body := asJSON(map[string]string{"type": "privacy-policy", "title": " Ours ", "content": content})
			saved := read[site.LegalPage](t, s.ask(administrator, "POST", "/api/legal-pages", body), http.StatusCreated)
			if saved.Title != "Ours" || saved.Content != content || saved.UpdatedAt.IsZero() {
				t.Errorf("saved is %q at %v with %d bytes", saved.Title, saved.UpdatedAt, len(saved.Content))
			}
			shown := read[site.ShownPage](t, s.ask(nobody, "GET", address, ""), http.StatusOK)
			if shown.Content != content || strings.Contains(shown.HTML, "<script") || strings.Contains(shown.HTML, "href=\"javascript") || !strings.Contains(shown.HTML, "&lt;script&gt;") || strings.Count(shown.HTML, "é") != 199_941 {
				t.Errorf("shown is %.300s, %d bytes", shown.HTML, len(shown.HTML))
			}
			preview := read[site.Rendered](t, s.ask(administrator, "POST", "/api/legal-pages/preview", asJSON(map[string]string{"content": content})), http.StatusOK)
			if preview.HTML != shown.HTML || len(preview.Headings) != 1 || preview.Headings[0] != shown.Headings[0] {
				t.Error("the preview is not what the page shows")
			}
			if again := read[site.LegalPage](t, s.ask(administrator, "POST", "/api/legal-pages", body), http.StatusOK); !again.UpdatedAt.After(saved.UpdatedAt) {
				t.Error("saved again it is as old as before")
			}
			s.ask(nobody, "GET", "/api/legal-pages/nope", "").failed(t, http.StatusNotFound)
			s.ask(administrator, "PUT", "/api/legal-pages", "{}").failed(t, http.StatusMethodNotAllowed)
			list := read[[]site.LegalPage](t, s.ask(nobody, "GET", "/api/legal-pages", ""), http.StatusOK)
			if len(list) != 4 || list[0].Title != "Ours" || list[3].Title != "GDPR Cookies Disclaimer" {
				t.Errorf("the list has %d pages", len(list))
			}
		},
	})
}

func TestSocialLinks(t *testing.T) {
	eachSite(t, siteTests{
		"are added, switched, placed and deleted": func(t *testing.T, s *openSite) {
			add := func(body string) site.SocialLink {
				t.Helper()
				return read[site.SocialLink](t, s.ask(administrator, "POST", "/api/social-media", body), http.StatusCreated)
			}
			first, second := add(`{"platform":"GitHub","url":"https://github.com/x"}`), add(`{"platform":"X","url":"https://x.com/y","isActive":false,"displayOrder":-2}`)
			if !first.IsActive || first.DisplayOrder != 0 || second.IsActive || second.DisplayOrder != -2 {
				t.Errorf("made %+v and %+v", first, second)
			}
			platforms := func(as who) string {
				t.Helper()
				var names []string
				for _, link := range read[[]site.SocialLink](t, s.ask(as, "GET", "/api/social-media", ""), http.StatusOK) {
					names = append(names, link.Platform)
				}
				return strings.Join(names, " ")
			}
			for range 3 { // asked again, answers are kept: but not those of somebody else
				if got := platforms(administrator) + ", " + platforms(nobody) + ", " + platforms(member) + ", " + platforms(reader); got != "X GitHub, GitHub, GitHub, X GitHub" {
					t.Fatalf("the lists are %s", got)
				}
			}
			if got := s.ask(administrator, "GET", "/api/social-media", "").header; got.Get("Cache-Control") != "no-store" || got.Get("Etag") != "" {
				t.Errorf("the administrator's list may be kept: %v", got)
			}
			address := fmt.Sprint("/api/social-media/", second.ID)
			changed := read[site.SocialLink](t, s.ask(administrator, "PUT", address, `{"isActive":true}`), http.StatusOK)
			if want := second; !changed.IsActive || changed.Platform != want.Platform || changed.URL != want.URL || changed.DisplayOrder != want.DisplayOrder || platforms(nobody) != "X GitHub" {
				t.Errorf("switched on it is %+v", changed)
			}
			unchanged := s.unchanged(t)
			for _, updates := range []string{`[]`, `null`, `[{"id":1},{"id":1}]`, `[{"id":999,"displayOrder":1}]`, `[{"id":1,"displayOrder":"1"}]`} {
				s.ask(administrator, "PATCH", "/api/social-media/reorder", `{"updates":`+updates+`}`).failed(t, http.StatusUnprocessableEntity)
			}
			unchanged()
			order := fmt.Sprintf(`{"updates":[{"id":%d,"displayOrder":1},{"id":%d,"displayOrder":2}]}`, first.ID, second.ID)
			if moved := read[[]site.SocialLink](t, s.ask(administrator, "PATCH", "/api/social-media/reorder", order), http.StatusOK); len(moved) != 2 || moved[0].ID != first.ID || platforms(nobody) != "GitHub X" {
				t.Errorf("moved to %+v", moved)
			}
			if got := s.ask(administrator, "DELETE", address, ""); got.status != http.StatusNoContent || platforms(administrator) != "GitHub" {
				t.Errorf("deleted: %d", got.status)
			}
			s.ask(administrator, "DELETE", address, "").failed(t, http.StatusNotFound)
		},
	})
}

func TestSiteLogo(t *testing.T) {
	eachSite(t, siteTests{
		"is stored as large as it is shown, without metadata": func(t *testing.T, s *openSite) {
			secret := "taken at 52.5200, 13.4050"
			for kind, want := range map[string]string{"main": "160 × 120", "compact": "107 × 80", "favicon": "64 × 48"} {
				file := append(encoded(t, "png", 1600, 1200), secret...)
				logo := read[site.Logo](t, s.ask(administrator, "POST", "/api/logo-settings", asJSON(map[string]any{"type": kind, "name": "Ours", "fileData": dataURL(file)})), http.StatusCreated)
				served := s.ask(nobody, "GET", logo.Address(), "")
				config, err := png.DecodeConfig(strings.NewReader(served.body))
				if got := fmt.Sprintf("%d × %d", config.Width, config.Height); err != nil || got != want || strings.Contains(served.body, secret) || logo.FileSize != int64(len(served.body)) ||
					logo.FileData != dataURL([]byte(served.body)) || logo.MimeType != "image/png" {
					t.Errorf("%s: %s, %d bytes, %v; want %s", kind, got, len(served.body), err, want)
				}
			}
			defer s.unchanged(t)()
			for _, file := range map[string][]byte{"half a picture": encoded(t, "png", 1600, 1200)[:500], "a beginning": []byte("\x89PNG\r\n\x1a\n")} {
				s.ask(administrator, "POST", "/api/logo-settings", asJSON(map[string]any{"type": "main", "name": "Ours", "fileData": dataURL(file)})).naming(t, "fileData", "damaged")
			}
		},
		"is stored, served and deleted": func(t *testing.T, s *openSite) {
			const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"><script>alert(1)</script><path d="M0 0h9v9z" fill="#caa"/><path d="M1 1h2v2z"/></svg>`
			post := func(kind, file string) reply {
				return s.ask(administrator, "POST", "/api/logo-settings", asJSON(map[string]any{"type": kind, "name": "Ours", "fileName": "l.svg", "mimeType": "text/html", "fileSize": 1, "isActive": true,
					"fileData": "data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte(file))}))
			}
			logo := read[site.Logo](t, post("main", drawing), http.StatusCreated)
			clean := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="#caa"/><path d="M1 1h2v2z"/></svg>`
			if logo.MimeType != "image/svg+xml" || logo.FileSize != int64(len(clean)) || !logo.IsActive {
				t.Errorf("kept is %+v", logo)
			}
			frame := read[api.Site](t, s.ask(nobody, "GET", "/api/site", ""), http.StatusOK)
			if len(frame.Logos) != 1 || frame.Logos[0].Type != site.MainLogo {
				t.Fatalf("the frame has %+v", frame.Logos)
			}
			file := s.ask(nobody, "GET", frame.Logos[0].URL, "")
			if file.body != clean || file.header.Get("Content-Type") != "image/svg+xml" || file.header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(file.header.Get("Content-Security-Policy"), "default-src 'none'") {
				t.Errorf("served is %s with %v", file.body, file.header)
			}
			if again := read[site.Logo](t, post("main", drawing), http.StatusOK); again.ID != logo.ID {
				t.Errorf("a new one of the type is number %d, the old one was %d", again.ID, logo.ID)
			}
			if list := read[[]site.Logo](t, s.ask(nobody, "GET", "/api/logo-settings", ""), http.StatusOK); len(list) != 1 || !strings.HasPrefix(list[0].FileData, "data:image/svg+xml;base64,") {
				t.Errorf("the list is %+v", list)
			}
			address := fmt.Sprint("/api/logo-settings/", logo.ID)
			s.ask(administrator, "DELETE", address, "").has(t, http.StatusNoContent)
			s.ask(administrator, "DELETE", address, "").failed(t, http.StatusNotFound)
			s.expect(t, nobody, "GET", "/api/site", "", 200, `{"logos":[]}`)
			defer s.unchanged(t)()
			for text, file := range map[string]string{site.NotAnImage: "%PDF-1.7\n", "Please select an SVG smaller than 256KB": "<svg>" + strings.Repeat(" ", 256<<10) + "</svg>", site.LogoTooLarge: "\x89PNG\r\n\x1a\n" + strings.Repeat("x", 5<<20)} {
				if got := post("main", file); got.status < 400 || got.status >= 500 || !strings.Contains(got.body, text) {
					t.Errorf("%d %s, want %s", got.status, got.body, text)
				}
			}
			if got := s.ask(administrator, "POST", "/api/logo-settings", `{"type":"main","name":"n","fileData":"`+strings.Repeat("x", 7<<20)+`"}`); got.status != http.StatusRequestEntityTooLarge || !strings.Contains(got.body, site.LogoTooLarge) {
				t.Errorf("a body that is too large: %d %s", got.status, got.body)
			}
		},
	})
}
