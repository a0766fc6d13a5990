package theme

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// color is an sRGB color.
type color struct{ red, green, blue uint8 }

var hexColor = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// IsColor reports whether a text is a color as this package reads it: # and six hexadecimal digits in lower case.
func IsColor(text string) bool { return hexColor.MatchString(text) }

// parse returns the color that a text names, or black if it names none.
func parse(text string) color {
	if !IsColor(text) {
		return color{}
	}
	number, err := strconv.ParseUint(text[1:], 16, 32)
	if err != nil {
		panic(err) // cannot happen: the text has six hexadecimal digits
	}
	return color{uint8(number >> 16), uint8(number >> 8), uint8(number)}
}

func (c color) String() string { return fmt.Sprintf("#%02x%02x%02x", c.red, c.green, c.blue) }

// withAlpha returns the color as a CSS value with an opacity from 0 to 1.
func (c color) withAlpha(alpha float64) string {
	return fmt.Sprintf("%v%02x", c, int(math.Round(alpha*255)))
}

// mix returns the color between two: a at 0, b at 1. It mixes sRGB values, as color-mix(in srgb, …) does.
func mix(a, b color, part float64) color {
	between := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + (float64(y)-float64(x))*part)) }
	return color{between(a.red, b.red), between(a.green, b.green), between(a.blue, b.blue)}
}

// luminance returns the relative luminance by WCAG 2, from 0 for black to 1 for white.
func (c color) luminance() float64 {
	linear := func(value uint8) float64 {
		v := float64(value) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.red) + 0.7152*linear(c.green) + 0.0722*linear(c.blue)
}

// contrast returns the contrast ratio of two colors by WCAG 2, from 1 to 21.
func contrast(a, b color) float64 {
	light, dark := a.luminance(), b.luminance()
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}
