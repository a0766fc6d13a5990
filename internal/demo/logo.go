package demo

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"

	"golang.org/x/image/vector"
)

// logoSize is the side of a logo in pixels, as uploads are stored.
const logoSize = 500

// logo is an abstract mark of our own for a product of the demonstration: a lit ground and a few flat shapes.
type logo struct {
	slug     string
	from, to rgb // the ground, from its upper left to its lower right
	layers   []layer
}

type layer struct {
	ink   rgb
	alpha float64
	shape shape
}

// rgb is a colour written 0xRRGGBB.
type rgb uint32

func (c rgb) with(alpha float64) color.NRGBA {
	return color.NRGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: uint8(alpha*255 + 0.5)}
}

// draw paints the logo, size pixels wide and high.
func (l logo) draw(size int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	l.paintGround(img)
	unit := float64(size) / 100
	for _, layer := range l.layers {
		raster := vector.NewRasterizer(size, size)
		for _, outline := range layer.shape {
			for i, p := range outline {
				x, y := float32(p.x*unit), float32(p.y*unit)
				if i == 0 {
					raster.MoveTo(x, y)
				} else {
					raster.LineTo(x, y)
				}
			}
			raster.ClosePath()
		}
		raster.Draw(img, img.Rect, image.NewUniform(layer.ink.with(layer.alpha)), image.Point{})
	}
	return img
}

// paintGround paints one line across and shifts it along: the gradient depends on x+y only.
func (l logo) paintGround(img *image.RGBA) {
	size := img.Rect.Dx()
	steps := 2*size - 1
	line := image.NewRGBA(image.Rect(0, 0, steps, 1))
	a, b := l.from.with(1), l.to.with(1)
	for i := range steps {
		t := float64(i) / float64(steps-1)
		mix := func(from, to uint8) uint8 { return uint8(float64(from)*(1-t) + float64(to)*t + 0.5) }
		line.SetRGBA(i, 0, color.RGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 255})
	}
	for y := range size {
		draw.Draw(img, image.Rect(0, y, size, y+1), line, image.Pt(y, 0), draw.Src)
	}
}

// encode is the image as an upload would be stored.
func encode(img image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 90}); err != nil {
		return nil, fmt.Errorf("encode a logo: %w", err)
	}
	return out.Bytes(), nil
}
