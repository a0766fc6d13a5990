package browse

import (
	"strings"
	"unicode/utf8"
)

// RowText is the maximum length of a row's description in code points.
const RowText = 160

// AppendRow appends the product for the admin list: a card with a shorter description (RowText code points, cut
// anywhere), plus displayOrder, createdAt and version.
func (it *Item) AppendRow(dst []byte) []byte {
	text := it.json
	begin := field(text, "description") + uint32(len(`,"description":"`))
	dst = append(dst, text[:begin]...)
	dst = append(dst, quotedHead(text[begin:], RowText)...)
	dst = append(dst, '"')
	dst = it.appendParts(dst)
	end := text[it.card.parts[len(it.card.parts)-1]:]
	dst = append(dst, end[field(end, "displayOrder"):field(end, keyAfter("displayOrder"))]...)
	dst = append(dst, end[field(end, "createdAt"):field(end, keyAfter("createdAt"))]...)
	return append(dst, end[field(end, "version"):]...)
}

// quotedHead returns the beginning of a JSON string's quoted content, at most most code points. The encoder writes a
// code point as itself or as one escape.
func quotedHead(text string, most int) string {
	at := 0
	for ; most > 0 && text[at] != '"'; most-- {
		switch {
		case strings.HasPrefix(text[at:], `\u`):
			at += len(`\u0000`)
		case text[at] == '\\':
			at += len(`\n`)
		default:
			_, size := utf8.DecodeRuneInString(text[at:])
			at += size
		}
	}
	return text[:at]
}

// CategoryCounts returns all categories, including empty ones, with the number of products in each, A–Z.
func (s *Snapshot) CategoryCounts() []CategoryCount {
	list := make([]CategoryCount, len(s.listed))
	for i, index := range s.listed {
		category := s.categories[index]
		list[i] = CategoryCount{category.Category, category.members.count, category.start}
	}
	return list
}
