package site

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/field"
)

// Limits of a site logo, from the project's decisions page; texts in code points.
const (
	MaxLogoFile    = 5 << 20   // bytes
	MaxDrawingFile = 256 << 10 // bytes of an SVG
	maxLogoName    = 200
	maxFileName    = 255
)

// What is said of a file that is none of the images that a logo may be, and of one that is too large: product.md, section 5.
const (
	NotAnImage   = "Please select an image file"
	LogoTooLarge = "Please select an image smaller than 5MB"
)

// What is said of an SVG that is too large or too complex.
const (
	drawingTooLarge   = "Please select an SVG smaller than 256KB"
	drawingTooComplex = "Please simplify this SVG: it has more than 10,000 elements, very deep groups, or a path longer than 64KB"
)

// LogoType is where a site logo is used.
type LogoType string

// The logo types.
const (
	MainLogo    LogoType = "main"
	CompactLogo LogoType = "compact"
	Favicon     LogoType = "favicon"
)

// shownWithin is the largest size in pixels at which each is shown: product.md, section 9.
var shownWithin = map[LogoType]image.Point{MainLogo: {200, 60}, CompactLogo: {120, 40}, Favicon: {32, 32}}

// Logo is a site logo; there is one of each type.
type Logo struct {
	ID        int64     `json:"id"`
	Type      LogoType  `json:"type" enum:"main,compact,favicon"`
	Name      string    `json:"name"`
	FileName  string    `json:"fileName"`
	FileData  string    `json:"fileData" doc:"The file as a data URL"`
	MimeType  string    `json:"mimeType"`
	FileSize  int64     `json:"fileSize" doc:"Bytes"`
	IsActive  bool      `json:"isActive"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// Address is the path of the logo's file: another one after each change.
func (l Logo) Address() string { return fmt.Sprintf("/logos/%s?v=%d", l.Type, l.UpdatedAt.UnixMilli()) }

// Fitter makes a copy of an image, without any metadata, that is sharp where it is shown within width by height pixels.
// What is no image that it knows is a fault of kind WrongType, one that cannot be read Invalid.
type Fitter interface {
	Fit(ctx context.Context, file []byte, width, height int) (mimeType string, fitted []byte, err error)
}

// Check cleans what is said of the logo, and sets what its file says: data, type and size. What was claimed of them does
// not count. An image is made as small as its type is shown; a drawing is kept without all that could run or load
// anything. The fault names each field that fails; of a file that is too large it is TooLarge.
func (l Logo) Check(ctx context.Context, file []byte, f Fitter) (Logo, error) {
	var c field.Checker
	box, known := shownWithin[l.Type]
	if !known {
		c.Fail("type", "Please choose main, compact or favicon")
	}
	l.Name = c.Line("name", l.Name, maxLogoName, "Name is required")
	l.FileName = c.Line("fileName", l.FileName, maxFileName, "")
	if len(file) > MaxLogoFile {
		return l, fault.New(fault.TooLarge, LogoTooLarge)
	}
	if c.Failed() { // before the work that a file is
		return l, c.Fault()
	}
	mimeType, kept, err := readLogo(ctx, file, box, f)
	switch {
	case fault.Is(err, fault.WrongType):
		c.Fail("fileData", NotAnImage)
	case errors.Is(err, errLargeDrawing):
		c.Fail("fileData", drawingTooLarge)
	case errors.Is(err, errComplexDrawing):
		c.Fail("fileData", drawingTooComplex)
	case fault.Is(err, fault.Invalid):
		c.Fail("fileData", fault.From(err).Message)
	case err != nil:
		return l, err
	}
	l.MimeType, l.FileSize = mimeType, int64(len(kept))
	l.FileData = "data:" + mimeType + ";base64," + base64.StdEncoding.EncodeToString(kept)
	return l, c.Fault()
}

// readLogo goes by a file's bytes alone: its type, and the file as it may be served.
func readLogo(ctx context.Context, file []byte, box image.Point, f Fitter) (mimeType string, kept []byte, err error) {
	clean, err := cleanDrawing(file, uploadedDrawing)
	if err == nil || errors.Is(err, errLargeDrawing) || errors.Is(err, errComplexDrawing) {
		return "image/svg+xml", clean, err
	}
	return f.Fit(ctx, file, box.X, box.Y)
}
