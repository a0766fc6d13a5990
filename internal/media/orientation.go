package media

import (
	"encoding/binary"
	"image"
)

// orientation returns the orientation, 1 to 8, from the first directory of an EXIF block, which is a TIFF (Exif 2.3,
// 4.6.4, tag 0x0112). If it cannot be read, it returns 1: unchanged.
func orientation(tiff []byte) int {
	const tag, short, entry = 0x0112, 3, 12
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if string(tiff[:2]) == "II" {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if order.Uint16(tiff[2:]) != 42 || at+2 > int64(len(tiff)) {
		return 1
	}
	list := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(list) < entry {
			break
		}
		if order.Uint16(list) == tag && order.Uint16(list[2:]) == short {
			if value := int(order.Uint16(list[8:])); value >= 1 && value <= 8 {
				return value
			}
		}
		list = list[entry:]
	}
	return 1
}

// turned reports whether an orientation swaps width and height.
func turned(orientation int) bool { return orientation >= 5 }

// rotate returns the image upright.
func rotate(img *image.RGBA, orientation int) *image.RGBA {
	if orientation == 1 {
		return img
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	if turned(orientation) {
		out = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			from := source(orientation, x, y, w, h)
			copy(out.Pix[out.PixOffset(x, y):][:4], img.Pix[img.PixOffset(from.X, from.Y):])
		}
	}
	return out
}

// source returns the stored pixel, in an image of w by h, that is displayed at x, y.
func source(orientation, x, y, w, h int) image.Point {
	switch orientation {
	case 2: // mirrored
		return image.Pt(w-1-x, y)
	case 3: // upside down
		return image.Pt(w-1-x, h-1-y)
	case 4:
		return image.Pt(x, h-1-y)
	case 5:
		return image.Pt(y, x)
	case 6: // rotate clockwise
		return image.Pt(y, h-1-x)
	case 7:
		return image.Pt(w-1-y, h-1-x)
	case 8: // rotate counter-clockwise
		return image.Pt(w-1-y, x)
	}
	return image.Pt(x, y)
}
