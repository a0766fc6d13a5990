package browse

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// decodeQuery decodes a query as browsers do, by the rules of web/src/filters.ts: invalid escapes stay as they are.
func decodeQuery(query string) url.Values {
	values := url.Values{}
	for pair := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(pair, "=")
		if key = decode(key); key != "" {
			values.Add(key, decode(value))
		}
	}
	return values
}

func decode(text string) string {
	decoded, err := url.QueryUnescape(text)
	if err != nil || !utf8.ValidString(decoded) {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	return decoded
}

// cutSearch trims a search and cuts it at MaxSearch code points.
func cutSearch(text string) string {
	text = strings.TrimFunc(text, isTrimmed)
	if runes := []rune(text); len(runes) > MaxSearch {
		text = strings.TrimRightFunc(string(runes[:MaxSearch]), isTrimmed)
	}
	return text
}

// isTrimmed reports whether JavaScript's trim removes the character.
func isTrimmed(r rune) bool { return r == '\uFEFF' || (unicode.IsSpace(r) && r != '\u0085') }
