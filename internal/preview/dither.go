package preview

import (
	"image"
	"image/color"
)

// nearest finds the colour of a palette that is next to another, and remembers it by the first six bits of each channel.
type nearest struct {
	palette [][3]int
	found   [1 << 18]uint8
	known   [1 << 18]bool
}

func newNearest(palette color.Palette) *nearest {
	n := &nearest{palette: make([][3]int, len(palette))}
	for i, c := range palette {
		r, g, b, _ := c.RGBA()
		n.palette[i] = [3]int{int(r >> 8), int(g >> 8), int(b >> 8)}
	}
	return n
}

// index is the place of the nearest colour.
func (n *nearest) index(c [3]int) uint8 {
	key := c[0]>>2<<12 | c[1]>>2<<6 | c[2]>>2
	if !n.known[key] {
		n.found[key], n.known[key] = n.search(c), true
	}
	return n.found[key]
}

func (n *nearest) search(c [3]int) (at uint8) {
	least := 3 * 256 * 256
	for i, p := range n.palette {
		r, g, b := p[0]-c[0], p[1]-c[1], p[2]-c[2]
		if distance := r*r + g*g + b*b; distance < least {
			at, least = uint8(i), distance
		}
	}
	return at
}

// diffuse paints a part of an image with the colours of its palette so that what is lost at one pixel is made up for at
// the next ones (Floyd and Steinberg 1976): shades that the palette lacks are seen all the same. The scene stays.
func (s *scene) diffuse(flat *image.Paletted, img *image.RGBA, at image.Rectangle, near *nearest) {
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
			for n, level := range near.palette[flat.Pix[i]] {
				lost := wanted[n] - level
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
