package theme

import (
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The examples are those of the WCAG techniques and of common contrast checkers.
func TestContrast(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want float64
	}{
		{"#ffffff", "#000000", 21}, {"#777777", "#ffffff", 4.48}, {"#767676", "#ffffff", 4.54}, {"#ff0000", "#ffffff", 4.00}, {"#0000ff", "#ffffff", 8.59}, {"#123456", "#123456", 1},
	} {
		if got := contrast(parse(test.a), parse(test.b)); math.Abs(got-test.want) > 0.005 {
			t.Errorf("%s on %s: %.3f, want %.2f", test.a, test.b, got, test.want)
		}
		if contrast(parse(test.a), parse(test.b)) != contrast(parse(test.b), parse(test.a)) {
			t.Errorf("%s on %s: the order counts", test.a, test.b)
		}
	}
}

// A style sheet that does not exist is empty. A folder, and a file that is too large, are errors.
func TestReadCustomCSS(t *testing.T) {
	path := CustomCSSPath(t.TempDir())
	if text, err := ReadCustomCSS(path); len(text) > 0 || err != nil {
		t.Errorf("no file: %q, %v", text, err)
	}
	for _, size := range []int{MaxCustomCSS, MaxCustomCSS + 1} {
		if err := os.WriteFile(path, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		if text, err := ReadCustomCSS(path); (err == nil) != (size == MaxCustomCSS) || len(text) > MaxCustomCSS {
			t.Errorf("%d bytes: %d, %v", size, len(text), err)
		}
	}
	if _, err := ReadCustomCSS(t.TempDir()); err == nil {
		t.Error("a folder is read")
	}
}

func TestPresets(t *testing.T) {
	var names []string
	for i, preset := range Presets() {
		if wrong := preset.Theme.Unreadable(); len(wrong) > 0 {
			t.Errorf("%s: %v", preset.Name, wrong)
		}
		if (preset.Theme.CSS() == "") != (i == 0) {
			t.Errorf("%s has the style sheet %q", preset.Name, preset.Theme.CSS())
		}
		names = append(names, preset.Name)
	}
	if len(slices.Compact(names)) != 4 || Presets()[0].Theme != Default() {
		t.Errorf("presets: %v", names)
	}
}

func TestUnreadable(t *testing.T) {
	bad := Default()
	bad.LightText, bad.DarkAccent = "#999999", "#0e0c09"
	wrong := bad.Unreadable()
	if len(wrong) != 2 || wrong["lightText"] != "In the light colors, text on background has a contrast of 2.68:1 and needs 4.5:1. Please choose colors further apart" ||
		!strings.HasPrefix(wrong["darkAccent"], "In the dark colors, accent on background has a contrast of 1.00:1") {
		t.Errorf("%v", wrong)
	}
}

var drawnColor = rapid.Custom(func(t *rapid.T) string {
	return color{rapid.Uint8().Draw(t, "red"), rapid.Uint8().Draw(t, "green"), rapid.Uint8().Draw(t, "blue")}.String()
})

// Whatever readable colors somebody chooses, all texts of the pages are readable on all grounds.
func TestDerivedColors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]color{{}, {29, 25, 20}, {238, 238, 238}, {255, 255, 255}}).Draw(t, "text")
		onText := func(c color) bool { return contrast(c, text) >= leastContrast }
		away := color{255 - text.red, 255 - text.green, 255 - text.blue}
		p := Palette{Text: text.String(), Background: towards(parse(drawnColor.Draw(t, "background")), away, onText), Surface: towards(parse(drawnColor.Draw(t, "surface")), away, onText)}
		p.Accent = towards(parse(drawnColor.Draw(t, "accent")), text, func(c color) bool { return readableOn(c, parse(p.Background), parse(p.Surface)) })
		if slices.ContainsFunc(p.Pairs(), func(pair Pair) bool { return !pair.IsReadable() }) {
			t.Fatalf("the test made an unreadable palette: %+v", p)
		}
		values := map[string]color{}
		for _, property := range p.properties() {
			if IsColor(property.value) {
				values[property.name] = parse(property.value)
			}
		}
		for _, text := range []string{"text", "prose", "muted", "dim", "brass"} {
			for _, ground := range []string{"background", "raised", "raised-2"} {
				if ratio := contrast(values["--color-"+text], values["--color-"+ground]); ratio < leastContrast {
					t.Errorf("%+v: %s on %s: %.2f", p, text, ground, ratio)
				}
			}
		}
		for _, ground := range []string{"background", "raised", "raised-2"} {
			if ratio := contrast(values["--color-field"], values["--color-"+ground]); ratio < 3 {
				t.Errorf("%+v: edge of a field on %s: %.2f", p, ground, ratio)
			}
		}
		for _, button := range []string{"brass", "brass-bright"} {
			if ratio := contrast(values["--color-ink"], values["--color-"+button]); ratio < leastContrast {
				t.Errorf("%+v: text of a button on %s: %.2f", p, button, ratio)
			}
		}
	})
}

