package pages

import (
	"html/template"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// look is what the theme and the administrator's own style sheet are in the head of a document.
type look struct {
	Hero         theme.Hero // ground of the home page's heading; empty for the default
	ColorSchemes string
	Grounds      []theme.Ground
	ThemeCSS     template.CSS
	CustomCSS    string       // URL; may be empty
	unused       []theme.Font // of those that come with the program
}

// fontFiles are the beginnings of the names of the font files.
var fontFiles = map[theme.Font]string{theme.Inter: "/assets/inter-", theme.InstrumentSerif: "/assets/instrument-serif-"}

// lookOf returns the look of the page at an address. The administrator's own style sheet is not for the admin screens: a
// mistake in it must not hide what is needed to go on.
func (p *Pages) lookOf(a address, s *site.Settings) look {
	l := look{ColorSchemes: s.Theme.ColorSchemes(), Grounds: s.Theme.Grounds(), ThemeCSS: template.CSS(s.ThemeCSS)} //nolint:gosec // made of checked colours
	if s.Theme.Hero != theme.Plain {
		l.Hero = s.Theme.Hero
	}
	if a.screen != admin {
		l.CustomCSS = p.custom.Load().url()
	}
	for font := range fontFiles {
		if !s.Theme.Uses(font) {
			l.unused = append(l.unused, font)
		}
	}
	return l
}

// needed returns the font files that the theme uses.
func (l look) needed(files []string) []string {
	if len(l.unused) == 0 {
		return files
	}
	return slices.DeleteFunc(slices.Clone(files), func(file string) bool {
		return slices.ContainsFunc(l.unused, func(font theme.Font) bool { return strings.HasPrefix(file, fontFiles[font]) })
	})
}
