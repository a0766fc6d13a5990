package api

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Images stores images, and fits site logos to their size.
type Images interface {
	site.Fitter
	Add(ctx context.Context, by string, upload media.Upload) (media.Added, error)
}

// maxFileName is the maximum length of a file name in code points, from the project's decisions page.
const maxFileName = 255

// UploadInput is an image to store.
type UploadInput struct {
	Image        dataURLFile `json:"image"`
	Kind         media.Kind  `json:"kind,omitempty" enum:"logo,screenshot" doc:"What it shows: a logo (the default) becomes 500 by 500 pixels, a screenshot keeps its shape within 1600"`
	OriginalName string      `json:"originalName,omitempty" doc:"What the file was called; at most 255 characters"`
	ProductName  string      `json:"productName,omitempty" doc:"What it is for, for the history; at most 200 characters"`
}

func upload(c *call, in UploadInput) (any, error) {
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
	in.OriginalName, in.ProductName = field.Clean(in.OriginalName), field.Clean(in.ProductName)
	checked.line("originalName", in.OriginalName, maxFileName)
	checked.line("productName", in.ProductName, catalog.MaxName)
	if err := checked.fault(); err != nil {
		return nil, err
	}
	added, err := c.options.Images.Add(c.ctx(), c.by,
		media.Upload{File: in.Image.file, Kind: in.Kind, OriginalName: in.OriginalName, ProductName: in.ProductName})
	return added, err
}

// dataURLFile is a file sent as a base64 data URL (RFC 2397). It decodes straight from the body without copying the
// text. It ignores the type in the URL.
type dataURLFile struct {
	file []byte
	err  error
}

func (f *dataURLFile) missing() bool { return f.file == nil && f.err == nil }

// UnmarshalJSON stores an error of the text in err, because each handler has its own message for it.
func (f *dataURLFile) UnmarshalJSON(value []byte) error {
	switch {
	case string(value) == "null", string(value) == `""`:
		return nil
	case value[0] != '"':
		return &json.UnmarshalTypeError{Value: "another value", Type: reflect.TypeFor[string]()}
	}
	text := value[1 : len(value)-1]
	if bytes.IndexByte(text, '\\') >= 0 { // some clients write \/ for a slash, or \u002b for a plus
		var unescaped string
		if err := json.Unmarshal(value, &unescaped); err != nil {
			return err
		}
		text = []byte(unescaped)
	}
	f.file, f.err = decodeDataURL(text)
	return nil
}

// Schema returns the schema in the description.
func (dataURLFile) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Description: "A file as a base64 data URL", Examples: []any{"data:image/png;base64,iVBORw0KGgo…"}}
}

// maxDataURLHead is the maximum length of a data URL up to its comma.
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
