package httpapi

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

var errDataURL = errors.New("not a data URL")

// DataURLFile is a file sent as a base64 data URL (RFC 2397). It decodes straight from the body without copying the
// text. It ignores the type in the URL.
type DataURLFile struct {
	File []byte
	Err  error // the text is no data URL; each handler has its own message for it
}

// Missing reports whether there is no text.
func (f *DataURLFile) Missing() bool { return f.File == nil && f.Err == nil }

// UnmarshalJSON stores an error of the text in Err.
func (f *DataURLFile) UnmarshalJSON(value []byte) error {
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
	f.File, f.Err = decodeDataURL(text)
	return nil
}

// Schema returns the schema in the description.
func (DataURLFile) Schema(huma.Registry) *huma.Schema {
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
