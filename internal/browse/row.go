package browse

import (
	"strings"
	"unicode/utf8"
)

// RowText is how many code points of a description a row shows at most.
const RowText = 160

// AppendRow appends what the administrator's list shows of the product: a card without the rest of its description
// (RowText code points, cut anywhere), and displayOrder, createdAt and version behind it.
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

// quotedHead is the beginning of what is between the quotes of a JSON string: at most so many code points. The
// encoder writes a code point as itself or as one escape.
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

// CategoryCounts are all categories with the number of products in each, A–Z, those without one too.
func (s *Snapshot) CategoryCounts() []CategoryCount {
	list := make([]CategoryCount, len(s.listed))
	for i, index := range s.listed {
		category := s.categories[index]
		list[i] = CategoryCount{category.Category, category.members.count, category.start}
	}
	return list
}
