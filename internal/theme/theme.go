// Package theme turns the administrator's choice of colors, fonts and corners into the custom properties of
// web/src/theme.css.
//
// # To change
//
//   - what can be chosen, and the defaults: theme.go, with a row in internal/site/theme.go
//   - the colors that follow from the chosen ones, and which contrasts are checked: palette.go; -run "Contrast|Derived"
//   - what is sent to browsers: css.go; the presets: presets.go; the administrator's own style sheet: custom_css.go
package theme

// Theme is how the site looks. The default is the look of web/src/theme.css, dark.
type Theme struct {
	Scheme      Scheme  `json:"scheme" enum:"dark,light,both" doc:"Color scheme; both: the one of the visitor's system"`
	TextFont    Font    `json:"textFont" enum:"inter,instrument-serif,system,serif,mono,rounded"`
	HeadingFont Font    `json:"headingFont" enum:"inter,instrument-serif,system,serif,mono,rounded"`
	Corners     Corners `json:"corners" enum:"square,small,medium,large"`
	Hero        Hero    `json:"hero" enum:"plain,gradient,filled" doc:"Ground of the heading of the home page"`

	DarkBackground  string `json:"darkBackground" doc:"Colors are # and six hexadecimal digits"`
	DarkSurface     string `json:"darkSurface" doc:"Of cards, menus and fields"`
	DarkText        string `json:"darkText"`
	DarkAccent      string `json:"darkAccent" doc:"Of the main button, links and what is featured"`
	LightBackground string `json:"lightBackground"`
	LightSurface    string `json:"lightSurface"`
	LightText       string `json:"lightText"`
	LightAccent     string `json:"lightAccent"`
}

// Scheme is which colors visitors see.
type Scheme string

// The color schemes.
const (
	Dark  Scheme = "dark"
	Light Scheme = "light"
	Both  Scheme = "both" // that of the visitor's system
)

// Font is the name of a font family.
type Font string

// The fonts. The first two come with the program, the others are on visitors' devices.
const (
	Inter           Font = "inter"
	InstrumentSerif Font = "instrument-serif"
	System          Font = "system"
	Serif           Font = "serif"
	Mono            Font = "mono"
	Rounded         Font = "rounded"
)

// Corners is how round the corners of cards, buttons and fields are.
type Corners string

// The corners.
const (
	Square Corners = "square"
	Small  Corners = "small"
	Medium Corners = "medium"
	Large  Corners = "large"
)

// Hero is the ground of the heading of the home page.
type Hero string

// The grounds of the heading.
const (
	Plain    Hero = "plain"
	Gradient Hero = "gradient" // a light of the accent color from above
	Filled   Hero = "filled"   // the accent color
)

// Default returns the theme of a site where nobody has changed anything.
func Default() Theme {
	return Theme{
		Scheme: Dark, TextFont: Inter, HeadingFont: InstrumentSerif, Corners: Medium, Hero: Plain,
		DarkBackground: "#0e0c09", DarkSurface: "#171411", DarkText: "#f6f3ed", DarkAccent: "#e9bd68",
		LightBackground: "#faf8f4", LightSurface: "#ffffff", LightText: "#1d1914", LightAccent: "#7b5100",
	}
}

func (t Theme) dark() Palette {
	return Palette{t.DarkBackground, t.DarkSurface, t.DarkText, t.DarkAccent}
}

func (t Theme) light() Palette {
	return Palette{t.LightBackground, t.LightSurface, t.LightText, t.LightAccent}
}

// Unreadable returns what is wrong with the contrasts of the colors, by the JSON name of the field to change. It checks
// both schemes, so that an administrator can switch at any time.
func (t Theme) Unreadable() map[string]string {
	wrong := map[string]string{}
	for scheme, palette := range map[string]Palette{"dark": t.dark(), "light": t.light()} {
		for _, pair := range palette.Pairs() {
			field := scheme + map[string]string{"text": "Text", "accent": "Accent"}[pair.Text]
			if wrong[field] == "" && !pair.IsReadable() {
				wrong[field] = pair.message(scheme)
			}
		}
	}
	return wrong
}
