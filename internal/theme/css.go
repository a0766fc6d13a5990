package theme

import (
	"slices"
	"strings"
)

// property is a custom property of theme.css.
type property struct{ name, value string }

type properties []property

// without returns the properties that differ from those of a base.
func (list properties) without(base properties) properties {
	return slices.DeleteFunc(slices.Clone(list), func(p property) bool { return slices.Contains(base, p) })
}

func (list properties) css() string {
	var b strings.Builder
	for i, p := range list {
		if i > 0 {
			b.WriteByte(';')
		}
		b.WriteString(p.name + ":" + p.value)
	}
	return b.String()
}

// family is a font family as CSS knows it. The families of the program have stand-ins with their measures in theme.css.
type family struct {
	stack  string
	weight string // of headings
	adjust string // font-size-adjust of headings, for the size of Instrument Serif, whose letters are small and narrow
	brand  string // size of the site's name
}

var families = map[Font]family{
	Inter:           {`"Inter","Inter stand-in",system-ui,sans-serif`, "650", "0.45", "1.375rem"},
	InstrumentSerif: {`"Instrument Serif","Instrument Serif stand-in",Georgia,serif`, "400", "none", "1.75rem"},
	System:          {`system-ui,sans-serif`, "700", "0.45", "1.375rem"},
	Serif:           {`"Iowan Old Style","Palatino Linotype","URW Palladio L",P052,Georgia,"DejaVu Serif",serif`, "600", "0.45", "1.375rem"},
	Mono:            {`ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace`, "700", "0.43", "1.375rem"},
	Rounded:         {`ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Nunito,"Arial Rounded MT Bold",system-ui,sans-serif`, "700", "0.45", "1.375rem"},
}

// scales are the factors by which the radii of theme.css are multiplied.
var scales = map[Corners]string{Square: "0", Small: "0.5", Medium: "1", Large: "1.75"}

// shared returns the properties that both color schemes have.
func (t Theme) shared() properties {
	text, heading := families[t.TextFont], families[t.HeadingFont]
	return properties{
		{"--font-sans", text.stack},
		{"--font-display", heading.stack},
		{"--display-weight", heading.weight},
		{"--display-size-adjust", heading.adjust},
		{"--brand-size", heading.brand},
		{"--corners", scales[t.Corners]},
	}
}

// CSS returns the style sheet of the theme: what differs from the default, in the cascade layer of the tokens. It is
// empty for the default.
func (t Theme) CSS() string {
	base := append(Default().shared(), Default().dark().properties()...)
	first := t.dark()
	if t.Scheme == Light {
		first = t.light()
	}
	own := append(t.shared(), first.properties()...)
	return layer(rule(own.without(base).css()) + t.label("light"))
}

// LightCSS returns what the light scheme changes, for a style element that visitors with this scheme have; empty unless there
// are both schemes.
func (t Theme) LightCSS() string {
	if t.Scheme != Both {
		return ""
	}
	dark := append(t.shared(), t.dark().properties()...)
	return layer(rule(t.light().properties().without(dark).css()) + t.label("dark") + ".on-light{display:inline}")
}

// label hides the label that the switch between the schemes has in a scheme.
func (t Theme) label(scheme string) string {
	if t.Scheme != Both {
		return ""
	}
	return ".on-" + scheme + "{display:none}"
}

func layer(css string) string {
	if css == "" {
		return ""
	}
	return "@layer theme{" + css + "}"
}

func rule(declarations string) string {
	if declarations == "" {
		return ""
	}
	return ":root{" + declarations + "}"
}

// Ground is the background of a color scheme, and the media query of the scheme; empty if there is only one.
type Ground struct{ Color, Media string }

// Grounds returns the backgrounds that visitors may see.
func (t Theme) Grounds() []Ground {
	switch t.Scheme {
	case Light:
		return []Ground{{t.LightBackground, ""}}
	case Both:
		return []Ground{{t.DarkBackground, "(prefers-color-scheme: dark)"}, {t.LightBackground, "(prefers-color-scheme: light)"}}
	}
	return []Ground{{t.DarkBackground, ""}}
}

// ColorSchemes returns the schemes as the meta element color-scheme names them.
func (t Theme) ColorSchemes() string {
	if t.Scheme == Both {
		return "dark light"
	}
	return string(t.Scheme)
}

// Uses reports whether the theme uses a font.
func (t Theme) Uses(f Font) bool { return t.TextFont == f || t.HeadingFont == f }

// Preview is a color scheme before it is saved.
type Preview struct {
	Properties map[string]string `json:"properties" doc:"Custom properties of the style sheet, by name"`
	Pairs      []Pair            `json:"pairs" nullable:"false" doc:"Contrasts of the colors"`
}

// Previews returns both color schemes.
func (t Theme) Previews() (dark, light Preview) {
	of := func(p Palette) Preview {
		found := Preview{map[string]string{}, p.Pairs()}
		for _, property := range append(t.shared(), p.properties()...) {
			found.Properties[property.name] = property.value
		}
		return found
	}
	return of(t.dark()), of(t.light())
}
