package media

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// converted is the image that must come of an upload, decoded.
func converted(t *testing.T, data []byte, kind Kind) (image.Image, jpegImage) {
	t.Helper()
	made, err := newConverter().convert(t.Context(), data, kind, photos)
	noError(t, err)
	img, err := jpeg.Decode(bytes.NewReader(made.jpeg))
	noError(t, err)
	if kind == Logo {
		same(t, "the size", img.Bounds(), image.Rect(0, 0, side, side))
	}
	return img, made
}

func encodePNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	noError(t, png.Encode(&out, img))
	return out.Bytes()
}

func encodeJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	noError(t, jpeg.Encode(&out, img, &jpeg.Options{Quality: 95}))
	return out.Bytes()
}

// fourColors are red, green, blue and nearly black.
var fourColors = color.Palette{color.NRGBA{220, 20, 20, 255}, color.NRGBA{20, 180, 20, 255}, color.NRGBA{20, 20, 220, 255}, color.NRGBA{10, 10, 10, 255}}

// corners is an image of four colors: red and green above, blue and black below.
func corners(img draw.Image) draw.Image {
	b := img.Bounds()
	for i, c := range fourColors {
		half := image.Pt(b.Dx()/2, b.Dy()/2)
		at := image.Pt(i%2*half.X, i/2*half.Y).Add(b.Min)
		draw.Draw(img, image.Rectangle{at, at.Add(half)}, image.NewUniform(c), image.Point{}, draw.Src)
	}
	return img
}

// nameOfColor is the color of a pixel in a word.
func nameOfColor(c color.Color) string {
	r, g, b, _ := c.RGBA()
	r, g, b = r>>8, g>>8, b>>8
	switch {
	case r > 180 && g > 180 && b > 180:
		return "white"
	case r < 70 && g < 70 && b < 70:
		return "black"
	case r > 2*g && r > 2*b:
		return "red"
	case g > 2*r && g > 2*b:
		return "green"
	case b > 2*r && b > 2*g:
		return "blue"
	}
	return "grey"
}

// seen are the colors of four pixels around the middle, so far from it, row by row.
func seen(img image.Image, dx, dy int) (names [4]string) {
	middle := img.Bounds().Size().Div(2)
	for i := range names {
		names[i] = nameOfColor(img.At(middle.X+(i%2*2-1)*dx, middle.Y+(i/2*2-1)*dy))
	}
	return names
}

// whole are the colors of corners.
var whole = [4]string{"red", "green", "blue", "black"}

// The shape of a screenshot does not change.
func TestConvertScreenshot(t *testing.T) {
	for name, test := range map[string]struct{ width, height, wantWidth, wantHeight int }{
		"wide":                  {1920, 108, 1600, 90},
		"tall, of a phone":      {390, 844, 390, 844},
		"tall, made smaller":    {216, 3600, 96, 1600},
		"small, as it is":       {20, 10, 20, 10},
		"as wide as may be":     {1600, 200, 1600, 200},
		"as tall as may be":     {200, 1600, 200, 1600},
		"large, made smaller":   {3600, 216, 1600, 96},
		"next to nothing high":  {12_000, 2, 1600, 1},
		"one pixel over":        {1601, 200, 1600, 200},
		"just before it halves": {3199, 160, 1600, 80},
	} {
		t.Run(name, func(t *testing.T) {
			img, _ := converted(t, encodePNG(t, corners(image.NewNRGBA(image.Rect(0, 0, test.width, test.height)))), Screenshot)
			same(t, "its size", img.Bounds(), image.Rect(0, 0, test.wantWidth, test.wantHeight))
			if test.wantHeight >= 10 {
				same(t, "its quarters", seen(img, test.wantWidth*3/10, test.wantHeight*3/10), whole)
			}
		})
	}
}