// The default palette gives the colors of theme.css, or colors that nobody could tell from them.
func TestDerivedDefault(t *testing.T) {
	derived := map[string]string{}
	for _, property := range Default().dark().properties() {
		derived[property.name] = property.value
	}
	for name, want := range map[string]string{
		"raised-2": "#201e1a", "muted": "#a9a49c", "dim": "#8d8881", "prose": "#e2dfda", "free": "#89e29d", "deal": "#fda19a", "danger": "#fd736d", "brass-bright": "#f6ce7d", "inverse-muted": "#4b4742",
	} {
		a, b := parse(derived["--color-"+name]), parse(want)
		for _, values := range [][2]uint8{{a.red, b.red}, {a.green, b.green}, {a.blue, b.blue}} {
			if math.Abs(float64(values[0])-float64(values[1])) > 12 {
				t.Errorf("%s is %v, in the style sheet %v", name, a, b)
			}
		}
	}
}

// On paper what is raised is darker than the page and its cards, and warm on a warm page.
func TestDerivedLight(t *testing.T) {
	for _, preset := range Presets() {
		p := preset.Theme.light()
		properties := p.properties()
		i := slices.IndexFunc(properties, func(property property) bool { return property.name == "--color-raised-2" })
		raised := parse(properties[i].value)
		if raised.luminance() >= min(parse(p.Background).luminance(), parse(p.Surface).luminance()) {
			t.Errorf("%s: %s on %s and %s", preset.Name, raised, p.Background, p.Surface)
		}
		if preset.Name == "Default" && raised.String() != "#f5f1ea" {
			t.Errorf("the default's is %s", raised)
		}
	}
}

func TestCSS(t *testing.T) {
	accent := Default()
	accent.DarkAccent, accent.LightText = "#ff8800", "#000000"
	if got := accent.CSS(); !regexp.MustCompile(`^@layer theme\{:root\{--color-brass:#ff8800;--color-brass-bright:#[0-9a-f]{6}\}\}$`).MatchString(got) {
		t.Errorf("another accent gives %s", got)
	}
	both := Default()
	both.Scheme, both.Corners = Both, Square
	if got := both.CSS(); got != "@layer theme{:root{--corners:0}.on-light{display:none}}" {
		t.Errorf("both schemes give %s", got)
	}
	if got := both.LightCSS(); !strings.HasPrefix(got, "@layer theme{:root{--scheme:light;") || !strings.HasSuffix(got, "}.on-dark{display:none}.on-light{display:inline}}") || strings.Contains(got, "--font") || len(got) > 1100 {
		t.Errorf("both schemes give %d bytes for the light one: %s", len(got), got)
	}
	light := Default()
	light.Scheme = Light
	if got := light.CSS(); light.LightCSS() != "" || !strings.Contains(got, "--color-background:#faf8f4") {
		t.Errorf("light gives %s", got)
	}
	// The style sheet is in an element of HTML, as it is.
	for _, preset := range Presets() {
		if css := preset.Theme.CSS() + preset.Theme.LightCSS(); strings.ContainsAny(css, "<>&") {
			t.Errorf("%s: %s", preset.Name, css)
		}
	}
}
