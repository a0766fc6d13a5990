package media

import (
	"fmt"
	"image"
	"image/color"
	"math"
)

// Color returns the dominant color of a logo as #rrggbb; the site lights the logo's card with it. It ignores
// transparent pixels, all but ignores white and black, and lets a little saturated color outweigh much grey. A logo
// without color gives its grey; an image without a usable pixel gives "". Color brightens a color that is too dark to
// give light, and keeps its hue.
//
// It samples at most sampleSide² evenly spread pixels, whatever the size of the image.
func Color(img image.Image) string {
	var tally [hues + 1]bin // the last bin is for greys
	bounds := img.Bounds()
	step := max(1, (max(bounds.Dx(), bounds.Dy())+sampleSide-1)/sampleSide)
	for y := bounds.Min.Y + step/2; y < bounds.Max.Y; y += step {
		for x := bounds.Min.X + step/2; x < bounds.Max.X; x += step {
			r, g, b, ok := opaque(img.At(x, y))
			if ok {
				tally[hueOf(r, g, b)].add(r, g, b)
			}
		}
	}
	return strongest(tally[:])
}

const (
	sampleSide = 128 // samples along the longer side
	hues       = 24  // 15° each
	minChroma  = 0.08
	// The weight of a grey pixel; a fully saturated one weighs up to 1. Grey wins only if there is almost no color.
	greyWeight = 0.02
	ground     = 0.0002 // white and black, which are usually the background of a logo
	darkest    = 0.5    // strongest channel of the darkest color that still gives light
)

// bin sums the pixels of one hue.
type bin struct{ weight, r, g, b float64 }

func (n *bin) add(r, g, b float64) {
	weight := weigh(r, g, b)
	n.weight += weight
	n.r += weight * r
	n.g += weight * g
	n.b += weight * b
}

// weigh favours saturated, bright colors: people remember them of a logo.
func weigh(r, g, b float64) float64 {
	most, least := max(r, g, b), min(r, g, b)
	chroma := most - least
	switch {
	case chroma >= minChroma:
		return chroma * (0.3 + 0.7*most)
	case least > 0.92 || most < 0.08:
		return ground
	}
	return greyWeight
}

// opaque returns the channels of a pixel, 0 to 1, without alpha. ok is false if the pixel is mostly transparent.
func opaque(c color.Color) (r, g, b float64, ok bool) {
	n := color.NRGBA64Model.Convert(c).(color.NRGBA64)
	const most = math.MaxUint16
	return float64(n.R) / most, float64(n.G) / most, float64(n.B) / most, n.A > most/2
}

// hueOf returns the bin of a pixel's hue, or the last bin for a grey.
func hueOf(r, g, b float64) int {
	most, least := max(r, g, b), min(r, g, b)
	chroma := most - least
	if chroma < minChroma {
		return hues
	}
	var sixth float64
	switch most {
	case r:
		sixth = math.Mod((g-b)/chroma+6, 6)
	case g:
		sixth = (b-r)/chroma + 2
	default:
		sixth = (r-g)/chroma + 4
	}
	return int(sixth*hues/6) % hues
}

// strongest returns the mean color around the heaviest hue. It adds the two neighboring bins, so that a color on the
// border of two bins is not halved.
func strongest(tally []bin) string {
	best, bestWeight := hues, tally[hues].weight
	for i := range hues {
		if weight := around(tally, i).weight; weight > bestWeight {
			best, bestWeight = i, weight
		}
	}
	sum := tally[hues]
	if best < hues {
		sum = around(tally, best)
	}
	if sum.weight == 0 {
		return ""
	}
	r, g, b := raise(sum.r/sum.weight, sum.g/sum.weight, sum.b/sum.weight)
	return fmt.Sprintf("#%02x%02x%02x", channel(r), channel(g), channel(b))
}

func raise(r, g, b float64) (float64, float64, float64) {
	most := max(r, g, b)
	switch {
	case most == 0:
		return darkest, darkest, darkest
	case most < darkest:
		return r * darkest / most, g * darkest / most, b * darkest / most
	}
	return r, g, b
}

func around(tally []bin, hue int) bin {
	var sum bin
	for _, i := range []int{(hue + hues - 1) % hues, hue, (hue + 1) % hues} {
		sum.weight += tally[i].weight
		sum.r += tally[i].r
		sum.g += tally[i].g
		sum.b += tally[i].b
	}
	return sum
}

func channel(value float64) uint8 { return uint8(math.Round(255 * value)) }