// An image fits the square, and the rest is white.
func TestConvertSquare(t *testing.T) {
	for name, test := range map[string]struct {
		width, height int
		white         []image.Point // and what lies between is not
		colored       []image.Point
	}{
		"a square":             {500, 500, nil, []image.Point{{3, 3}, {496, 496}, {3, 496}}},
		"wide":                 {800, 600, []image.Point{{3, 3}, {250, 55}, {250, 445}, {496, 496}}, []image.Point{{3, 70}, {496, 430}}},
		"tall":                 {300, 1200, []image.Point{{3, 3}, {180, 250}, {320, 250}}, []image.Point{{195, 3}, {305, 496}}},
		"small, made larger":   {20, 10, []image.Point{{3, 3}, {250, 110}, {250, 390}}, []image.Point{{3, 140}, {496, 360}}},
		"large, made smaller":  {2500, 1501, []image.Point{{250, 90}, {250, 410}}, []image.Point{{3, 110}, {496, 390}}},
		"next to nothing high": {1000, 2, []image.Point{{250, 240}, {250, 260}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			img, _ := converted(t, encodePNG(t, corners(image.NewNRGBA(image.Rect(0, 0, test.width, test.height)))), Logo)
			if test.colored != nil {
				same(t, "the middle", seen(img, 30, 30), whole)
			}
			for _, at := range test.white {
				if c := img.At(at.X, at.Y); nameOfColor(c) != "white" {
					t.Errorf("%v is %v", at, c)
				}
			}
			for _, at := range test.colored {
				if c := img.At(at.X, at.Y); nameOfColor(c) == "white" {
					t.Errorf("%v is white", at)
				}
			}
		})
	}
}

// Every kind of JPG and PNG is accepted.
func TestConvertFormats(t *testing.T) {
	bounds := image.Rect(0, 0, 64, 64)
	greys := [4]string{"grey", "grey", "black", "black"}
	for name, test := range map[string]struct {
		data []byte
		want [4]string
	}{
		"PNG":                    {encodePNG(t, corners(image.NewRGBA(bounds))), whole},
		"PNG with transparency":  {encodePNG(t, corners(image.NewNRGBA(bounds))), whole},
		"transparent PNG":        {encodePNG(t, image.NewNRGBA(bounds)), [4]string{"white", "white", "white", "white"}},
		"PNG of 16 bits":         {encodePNG(t, corners(image.NewRGBA64(bounds))), whole},
		"PNG with a palette":     {encodePNG(t, corners(image.NewPaletted(bounds, fourColors))), whole},
		"grey PNG":               {encodePNG(t, corners(image.NewGray(bounds))), greys},
		"grey PNG of 16 bits":    {encodePNG(t, corners(image.NewGray16(bounds))), greys},
		"JPEG":                   {encodeJPEG(t, corners(image.NewRGBA(bounds))), whole},
		"grey JPEG":              {encodeJPEG(t, corners(image.NewGray(bounds))), greys},
		"animated PNG, standing": {withChunk(encodePNG(t, corners(image.NewRGBA(bounds))), "acTL", make([]byte, 8)), whole},
		"JPEG and what follows":  {append(encodeJPEG(t, corners(image.NewRGBA(bounds))), make([]byte, 1000)...), whole},
		"PNG and what follows":   {append(encodePNG(t, corners(image.NewRGBA(bounds))), make([]byte, 1000)...), whole},
	} {
		t.Run(name, func(t *testing.T) {
			img, _ := converted(t, test.data, Logo)
			same(t, "the colors", seen(img, 125, 125), test.want)
		})
	}
}

// withChunk puts a chunk into a PNG, behind its header.
func withChunk(data []byte, name string, body []byte) []byte {
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	chunk = append(append(chunk, name...), body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return append(append(append([]byte{}, data[:pngHeadEnd]...), chunk...), data[pngHeadEnd:]...)
}

// exif is an EXIF block that says nothing but an orientation.
func exif(order binary.AppendByteOrder, mark string, orientation uint16) []byte {
	block := order.AppendUint16([]byte(mark), 42)
	block = order.AppendUint32(block, 8)
	block = order.AppendUint16(block, 1)
	block = order.AppendUint16(order.AppendUint16(block, 0x0112), 3)
	block = order.AppendUint16(order.AppendUint32(block, 1), orientation)
	return append(block, 0, 0, 0, 0, 0, 0)
}

// withSegment puts a segment into a JPEG, behind its first two bytes.
func withSegment(data []byte, marker byte, body []byte) []byte {
	segment := binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2))
	return append(append(append([]byte{}, data[:2]...), append(segment, body...)...), data[2:]...)
}

