package theme

// Preset is a theme to begin with.
type Preset struct {
	Name  string `json:"name"`
	Theme Theme  `json:"theme"`
}

// Presets returns the themes that come with the program, the default first. A site that uses one has its values, so that
// a later version of the program does not change how it looks.
func Presets() []Preset {
	return []Preset{
		{"Default", Default()},
		{"Paper", Theme{
			Scheme: Light, TextFont: Serif, HeadingFont: Serif, Corners: Small, Hero: Plain,
			DarkBackground: "#1a1814", DarkSurface: "#23201b", DarkText: "#efe9dd", DarkAccent: "#f0917f",
			LightBackground: "#f7f2e7", LightSurface: "#fffdf8", LightText: "#22201b", LightAccent: "#9a2617",
		}},
		{"Terminal", Theme{
			Scheme: Both, TextFont: Mono, HeadingFont: Mono, Corners: Square, Hero: Plain,
			DarkBackground: "#000000", DarkSurface: "#0b0f0b", DarkText: "#e6f2e6", DarkAccent: "#3df07c",
			LightBackground: "#ffffff", LightSurface: "#f1f3f1", LightText: "#000000", LightAccent: "#00632a",
		}},
		{"Playground", Theme{
			Scheme: Both, TextFont: Rounded, HeadingFont: Rounded, Corners: Large, Hero: Filled,
			DarkBackground: "#1b1230", DarkSurface: "#271b42", DarkText: "#f6f0ff", DarkAccent: "#ffb27a",
			LightBackground: "#fff4ea", LightSurface: "#ffffff", LightText: "#2c1e4a", LightAccent: "#6d28d9",
		}},
	}
}
