package theme

import (
	"fmt"
	"math"
	"slices"
)

// leastContrast is the contrast that WCAG 2.2 asks of text at level AA (success criterion 1.4.3).
const leastContrast = 4.5

// Palette is the colors of one color scheme that an administrator chooses. All others are derived from them.
type Palette struct{ Background, Surface, Text, Accent string }

// Pair is a text color on a ground that pages have, with the contrast of the two.
type Pair struct {
	Text   string  `json:"text" doc:"Name of the text's color"`
	Ground string  `json:"ground" doc:"Name of the color behind it"`
	Ratio  float64 `json:"ratio" doc:"Contrast ratio by WCAG 2, cut to two decimals"`
	Needed float64 `json:"needed" doc:"The least ratio"`
}

// IsReadable reports whether the contrast is sufficient.
func (p Pair) IsReadable() bool { return p.Ratio >= p.Needed }

// Pairs returns the contrasts of the chosen colors. Buttons have the background as their text color, on the accent, so
// that the third pair is theirs too.
func (p Palette) Pairs() []Pair {
	pair := func(text, ground, a, b string) Pair {
		ratio := math.Floor(contrast(parse(a), parse(b))*100) / 100 // never shown as more than it is
		return Pair{text, ground, ratio, leastContrast}
	}
	return []Pair{
		pair("text", "background", p.Text, p.Background),
		pair("text", "surface", p.Text, p.Surface),
		pair("accent", "background", p.Accent, p.Background),
		pair("accent", "surface", p.Accent, p.Surface),
	}
}

// tone is the color of a badge or of danger, with a hue that means the same in every theme.
type tone struct{ property, onDark, onLight string }

var tones = []tone{
	{"--color-free", "#89e29d", "#09672e"},
	{"--color-freemium", "#86c5fa", "#005c9b"},
	{"--color-premium", "#f3ad66", "#874900"},
	{"--color-unknown", "#b4b0aa", "#59554e"},
	{"--color-deal", "#fda19a", "#b02a2d"},
	{"--color-danger", "#fd736d", "#b71824"},
}

// badgeTint is how much of its tone the ground of a badge has (ui.css).
const badgeTint = 0.16

// properties returns the custom properties of theme.css for the colors. A palette whose pairs are readable gives
// colors that are readable on every ground that pages have.
func (p Palette) properties() properties {
	background, surface, text, accent := parse(p.Background), parse(p.Surface), parse(p.Text), parse(p.Accent)
	scheme, opposite, shadow := "dark", color{255, 255, 255}, "1"
	raised := mix(surface, opposite, 0.04)
	if background.luminance() > text.luminance() {
		scheme, opposite, shadow = "light", color{}, "0.2"
		// Darker than the page and its cards, and of their colors: a neutral grey would look bluish on warm paper.
		raised = mix(background, accent, 0.04)
		if surface.luminance() < background.luminance() {
			raised = mix(surface, accent, 0.04)
		}
	}
	if contrast(text, raised) < leastContrast || contrast(accent, raised) < leastContrast {
		raised = surface
	}
	grounds := []color{background, surface, raised}
	onGrounds := func(c color) bool { return readableOn(c, grounds...) }
	faded := func(part float64) string { return towards(mix(text, background, part), text, onGrounds) }
	tint := 0.24
	for tint > 0.01 && !readableOn(text, mix(surface, accent, tint)) {
		tint -= 0.06
	}
	found := properties{
		{"--scheme", scheme},
		{"--shadow", shadow},
		{"--color-background", background.String()},
		{"--color-raised", surface.String()},
		{"--color-raised-2", raised.String()},
		{"--color-text", text.String()},
		{"--color-prose", faded(0.08)},
		{"--color-muted", faded(0.33)},
		{"--color-dim", faded(0.45)},
		{"--color-inverse-muted", towards(mix(background, text, 0.25), background, func(c color) bool { return readableOn(c, text) })},
		{"--color-contrast", opposite.String()},
		{"--color-hairline", opposite.withAlpha(0.08)},
		{"--color-line", opposite.withAlpha(0.16)},
		{"--color-field", towards(mix(background, text, 0.3), text, func(c color) bool { return isSeenOn(c, grounds...) })},
		{"--color-brass", accent.String()},
		{"--color-brass-bright", towards(mix(accent, text, 0.2), text, func(c color) bool { return readableOn(c, background) })},
		{"--color-ink", background.String()},
		{"--hero-tint", fmt.Sprintf("%.0f%%", max(tint, 0)*100)},
	}
	for _, t := range tones {
		start := t.onDark
		if scheme == "light" {
			start = t.onLight
		}
		found = append(found, property{t.property, towards(parse(start), text, func(c color) bool {
			return onGrounds(c) && readableOn(c, mix(background, c, badgeTint), mix(surface, c, badgeTint), mix(raised, c, badgeTint))
		})})
	}
	return found
}

func readableOn(c color, grounds ...color) bool { return hasContrast(leastContrast, c, grounds) }

// isSeenOn reports whether the edge of a field has the 3:1 that WCAG 2.2 (1.4.11) wants of parts of a control.
func isSeenOn(c color, grounds ...color) bool { return hasContrast(3, c, grounds) }

func hasContrast(least float64, c color, grounds []color) bool {
	return !slices.ContainsFunc(grounds, func(ground color) bool { return contrast(c, ground) < least })
}

// towards returns the color nearest to from, on the way to another one, that is readable. If none is, it returns the
// other.
func towards(from, to color, isReadable func(color) bool) string {
	const steps = 20
	for i := range steps {
		if c := mix(from, to, float64(i)/steps); isReadable(c) {
			return c.String()
		}
	}
	return to.String()
}

// message says what is wrong with a pair of colors, and what to do.
func (p Pair) message(scheme string) string {
	return fmt.Sprintf("In the %s colors, %s on %s has a contrast of %.2f:1 and needs %g:1. Please choose colors further apart",
		scheme, p.Text, p.Ground, p.Ratio, p.Needed)
}
