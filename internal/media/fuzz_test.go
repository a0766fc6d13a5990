package media

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Whatever the bytes, an upload is a square image or a refusal with a sentence; never a mistake of ours, and never
// more memory than the header was let in with.
func FuzzConvert(f *testing.F) {
	bounds := image.Rect(0, 0, 24, 16)
	whole := corners(image.NewNRGBA(bounds))
	for _, seed := range [][]byte{
		encodePNG(f, whole), encodeJPEG(f, whole), encodePNG(f, corners(image.NewGray16(bounds))), encodeJPEG(f, corners(image.NewGray(bounds))),
		withChunk(encodePNG(f, whole), "eXIf", exif(binary.BigEndian, "MM", 6)), withSegment(encodeJPEG(f, whole), markerAPP1, append([]byte("Exif\x00\x00"), exif(binary.BigEndian, "MM", 6)...)),
		header(10_000, 5000, 16, 6, 1), frame(markerSOF2, 9000, 5000, 0x22, 0x11, 0x11), []byte(jpegMagic), []byte(pngMagic), nil,
	} {
		f.Add(seed)
	}
	c := newConverter()
	f.Fuzz(func(t *testing.T, data []byte) {
		made, err := c.convert(t.Context(), small(data, photos), Logo, photos)
		if refused(t, err) {
			return
		}
		if config, err := jpeg.DecodeConfig(bytes.NewReader(made.jpeg)); err != nil || config.Width != side || config.Height != side {
			t.Errorf("made %d × %d, %v", config.Width, config.Height, err)
		}
	})
}

// small is the file, or none if its image is let in and too slow to try by the thousand.
func small(data []byte, formats []format) []byte {
	if facts, err := inspect(data, formats); err == nil && (facts.width > 2000 || facts.height > 2000) {
		return nil
	}
	return data
}

// refused reports whether a file was refused, and checks that it was by a sentence.
func refused(t *testing.T, err error) bool {
	t.Helper()
	if err == nil {
		return false
	}
	if kind := fault.From(err).Kind; kind != fault.Invalid && kind != fault.WrongType && kind != fault.TooLarge {
		t.Errorf("refused with %v", err)
	}
	return true
}