// The orientation that a file names is applied.
func TestConvertOrientation(t *testing.T) {
	// What an image of R G over B K looks like when it is to be looked at in each of the eight ways.
	r, g, b, k := "red", "green", "blue", "black"
	for orientation, want := range map[uint16][4]string{
		0: {r, g, b, k}, 1: {r, g, b, k}, 2: {g, r, k, b}, 3: {k, b, g, r}, 4: {b, k, r, g},
		5: {r, b, g, k}, 6: {b, r, k, g}, 7: {k, g, b, r}, 8: {g, k, r, b}, 9: {r, g, b, k},
	} {
		plain := corners(image.NewRGBA(image.Rect(0, 0, 60, 30)))
		little, big := exif(binary.LittleEndian, "II", orientation), exif(binary.BigEndian, "MM", orientation)
		for name, data := range map[string][]byte{
			"JPEG, little-endian": withSegment(encodeJPEG(t, plain), markerAPP1, append([]byte("Exif\x00\x00"), little...)),
			"JPEG, big-endian":    withSegment(encodeJPEG(t, plain), markerAPP1, append([]byte("Exif\x00\x00"), big...)),
			"PNG":                 withChunk(encodePNG(t, plain), "eXIf", big),
		} {
			img, _ := converted(t, data, Logo)
			same(t, fmt.Sprint(name, ", orientation ", orientation), seen(img, 60, 60), want)
			lying := nameOfColor(img.At(250, 20)) == "white"
			if upright := orientation >= 5 && orientation <= 8; lying == upright {
				t.Errorf("%s, orientation %d: the long side lies: %v", name, orientation, lying)
			}
		}
	}
}

// Metadata is dropped.
func TestConvertMetadata(t *testing.T) {
	secret := []byte("taken at 52.5200, 13.4050 by somebody")
	data := withSegment(encodeJPEG(t, corners(image.NewRGBA(image.Rect(0, 0, 60, 30)))), markerAPP1, append([]byte("Exif\x00\x00"), secret...))
	data = withSegment(append(data, secret...), 0xfe, secret)
	_, made := converted(t, data, Logo)
	if bytes.Contains(made.jpeg, secret) || bytes.Contains(made.jpeg, []byte("Exif")) {
		t.Error("it does")
	}
}

// The color is that of the mark, not of the white behind it.
func TestConvertColor(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 300, 100))
	draw.Draw(img, image.Rect(100, 20, 200, 80), image.NewUniform(color.NRGBA{40, 80, 220, 255}), image.Point{}, draw.Src)
	if _, made := converted(t, encodePNG(t, img), Logo); !strings.HasPrefix(made.color, "#2850d") {
		t.Errorf("got %s", made.color)
	}
}

// The same image gives the same bytes.
func TestConvertDeterministic(t *testing.T) {
	data := encodePNG(t, corners(image.NewNRGBA(image.Rect(0, 0, 1234, 777))))
	_, first := converted(t, data, Logo)
	_, second := converted(t, data, Logo)
	same(t, "the second file", first.jpeg, second.jpeg)
}

// header is a PNG of next to no bytes that claims a size and kind.
func header(width, height uint32, depth, kind, interlace byte) []byte {
	body := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	body = append(body, depth, kind, 0, 0, interlace)
	chunk := append([]byte("IHDR"), body...)
	data := binary.BigEndian.AppendUint32([]byte(pngMagic), uint32(len(body)))
	return binary.BigEndian.AppendUint32(append(data, chunk...), crc32.ChecksumIEEE(chunk))
}

// frame is the beginning of a JPEG that claims a size, in so many components of one sampling each.
func frame(marker byte, width, height uint16, sampling ...byte) []byte {
	body := binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16([]byte{8}, height), width)
	body = append(body, byte(len(sampling)))
	for i, s := range sampling {
		body = append(body, byte(i+1), s, 0)
	}
	data := withSegment([]byte("\xff\xd8"), marker, body)
	return append(data, 0xff, markerSOS, 0, 2)
}

