package site

import (
	"strings"

	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// ThemeChange is a partial change of the theme; nil fields stay as they are.
type ThemeChange struct {
	Scheme      *theme.Scheme  `json:"scheme,omitempty" nullable:"false" enum:"dark,light,both"`
	TextFont    *theme.Font    `json:"textFont,omitempty" nullable:"false" enum:"inter,instrument-serif,system,serif,mono,rounded"`
	HeadingFont *theme.Font    `json:"headingFont,omitempty" nullable:"false" enum:"inter,instrument-serif,system,serif,mono,rounded"`
	Corners     *theme.Corners `json:"corners,omitempty" nullable:"false" enum:"square,small,medium,large"`
	Hero        *theme.Hero    `json:"hero,omitempty" nullable:"false" enum:"plain,gradient,filled"`

	DarkBackground  *string `json:"darkBackground,omitempty" nullable:"false"`
	DarkSurface     *string `json:"darkSurface,omitempty" nullable:"false"`
	DarkText        *string `json:"darkText,omitempty" nullable:"false"`
	DarkAccent      *string `json:"darkAccent,omitempty" nullable:"false"`
	LightBackground *string `json:"lightBackground,omitempty" nullable:"false"`
	LightSurface    *string `json:"lightSurface,omitempty" nullable:"false"`
	LightText       *string `json:"lightText,omitempty" nullable:"false"`
	LightAccent     *string `json:"lightAccent,omitempty" nullable:"false"`
}

func (change ThemeChange) apply(t *theme.Theme) {
	field.Set(&t.Scheme, change.Scheme)
	field.Set(&t.TextFont, change.TextFont)
	field.Set(&t.HeadingFont, change.HeadingFont)
	field.Set(&t.Corners, change.Corners)
	field.Set(&t.Hero, change.Hero)
	field.Set(&t.DarkBackground, change.DarkBackground)
	field.Set(&t.DarkSurface, change.DarkSurface)
	field.Set(&t.DarkText, change.DarkText)
	field.Set(&t.DarkAccent, change.DarkAccent)
	field.Set(&t.LightBackground, change.LightBackground)
	field.Set(&t.LightSurface, change.LightSurface)
	field.Set(&t.LightText, change.LightText)
	field.Set(&t.LightAccent, change.LightAccent)
}

// Apply returns the theme after the change, with its values checked but not its contrasts, which a preview may lack.
func (change ThemeChange) Apply(t theme.Theme) (theme.Theme, error) {
	v := Values{Theme: t}
	change.apply(&v.Theme)
	var c field.Checker
	for _, value := range themeValues {
		value.check(&c, &v)
	}
	return v.Theme, c.Fault()
}

var themeValues = []value{
	choice("theme.scheme", func(v *Values) *theme.Scheme { return &v.Theme.Scheme }, theme.Dark, theme.Light, theme.Both),
	choice("theme.textFont", func(v *Values) *theme.Font { return &v.Theme.TextFont }, fonts...),
	choice("theme.headingFont", func(v *Values) *theme.Font { return &v.Theme.HeadingFont }, fonts...),
	choice("theme.corners", func(v *Values) *theme.Corners { return &v.Theme.Corners }, theme.Square, theme.Small, theme.Medium, theme.Large),
	choice("theme.hero", func(v *Values) *theme.Hero { return &v.Theme.Hero }, theme.Plain, theme.Gradient, theme.Filled),
	color("theme.darkBackground", func(v *Values) *string { return &v.Theme.DarkBackground }),
	color("theme.darkSurface", func(v *Values) *string { return &v.Theme.DarkSurface }),
	color("theme.darkText", func(v *Values) *string { return &v.Theme.DarkText }),
	color("theme.darkAccent", func(v *Values) *string { return &v.Theme.DarkAccent }),
	color("theme.lightBackground", func(v *Values) *string { return &v.Theme.LightBackground }),
	color("theme.lightSurface", func(v *Values) *string { return &v.Theme.LightSurface }),
	color("theme.lightText", func(v *Values) *string { return &v.Theme.LightText }),
	color("theme.lightAccent", func(v *Values) *string { return &v.Theme.LightAccent }),
}

var fonts = []theme.Font{theme.Inter, theme.InstrumentSerif, theme.System, theme.Serif, theme.Mono, theme.Rounded}

// choice is a setting with one of several values.
func choice[T ~string](name string, of func(v *Values) *T, options ...T) value {
	return value{
		name: name,
		check: func(c *field.Checker, v *Values) {
			if !field.OneOf(*of(v), options...) {
				c.Fail(name, "Please choose one of the values in the list")
			}
		},
		text: func(v *Values) string { return string(*of(v)) },
		parse: func(v *Values, text string) error {
			*of(v) = T(text)
			return nil
		},
	}
}

// color is a setting with a color.
func color(name string, of func(v *Values) *string) value {
	return cleaned(name, of, func(c *field.Checker, value string) string {
		value = strings.ToLower(field.CleanLine(value))
		if !theme.IsColor(value) {
			c.Fail(name, "Please enter a color as # and six digits or letters from a to f, such as #e9bd68")
		}
		return value
	})
}

// checkContrast names the colors of a theme that are too close to each other, if all values are valid.
func checkContrast(c *field.Checker, t theme.Theme) {
	if c.Failed() {
		return
	}
	wrong := t.Unreadable()
	for _, value := range themeValues {
		if message := wrong[strings.TrimPrefix(value.name, "theme.")]; message != "" {
			c.Fail(value.name, message)
		}
	}
}
