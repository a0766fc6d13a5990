package pages_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image/png"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// The search engine that a browser adds leads to the search of the home.
func TestBrowserSearchEngine(t *testing.T) {
	type address struct {
		Type     string `xml:"type,attr"`
		Template string `xml:"template,attr"`
	}
	type engine struct {
		XMLName     xml.Name
		ShortName   string
		Description string
		Image       string
		URL         address `xml:"Url"`
	}
	read := func(name string) (e engine) {
		w := pagestest.IsFile(t, pagestest.Tools(1), pagestest.Named(name), "/opensearch.xml", "application/opensearchdescription+xml")
		storetest.NoError(t, xml.Unmarshal(w.Body.Bytes(), &e))
		return e
	}
	want := engine{
		xml.Name{Space: "http://a9.com/-/spec/opensearch/1.1/", Local: "OpenSearchDescription"},
		"Vitrine", "Search the AI tools of Vitrine", "https://tools.example/favicon.ico",
		address{"text/html", "https://tools.example/?search={searchTerms}"},
	}
	storetest.Same(t, "the engine", read("Vitrine"), want)
	if got := read(pagestest.Hostile); len([]rune(got.ShortName)) > pages.LongestEngine || !strings.HasSuffix(got.Description, "& 文 🎨") {
		t.Errorf("with a hostile name: %+v", got)
	}
}

// The manifest has the site's name and its icons, in the sizes that it says.
func TestBrowserManifest(t *testing.T) {
	type manifest struct {
		Name      string `json:"name"`
		ShortName string `json:"short_name"`
		StartURL  string `json:"start_url"`
		Display   string `json:"display"`
		Theme     string `json:"theme_color"`
		Icons     []pages.ManifestIcon
	}
	read := func(body []byte) (m manifest) {
		t.Helper()
		storetest.NoError(t, json.Unmarshal(body, &m))
		return m
	}
	h := pagestest.Open(t, nil, nil)
	got := read(pagestest.IsFile(t, nil, nil, "/manifest.webmanifest", "application/manifest+json").Body.Bytes())
	storetest.Same(t, "icons", len(got.Icons), 3)
	storetest.Same(t, "the manifest", got, manifest{"Vitrine", "Vitrine", "/", "browser", h.Page("/").Metas["theme-color"], got.Icons})
	for _, icon := range append(got.Icons, pages.ManifestIcon{Source: "/apple-touch-icon.png", Sizes: "180x180", Type: "image/png"}) {
		w := pagestest.IsFile(t, nil, nil, icon.Source, icon.Type)
		image, err := png.DecodeConfig(bytes.NewReader(w.Body.Bytes()))
		storetest.NoError(t, err)
		storetest.Same(t, icon.Source, fmt.Sprintf("%dx%d", image.Width, image.Height), icon.Sizes)
	}
	got = read(pagestest.Open(t, nil, pagestest.Named(pagestest.Hostile)).Get("/manifest.webmanifest").Body.Bytes())
	if got.Name != strings.ToValidUTF8(pagestest.Hostile, "") || len([]rune(got.ShortName)) > pages.LongestApp {
		t.Errorf("with a hostile name: %+v", got)
	}
}

// A site's own favicon is also its icon elsewhere.
func TestBrowserOwnIcon(t *testing.T) {
	h := pagestest.Library(t)
	const own = "/logos/favicon?v=1800000000000"
	for mediaType, touch := range map[string]string{"image/png": own, "image/svg+xml": ""} {
		h.ChangeSettings(func(s *site.Settings) {
			s.Logos = []site.Logo{{Type: site.Favicon, IsActive: true, MimeType: mediaType, UpdatedAt: time.Unix(1_800_000_000, 0)}}
		})
		pagestest.HasParts(t, "the manifest", h.Body("/manifest.webmanifest"), `"icons":[{"src":"`+own+`",`, `"type":"`+mediaType+`"`)
		links := h.Page("/").Links
		storetest.Same(t, "the icon", links["icon"], []string{own})
		storetest.Same(t, "Apple's icon of "+mediaType, strings.Join(links["apple-touch-icon"], " "), touch)
		h.AnswersWith(t, map[string]string{"/favicon.ico": "302 " + own, "/apple-touch-icon.png": "302 " + own})
	}
}

// Every page leads to both files and the icon; a hostile name stays an attribute.
func TestBrowserLinks(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(1), pagestest.Named(pagestest.Hostile))
	for _, target := range []string{"/", "/products/tool-1", "/privacy-policy", "/nothing", "/admin", "/api"} {
		page := h.Page(target)
		storetest.Same(t, target, fmt.Sprint(page.Links["search"], page.Links["manifest"], page.Links["apple-touch-icon"]),
			"[/opensearch.xml] [/manifest.webmanifest] [/apple-touch-icon.png]")
		storetest.Same(t, target+": images", page.Tags["img"], 0)
	}
	pagestest.HasParts(t, "a head, where the media type is not escaped", pagestest.Library(t).Body("/"),
		`<link rel="search" type="application/opensearchdescription+xml" title="Vitrine" href="/opensearch.xml">`)
}

// dress sets the theme of the site.
func dress(h *pagestest.Site, t theme.Theme) {
	h.ChangeSettings(func(s *site.Settings) { s.Theme = t })
}

// Without a theme, documents have nothing of it.
func TestThemeDefault(t *testing.T) {
	body := pagestest.Open(t, pagestest.Tools(3), nil).Body("/")
	const want = `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark"><meta name="theme-color" content="#0e0c09">`
	pagestest.HasParts(t, "the page", body, want)
	pagestest.Lacks(t, "the page", body, "<style", "custom.css")
}

