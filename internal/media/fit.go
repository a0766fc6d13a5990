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

// maxFitted is how many bytes a fitted image may have: in base64 they are 100 KB.
const maxFitted = 75_000

// sharp is how many pixels are kept for each that is shown: as many as a dense screen has.
const sharp = 2

// fitted is an image that was made to fit.
type fitted struct {
	mimeType string // image/png or image/jpeg
	file     []byte
}

// Fit makes a copy of a PNG, JPEG, GIF or WebP that is shown within width by height pixels: at most twice as large, never
// larger than the image, transparent where that is, standing still, without any metadata, and of at most 75,000 bytes. A
// JPEG stays one; all others become PNGs, but one that nothing is seen through a JPEG where a PNG would be too large. What
// is none of these images is WrongType, one that cannot be read Invalid.
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

// fitInto makes the copy: sharp, or just as large as it is shown where that takes too many bytes.
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

// shrink makes an image no wider and no higher than most.
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

// encodeFitted packs an image: as a PNG, unless it was a JPEG, or nothing is seen through it and a PNG would be too large.
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
