package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// maxDepth is the maximum nesting depth of objects and lists.
const maxDepth = 32

// decode decodes one JSON object strictly: valid UTF-8, one document, nested at most maxDepth deep, no duplicate keys.
// It ignores unknown keys.
func decode(text []byte, into any) error {
	switch text = bytes.TrimLeft(text, " \t\r\n"); {
	case len(text) == 0:
		return errNoBody()
	case !utf8.Valid(text):
		return fault.New(fault.BadRequest, "This request's body is not valid UTF-8.")
	case !json.Valid(text):
		return fault.New(fault.BadRequest, "This request's body is not valid JSON.")
	case text[0] != '{':
		return fault.New(fault.BadRequest, "Please send a JSON object.")
	}
	if err := inspect(text); err != nil {
		return err
	}
	var mismatch *json.UnmarshalTypeError
	switch err := json.Unmarshal(text, into); {
	case err == nil:
		return nil
	case errors.As(err, &mismatch) && mismatch.Field != "":
		return fault.InvalidFields([]fault.Field{{Field: jsonPath(mismatch.Field), Message: "Please send " + wordFor(mismatch.Type) + " here"}})
	default:
		return fault.Because(fault.BadRequest, "This request's body can't be read.", err)
	}
}

// jsonPath removes the names of embedded structs, which encoding/json adds, from the path of a field. They begin with a
// capital letter; none of our keys does.
func jsonPath(path string) string {
	names := slices.DeleteFunc(strings.Split(path, "."), func(name string) bool {
		first, _ := utf8.DecodeRuneInString(name)
		return unicode.IsUpper(first)
	})
	return strings.Join(names, ".")
}

// wordFor returns the everyday word for a value of this type.
func wordFor(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Struct:
		return "an object"
	}
	return "a whole number"
}

// objectKey is a key of one of the document's objects.
type objectKey struct {
	object int // its number in the document
	key    string
}

// inspect refuses valid JSON that encoding/json accepts silently: nesting too deep, half a surrogate pair, or duplicate
// keys, even in a different case.
func inspect(text []byte) error {
	var open []int // the numbers of the open objects; 0 for a list
	objects, seen := 0, map[objectKey]bool{}
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '{':
			objects++
			open = append(open, objects)
		case '[':
			open = append(open, 0)
		case '}', ']':
			open = open[:len(open)-1]
		case '"':
			end := endOfString(text, at)
			if hasHalf(text[at:end]) {
				return fault.New(fault.BadRequest, "A text in this request's body has half of a character, which is not valid UTF-8.")
			}
			if isKey(text[end:]) {
				place := objectKey{open[len(open)-1], foldKey(text[at:end])}
				if seen[place] {
					return fault.New(fault.BadRequest, "This request's body has a key twice in one object.")
				}
				seen[place] = true
			}
			at = end - 1
		}
		if len(open) > maxDepth {
			return fault.New(fault.BadRequest, "This request's body has lists or objects too deep in each other.")
		}
	}
	return nil
}

// endOfString returns the index after the string whose first quote is at index at.
func endOfString(text []byte, at int) int {
	for at++; text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// hasHalf reports whether a string escapes half a surrogate pair without the other half, which encoding/json replaces
// silently (RFC 8259, 8.2).
func hasHalf(quoted []byte) bool {
	for {
		at := bytes.IndexByte(quoted, '\\')
		if at < 0 {
			return false
		}
		first := escaped(quoted[at:])
		switch second := escaped(quoted[min(at+6, len(quoted)):]); {
		case !utf16.IsSurrogate(first):
			at += 2
		case utf16.DecodeRune(first, second) == utf8.RuneError:
			return true
		default:
			at += 12
		}
		quoted = quoted[at:]
	}
}

// escaped returns the character of a leading \uXXXX escape, or 0 if the text starts with anything else.
func escaped(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0
	}
	value, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil { // the JSON is valid
		return 0
	}
	return rune(value)
}

// isKey reports whether the string before rest is a key.
func isKey(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return len(rest) > 0 && rest[0] == ':'
}

// foldKey returns a key in the case folding that encoding/json uses to match keys with fields.
func foldKey(quoted []byte) string {
	var key string
	if err := json.Unmarshal(quoted, &key); err != nil { // the document is valid
		key = string(quoted)
	}
	return strings.Map(func(r rune) rune {
		for {
			next := unicode.SimpleFold(r)
			if next <= r {
				return next
			}
			r = next
		}
	}, key)
}
