package preview

import (
	"image/color"
	"math"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/mark"
)

// Tone is the color of a badge, named after the site's tokens.
type Tone string

// The tones of badges. A fact without a tone is dim text.
const (
	Plain    Tone = ""
	Free     Tone = "free"
	Freemium Tone = "freemium"
	Premium  Tone = "premium"
	Other    Tone = "unknown"
	Featured Tone = "brass"
	Deal     Tone = "deal"
)

// shade is an OKLCH color, as in the site's theme: lightness, chroma, hue in degrees.
type shade struct{ l, c, h float64 }

// The theme's colors, by their names there.
var (
	backgroundShade = shade{0.155, 0.006, 75}
	text            = shade{0.965, 0.008, 85}
	muted           = shade{0.72, 0.012, 80}
	dim             = shade{0.63, 0.012, 80}
	brass           = shade{0.82, 0.115, 82}
	warm            = shade{0.9, 0.04, 85} // light from above

	tones = map[Tone]shade{
		Free: {0.84, 0.13, 150}, Freemium: {0.8, 0.1, 245}, Premium: {0.8, 0.12, 65}, Other: {0.76, 0.01, 80}, Featured: brass, Deal: {0.8, 0.11, 25},
	}
)

// rgb is an sRGB color with channels from 0 to 1.
type rgb [3]float64

// rgb converts the shade to sRGB and clips colors out of gamut (Björn Ottosson, Oklab).
func (s shade) rgb() rgb {
	sin, cos := math.Sincos(s.h * math.Pi / 180)
	a, b := s.c*cos, s.c*sin
	l, m, n := cube(s.l+0.3963377774*a+0.2158037573*b), cube(s.l-0.1055613458*a-0.0638541728*b), cube(s.l-0.0894841775*a-1.2914855480*b)
	return rgb{
		gamma(4.0767416621*l - 3.3077115913*m + 0.2309699292*n),
		gamma(-1.2684380046*l + 2.6097574011*m - 0.3413193965*n),
		gamma(-0.0041960863*l - 0.7034186147*m + 1.7076147010*n),
	}
}

func cube(x float64) float64 { return x * x * x }

// gamma is the sRGB transfer function (IEC 61966-2-1).
func gamma(x float64) float64 {
	switch {
	case x <= 0:
		return 0
	case x <= 0.0031308:
		return 12.92 * x
	}
	return min(1, 1.055*math.Pow(x, 1/2.4)-0.055)
}

// color returns the shade as an opaque color.RGBA.
func (s shade) color() color.RGBA { return s.rgb().over(1) }

// over returns the color premultiplied by alpha, for drawing over others.
func (c rgb) over(alpha float64) color.RGBA {
	level := func(x float64) uint8 { return uint8(x*alpha*255 + 0.5) }
	return color.RGBA{R: level(c[0]), G: level(c[1]), B: level(c[2]), A: uint8(alpha*255 + 0.5)}
}

// white returns white premultiplied by alpha.
func white(alpha float64) color.RGBA { return rgb{1, 1, 1}.over(alpha) }

// parsed returns a color #rrggbb. ok is false for any other text.
func parsed(text string) (c rgb, ok bool) {
	if len(text) != 7 || text[0] != '#' {
		return c, false
	}
	value, err := strconv.ParseUint(text[1:], 16, 32)
	return rgb{float64(value>>16) / 255, float64(value>>8&255) / 255, float64(value&255) / 255}, err == nil
}

// light returns the color that lights the tool's display case.
func (e Tool) light() rgb {
	light, ok := parsed(e.Color)
	if !ok {
		_, _, of := mark.Of(e.Name).Colors()
		light, _ = parsed(of)
	}
	return light
}
