package site

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"time"

	"golang.org/x/image/webp"

	"vitrine/internal/fault"
	"vitrine/internal/field"
)

// Limits of a site logo, from the project's decisions page; texts in code points.
const (
	MaxLogoFile = 5 << 20 // bytes
	maxLogoName = 200
	maxFileName = 255
	maxSide     = 12_000     // pixels
	maxPixels   = 50_000_000 // of the whole image
)

// What is said of a file that is none of the images that a logo may be, and of one that is too large: product.md, section 5.
const (
	NotAnImage   = "Please select an image file"
	LogoTooLarge = "Please select an image smaller than 5MB"
)

// LogoType is where a site logo is used.
type LogoType string

// The logo types.
const (
	MainLogo    LogoType = "main"
	CompactLogo LogoType = "compact"
	Favicon     LogoType = "favicon"
)

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

// Check cleans what is said of the logo, and sets what its file says: data, type and size. What was claimed of them does
// not count. A drawing is kept without all that could run or load anything. The fault names each field that fails; of a
// file that is too large it is TooLarge.
func (l Logo) Check(file []byte) (Logo, error) {
	var c field.Checker
	if !field.OneOf(l.Type, MainLogo, CompactLogo, Favicon) {
		c.Fail("type", "Please choose main, compact or favicon")
	}
	l.Name = c.Line("name", l.Name, maxLogoName, "Name is required")
	l.FileName = c.Line("fileName", l.FileName, maxFileName, "")
	if len(file) > MaxLogoFile {
		return l, fault.New(fault.TooLarge, LogoTooLarge)
	}
	mimeType, clean, err := readLogo(file)
	if err != nil {
		c.Fail("fileData", NotAnImage)
	}
	l.MimeType, l.FileSize = mimeType, int64(len(clean))
	l.FileData = "data:" + mimeType + ";base64," + base64.StdEncoding.EncodeToString(clean)
	return l, c.Fault()
}

// rasters are the images that a logo may be, besides drawings: how they begin and how their header is read.
var rasters = []struct {
	mimeType, magic string
	header          func(io.Reader) (image.Config, error)
}{
	{"image/png", "\x89PNG\r\n\x1a\n", png.DecodeConfig},
	{"image/jpeg", "\xff\xd8\xff", jpeg.DecodeConfig},
	{"image/gif", "GIF8", gif.DecodeConfig},
	{"image/webp", "RIFF", webp.DecodeConfig},
}

// readLogo goes by a file's bytes alone: its type, and the file as it may be served.
func readLogo(file []byte) (mimeType string, clean []byte, err error) {
	for _, kind := range rasters {
		if !bytes.HasPrefix(file, []byte(kind.magic)) {
			continue
		}
		config, err := kind.header(bytes.NewReader(file))
		if err != nil {
			return "", nil, fmt.Errorf("read the header of a logo: %w", err)
		}
		if config.Width < 1 || config.Height < 1 || max(config.Width, config.Height) > maxSide || config.Width*config.Height > maxPixels {
			return "", nil, fmt.Errorf("a logo of %d × %d pixels", config.Width, config.Height)
		}
		return kind.mimeType, file, nil
	}
	clean, err = cleanDrawing(file)
	return "image/svg+xml", clean, err
}
