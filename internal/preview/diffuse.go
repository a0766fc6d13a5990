package preview

import (
	"image"
	"image/color"
)

// nearest finds the colour of a palette that is next to another, and remembers it by the first five bits of each channel.
type nearest struct {
	palette color.Palette
	found   [1 << 15]uint8
	known   [1 << 15]bool
}

// index is the place of the nearest colour.
func (n *nearest) index(c [3]int) uint8 {
	key := c[0]>>3<<10 | c[1]>>3<<5 | c[2]>>3
	if !n.known[key] {
		n.found[key], n.known[key] = uint8(n.palette.Index(color.RGBA{uint8(c[0]), uint8(c[1]), uint8(c[2]), 255})), true
	}
	return n.found[key]
}

// diffuse paints a part of a picture with the colours of its palette so that what is lost at one pixel is made up for at
// the next ones (Floyd and Steinberg 1976): shades that the palette lacks are seen all the same. The stage stays.
func (s *stage) diffuse(flat *image.Paletted, img *image.RGBA, at image.Rectangle, near *nearest) {
	now, below := make([][3]int, at.Dx()+2), make([][3]int, at.Dx()+2) // sixteenths; one more at each side
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			i, here := y*Width+x, x-at.Min.X+1
			if s.shows(img, i) {
				continue
			}
			var wanted [3]int
			for n := range 3 {
				wanted[n] = min(255, max(0, int(img.Pix[4*i+n])+now[here][n]/16))
			}
			flat.Pix[i] = near.index(wanted)
			got := near.palette[flat.Pix[i]].(color.RGBA)
			for n, level := range [3]uint8{got.R, got.G, got.B} {
				lost := wanted[n] - int(level)
				now[here+1][n] += 7 * lost
				below[here-1][n] += 3 * lost
				below[here][n] += 5 * lost
				below[here+1][n] += lost
			}
		}
		now, below = below, now
		clear(below)
	}
}
