package site

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// Limits of a site logo, from the project's decisions page; texts in code points.
const (
	MaxLogoFile    = 5 << 20   // bytes
	MaxDrawingFile = 256 << 10 // bytes of an SVG
	maxLogoName    = 200
	maxFileName    = 255
)

// Messages for a file that is not an image of an allowed type, and for one that is too large: product.md, section 5.
const (
	NotAnImage   = "Please select an image file"
	LogoTooLarge = "Please select an image smaller than 5MB"
)

// Messages for an SVG that is too large or too complex.
const (
	drawingTooLarge   = "Please select an SVG smaller than 256KB"
	drawingTooComplex = "Please simplify this SVG: it has more than 10,000 elements, very deep groups, or a path longer than 64KB"
)

// LogoType says where a site logo is used.
type LogoType string

// The logo types.
const (
	MainLogo    LogoType = "main"
	CompactLogo LogoType = "compact"
	Favicon     LogoType = "favicon"
)

// shownWithin is the largest size in pixels at which each type is shown: product.md, section 9.
var shownWithin = map[LogoType]image.Point{MainLogo: {200, 60}, CompactLogo: {120, 40}, Favicon: {32, 32}}

// Logo is a site logo; there is one of each type.
type Logo struct {
	ID        int64     `json:"id" db:"id,serial"`
	Type      LogoType  `json:"type" db:"type,key" enum:"main,compact,favicon"`
	Name      string    `json:"name" db:"name"`
	FileName  string    `json:"fileName" db:"file_name"`
	FileData  string    `json:"fileData" db:"file_data" doc:"The file as a data URL"`
	MimeType  string    `json:"mimeType" db:"mime_type"`
	FileSize  int64     `json:"fileSize" db:"file_size" doc:"Bytes"`
	IsActive  bool      `json:"isActive" db:"is_active"`
	CreatedAt time.Time `json:"createdAt" db:"created_at"`
	UpdatedAt time.Time `json:"updatedAt" db:"updated_at"`
}

// Address returns the URL path of the logo's file, which changes with each change of the logo.
func (l Logo) Address() string { return fmt.Sprintf("/logos/%s?v=%d", l.Type, l.UpdatedAt.UnixMilli()) }

// Fit copies an image without its metadata, in a resolution that is sharp within width by height pixels. An unknown
// format is WrongType, an unreadable image Invalid.
type Fit func(ctx context.Context, file []byte, width, height int) (mimeType string, fitted []byte, err error)

// lastPart returns a file's name without the folders before it, which say something about somebody's computer.
func lastPart(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// Check cleans the logo's texts, and sets data, type and size from its file; values that the client sent for them do
// not count. It scales an image down to the size at which its type is shown, and removes from a drawing all that could
// run or load anything. The fault names each invalid field; a file that is too large is TooLarge.
func (l Logo) Check(ctx context.Context, file []byte, fit Fit) (Logo, error) {
	var c field.Checker
	box, known := shownWithin[l.Type]
	if !known {
		c.Fail("type", "Please choose main, compact or favicon")
	}
	l.Name = c.Line("name", l.Name, maxLogoName, "Name is required")
	l.FileName = c.Line("fileName", lastPart(l.FileName), maxFileName, "")
	if len(file) > MaxLogoFile {
		return l, fault.New(fault.TooLarge, LogoTooLarge)
	}
	if c.Failed() { // before the expensive work on the file
		return l, c.Fault()
	}
	mimeType, content, err := readLogo(ctx, file, box, fit)
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
	l.MimeType, l.FileSize = mimeType, int64(len(content))
	l.FileData = "data:" + mimeType + ";base64," + base64.StdEncoding.EncodeToString(content)
	return l, c.Fault()
}

// readLogo returns the type of a file, from its bytes alone, and the file as it may be served.
func readLogo(ctx context.Context, file []byte, box image.Point, fit Fit) (mimeType string, content []byte, err error) {
	clean, err := cleanDrawing(file, uploadedDrawing)
	if err == nil || errors.Is(err, errLargeDrawing) || errors.Is(err, errComplexDrawing) {
		return "image/svg+xml", clean, err
	}
	return fit(ctx, file, box.X, box.Y)
}
