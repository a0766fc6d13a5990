package media

import (
	"context"
	"fmt"
	"image"
)

// MinIcon is the least width and height of an icon that can be a logo, in pixels.
const MinIcon = 64

// Icon is an icon of a website, converted like an uploaded logo.
type Icon struct {
	JPEG          []byte
	Color         string // dominant color, #rrggbb
	Width, Height int    // of the original, in pixels
}

// Errors that say why an icon cannot be a logo.
var (
	errSmall = refusal(fmt.Sprintf("This icon is smaller than %d pixels.", MinIcon))
	errBlank = refusal("This icon can't be seen on white.")
)

// ReadIcon validates and converts an icon found on the web, a PNG, JPEG, GIF, WebP or ICO, and stores nothing. Any other
// file is a fault, as is an icon that is too small, which is returned with its size, or blank on the white of logos.
func (l *Library) ReadIcon(ctx context.Context, file []byte) (Icon, error) {
	f, err := inspect(file, icons)
	if err != nil {
		return Icon{}, fmt.Errorf("read an icon: %w", err)
	}
	if min(f.width, f.height) < MinIcon {
		return Icon{Width: f.width, Height: f.height}, errSmall
	}
	var made jpegImage
	err = l.converter.withSlot(ctx, f.need, func(ctx context.Context) error {
		made, err = makeJPEG(ctx, file, f, Logo)
		return err
	})
	if err != nil {
		return Icon{}, fmt.Errorf("convert an icon: %w", err)
	}
	if made.blank {
		return Icon{}, errBlank
	}
	return Icon{made.jpeg, made.color, f.width, f.height}, nil
}

// isBlank reports whether no pixel differs visibly from the first.
func isBlank(img *image.RGBA) bool {
	const visible = 24 // of 255
	for i, value := range img.Pix {
		if difference := int(value) - int(img.Pix[i%4]); difference > visible || difference < -visible {
			return false
		}
	}
	return true
}
