package pages

import (
	"bytes"
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
		w := isFile(t, tools(1), named(name), "/opensearch.xml", "application/opensearchdescription+xml")
		storetest.NoError(t, xml.Unmarshal(w.Body.Bytes(), &e))
		return e
	}
	want := engine{
		xml.Name{Space: "http://a9.com/-/spec/opensearch/1.1/", Local: "OpenSearchDescription"},
		"Vitrine", "Search the AI tools of Vitrine", "https://tools.example/favicon.ico",
		address{"text/html", "https://tools.example/?search={searchTerms}"},
	}
	storetest.Same(t, "the engine", read("Vitrine"), want)
	if got := read(hostile); len([]rune(got.ShortName)) > longestEngine || !strings.HasSuffix(got.Description, "& 文 🎨") {
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
		Icons     []manifestIcon
	}
	read := func(body []byte) (m manifest) {
		t.Helper()
		storetest.NoError(t, json.Unmarshal(body, &m))
		return m
	}
	h := open(t, nil, nil)
	got := read(isFile(t, nil, nil, "/manifest.webmanifest", "application/manifest+json").Body.Bytes())
	storetest.Same(t, "icons", len(got.Icons), 3)
	storetest.Same(t, "the manifest", got, manifest{"Vitrine", "Vitrine", "/", "browser", h.page("/").metas["theme-color"], got.Icons})
	for _, icon := range append(got.Icons, manifestIcon{Source: "/apple-touch-icon.png", Sizes: "180x180", Type: "image/png"}) {
		w := isFile(t, nil, nil, icon.Source, icon.Type)
		image, err := png.DecodeConfig(bytes.NewReader(w.Body.Bytes()))
		storetest.NoError(t, err)
		storetest.Same(t, icon.Source, fmt.Sprintf("%dx%d", image.Width, image.Height), icon.Sizes)
	}
	got = read(open(t, nil, named(hostile)).get("/manifest.webmanifest").Body.Bytes())
	if got.Name != strings.ToValidUTF8(hostile, "") || len([]rune(got.ShortName)) > longestApp {
		t.Errorf("with a hostile name: %+v", got)
	}
}

// A site's own favicon is also its icon elsewhere.
func TestBrowserOwnIcon(t *testing.T) {
	h := library(t)
	const own = "/logos/favicon?v=1800000000000"
	for mediaType, touch := range map[string]string{"image/png": own, "image/svg+xml": ""} {
		h.changeSettings(func(s *site.Settings) {
			s.Logos = []site.Logo{{Type: site.Favicon, IsActive: true, MimeType: mediaType, UpdatedAt: time.Unix(1_800_000_000, 0)}}
		})
		hasParts(t, "the manifest", h.body("/manifest.webmanifest"), `"icons":[{"src":"`+own+`",`, `"type":"`+mediaType+`"`)
		links := h.page("/").links
		storetest.Same(t, "the icon", links["icon"], []string{own})
		storetest.Same(t, "Apple's icon of "+mediaType, strings.Join(links["apple-touch-icon"], " "), touch)
		h.answersWith(t, map[string]string{"/favicon.ico": "302 " + own, "/apple-touch-icon.png": "302 " + own})
	}
}

// Every page leads to both files and the icon; a hostile name stays an attribute.
func TestBrowserLinks(t *testing.T) {
	h := open(t, tools(1), named(hostile))
	for _, target := range []string{"/", "/products/tool-1", "/privacy-policy", "/nothing", "/admin", "/api"} {
		page := h.page(target)
		storetest.Same(t, target, fmt.Sprint(page.links["search"], page.links["manifest"], page.links["apple-touch-icon"]),
			"[/opensearch.xml] [/manifest.webmanifest] [/apple-touch-icon.png]")
		storetest.Same(t, target+": images", page.tags["img"], 0)
	}
	hasParts(t, "a head, where the media type is not escaped", library(t).body("/"),
		`<link rel="search" type="application/opensearchdescription+xml" title="Vitrine" href="/opensearch.xml">`)
}

// dress sets the theme of the site.
func (h *testSite) dress(t theme.Theme) { h.changeSettings(func(s *site.Settings) { s.Theme = t }) }

// Without a theme, documents have nothing of it.
func TestThemeDefault(t *testing.T) {
	body := open(t, tools(3), nil).body("/")
	const want = `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark"><meta name="theme-color" content="#0e0c09">`
	hasParts(t, "the page", body, want)
	lacks(t, "the page", body, "<style", "custom.css")
}

