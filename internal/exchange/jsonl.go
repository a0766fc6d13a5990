package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

const problemEncoding = "the row is not valid UTF-8"

// decodeJSON reads a row that is one JSON object. Fields that we do not know are left alone.
func decodeJSON(text string) (fields, []string) {
	var f fields
	if !utf8.ValidString(text) {
		return f, []string{problemEncoding}
	}
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return f, []string{"the line is not a JSON object"}
	}
	err := json.Unmarshal([]byte(strings.TrimRight(text, "\r\n")), &f)
	var wrongType *json.UnmarshalTypeError
	var broken *json.SyntaxError
	switch {
	case errors.As(err, &wrongType):
		return f, []string{fmt.Sprintf("%s: cannot be a JSON %s", wrongType.Field, wrongType.Value)}
	case errors.As(err, &broken):
		return f, []string{fmt.Sprintf("broken JSON near byte %d of the line", broken.Offset)}
	case err != nil:
		return f, []string{err.Error()}
	}
	return f, nil
}

// rowID is an id as files have them: our own export writes numbers, other catalogues words.
type rowID struct {
	number int64
	text   string
}

// UnmarshalJSON takes a number above 0, a text or null.
func (id *rowID) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte(`"`)) {
		return json.Unmarshal(data, &id.text)
	}
	var number *int64
	if err := json.Unmarshal(data, &number); err != nil || (number != nil && *number < 1) {
		return errors.New("id: must be a whole number above 0, or a word")
	}
	if number != nil {
		id.number = *number
	}
	return nil
}
