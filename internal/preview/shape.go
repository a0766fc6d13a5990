package preview

import (
	"image"
	"image/color"
	"image/draw"
	"slices"

	"golang.org/x/image/vector"

	"github.com/vitrine-directory/vitrine/internal/mark"
)

// curve is the Bézier approximation of a quarter circle.
const curve = 0.5523

// rounded returns the mask of a rounded rectangle.
func rounded(size image.Point, radius float64) *image.Alpha {
	mask := image.NewAlpha(image.Rectangle{Max: size})
	raster := vector.NewRasterizer(size.X, size.Y)
	w, h, r := float32(size.X), float32(size.Y), float32(min(radius, float64(min(size.X, size.Y))/2))
	c := r * (1 - curve)
	raster.MoveTo(r, 0)
	raster.LineTo(w-r, 0)
	raster.CubeTo(w-c, 0, w, c, w, r)
	raster.LineTo(w, h-r)
	raster.CubeTo(w, h-c, w-c, h, w-r, h)
	raster.LineTo(r, h)
	raster.CubeTo(c, h, 0, h-c, 0, h-r)
	raster.LineTo(0, r)
	raster.CubeTo(0, c, c, 0, r, 0)
	raster.ClosePath()
	raster.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	return mask
}

// fillRounded fills a rounded rectangle.
func fillRounded(img *image.RGBA, at image.Rectangle, radius float64, c color.RGBA) {
	draw.DrawMask(img, at, image.NewUniform(c), image.Point{}, rounded(at.Size(), radius), image.Point{}, draw.Over)
}

// edge returns the mask of a rounded rectangle's inner border.
func edge(size image.Point, radius float64, line int) *image.Alpha {
	mask := rounded(size, radius)
	hole := rounded(size.Sub(image.Pt(2*line, 2*line)), radius-float64(line))
	for y := range hole.Rect.Dy() {
		row := mask.Pix[mask.PixOffset(line, y+line):]
		for x := range hole.Rect.Dx() {
			row[x] -= min(row[x], hole.Pix[hole.PixOffset(x, y)])
		}
	}
	return mask
}

// fillPieces fills the pieces of a mark in a color. at returns where a point of the mark is in the image.
func fillPieces(img *image.RGBA, pieces []mark.Piece, figure rgb, at func(x, y float64) (float32, float32)) {
	var opacities []float64
	for _, p := range pieces {
		if p.Kind != mark.Hole && !slices.Contains(opacities, p.Opacity) {
			opacities = append(opacities, p.Opacity)
		}
	}
	for _, opacity := range opacities {
		pen := outline{vector.NewRasterizer(img.Rect.Dx(), img.Rect.Dy()), at}
		for _, p := range pieces {
			if p.Kind == mark.Hole || p.Opacity == opacity {
				pen.piece(p)
			}
		}
		pen.raster.Draw(img, img.Rect, image.NewUniform(figure.over(opacity)), image.Point{})
	}
}

// outline draws the outlines of pieces.
type outline struct {
	raster *vector.Rasterizer
	at     func(x, y float64) (float32, float32)
}

// axes are the directions from a center, clockwise.
var axes = [4][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

func (o outline) piece(p mark.Piece) {
	switch p.Kind {
	case mark.Disc, mark.Hole: // a hole is drawn the other way round, which takes away
		o.raster.MoveTo(o.at(p.X+p.A, p.Y))
		for turn := range 4 {
			if p.Kind == mark.Hole {
				o.arc(p.X, p.Y, p.A, (4-turn)%4, 3-turn)
			} else {
				o.arc(p.X, p.Y, p.A, turn, (turn+1)%4)
			}
		}
	case mark.Quarter:
		turn := int(p.B)
		o.raster.MoveTo(o.at(p.X, p.Y))
		o.raster.LineTo(o.at(p.X+p.A*axes[turn][0], p.Y+p.A*axes[turn][1]))
		o.arc(p.X, p.Y, p.A, turn, (turn+1)%4)
	case mark.Bar:
		c := p.Corner()
		left, right, top, bottom := p.X+c, p.X+p.A-c, p.Y+c, p.Y+p.B-c
		o.raster.MoveTo(o.at(left, p.Y))
		o.raster.LineTo(o.at(right, p.Y))
		o.arc(right, top, c, 3, 0)
		o.raster.LineTo(o.at(p.X+p.A, bottom))
		o.arc(right, bottom, c, 0, 1)
		o.raster.LineTo(o.at(left, p.Y+p.B))
		o.arc(left, bottom, c, 1, 2)
		o.raster.LineTo(o.at(p.X, top))
		o.arc(left, top, c, 2, 3)
	}
	o.raster.ClosePath()
}

// arc draws a quarter of a circle from one axis to the next.
func (o outline) arc(x, y, r float64, from, to int) {
	a, b := axes[from], axes[to]
	bx, by := o.at(x+r*(a[0]+curve*b[0]), y+r*(a[1]+curve*b[1]))
	cx, cy := o.at(x+r*(b[0]+curve*a[0]), y+r*(b[1]+curve*a[1]))
	dx, dy := o.at(x+r*b[0], y+r*b[1])
	o.raster.CubeTo(bx, by, cx, cy, dx, dy)
}