// All documents have the theme at once, also those that were served before the change, and those that Go writes.
func TestThemeEverywhere(t *testing.T) {
	for name, change := range map[string]func(*Options){"rendered": nil, "plain": plainOnly} {
		t.Run(name, func(t *testing.T) {
			h := open(t, tools(3), change)
			paths := []string{"/", "/products/tool-1", "/category/writing", "/privacy-policy", "/submit", "/nowhere", "/admin", "/admin/history", "/api"}
			for _, path := range paths {
				h.get(path)
			}
			paper := theme.Presets()[1].Theme
			paper.Hero = theme.Gradient
			h.dress(paper)
			for _, path := range paths {
				body := h.body(path)
				hasParts(t, path, body, "<style>"+paper.CSS()+"</style>", `<html lang="en" data-hero="gradient">`,
					`<meta name="color-scheme" content="light"><meta name="theme-color" content="`+paper.LightBackground+`">`)
				lacks(t, path, body, "inter-1.woff2")
			}
			hasParts(t, "the manifest", h.body("/manifest.webmanifest"), `"theme_color":"`+paper.LightBackground+`"`)
			both := theme.Presets()[2].Theme
			h.dress(both)
			hasParts(t, "a page of both schemes", h.body("/"),
				`content="dark light"><meta name="theme-color" content="#000000" media="(prefers-color-scheme: dark)"><meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">`)
		})
	}
}

// What somebody wrote into the database does not leave the style sheet.
func TestThemeHostile(t *testing.T) {
	h := open(t, tools(1), nil)
	const bad = `red}</style><script>alert(1)</script>`
	h.dress(theme.Theme{Scheme: bad, TextFont: bad, HeadingFont: bad, Corners: bad, Hero: bad, DarkBackground: bad, DarkSurface: bad, DarkText: bad, DarkAccent: bad})
	lacks(t, "the page", h.body("/"), "<script>alert", "red}<")
}

func TestCustomCSS(t *testing.T) {
	file := filepath.Join(t.TempDir(), "custom.css")
	var log strings.Builder
	h := open(t, tools(3), func(o *Options) {
		o.CustomCSS, o.Logger = file, slog.New(slog.NewTextHandler(&log, nil))
	})
	writes := 0
	write := func(text string) {
		t.Helper()
		storetest.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		writes++ // file systems may have coarse clocks
		at := time.Date(2026, 1, 1, 0, 0, writes, 0, time.UTC)
		storetest.NoError(t, os.Chtimes(file, at, at))
		h.custom.renew(t.Context())
	}
	url := func() string {
		t.Helper()
		for _, sheet := range h.page("/").links["stylesheet"] {
			if strings.HasPrefix(sheet, customCSSPath) {
				return sheet
			}
		}
		return ""
	}
	h.answersWith(t, map[string]string{"/custom.css": "404"})
	storetest.Same(t, "the link to a file that does not exist", url(), "")
	h.dress(theme.Presets()[1].Theme)
	write(".card{border-width:3px}")
	first := url()
	got := h.get(first)
	sent(t, first, got, http.StatusOK, "Content-Type", "text/css; charset=utf-8")
	storetest.Same(t, "the file", got.Body.String(), ".card{border-width:3px}")
	hasParts(t, "Cache-Control", got.Header().Get("Cache-Control"), "immutable")
	if body := h.body("/products/tool-1"); strings.Index(body, "custom.css") < strings.Index(body, "</style>") || strings.Index(body, "custom.css") < strings.LastIndex(body, "/assets/entry-1.css") {
		t.Errorf("it is not after the theme: %.900s", body)
	}
	for _, path := range []string{"/admin", "/admin/site-management"} {
		lacks(t, path, h.body(path), "custom.css")
	}
	write(".card{border-width:9px}")
	second := url()
	if second == "" || second == first {
		t.Errorf("the changed file is at %q, as before at %q", second, first)
	}
	for _, old := range []string{first, "/custom.css", "/custom.css?v="} {
		sent(t, old, h.get(old), http.StatusFound, "Location", second, "Cache-Control", "no-cache")
	}
	write(strings.Repeat("/", theme.MaxCustomCSS+1))
	if url() != second || strings.Count(log.String(), "larger than 100 KB") != 1 {
		t.Errorf("a large file gives %q and the log %s", url(), log.String())
	}
	h.custom.renew(t.Context())
	storetest.Same(t, "lines of the log, which does not repeat itself", strings.Count(log.String(), "\n"), 1)
	write(strings.Repeat("/", theme.MaxCustomCSS))
	if url() == second {
		t.Error("a file of the largest size is refused")
	}
	storetest.NoError(t, os.Remove(file))
	h.custom.renew(t.Context())
	storetest.Same(t, "the link to a file that was removed", url(), "")
}
