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
	side    = 500 // of a stored picture, in pixels: product.md
	quality = 85  // of its JPEG
)

// picture is an upload as it is kept: square, on white, without any metadata.
type picture struct {
	jpeg  []byte
	color string // as Color gives it, read before white is put behind
}

// develop makes a picture of an image that was inspected. It ends with ctx.
func develop(ctx context.Context, data []byte, f facts) (picture, error) {
	img, err := f.decode(&stoppable{ctx, bytes.NewReader(data)})
	if ctx.Err() != nil {
		return picture{}, ctx.Err()
	}
	if err != nil {
		return picture{}, explain(err)
	}
	width, height := f.width, f.height
	if turned(f.orientation) {
		width, height = height, width
	}
	reduced := turn(reduce(img, max(width, height)/(2*side)), f.orientation)
	fitted := image.NewRGBA(fit(width, height))
	scaling.CatmullRom.Scale(fitted, fitted.Rect, reduced, reduced.Rect, draw.Src, nil)

	square := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.Draw(square, square.Rect, image.White, image.Point{}, draw.Src)
	at := image.Pt((side-fitted.Rect.Dx())/2, (side-fitted.Rect.Dy())/2)
	draw.Draw(square, fitted.Rect.Add(at), fitted, image.Point{}, draw.Over)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, square, &jpeg.Options{Quality: quality}); err != nil {
		return picture{}, err
	}
	return picture{jpeg: out.Bytes(), color: Color(fitted)}, nil
}

// fit is the largest rectangle of these proportions in the square; at least one pixel wide and high.
func fit(width, height int) image.Rectangle {
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

// stoppable reads until its context ends: a decoder that has its fill of time gets no more.
type stoppable struct {
	ctx context.Context
	*bytes.Reader
}

// Read reads on, unless the context has ended.
func (s *stoppable) Read(into []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(into)
}
