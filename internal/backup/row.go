package backup

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// inBase64 is a value that JSON cannot express: bytes, or a text that is not UTF-8.
type inBase64 struct {
	Bytes []byte `json:"bytes,omitzero"`
	Text  []byte `json:"text,omitzero"`
}

// newRowEncoder returns an encoder for writeRow.
func newRowEncoder(to io.Writer) *json.Encoder {
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	return encoder
}

// writeRow writes a row of nil, bool, int64, string and []byte as a line of JSON. It overwrites the values that JSON cannot
// express.
func writeRow(to *json.Encoder, values []any) error {
	for i, value := range values {
		switch v := value.(type) {
		case nil, bool, int64:
		case string:
			if !utf8.ValidString(v) {
				values[i] = inBase64{Text: []byte(v)}
			}
		case []byte:
			values[i] = inBase64{Bytes: v}
		default:
			return fmt.Errorf("a value is of a kind that no column has: %T", value)
		}
	}
	return to.Encode(values)
}

// readRow reads a line of writeRow. At the end it returns io.EOF.
func readRow(from *json.Decoder) ([]any, error) {
	var raw []json.RawMessage
	if err := from.Decode(&raw); err != nil {
		return nil, err
	}
	values := make([]any, len(raw))
	for i, text := range raw {
		var err error
		if values[i], err = readValue(text); err != nil {
			return nil, fmt.Errorf("value %d: %w", i+1, err)
		}
	}
	return values, nil
}

func readValue(text json.RawMessage) (value any, err error) {
	switch text[0] {
	case 'n', 't', 'f', '"':
		err = json.Unmarshal(text, &value)
		return value, err
	case '{':
		var v inBase64
		err = json.Unmarshal(text, &v)
		if v.Text != nil {
			return string(v.Text), err
		}
		return v.Bytes, err
	}
	return strconv.ParseInt(string(text), 10, 64)
}
