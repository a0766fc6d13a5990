package media

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// webpPixel is an image of one pixel without loss (RFC 9649).
const webpPixel = "RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"

// fit200 makes an image fit where 200 by 60 pixels are shown.
func fit200(t *testing.T, data []byte) (string, []byte, error) {
	t.Helper()
	return NewLibrary(nil, nil).Fit(t.Context(), data, 200, 60)
}

// fits is the copy that must come of an image, decoded.
func fits(t *testing.T, data []byte) (string, image.Image) {
	t.Helper()
	mimeType, file, err := fit200(t, data)
	if err != nil {
		t.Fatalf("fit: %v", err)
	}
	if len(file) > maxFitted {
		t.Errorf("it has %d bytes", len(file))
	}
	img, kind, err := image.Decode(bytes.NewReader(file))
	if err != nil || "image/"+kind != mimeType {
		t.Fatalf("%s is a %s, %v", mimeType, kind, err)
	}
	return mimeType, img
}

func encodeGIF(t *testing.T, frames ...image.Rectangle) []byte {
	t.Helper()
	moving := &gif.GIF{Config: image.Config{Width: frames[0].Dx(), Height: frames[0].Dy()}}
	palette := append(color.Palette{color.RGBA{}}, fourColors...)
	for i, frame := range frames {
		img := image.NewPaletted(frame, palette)
		if i == 0 {
			corners(img)
		}
		moving.Image, moving.Delay = append(moving.Image, img), append(moving.Delay, 10)
	}
	var out bytes.Buffer
	noError(t, gif.EncodeAll(&out, moving))
	return out.Bytes()
}

// noise cannot be packed.
func noise(bounds image.Rectangle, opaque bool) *image.NRGBA {
	img := image.NewNRGBA(bounds)
	random := rand.NewChaCha8([32]byte{7})
	random.Read(img.Pix)
	for i := 3; opaque && i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	return img
}

// A fitted image is at most twice as large as it is shown, and never larger than it was.
func TestFitSize(t *testing.T) {
	for name, test := range map[string]struct{ width, height, wantWidth, wantHeight int }{
		"as it is shown":       {200, 60, 200, 60},
		"twice that":           {400, 120, 400, 120},
		"a pixel more":         {401, 120, 400, 120},
		"wide":                 {4000, 600, 400, 60},
		"square":               {3000, 3000, 120, 120},
		"tall":                 {60, 6000, 1, 120},
		"next to nothing high": {12_000, 2, 400, 1},
		"one pixel":            {1, 1, 1, 1},
		"of twelve megapixels": {4000, 3000, 160, 120},
		"as wide as it may be": {400, 3, 400, 3},
		"as high as it may be": {3, 120, 3, 120},
		"a little too wide":    {409, 119, 400, 116},
	} {
		for kind, data := range map[string][]byte{
			"image/png":  encodePNG(t, corners(image.NewNRGBA(image.Rect(0, 0, test.width, test.height)))),
			"image/jpeg": encodeJPEG(t, corners(image.NewRGBA(image.Rect(0, 0, test.width, test.height)))),
		} {
			mimeType, img := fits(t, data)
			if want := image.Rect(0, 0, test.wantWidth, test.wantHeight); img.Bounds() != want || mimeType != kind {
				t.Errorf("%s: %s of %v, want %s of %v", name, mimeType, img.Bounds(), kind, want)
			}
		}
	}
}

// What is transparent stays so.
func TestFitTransparency(t *testing.T) {
	whole := image.NewNRGBA(image.Rect(0, 0, 800, 240))
	draw.Draw(whole, image.Rect(0, 0, 400, 240), image.NewUniform(color.NRGBA{220, 20, 20, 255}), image.Point{}, draw.Src)
	draw.Draw(whole, image.Rect(400, 0, 600, 240), image.NewUniform(color.NRGBA{20, 20, 220, 128}), image.Point{}, draw.Src)
	for name, data := range map[string][]byte{"large": encodePNG(t, whole), "small": encodePNG(t, whole.SubImage(image.Rect(300, 0, 700, 120)))} {
		mimeType, img := fits(t, data)
		at := func(x int) color.NRGBA {
			return color.NRGBAModel.Convert(img.At(img.Bounds().Min.X+x, 60)).(color.NRGBA)
		}
		left, middle, right := at(60), at(250), at(370)
		if mimeType != "image/png" || left.A != 255 || nameOfColor(left) != "red" || middle.A != 128 || middle.B < 210 || right.A != 0 {
			t.Errorf("%s: %s of %v, %v, %v", name, mimeType, left, middle, right)
		}
	}
}

