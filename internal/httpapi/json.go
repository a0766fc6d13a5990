package httpapi

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// AppendList appends a JSON array, never null.
func AppendList[T any](dst []byte, values []T, appendOne func([]byte, T) []byte) []byte {
	dst = append(dst, '[')
	for i, value := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendOne(dst, value)
	}
	return append(dst, ']')
}

func AppendCount(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

// AppendText appends a JSON string as encoding/json writes it.
func AppendText(dst []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return AppendValue(dst, text)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, text...)
	return append(dst, '"')
}

// AppendValue appends a value with encoding/json, where speed does not matter.
func AppendValue(dst []byte, value any) []byte {
	text, err := json.Marshal(value)
	if err != nil { // our own strings, numbers and times cannot fail
		panic(fmt.Sprintf("write %T as JSON: %v", value, err))
	}
	return append(dst, text...)
}
