package media

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"

	scaling "golang.org/x/image/draw"
)

// maxFitted is the maximum size of a fitted image, in bytes: 100 KB as base64.
const maxFitted = 75_000

// sharp is the number of image pixels per displayed pixel, as on high-density screens.
const sharp = 2

// fitted is an encoded image that was made to fit.
type fitted struct {
	mimeType string // image/png or image/jpeg
	file     []byte
}

// Fit copies a PNG, JPEG, GIF or WebP for display within width by height pixels. The copy is at most twice that size,
// never larger than the original, transparent where the original is, without animation or metadata, and at most 75,000
// bytes. A JPEG stays a JPEG; all others become PNGs, except that an opaque image becomes a JPEG if its PNG would be too
// large. Any other file is WrongType; an unreadable image is Invalid.
func (l *Library) Fit(ctx context.Context, file []byte, width, height int) (mimeType string, copied []byte, err error) {
	f, err := inspect(file, images)
	if err != nil {
		return "", nil, fmt.Errorf("prepare an image to fit: %w", err)
	}
	var made fitted
	err = l.converter.withSlot(ctx, f.need, func(ctx context.Context) error {
		made, err = fitInto(ctx, file, f, image.Pt(width, height))
		return err
	})
	return made.mimeType, made.file, err
}

// fitInto makes the copy at twice the displayed size, or at the displayed size if that takes too many bytes.
func fitInto(ctx context.Context, file []byte, f facts, shown image.Point) (made fitted, err error) {
	whole, err := f.read(ctx, file)
	if err != nil {
		return fitted{}, err
	}
	size := whole.Bounds().Size()
	roughly := rotate(reduce(whole, max(size.X, size.Y)/(2*sharp*max(shown.X, shown.Y))), f.orientation)
	for times := sharp; times > 0; times-- {
		made, err = encodeFitted(shrink(roughly, shown.Mul(times)), bytes.HasPrefix(file, []byte(jpegMagic)))
		if err != nil || len(made.file) <= maxFitted {
			break
		}
	}
	return made, err
}

// shrink scales an image down to fit within most; it never enlarges.
func shrink(img *image.RGBA, most image.Point) *image.RGBA {
	size := img.Rect.Size()
	scale := min(float64(most.X)/float64(size.X), float64(most.Y)/float64(size.Y))
	if scale >= 1 {
		return img
	}
	longest := math.Round(scale * float64(max(size.X, size.Y)))
	out := image.NewRGBA(fit(size.X, size.Y, int(longest)))
	scaling.CatmullRom.Scale(out, out.Rect, img, img.Rect, draw.Src, nil)
	return out
}

// encodeFitted encodes a PNG; for a former JPEG, or an opaque image whose PNG would be too large, a JPEG.
func encodeFitted(img *image.RGBA, wasJPEG bool) (fitted, error) {
	var out bytes.Buffer
	if !wasJPEG {
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		if err := encoder.Encode(&out, img); err != nil || out.Len() <= maxFitted || !img.Opaque() {
			return fitted{"image/png", out.Bytes()}, err
		}
		out.Reset()
	}
	err := jpeg.Encode(&out, img, &jpeg.Options{Quality: quality})
	return fitted{"image/jpeg", out.Bytes()}, err
}
