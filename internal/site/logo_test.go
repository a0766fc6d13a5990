package site

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// fitter fits logos: it returns the requested size instead of a resized PNG, and an error for other files.
type fitter struct{ err error }

func (f fitter) Fit(_ context.Context, file []byte, width, height int) (string, []byte, error) {
	switch {
	case f.err != nil:
		return "", nil, f.err
	case !bytes.HasPrefix(file, []byte("\x89PNG")):
		return "", nil, fault.New(fault.WrongType, "a message about photographs")
	}
	return "image/png", fmt.Appendf(nil, "within %d × %d", width, height), nil
}

const pngFile = "\x89PNG and so on"

// A logo's type is detected from its content, and its image is resized for its place.
func TestLogoTypeAndSize(t *testing.T) {
	for kind, fitted := range map[LogoType]string{MainLogo: "within 200 × 60", CompactLogo: "within 120 × 40", Favicon: "within 32 × 32"} {
		got, err := Logo{Type: kind, Name: " Ours ", FileName: "l.bmp", MimeType: "text/html", FileSize: 7, FileData: "x", IsActive: true}.Check(t.Context(), []byte(pngFile), fitter{}.Fit)
		want := Logo{Type: kind, Name: "Ours", FileName: "l.bmp", MimeType: "image/png", FileSize: int64(len(fitted)),
			FileData: "data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte(fitted)), IsActive: true}
		if err != nil || got != want {
			t.Errorf("%s: %v, %+v", kind, err, got)
		}
	}
	got, err := Logo{Type: Favicon, Name: "n"}.Check(t.Context(), []byte(`<svg onload="x"><path d="M0 0"/></svg>`), fitter{}.Fit)
	if clean := `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>`; err != nil || got.MimeType != "image/svg+xml" || got.FileSize != int64(len(clean)) ||
		got.FileData != "data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString([]byte(clean)) {
		t.Errorf("a drawing: %v, %+v", err, got)
	}
}

// A logo that is too large, too complex or not an image is refused.
func TestLogoRefused(t *testing.T) {
	check := func(file string, f fitter) *fault.Fault {
		_, err := Logo{Type: MainLogo, Name: "n"}.Check(t.Context(), []byte(file), f.Fit)
		return fault.From(err)
	}
	if _, err := (Logo{Type: MainLogo, Name: "n"}).Check(t.Context(), append([]byte(pngFile), make([]byte, MaxLogoFile-len(pngFile))...), fitter{}.Fit); err != nil {
		t.Errorf("5 MB: %v", err)
	}
	if f := check(strings.Repeat("x", MaxLogoFile+1), fitter{}); f.Kind != fault.TooLarge || f.Message != LogoTooLarge {
		t.Errorf("5 MB and 1 byte: %v", f)
	}
	for name, c := range map[string]struct {
		file    string
		fitter  fitter
		message string
	}{
		"a PDF":                       {"%PDF-1.7\n", fitter{}, NotAnImage},
		"an empty file":               {"", fitter{}, NotAnImage},
		"an HTML page":                {"<html></html>", fitter{}, NotAnImage},
		"a truncated SVG":             {"<svg><path", fitter{}, NotAnImage},
		"an SVG of more than 256 KB":  {"<svg>" + strings.Repeat(" ", MaxDrawingFile) + "</svg>", fitter{}, drawingTooLarge},
		"an SVG of too many elements": {"<svg>" + strings.Repeat("<g/>", 10_000) + "</svg>", fitter{}, drawingTooComplex},
		"a damaged image":             {pngFile, fitter{fault.New(fault.Invalid, "It is damaged.")}, "It is damaged."},
	} {
		if f := check(c.file, c.fitter); f.Kind != fault.Invalid || len(f.Fields) != 1 || f.Fields[0] != (fault.Field{Field: "fileData", Message: c.message}) {
			t.Errorf("%s: %v", name, f)
		}
	}
	if f := check(pngFile, fitter{fault.New(fault.Unavailable, "Busy.")}); f.Kind != fault.Unavailable {
		t.Errorf("while the decoder is busy: %v", f)
	}
}

// The type, name and file name of a logo are validated before its file is decoded.
func TestLogoFields(t *testing.T) {
	for name, logo := range map[string]struct {
		Logo
		field, message string
	}{
		"no type":          {Logo{Name: "n"}, "type", "Please choose main, compact or favicon"},
		"another type":     {Logo{Type: "MAIN", Name: "n"}, "type", "Please choose main, compact or favicon"},
		"no name":          {Logo{Type: MainLogo, Name: " "}, "name", "Name is required"},
		"a long name":      {Logo{Type: MainLogo, Name: strings.Repeat("é", 201)}, "name", "Please use at most 200 characters"},
		"a long file name": {Logo{Type: MainLogo, Name: "n", FileName: strings.Repeat("é", 256)}, "fileName", "Please use at most 255 characters"},
	} {
		_, err := logo.Check(t.Context(), []byte(pngFile), fitter{errors.New("the file was decoded")}.Fit)
		if f := fault.From(err); len(f.Fields) != 1 || f.Fields[0] != (fault.Field{Field: logo.field, Message: logo.message}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