// All documents have the theme at once, also those that were served before the change, and those that Go writes.
func TestThemeEverywhere(t *testing.T) {
	for name, change := range map[string]func(*pagestest.Options){"rendered": nil, "plain": pagestest.PlainOnly} {
		t.Run(name, func(t *testing.T) {
			h := pagestest.Open(t, pagestest.Tools(3), change)
			paths := []string{"/", "/products/tool-1", "/category/writing", "/privacy-policy", "/submit", "/nowhere", "/admin", "/admin/history", "/api"}
			for _, path := range paths {
				h.Get(path)
			}
			paper := theme.Presets()[1].Theme
			paper.Hero = theme.Gradient
			dress(h, paper)
			for _, path := range paths {
				body := h.Body(path)
				pagestest.HasParts(t, path, body, "<style>"+paper.CSS()+"</style>", `<html lang="en" data-hero="gradient">`,
					`<meta name="color-scheme" content="light"><meta name="theme-color" content="`+paper.LightBackground+`">`)
				pagestest.Lacks(t, path, body, "inter-1.woff2")
			}
			pagestest.HasParts(t, "the manifest", h.Body("/manifest.webmanifest"), `"theme_color":"`+paper.LightBackground+`"`)
			both := theme.Presets()[2].Theme
			pagestest.Lacks(t, "a page of one scheme", h.Body("/"), "data-scheme-switch", "localStorage")
			dress(h, both)
			_, script, _ := strings.Cut(h.Body("/"), "<script>")
			script, _, _ = strings.Cut(script, "</script>")
			hash := sha256.Sum256([]byte(script))
			pagestest.HasParts(t, "the policy", pages.ContentSecurityPolicy, "script-src 'self' 'sha256-"+base64.StdEncoding.EncodeToString(hash[:])+"'")
			pagestest.HasParts(t, "a page of both schemes", h.Body("/"),
				`<style id="light" media="(prefers-color-scheme:light)">`+both.LightCSS()+"</style>",
				`content="dark light"><meta name="theme-color" content="#000000" media="(prefers-color-scheme: dark)"><meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">`)
		})
	}
}

// What somebody wrote into the database does not leave the style sheet.
func TestThemeHostile(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(1), nil)
	const bad = `red}</style><script>alert(1)</script>`
	dress(h, theme.Theme{Scheme: bad, TextFont: bad, HeadingFont: bad, Corners: bad, Hero: bad, DarkBackground: bad, DarkSurface: bad, DarkText: bad, DarkAccent: bad})
	pagestest.Lacks(t, "the page", h.Body("/"), "<script>alert", "red}<")
}

func TestCustomCSS(t *testing.T) {
	file := filepath.Join(t.TempDir(), "custom.css")
	var log strings.Builder
	h := pagestest.Open(t, pagestest.Tools(3), func(o *pagestest.Options) {
		o.CustomCSS, o.Logger = file, slog.New(slog.NewTextHandler(&log, nil))
	})
	writes := 0
	write := func(text string) {
		t.Helper()
		storetest.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		writes++ // file systems may have coarse clocks
		at := time.Date(2026, 1, 1, 0, 0, writes, 0, time.UTC)
		storetest.NoError(t, os.Chtimes(file, at, at))
		h.RenewCustomCSS(t.Context())
	}
	url := func() string {
		t.Helper()
		for _, sheet := range h.Page("/").Links["stylesheet"] {
			if strings.HasPrefix(sheet, "/custom.css") {
				return sheet
			}
		}
		return ""
	}
	h.AnswersWith(t, map[string]string{"/custom.css": "404"})
	storetest.Same(t, "the link to a file that does not exist", url(), "")
	dress(h, theme.Presets()[1].Theme)
	write(".card{border-width:3px}")
	first := url()
	got := h.Get(first)
	pagestest.Sent(t, first, got, http.StatusOK, "Content-Type", "text/css; charset=utf-8")
	storetest.Same(t, "the file", got.Body.String(), ".card{border-width:3px}")
	pagestest.HasParts(t, "Cache-Control", got.Header().Get("Cache-Control"), "immutable")
	if body := h.Body("/products/tool-1"); strings.Index(body, "custom.css") < strings.Index(body, "</style>") || strings.Index(body, "custom.css") < strings.LastIndex(body, "/assets/entry-1.css") {
		t.Errorf("it is not after the theme: %.900s", body)
	}
	for _, path := range []string{"/admin", "/admin/site-management"} {
		pagestest.Lacks(t, path, h.Body(path), "custom.css")
	}
	write(".card{border-width:9px}")
	second := url()
	if second == "" || second == first {
		t.Errorf("the changed file is at %q, as before at %q", second, first)
	}
	for _, old := range []string{first, "/custom.css", "/custom.css?v="} {
		pagestest.Sent(t, old, h.Get(old), http.StatusFound, "Location", second, "Cache-Control", "no-cache")
	}
	write(strings.Repeat("/", theme.MaxCustomCSS+1))
	if url() != second || strings.Count(log.String(), "larger than 100 KB") != 1 {
		t.Errorf("a large file gives %q and the log %s", url(), log.String())
	}
	h.RenewCustomCSS(t.Context())
	storetest.Same(t, "lines of the log, which does not repeat itself", strings.Count(log.String(), "\n"), 1)
	write(strings.Repeat("/", theme.MaxCustomCSS))
	if url() == second {
		t.Error("a file of the largest size is refused")
	}
	storetest.NoError(t, os.Remove(file))
	h.RenewCustomCSS(t.Context())
	storetest.Same(t, "the link to a file that was removed", url(), "")
}
