package pages

import (
	"fmt"
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

// dress sets the theme of the site.
func (h *testSite) dress(t theme.Theme) { h.changeSettings(func(s *site.Settings) { s.Theme = t }) }

// Without a theme, documents have nothing of it.
func TestThemeDefault(t *testing.T) {
	body := open(t, tools(3), nil).body("/")
	const want = `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark"><meta name="theme-color" content="#0e0c09">`
	if !strings.Contains(body, want) || strings.Contains(body, "<style") || strings.Contains(body, "custom.css") {
		t.Errorf("%.900s", body)
	}
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
				if !strings.Contains(body, "<style>"+paper.CSS()+"</style>") || !strings.Contains(body, `<html lang="en" data-hero="gradient">`) ||
					!strings.Contains(body, `<meta name="color-scheme" content="light"><meta name="theme-color" content="`+paper.LightBackground+`">`) || strings.Contains(body, "inter-1.woff2") {
					t.Errorf("%s: %.1200s", path, body)
				}
			}
			if manifest := h.body("/manifest.webmanifest"); !strings.Contains(manifest, `"theme_color":"`+paper.LightBackground+`"`) {
				t.Errorf("the manifest is %s", manifest)
			}
			both := theme.Presets()[2].Theme
			h.dress(both)
			if body := h.body("/"); !strings.Contains(body, `content="dark light"><meta name="theme-color" content="#000000" media="(prefers-color-scheme: dark)"><meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">`) {
				t.Errorf("%.900s", body)
			}
		})
	}
}

// What somebody wrote into the database does not leave the style sheet.
func TestThemeHostile(t *testing.T) {
	h := open(t, tools(1), nil)
	const bad = `red}</style><script>alert(1)</script>`
	h.dress(theme.Theme{Scheme: bad, TextFont: bad, HeadingFont: bad, Corners: bad, Hero: bad, DarkBackground: bad, DarkSurface: bad, DarkText: bad, DarkAccent: bad})
	if body := h.body("/"); strings.Contains(body, "<script>alert") || strings.Contains(body, "red}<") {
		t.Errorf("%.900s", body)
	}
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
		h.renewCustomCSS(t.Context())
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
	h.answersWith(t, map[string]string{"/custom.css": fmt.Sprint(http.StatusNotFound)})
	if url() != "" {
		t.Error("there is a link to a file that does not exist")
	}
	h.dress(theme.Presets()[1].Theme)
	write(".card{border-width:3px}")
	first := url()
	got := h.get(first)
	if got.Code != http.StatusOK || got.Body.String() != ".card{border-width:3px}" || got.Header().Get("Content-Type") != "text/css; charset=utf-8" || !strings.Contains(got.Header().Get("Cache-Control"), "immutable") {
		t.Errorf("%s: %d %s %v", first, got.Code, got.Body, got.Header())
	}
	if body := h.body("/products/tool-1"); strings.Index(body, "custom.css") < strings.Index(body, "</style>") || strings.Index(body, "custom.css") < strings.LastIndex(body, "/assets/entry-1.css") {
		t.Errorf("it is not after the theme: %.900s", body)
	}
	for _, path := range []string{"/admin", "/admin/site-management"} {
		if strings.Contains(h.body(path), "custom.css") {
			t.Errorf("%s has it", path)
		}
	}
	write(".card{border-width:9px}")
	second := url()
	if second == "" || second == first {
		t.Errorf("the changed file is at %q, as before at %q", second, first)
	}
	for _, old := range []string{first, "/custom.css", "/custom.css?v="} {
		if got := h.get(old); got.Code != http.StatusFound || got.Header().Get("Location") != second || got.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %d %v", old, got.Code, got.Header())
		}
	}
	write(strings.Repeat("/", theme.MaxCustomCSS+1))
	if url() != second || strings.Count(log.String(), "larger than 100 KB") != 1 {
		t.Errorf("a large file gives %q and the log %s", url(), log.String())
	}
	h.renewCustomCSS(t.Context())
	if strings.Count(log.String(), "\n") != 1 {
		t.Errorf("the log repeats itself: %s", log.String())
	}
	write(strings.Repeat("/", theme.MaxCustomCSS))
	if url() == second {
		t.Error("a file of the largest size is refused")
	}
	storetest.NoError(t, os.Remove(file))
	h.renewCustomCSS(t.Context())
	if url() != "" {
		t.Error("there is a link to a file that was removed")
	}
}
