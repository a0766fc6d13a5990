package browse

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// position is the end of a page: the sort keys of its last product. The next page begins after it, even if that product
// has been deleted.
type position struct {
	sort  Sort
	score float32 // for relevance only
	item  *Item   // id, plus those of rank, created, since, visits and nameKey that the sort uses
}

const (
	cursorVersion = 1
	maxCursor     = 512 // in characters; the longest cursor that we write has 400
)

// cursor encodes the position for a URL: unpadded base64url of version, sort, the numbers and the name key.
func (at position) cursor() string {
	b := make([]byte, 0, 64)
	b = append(b, cursorVersion, byte(at.sort.index()))
	b = binary.AppendVarint(b, at.item.id)
	if at.sort == SortPopular {
		b = binary.AppendVarint(b, at.item.visits)
	}
	switch at.sort {
	case SortName:
		b = append(b, at.item.nameKey...)
	case SortLatest:
		b = binary.AppendVarint(b, at.item.since)
	case SortRelevance:
		b = binary.BigEndian.AppendUint32(b, math.Float32bits(at.score))
		fallthrough
	case SortManual, SortPopular:
		b = binary.AppendVarint(b, int64(at.item.rank))
		fallthrough
	default:
		b = binary.AppendVarint(b, at.item.created)
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// readCursor parses a cursor for this sort. It returns fault.BadRequest for anything that cursor did not write.
func readCursor(text string, sort Sort) (position, error) {
	at := position{sort: sort, item: &Item{}}
	if len(text) <= maxCursor {
		b, err := base64.RawURLEncoding.DecodeString(text)
		if err == nil && at.read(b) && at.cursor() == text {
			return at, nil
		}
	}
	return position{}, fault.New(fault.BadRequest,
		"This cursor does not belong to this list. Please take it from the page before, or leave it out to start again.")
}

// read decodes the position. readCursor encodes it again and compares, to reject what cursor would not have written.
func (at *position) read(b []byte) bool {
	if len(b) < 2 || b[0] != cursorVersion || int(b[1]) != at.sort.index() {
		return false
	}
	b = b[2:]
	number := func() int64 {
		value, n := binary.Varint(b)
		b = b[max(n, 0):]
		return value
	}
	at.item.id = number()
	if at.sort == SortPopular {
		at.item.visits = number()
	}
	switch at.sort {
	case SortName:
		at.item.nameKey = string(b)
	case SortLatest:
		at.item.since = number()
	case SortRelevance:
		if len(b) < 4 {
			return false
		}
		at.score = math.Float32frombits(binary.BigEndian.Uint32(b))
		b = b[4:]
		fallthrough
	case SortManual, SortPopular:
		at.item.rank = int32(number())
		fallthrough
	default:
		at.item.created = number()
	}
	return true
}

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