// GIF and WebP become PNGs without animation, and the file never exceeds its limit.
func TestFitFormats(t *testing.T) {
	whole := image.Rect(0, 0, 400, 120)
	for name, test := range map[string]struct {
		data []byte
		kind string
		want image.Rectangle
	}{
		"GIF":                            {encodeGIF(t, image.Rect(0, 0, 800, 240)), "image/png", whole},
		"moving GIF":                     {encodeGIF(t, image.Rect(0, 0, 100, 40), image.Rect(0, 0, 100, 40), image.Rect(5, 5, 9, 9)), "image/png", image.Rect(0, 0, 100, 40)},
		"WebP":                           {[]byte(webpPixel), "image/png", image.Rect(0, 0, 1, 1)},
		"what nothing is seen through":   {encodePNG(t, noise(whole, true)), "image/jpeg", whole},
		"what something is seen through": {encodePNG(t, noise(whole, false)), "image/png", image.Rect(0, 0, 200, 60)},
		"a photo":                        {encodeJPEG(t, noise(whole, true)), "image/jpeg", whole},
	} {
		mimeType, img := fits(t, test.data)
		same(t, name+": the type", mimeType, test.kind)
		same(t, name+": the size", img.Bounds(), test.want)
		width := test.want.Dx()
		if strings.HasSuffix(name, "GIF") && (nameOfColor(img.At(width/5, 5)) != "red" || nameOfColor(img.At(width*4/5, 5)) != "green") {
			t.Errorf("%s is %v, %v", name, img.At(width/5, 5), img.At(width*4/5, 5))
		}
	}
}

// A fitted image is upright, and has none of the metadata of its file.
func TestFitMetadata(t *testing.T) {
	secret := []byte("taken at 52.5200, 13.4050 by somebody")
	plain := corners(image.NewRGBA(image.Rect(0, 0, 60, 30)))
	said := append(exif(binary.BigEndian, "MM", 6), secret...)
	for name, data := range map[string][]byte{
		"JPEG": append(withSegment(encodeJPEG(t, plain), markerAPP1, append([]byte("Exif\x00\x00"), said...)), secret...),
		"PNG":  append(withChunk(encodePNG(t, plain), "eXIf", said), secret...),
	} {
		_, file, err := fit200(t, data)
		if err != nil || bytes.Contains(file, secret) || bytes.Contains(file, []byte("eXIf")) || bytes.Contains(file, []byte("Exif")) {
			t.Errorf("%s: %v, %q", name, err, file)
		}
		if _, img := fits(t, data); img.Bounds() != image.Rect(0, 0, 30, 60) || nameOfColor(img.At(5, 5)) != "blue" {
			t.Errorf("%s is %v, its corner %v", name, img.Bounds(), img.At(5, 5))
		}
	}
}

// What cannot be made to fit is refused.
func TestFitRefused(t *testing.T) {
	wide := []byte("GIF89a\xe1\x2e\x0a\x00\x00\x00\x00;") // 12,001 pixels
	moving := append([]byte("RIFF\x1e\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02"), make([]byte, 9)...)
	vast := append([]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f"), 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0) // 16,384 by 16,384
	for name, test := range map[string]struct {
		data []byte
		want error
	}{
		"nothing": {nil, errType}, "a drawing": {[]byte("<svg/>"), errType}, "a PDF": {[]byte("%PDF-1.7\n"), errType},
		"an audio file": {[]byte("RIFF\x00\x00\x00\x00WAVE"), errDamaged}, "half a GIF": {encodeGIF(t, image.Rect(0, 0, 90, 90))[:60], errDamaged},
		"a wide GIF": {wide, errPixels}, "a GIF of no size": {[]byte("GIF89a\x00\x00\x0a\x00\x00\x00\x00;"), errDamaged},
		"half a WebP": {[]byte(webpPixel)[:30], errDamaged}, "a moving WebP": {moving, errKind}, "a vast WebP": {vast, errPixels},
		"a WebP that takes much memory": {append([]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f"), 0x57, 0x1b, 0xd6, 0x06, 0, 0, 0, 0), errNeed}, // 7,000 by 7,000
		"half a PNG":                    {encodePNG(t, noise(image.Rect(0, 0, 90, 90), true))[:900], errDamaged},
	} {
		_, file, err := fit200(t, test.data)
		if fault.From(err).Message != fault.From(test.want).Message || file != nil {
			t.Errorf("%s: %v, %d bytes; want %v", name, err, len(file), test.want)
		}
	}
}

// Whatever the bytes, an image is made to fit or refused with a sentence.
func FuzzFit(f *testing.F) {
	plain := corners(image.NewNRGBA(image.Rect(0, 0, 24, 16)))
	for _, seed := range [][]byte{encodePNG(f, plain), encodeJPEG(f, plain), []byte(webpPixel), []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")} {
		f.Add(seed)
	}
	library := NewLibrary(nil, nil)
	f.Fuzz(func(t *testing.T, data []byte) {
		mimeType, file, err := library.Fit(t.Context(), small(data, images), 32, 32)
		if refused(t, err) {
			return
		}
		decode := png.DecodeConfig
		if mimeType == "image/jpeg" {
			decode = jpeg.DecodeConfig
		}
		if config, err := decode(bytes.NewReader(file)); err != nil || max(config.Width, config.Height) > 64 || len(file) > maxFitted {
			t.Errorf("made %d × %d, %d bytes, %v", config.Width, config.Height, len(file), err)
		}
	})
}
