package media

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
)

// drawn is an image of one color with a rectangle of another color in its middle, a given part of each side wide.
func drawn(size int, ground, mark color.Color, part float64) image.Image {
	img := image.NewNRGBA(image.Rect(10, 20, 10+size, 20+size))
	draw.Draw(img, img.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	inset := int(float64(size) * (1 - part) / 2)
	draw.Draw(img, img.Rect.Inset(inset), image.NewUniform(mark), image.Point{}, draw.Src)
	return img
}

var (
	white    = color.NRGBA{255, 255, 255, 255}
	offWhite = color.NRGBA{250, 248, 246, 255}
	black    = color.NRGBA{8, 8, 8, 255}
	clear    = color.NRGBA{255, 0, 0, 0}
	blue     = color.NRGBA{40, 80, 220, 255}
	green    = color.NRGBA{30, 180, 90, 255}
	grey     = color.NRGBA{128, 128, 128, 255}
)

// The color of a logo is that of its mark.
func TestColor(t *testing.T) {
	for name, test := range map[string]struct {
		img  image.Image
		want string
	}{
		"on white":                     {drawn(500, white, blue, 0.3), "#2850dc"},
		"on black":                     {drawn(500, black, blue, 0.3), "#2850dc"},
		"on nearly white":              {drawn(500, offWhite, green, 0.3), "#1eb45a"},
		"on a transparent ground":      {drawn(500, clear, blue, 0.3), "#2850dc"},
		"a color on much grey":         {drawn(500, grey, green, 0.4), "#1eb45a"},
		"a color all over":             {drawn(500, blue, white, 0.5), "#2850dc"},
		"the larger of two colors":     {drawn(500, blue, green, 0.4), "#2850dc"},
		"grey on white, without a hue": {drawn(500, white, grey, 0.6), "#828282"},
		"a dark color":                 {drawn(500, white, color.NRGBA{0, 16, 64, 255}, 0.5), "#002080"},
		"only black":                   {drawn(500, color.Black, color.Black, 0.5), "#808080"},
		"only white":                   {drawn(500, white, white, 0.5), "#ffffff"},
		"nothing but air":              {drawn(500, clear, clear, 0.5), ""},
		"no pixels":                    {image.NewNRGBA(image.Rectangle{}), ""},
		"a single pixel":               {drawn(1, blue, blue, 1), "#2850dc"},
	} {
		t.Run(name, func(t *testing.T) {
			same(t, "the color", Color(test.img), test.want)
		})
	}
}

// The color of a large image costs no more than that of a small one.
func TestColorCost(t *testing.T) {
	counting := &countingImage{Image: drawn(4000, white, blue, 0.5)}
	same(t, "the color", Color(counting), "#2850dc")
	if counting.asked > sampleSide*sampleSide {
		t.Errorf("looked at %d pixels", counting.asked)
	}
}

type countingImage struct {
	image.Image
	asked int
}

func (c *countingImage) At(x, y int) color.Color {
	c.asked++
	return c.Image.At(x, y)
}
