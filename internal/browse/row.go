package browse

import (
	"strings"
	"unicode/utf8"
)

// RowText is the maximum length of a row's description in code points.
const RowText = 160

// AppendRow appends the product for the admin list: a card with a shorter description (RowText code points, cut
// anywhere), plus displayOrder, createdAt and version.
func (s *Snapshot) AppendRow(dst []byte, it *Item) []byte {
	for _, number := range cardFields {
		if number == description {
			dst = it.appendShort(dst)
		} else {
			dst = append(dst, it.field(number)...)
		}
	}
	dst = s.appendNew(dst, it)
	for _, number := range rowFields {
		dst = append(dst, it.field(number)...)
	}
	return append(dst, '}')
}

// rowFields are the fields of a row that a card does not have.
var rowFields = numbersOf([]string{"displayOrder", "createdAt", "version"})

// appendShort appends the field with the first RowText code points of the description.
func (it *Item) appendShort(dst []byte) []byte {
	const start = `,"description":"`
	begin := it.start(description) + uint32(len(start))
	return append(append(append(dst, start...), quotedHead(it.json[begin:], RowText)...), '"')
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
		list[i] = s.countOf(index)
	}
	return list
}

// countOf returns the category with an index.
func (s *Snapshot) countOf(index uint32) CategoryCount {
	category := &s.categories[index]
	return CategoryCount{category.Category, category.members.count, category.start}
}
