package media

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"image/jpeg"
)

const jpegMagic = "\xff\xd8\xff"

// JPEG markers before the first scan (ITU T.81, table B.1).
const (
	markerSOF0 = 0xc0 // baseline
	markerSOF1 = 0xc1 // extended
	markerSOF2 = 0xc2 // progressive
	markerRST0 = 0xd0
	markerEOI  = 0xd9
	markerSOS  = 0xda
	markerAPP1 = 0xe1
)

// inspectJPEG reads a JPEG up to its first scan.
func inspectJPEG(data []byte) (facts, error) {
	config, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return facts{}, err
	}
	f := facts{width: config.Width, height: config.Height, orientation: 1, decode: jpeg.Decode}
	pixels := int64(f.width) * int64(f.height)
	var exif bool
	for marker, body := range jpegSegments(data) {
		switch marker {
		case markerSOF0, markerSOF1, markerSOF2:
			f.need = planes(body, pixels)
			if marker == markerSOF2 { // the decoder keeps all coefficients, four bytes each, until the last scan
				f.need *= 5
			}
		case markerAPP1:
			if tiff, is := bytes.CutPrefix(body, []byte("Exif\x00\x00")); is && !exif {
				exif, f.orientation = true, orientation(tiff)
			}
		}
	}
	if config.ColorModel == color.CMYKModel || config.ColorModel == color.RGBAModel { // assembled beside the planes
		f.need += 4 * pixels
	}
	return f, nil
}

// planes returns the bytes of a frame's components, one per sample; subsampled components take fewer.
func planes(frame []byte, pixels int64) int64 {
	const head = 6 // precision, height, width, component count; then three bytes per component
	if len(frame) < head {
		return 0
	}
	var sum, most int64 = 0, 1
	for rest := frame[head:]; len(rest) >= 3; rest = rest[3:] {
		samples := int64(rest[1]>>4) * int64(rest[1]&15)
		sum += samples
		most = max(most, samples)
	}
	return pixels * sum / most
}

// jpegSegments yields the segments before the first scan. It skips the same bytes as the decoder, so that both see the
// same frame.
func jpegSegments(data []byte) func(yield func(marker byte, body []byte) bool) {
	return func(yield func(byte, []byte) bool) {
		rest := data[2:]
		for {
			at := bytes.IndexByte(rest, 0xff)
			if at < 0 {
				return
			}
			for rest = rest[at:]; len(rest) > 0 && rest[0] == 0xff; {
				rest = rest[1:]
			}
			if len(rest) == 0 {
				return
			}
			marker := rest[0]
			rest = rest[1:]
			if marker == 0 || marker >= markerRST0 && marker < markerRST0+8 {
				continue
			}
			if marker == markerEOI || marker == markerSOS || len(rest) < 2 {
				return
			}
			size := int(binary.BigEndian.Uint16(rest))
			if size < 2 || size > len(rest) || !yield(marker, rest[2:size]) {
				return
			}
			rest = rest[size:]
		}
	}
}
