package site

import (
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// Each field of the theme is a row of its own.
func TestThemeRows(t *testing.T) {
	for _, preset := range theme.Presets() {
		want := DefaultValues()
		want.Theme = preset.Theme
		got, err := ValuesOf(want.Rows())
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", preset.Name, got.Theme, err)
		}
	}
}

func TestThemeChange(t *testing.T) {
	of := func(text string) *string { return &text }
	change := func(c ThemeChange) (theme.Theme, error) {
		v, err := ValuesChange{Theme: &c}.Apply(DefaultValues())
		return v.Theme, err
	}
	scheme := theme.Light
	got, err := change(ThemeChange{Scheme: &scheme, DarkAccent: of(" #FF8800 ")})
	want := theme.Default()
	want.Scheme, want.DarkAccent = theme.Light, "#ff8800"
	if err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	unknown := theme.Font("comic")
	for field, test := range map[string]struct {
		change  ThemeChange
		message string
	}{
		"theme.textFont":     {ThemeChange{TextFont: &unknown}, "Please choose one"},
		"theme.darkSurface":  {ThemeChange{DarkSurface: of("red"), DarkText: of("#000000")}, "Please enter a color as #"},
		"theme.lightSurface": {ThemeChange{LightSurface: of("#fff")}, "Please enter a color as #"},
		"theme.darkText":     {ThemeChange{DarkText: of("#777777")}, "In the dark colors, text on background has a contrast of 4.36:1 and needs 4.5:1. Please choose colors further apart"},
		"theme.lightAccent":  {ThemeChange{LightAccent: of("#ffd60a")}, "accent on background has a contrast of 1.33:1"},
	} {
		_, err := change(test.change)
		f := fault.From(err)
		if err == nil || len(f.Fields) != 1 || f.Fields[0].Field != field || !strings.Contains(f.Fields[0].Message, test.message) {
			t.Errorf("%s: %+v", field, f)
		}
	}
	// A theme that another version of the program accepted does not block other settings.
	v := DefaultValues()
	v.Theme.DarkText = "#777777"
	if _, err := (ValuesChange{Texts: &TextsChange{Name: of("Orchestra")}}).Apply(v); err != nil {
		t.Error(err)
	}
}
