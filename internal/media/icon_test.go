package media

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// ico is an ICO with these images, each with its side.
func ico(images map[int][]byte) []byte {
	file := binary.LittleEndian.AppendUint16([]byte(icoMagic), uint16(len(images)))
	at := icoHead + icoEntry*len(images)
	var content []byte
	for side, img := range images {
		file = append(file, byte(side), byte(side), 0, 0, 1, 0, 32, 0)
		file = binary.LittleEndian.AppendUint32(file, uint32(len(img)))
		file = binary.LittleEndian.AppendUint32(file, uint32(at+len(content)))
		content = append(content, img...)
	}
	return append(file, content...)
}

// bitmap is an image as ICOs have it, of this many bits a pixel; alpha is what its pixels state.
func bitmap(img image.Image, bits uint16, alpha byte) []byte {
	size := img.Bounds().Size()
	file := binary.LittleEndian.AppendUint32(nil, bitmapHead)
	file = binary.LittleEndian.AppendUint32(file, uint32(size.X))
	file = binary.LittleEndian.AppendUint32(file, uint32(2*size.Y))
	file = binary.LittleEndian.AppendUint16(file, 1)
	file = binary.LittleEndian.AppendUint16(file, bits)
	file = append(file, make([]byte, bitmapHead-len(file))...)
	for y := size.Y - 1; y >= 0; y-- {
		for x := range size.X {
			c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
			file = append(file, c.B, c.G, c.R, alpha)
		}
	}
	return file
}

func TestReadIcon(t *testing.T) {
	t.Parallel()
	l := &Library{converter: newConverter()}
	for name, file := range map[string][]byte{
		"PNG": encodePNG(t, corners(square(64))), "JPEG": encodeJPEG(t, corners(square(64))), "GIF": encodeGIF(t, image.Rect(0, 0, 64, 64)),
		"ICO of a PNG":              ico(map[int][]byte{32: bitmap(corners(square(32)), 32, 255), 64: encodePNG(t, corners(square(64)))}),
		"ICO of bitmaps":            ico(map[int][]byte{16: bitmap(corners(square(16)), 32, 255), 64: bitmap(corners(square(64)), 32, 255)}),
		"ICO whose alpha is unused": ico(map[int][]byte{64: bitmap(corners(square(64)), 32, 0)}),
	} {
		icon, err := l.ReadIcon(t.Context(), file)
		noError(t, err)
		same(t, name+", size", [2]int{icon.Width, icon.Height}, [2]int{64, 64})
		img, err := jpeg.Decode(bytes.NewReader(icon.JPEG))
		noError(t, err)
		same(t, name+", made", img.Bounds(), image.Rect(0, 0, side, side))
		if r, _, b, _ := img.At(100, 100).RGBA(); name != "GIF" && (r < 3*b || icon.Color == "") {
			t.Errorf("%s: the upper left corner isn't red, or the logo has no color", name)
		}
	}
}

func TestReadIconRefuses(t *testing.T) {
	t.Parallel()
	l := &Library{converter: newConverter()}
	white := square(64)
	for i := range white.Pix {
		white.Pix[i] = 255
	}
	cut := ico(map[int][]byte{64: bitmap(corners(square(64)), 32, 255)})
	for name, file := range map[string][]byte{
		"nothing": nil, "a page": []byte("<html>"), "SVG": []byte("<svg/>"), "small": encodePNG(t, corners(square(63))), "small ICO": ico(map[int][]byte{32: bitmap(corners(square(32)), 32, 255)}),
		"ICO without images": []byte(icoMagic + "\x00\x00"), "ICO that is cut": cut[:len(cut)-1], "ICO of few colors": ico(map[int][]byte{64: bitmap(corners(square(64)), 8, 0)}),
		"ICO that lies": append(ico(map[int][]byte{64: nil}), strings.Repeat("x", 10)...), "white": encodePNG(t, white), "transparent": encodePNG(t, square(64)),
		"PNG that is cut": encodePNG(t, corners(square(64)))[:60], "huge": header(20_000, 20_000, 8, 6, 0), "wide": encodePNG(t, corners(image.NewNRGBA(image.Rect(0, 0, 600, 60)))),
	} {
		if _, err := l.ReadIcon(t.Context(), file); err == nil || fault.From(err).Kind == fault.Internal {
			t.Errorf("%s: %v, want a refusal", name, err)
		}
	}
}

// What is too small is returned with its size, so that somebody can be told.
func TestReadIconSmall(t *testing.T) {
	t.Parallel()
	l := &Library{converter: newConverter()}
	for name, file := range map[string][]byte{
		"PNG": encodePNG(t, corners(square(48))), "ICO": ico(map[int][]byte{48: bitmap(corners(square(48)), 32, 255), 16: bitmap(corners(square(16)), 32, 255)}),
		"ICO of few colors": ico(map[int][]byte{48: bitmap(corners(square(48)), 8, 0)}),
	} {
		icon, err := l.ReadIcon(t.Context(), file)
		same(t, name, []any{err != nil, icon.Width, icon.Height, icon.JPEG == nil}, []any{true, 48, 48, true})
	}
}

// Whatever the bytes, an icon is a square image or a refusal.
func FuzzReadIcon(f *testing.F) {
	f.Add(ico(map[int][]byte{64: encodePNG(f, corners(square(64)))}))
	f.Add(ico(map[int][]byte{16: bitmap(corners(square(16)), 32, 255), 64: bitmap(corners(square(64)), 32, 255)}))
	f.Add([]byte(icoMagic))
	l := &Library{converter: newConverter()}
	f.Fuzz(func(t *testing.T, data []byte) {
		icon, err := l.ReadIcon(t.Context(), small(data, icons))
		if refused(t, err) {
			return
		}
		if config, err := jpeg.DecodeConfig(bytes.NewReader(icon.JPEG)); err != nil || config.Width != side || config.Height != side {
			t.Errorf("made %d × %d, %v", config.Width, config.Height, err)
		}
	})
}
