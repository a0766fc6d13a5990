package media

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/jpeg"
	"math"

	scaling "golang.org/x/image/draw"
)

const (
	side     = 500  // of a stored logo, in pixels: product.md
	longSide = 1600 // of a screenshot's longer side, at most: twice the room that a page has for it
	quality  = 85   // of their JPEG
)

// Kind is what an upload shows.
type Kind string

// Kinds of uploads.
const (
	Logo       Kind = "logo"       // becomes a square; what is not said to be something else is a logo
	Screenshot Kind = "screenshot" // keeps its shape
)

// screenshotNeed is what a screenshot takes beside the decoded image, in bytes: two copies of up to twice its longer side.
const screenshotNeed = 2 * 4 * (2 * longSide) * (2 * longSide)

// plan is what is made of an image of some size.
type plan struct {
	fitted image.Rectangle // as large as the image becomes
	ground image.Rectangle // the image, in the middle of which it stands
	by     int             // pixels of the image, along each side, of which one is made first
}

// plan fits an image of this size.
func (k Kind) plan(width, height int) plan {
	longest := max(width, height)
	if k == Screenshot {
		fitted := fit(width, height, min(longest, longSide))
		return plan{fitted, fitted, longest / longSide}
	}
	return plan{fit(width, height, side), image.Rect(0, 0, side, side), longest / (2 * side)}
}

// image is an upload as it is kept: on white, without any metadata.
type jpegImage struct {
	jpeg  []byte
	color string // as Color gives it, read before white is put behind
}

// makeJPEG makes an image of an image that was inspected. It ends with ctx.
func makeJPEG(ctx context.Context, data []byte, f facts, kind Kind) (jpegImage, error) {
	img, err := f.read(ctx, data)
	if err != nil {
		return jpegImage{}, err
	}
	width, height := f.width, f.height
	if turned(f.orientation) {
		width, height = height, width
	}
	plan := kind.plan(width, height)
	reduced := rotate(reduce(img, plan.by), f.orientation)
	fitted := image.NewRGBA(plan.fitted)
	scaling.CatmullRom.Scale(fitted, fitted.Rect, reduced, reduced.Rect, draw.Src, nil)

	ground := image.NewRGBA(plan.ground)
	draw.Draw(ground, ground.Rect, image.White, image.Point{}, draw.Src)
	at := ground.Rect.Size().Sub(fitted.Rect.Size()).Div(2)
	draw.Draw(ground, fitted.Rect.Add(at), fitted, image.Point{}, draw.Over)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, ground, &jpeg.Options{Quality: quality}); err != nil {
		return jpegImage{}, err
	}
	return jpegImage{jpeg: out.Bytes(), color: Color(fitted)}, nil
}

// fit is the largest rectangle of these proportions in a square of this side; at least one pixel wide and high.
func fit(width, height, side int) image.Rectangle {
	scale := float64(side) / float64(max(width, height))
	length := func(n int) int { return max(1, int(math.Round(scale*float64(n)))) }
	return image.Rect(0, 0, length(width), length(height))
}

// reduce makes one pixel, the mean, of each square of so many by so many. Of a large image that is most of the work:
// it is done a strip at a time, so that it needs next to no memory and takes every kind of image the same way.
func reduce(img image.Image, by int) *image.RGBA {
	by = max(by, 1)
	from := img.Bounds()
	strip := image.NewRGBA(image.Rect(0, 0, from.Dx(), by))
	out := image.NewRGBA(image.Rect(0, 0, (from.Dx()+by-1)/by, (from.Dy()+by-1)/by))
	for y := range out.Rect.Dy() {
		rows := min(by, from.Dy()-y*by)
		draw.Draw(strip, image.Rect(0, 0, from.Dx(), rows), img, from.Min.Add(image.Pt(0, y*by)), draw.Src)
		for x := range out.Rect.Dx() {
			mean(out.Pix[out.PixOffset(x, y):][:4], strip, x*by, min(by, from.Dx()-x*by), rows)
		}
	}
	return out
}

// mean puts the mean of a part of the strip into a pixel.
func mean(pixel []byte, strip *image.RGBA, x, columns, rows int) {
	var r, g, b, a int
	for y := range rows {
		line := strip.Pix[strip.PixOffset(x, y):][:4*columns]
		for i := 0; i+3 < len(line); i += 4 {
			r += int(line[i])
			g += int(line[i+1])
			b += int(line[i+2])
			a += int(line[i+3])
		}
	}
	count := columns * rows
	pixel[0], pixel[1], pixel[2], pixel[3] = rounded(r, count), rounded(g, count), rounded(b, count), rounded(a, count)
}

func rounded(sum, count int) byte { return byte((sum + count/2) / count) }
