package backup

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// maxRow bounds a row's line in bytes: the longest has a legal page before and after a change, or a file of 5 MB.
const maxRow = 64 << 20

// inBase64 is a value that JSON cannot express: bytes, or a text that is not UTF-8.
type inBase64 struct {
	Bytes []byte `json:"bytes,omitzero"`
	Text  []byte `json:"text,omitzero"`
}

// rowWriter writes rows as lines of JSON.
type rowWriter struct {
	line    bytes.Buffer
	encoder *json.Encoder
	values  []any
}

func newRowWriter() *rowWriter {
	w := &rowWriter{}
	w.encoder = json.NewEncoder(&w.line)
	w.encoder.SetEscapeHTML(false)
	return w
}

// write writes a row of nil, bool, int64, string and []byte.
func (w *rowWriter) write(to io.Writer, values []any) error {
	w.line.Reset()
	w.values = w.values[:0]
	for _, value := range values {
		switch v := value.(type) {
		case nil, bool, int64:
		case string:
			if !utf8.ValidString(v) {
				value = inBase64{Text: []byte(v)}
			}
		case []byte:
			value = inBase64{Bytes: v}
		default:
			return fmt.Errorf("a value is of a kind that no column has: %T", value)
		}
		w.values = append(w.values, value)
	}
	if err := w.encoder.Encode(w.values); err != nil {
		return err
	}
	if w.line.Len() > maxRow {
		return fmt.Errorf("a row takes more than %d bytes", maxRow)
	}
	_, err := w.line.WriteTo(to)
	return err
}

// readRow parses a line of rowWriter.write.
func readRow(line []byte) ([]any, error) {
	var raw []json.RawMessage
	if err := json.Unmarshal(line, &raw); err != nil {
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
