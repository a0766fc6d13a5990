package media

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"io"
)

const icoMagic = "\x00\x00\x01\x00"

// Layout of an ICO: a header, then an entry for each of its images, which are PNGs or bitmaps without a file header.
const (
	icoHead    = 6
	icoEntry   = 16
	icoMost    = 64 // images in a file
	bitmapHead = 40 // BITMAPINFOHEADER
)

// inspectICO reads the header of the largest image in an ICO. Bitmaps of less than 32 bits a pixel, which only old and
// small icons have, cannot be read.
func inspectICO(data []byte) (facts, error) {
	at := largestInICO(data)
	if at < 0 {
		return facts{}, errDamaged
	}
	if bytes.HasPrefix(data[at:], []byte(pngMagic)) {
		f, err := inspectPNG(data[at:])
		f.orientation, f.decode = 1, from(at, png.Decode)
		return f, err
	}
	if len(data)-at < bitmapHead {
		return facts{}, errDamaged
	}
	head := data[at:]
	size, bits, compression := binary.LittleEndian.Uint32(head), binary.LittleEndian.Uint16(head[14:]), binary.LittleEndian.Uint32(head[16:])
	width, height := int(int32(binary.LittleEndian.Uint32(head[4:]))), int(int32(binary.LittleEndian.Uint32(head[8:])))/2 // with the mask below it
	switch isRead := bits == 32 && compression == 0; {
	case size == bitmapHead && !isRead && width > 0 && width < MinIcon && height > 0 && height < MinIcon:
		return facts{width: width, height: height, orientation: 1}, nil // too small to be read, whatever its colors
	case size != bitmapHead || !isRead:
		return facts{}, errKind
	}
	if width <= 0 || height <= 0 || width > 256 || height > 256 || len(head) < bitmapHead+4*width*height {
		return facts{}, errDamaged
	}
	decode := func(r io.Reader) (image.Image, error) { return decodeBitmap(r, width, height) }
	return facts{width: width, height: height, orientation: 1, need: 8 * int64(width) * int64(height), decode: from(at+bitmapHead, decode)}, nil
}

// largestInICO returns the offset of the largest image, or -1.
func largestInICO(data []byte) int {
	if len(data) < icoHead {
		return -1
	}
	count := min(int(binary.LittleEndian.Uint16(data[4:])), icoMost, (len(data)-icoHead)/icoEntry)
	best, most := -1, 0
	for i := range count {
		entry := data[icoHead+i*icoEntry:][:icoEntry]
		side := (int(entry[0])+255)%256 + 1 // 0 means 256
		bits := int(binary.LittleEndian.Uint16(entry[6:]))
		at := int64(binary.LittleEndian.Uint32(entry[12:]))
		if weight := side<<8 + bits; weight > most && at < int64(len(data)) {
			best, most = int(at), weight
		}
	}
	return best
}

// from returns a decoder of what begins at an offset.
func from(at int, decode func(io.Reader) (image.Image, error)) func(io.Reader) (image.Image, error) {
	return func(r io.Reader) (image.Image, error) {
		if _, err := io.CopyN(io.Discard, r, int64(at)); err != nil {
			return nil, err
		}
		return decode(r)
	}
}

// decodeBitmap reads rows of blue, green, red and alpha, the lowest first. Where all pixels are transparent, the alpha
// channel is not used.
func decodeBitmap(r io.Reader, width, height int) (image.Image, error) {
	pixels := make([]byte, 4*width*height)
	if _, err := io.ReadFull(r, pixels); err != nil {
		return nil, err
	}
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	seen := false
	for i := 0; i < len(pixels); i += 4 {
		x, y := i/4%width, height-1-i/4/width
		img.SetNRGBA(x, y, color.NRGBA{pixels[i+2], pixels[i+1], pixels[i], pixels[i+3]})
		seen = seen || pixels[i+3] > 0
	}
	for i := 3; !seen && i < len(img.Pix); i += 4 {
		img.Pix[i] = 0xff
	}
	return img, nil
}
