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
	side     = 500  // of a stored logo, in pixels (product.md)
	longSide = 1600 // maximum longer side of a screenshot: twice its size on a page
	quality  = 85   // of the JPEG
)

// Kind is the kind of an upload.
type Kind string

// Kinds of uploads.
const (
	Logo       Kind = "logo"       // becomes a square; the default
	Screenshot Kind = "screenshot" // keeps its proportions
)

// screenshotNeed is the memory a screenshot takes beside the decoded image, in bytes: two copies of up to twice
// longSide.
const screenshotNeed = 2 * 4 * (2 * longSide) * (2 * longSide)

// plan is the geometry of a conversion.
type plan struct {
	fitted image.Rectangle // size of the scaled image
	ground image.Rectangle // canvas on which it is centered
	by     int             // factor by which reduce scales down first
}

// plan returns the conversion of an image of this size.
func (k Kind) plan(width, height int) plan {
	longest := max(width, height)
	if k == Screenshot {
		fitted := fit(width, height, min(longest, longSide))
		return plan{fitted, fitted, longest / longSide}
	}
	return plan{fit(width, height, side), image.Rect(0, 0, side, side), longest / (2 * side)}
}

// jpegImage is a converted upload: on white, without metadata.
type jpegImage struct {
	jpeg  []byte
	color string // from Color, before the white background is added
	blank bool   // a logo of one color
}

// makeJPEG converts an inspected image. It stops when ctx ends.
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
	return jpegImage{jpeg: out.Bytes(), color: Color(fitted), blank: kind != Screenshot && isBlank(ground)}, nil
}

// fit returns the largest rectangle of these proportions within a square of this side, at least one pixel wide and high.
func fit(width, height, side int) image.Rectangle {
	scale := float64(side) / float64(max(width, height))
	length := func(n int) int { return max(1, int(math.Round(scale*float64(n)))) }
	return image.Rect(0, 0, length(width), length(height))
}

// reduce replaces each square of by × by pixels with its mean. For a large image this is most of the work. It works
// strip by strip, so that it needs almost no memory and handles every image type the same way.
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

// mean stores the mean of a part of the strip in a pixel.
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
