package field

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// CleanLine is Clean for a name or another short line. It also removes invisible characters, which would make names
// that look the same differ. Joiners (U+200C, U+200D) stay only where they change what is shown.
func CleanLine(text string) string {
	text = Clean(text)
	if !strings.ContainsFunc(text, func(r rune) bool { return isInvisible(r) || isJoiner(r) || r == hangulFiller }) {
		return text
	}
	return Clean(strings.TrimFunc(norm.NFC.String(withoutInvisible(text)), isBlank))
}

// hangulFiller is a letter without a visible shape.
const hangulFiller = '\u3164'

// isBlank reports whether a character shows nothing but a space.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r == hangulFiller }

// isInvisible reports whether a character shows nothing and joins nothing: zero width space, word joiner, byte order
// mark.
func isInvisible(r rune) bool { return r == '\u200b' || r == '\u2060' || r == '\ufeff' }

func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// withoutInvisible removes invisible characters, and joiners that join nothing.
func withoutInvisible(text string) string {
	runes := make([]rune, 0, len(text))
	for _, r := range text {
		if !isInvisible(r) {
			runes = append(runes, r)
		}
	}
	kept := make([]rune, 0, len(runes))
	for i, r := range runes {
		if !isJoiner(r) || joins(r, kept, runes[i+1:]) {
			kept = append(kept, r)
		}
	}
	return string(kept)
}

// joins reports whether a joiner joins something: two emoji, or a letter before it of a script with joining letters.
func joins(r rune, before, after []rune) bool {
	for last := len(before) - 1; last >= 0; last-- {
		switch b := before[last]; {
		case isJoiner(b):
			return false
		case unicode.Is(unicode.Inherited, b), unicode.Is(unicode.Sk, b): // marks of any script, skin tones
			continue
		default:
			return unicode.In(b, joiningScripts()...) || r == '\u200d' && isEmoji(b) && len(after) > 0 && isEmoji(after[0])
		}
	}
	return false
}

func isEmoji(r rune) bool { return unicode.In(r, unicode.So, unicode.Sm) }

// joiningScripts returns the scripts in which joiners change the shape of letters: cursive ones, and those with
// conjuncts.
func joiningScripts() []*unicode.RangeTable {
	return []*unicode.RangeTable{
		unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mandaic, unicode.Mongolian, unicode.Phags_Pa, unicode.Adlam, unicode.Hanifi_Rohingya,
		unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam,
		unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Balinese, unicode.Javanese,
	}
}
