package site

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"vitrine/internal/fault"
)

// webpFile is a picture of one pixel without loss (RFC 9649).
const webpFile = "RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"

func files(t *testing.T) map[string][]byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 200, 60))
	var asPNG, asJPEG, asGIF bytes.Buffer
	if err := errors.Join(png.Encode(&asPNG, img), jpeg.Encode(&asJPEG, img, nil), gif.Encode(&asGIF, img, nil)); err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{"image/png": asPNG.Bytes(), "image/jpeg": asJPEG.Bytes(), "image/gif": asGIF.Bytes(), "image/webp": []byte(webpFile)}
}

func TestALogoIsWhatItsBytesSay(t *testing.T) {
	for mimeType, file := range files(t) {
		got, err := Logo{Type: MainLogo, Name: " Ours ", FileName: "l.bmp", MimeType: "text/html", FileSize: 7, FileData: "x", IsActive: true}.Check(file)
		want := Logo{Type: MainLogo, Name: "Ours", FileName: "l.bmp", MimeType: mimeType, FileSize: int64(len(file)),
			FileData: "data:" + mimeType + ";base64," + base64.StdEncoding.EncodeToString(file), IsActive: true}
		if err != nil || got != want {
			t.Errorf("%s: %v, %+v", mimeType, err, got)
		}
	}
	got, err := Logo{Type: Favicon, Name: "n"}.Check([]byte(`<svg onload="x"><path d="M0 0"/></svg>`))
	if clean := `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>`; err != nil || got.MimeType != "image/svg+xml" || got.FileSize != int64(len(clean)) ||
		got.FileData != "data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString([]byte(clean)) {
		t.Errorf("a drawing: %v, %+v", err, got)
	}
}

func TestALogoOfMoreThanFiveMegabytesOrThatIsNoImageIsRefused(t *testing.T) {
	file := files(t)["image/png"]
	fits := append(bytes.Clone(file), make([]byte, MaxLogoFile-len(file))...)
	if got, err := (Logo{Type: MainLogo, Name: "n"}).Check(fits); err != nil || got.FileSize != MaxLogoFile {
		t.Errorf("5 MB: %v", err)
	}
	if _, err := (Logo{Type: MainLogo, Name: "n"}).Check(append(fits, 0)); !fault.Is(err, fault.TooLarge) || fault.From(err).Message != LogoTooLarge {
		t.Errorf("5 MB and a byte: %v", err)
	}
	huge := bytes.Clone(file)
	binary.BigEndian.PutUint32(huge[16:], 12_001)
	for name, file := range map[string][]byte{
		"a PDF": []byte("%PDF-1.7\n"), "nothing": {}, "half a header": file[:20], "a BMP": []byte("BM\x00\x00"), "a page": []byte("<html></html>"), "an audio file": []byte("RIFF\x00\x00\x00\x00WAVE"), "a wide picture": huge,
	} {
		_, err := Logo{Type: MainLogo, Name: "n"}.Check(file)
		if f := fault.From(err); f.Kind != fault.Invalid || len(f.Fields) != 1 || f.Fields[0] != (fault.Field{Field: "fileData", Message: NotAnImage}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestALogoHasATypeAndAName(t *testing.T) {
	file := files(t)["image/png"]
	for name, logo := range map[string]struct {
		Logo
		field, message string
	}{
		"no type":               {Logo{Name: "n"}, "type", "Please choose main, compact or favicon"},
		"another type":          {Logo{Type: "MAIN", Name: "n"}, "type", "Please choose main, compact or favicon"},
		"no name":               {Logo{Type: MainLogo, Name: " "}, "name", "Name is required"},
		"a long name":           {Logo{Type: MainLogo, Name: strings.Repeat("é", 201)}, "name", "Please use at most 200 characters"},
		"a long name of a file": {Logo{Type: MainLogo, Name: "n", FileName: strings.Repeat("é", 256)}, "fileName", "Please use at most 255 characters"},
	} {
		_, err := logo.Check(file)
		if f := fault.From(err); len(f.Fields) != 1 || f.Fields[0] != (fault.Field{Field: logo.field, Message: logo.message}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
