package api

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"vitrine/internal/catalog"
	"vitrine/internal/media"
	"vitrine/internal/site"
)

// Images takes images in, and makes site logos fit.
type Images interface {
	site.Fitter
	Add(ctx context.Context, by string, upload media.Upload) (media.Added, error)
}

// maxFileName is the longest name of a file, in code points, from the project's decisions page.
const maxFileName = 255

// UploadInput is an image to be kept.
type UploadInput struct {
	Image        dataURLFile `json:"image"`
	Kind         media.Kind  `json:"kind,omitempty" enum:"logo,screenshot" doc:"What it shows: a logo (so where nothing is said) becomes 500 by 500 pixels, a screenshot keeps its shape within 1600"`
	OriginalName string      `json:"originalName,omitempty" doc:"What the file was called; at most 255 characters"`
	ProductName  string      `json:"productName,omitempty" doc:"What it is for, for the history; at most 200 characters"`
}

// uploading is the write of an image. One that is too large for its body is refused in the words for images.
func uploading() handler { return wording(write(maxUploadBody, upload), media.TooLarge) }

func upload(c *call, in UploadInput) (answer, error) {
	var checked checks
	switch {
	case in.Image.missing():
		checked.fail("image", "Please choose an image to upload")
	case in.Image.err != nil:
		checked.fail("image", "Please send the image as a base64 data URL")
	}
	if in.Kind != "" && in.Kind != media.Logo && in.Kind != media.Screenshot {
		checked.fail("kind", "Please name the kind of image: logo or screenshot")
	}
	in.OriginalName, in.ProductName = catalog.Clean(in.OriginalName), catalog.Clean(in.ProductName)
	checked.oneLine("originalName", in.OriginalName, maxFileName)
	checked.oneLine("productName", in.ProductName, catalog.MaxName)
	if err := checked.fault(); err != nil {
		return answer{}, err
	}
	added, err := c.api.options.Images.Add(c.request.Context(), c.by,
		media.Upload{File: in.Image.file, Kind: in.Kind, OriginalName: in.OriginalName, ProductName: in.ProductName})
	return answer{body: added}, err
}

// dataURLFile is a file that comes as a data URL in base64 (RFC 2397). It is decoded out of the body that was read: the
// text is never copied, and what the URL says of the file's type counts for nothing.
type dataURLFile struct {
	file []byte
	err  error
}

func (f *dataURLFile) missing() bool { return f.file == nil && f.err == nil }

// UnmarshalJSON keeps what is wrong with the text for the one who asks for the file.
func (f *dataURLFile) UnmarshalJSON(value []byte) error {
	switch {
	case string(value) == "null", string(value) == `""`:
		return nil
	case value[0] != '"':
		return &json.UnmarshalTypeError{Value: "another value", Type: reflect.TypeFor[string]()}
	}
	text := value[1 : len(value)-1]
	if bytes.IndexByte(text, '\\') >= 0 { // some write \/ for a slash, or \u002b for a plus
		var unescaped string
		if err := json.Unmarshal(value, &unescaped); err != nil {
			return err
		}
		text = []byte(unescaped)
	}
	f.file, f.err = decodeDataURL(text)
	return nil
}

// Schema is how the API's description has it.
func (dataURLFile) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Description: "A file as a base64 data URL", Examples: []any{"data:image/png;base64,iVBORw0KGgo…"}}
}

// maxDataURLHead is the longest beginning of a data URL, up to its comma.
const maxDataURLHead = 255

func decodeDataURL(text []byte) ([]byte, error) {
	comma := bytes.IndexByte(text[:min(len(text), maxDataURLHead+1)], ',')
	if comma < 0 {
		return nil, errDataURL
	}
	head, content := bytes.ToLower(text[:comma]), text[comma+1:]
	if !bytes.HasPrefix(head, []byte("data:")) || !bytes.HasSuffix(head, []byte(";base64")) {
		return nil, errDataURL
	}
	file := make([]byte, base64.StdEncoding.DecodedLen(len(content)))
	n, err := base64.StdEncoding.Decode(file, content)
	return file[:n], err
}

// oneLine holds a name that may be missing against its length; it has one line.
func (c *checks) oneLine(field, value string, limit int) {
	c.atMost(field, value, limit)
	if !catalog.IsLine(value) {
		c.fail(field, catalog.NoLine)
	}
}