// An image has limits of size, kind and memory, and is refused beyond them.
func TestConvertLimits(t *testing.T) {
	for name, test := range map[string]struct {
		data []byte
		want error
	}{
		"50 megapixels":                           {header(10_000, 5000, 8, 2, 0), nil},
		"a pixel row more":                        {header(10_000, 5001, 8, 2, 0), errPixels},
		"12,000 pixels on a side":                 {header(12_000, 10, 8, 2, 0), nil},
		"one more":                                {header(10, 12_001, 8, 2, 0), errPixels},
		"400 MB: 100 megapixels":                  {header(10_000, 10_000, 8, 6, 0), errPixels},
		"400 MB: 16 bits":                         {header(10_000, 5000, 16, 6, 0), errNeed},
		"16 bits":                                 {header(6000, 6000, 16, 6, 0), nil},
		"interlaced":                              {header(10_000, 5000, 8, 2, 1), nil},
		"interlaced, 16 bits":                     {header(6000, 6000, 16, 2, 1), errNeed},
		"as wide as numbers go":                   {header(1<<31-1, 1<<31-1, 8, 6, 0), errKind},
		"nothing wide":                            {header(0, 10, 8, 6, 0), errDamaged},
		"a JPEG of 50 megapixels":                 {frame(markerSOF0, 10_000, 5000, 0x11, 0x11, 0x11), nil},
		"a JPEG of more":                          {frame(markerSOF0, 65_535, 65_535, 0x11), errPixels},
		"a JPEG, nothing high":                    {frame(markerSOF0, 10, 0, 0x11), errDamaged},
		"a progressive JPEG":                      {frame(markerSOF2, 5000, 4000, 0x11, 0x11, 0x11), nil},
		"a large progressive JPEG":                {frame(markerSOF2, 10_000, 5000, 0x22, 0x11, 0x11), errNeed},
		"a progressive JPEG, subsampled":          {frame(markerSOF2, 8000, 5000, 0x22, 0x11, 0x11), nil},
		"a JPEG of four inks":                     {frame(markerSOF0, 6000, 6000, 0x11, 0x11, 0x11, 0x11), nil},
		"a large JPEG of four inks":               {frame(markerSOF0, 8000, 5000, 0x11, 0x11, 0x11, 0x11), errNeed},
		"a JPEG of two inks":                      {frame(markerSOF0, 10, 10, 0x11, 0x11), errKind},
		"an arithmetic JPEG":                      {frame(0xc9, 10, 10, 0x11), errKind},
		"a JPEG with its frame behind much else":  {withSegment(frame(markerSOF2, 10_000, 5000, 0x11, 0x11, 0x11), 0xe2, make([]byte, 60_000)), errNeed},
		"a JPEG with filling before its frame":    {bytes.Replace(frame(markerSOF2, 10_000, 5000, 0x11), []byte("\xff\xd8"), []byte("\xff\xd8\xff\xff\xff"), 1), nil},
		"a JPEG that ends behind its first bytes": {[]byte("\xff\xd8\xff"), errDamaged},
		"a PNG that ends behind its first bytes":  {[]byte(pngMagic), errDamaged},
		"a PNG whose first chunk is another":      {append([]byte(pngMagic), "\x00\x00\x00\x0dIDAT0000000000000"...), errDamaged},
		"10 MB":                                   {append(header(10, 10, 8, 2, 0), make([]byte, MaxFile-pngHeadEnd)...), nil},
		"a byte more than 10 MB":                  {append(header(10, 10, 8, 2, 0), make([]byte, MaxFile-pngHeadEnd+1)...), errSize},
		"nothing":                                 {nil, errType},
		"a GIF":                                   {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), errType},
		"a WebP":                                  {[]byte("RIFF\x1a\x00\x00\x00WEBPVP8L"), errType},
		"a BMP":                                   {[]byte("BM6\x00\x00\x00"), errType},
		"a TIFF":                                  {[]byte("II*\x00\x08\x00\x00\x00"), errType},
		"a PDF":                                   {[]byte("%PDF-1.7"), errType},
		"a page":                                  {[]byte("<!doctype html><script>alert(1)</script>"), errType},
		"an SVG":                                  {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), errType},
		"a ZIP":                                   {[]byte("PK\x03\x04"), errType},
		"an MP4":                                  {[]byte("\x00\x00\x00\x18ftypmp42"), errType},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := inspect(test.data, photos)
			if test.want == nil {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			if f := fault.From(err); err == nil || f.Message != fault.From(test.want).Message || f.Kind != fault.From(test.want).Kind {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

// A damaged image is refused with a sentence.
func TestConvertDamaged(t *testing.T) {
	plain := corners(image.NewRGBA(image.Rect(0, 0, 200, 200)))
	noisy := encodeJPEG(t, noise(image.Rect(0, 0, 200, 200), true))
	for name, data := range map[string][]byte{"PNG": encodePNG(t, plain), "JPEG": encodeJPEG(t, plain), "noisy JPEG": noisy} {
		for _, keep := range []int{len(data) / 2, len(data) * 9 / 10, len(data) - 20} {
			if _, err := newConverter().convert(t.Context(), data[:keep], Logo, photos); !fault.Is(err, fault.Invalid) || fault.From(err).Message != errDamaged.Message || len(fault.From(err).Fields) != 1 {
				t.Errorf("the first %d of %d bytes of a %s: %v", keep, len(data), name, err)
			}
		}
	}
	flipped := encodePNG(t, plain)
	flipped[len(flipped)/2] ^= 0xff
	if _, err := newConverter().convert(t.Context(), flipped, Logo, photos); !fault.Is(err, fault.Invalid) {
		t.Errorf("a PNG with a wrong byte: %v", err)
	}
}

// An image of a caller that is gone is not decoded.
func TestConvertCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newConverter().convert(ctx, encodePNG(t, image.NewRGBA(image.Rect(0, 0, 10, 10))), Logo, photos); err == nil {
		t.Error("it was")
	}
}
