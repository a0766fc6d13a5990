package preview

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/vector"
)

// rounded returns the mask of a rounded rectangle.
func rounded(size image.Point, radius float64) *image.Alpha {
	mask := image.NewAlpha(image.Rectangle{Max: size})
	raster := vector.NewRasterizer(size.X, size.Y)
	w, h, r := float32(size.X), float32(size.Y), float32(min(radius, float64(min(size.X, size.Y))/2))
	const k = 0.5523 // Bézier approximation of a quarter circle
	c := r * (1 - k)
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
