package search

import (
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// maxWord is the maximum length, in bytes, of a word and of a joined name. The index and the query both cut longer
// ones.
const maxWord = 64

// span is a word's position in a splitter's letters.
type span struct{ start, end int }

// splitter cuts text into folded words: runs of letters and digits, lower case, without accents. It drops apostrophes
// within a word ("don't" is "dont"). For scripts written without blanks it emits each pair of neighbors ("图像生成" is 图像,
// 像生, 生成), like Lucene's CJK analyser.
type splitter struct {
	letters []byte // all letters and digits, concatenated
	words   []span
	tails   bool // also emit the last character alone, so that every character begins some word

	symbolWords []symbolWord // ascending by word

	start int   // of the current word, -1 between words
	dense []int // starts of the characters of the current run without blanks
	quote bool  // the previous character was an apostrophe

	suffix []byte // symbols after the last word
	dots   int    // dots just before, not behind a word
	dotted bool   // the current word has a dot before it
}

func (s *splitter) reset() {
	s.letters, s.words, s.dense, s.symbolWords = s.letters[:0], s.words[:0], s.dense[:0], s.symbolWords[:0]
	s.start, s.quote, s.suffix, s.dots = -1, false, s.suffix[:0], 0
}

// add splits one more text. Words of earlier texts stay; no word spans two texts.
func (s *splitter) add(text string) {
	s.start = -1
	for i := 0; i < len(text); {
		if b := text[i]; b < utf8.RuneSelf {
			s.ascii(b)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		for size < len(text)-i && text[i+size] >= utf8.RuneSelf && isMarkAt(text[i+size:]) {
			_, mark := utf8.DecodeRuneInString(text[i+size:])
			size += mark
		}
		s.foreign(r, text[i:i+size])
		i += size
	}
	s.gap()
}

func (s *splitter) ascii(b byte) {
	switch {
	case 'a' <= b && b <= 'z' || '0' <= b && b <= '9':
	case 'A' <= b && b <= 'Z':
		b += 'a' - 'A'
	case b == '\'' && s.start >= 0:
		s.quote = true
		return
	default:
		s.symbol(b)
		return
	}
	s.begin(false)
	s.letters = append(s.letters, b)
}

// isMarkAt reports whether a text begins with a mark, which belongs to the character before it.
func isMarkAt(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.Is(unicode.Mn, r) || r == '\uff9e' || r == '\uff9f' // the sound marks of half-width kana
}

// foreign reads a non-ASCII character with its marks. It folds them alone, which equals folding the whole text because
// folding looks no further than from a character to its marks.
func (s *splitter) foreign(r rune, character string) {
	switch {
	case 0x4E00 <= r && r <= 0x9FFF && len(character) == 3: // Han folds to itself
		s.letter(r)
	case isApostrophe(r):
		s.quote = s.start >= 0
	case 0x2000 <= r && r <= 0x206F || r == utf8.RuneError:
		s.gap()
	default:
		folded := catalog.Fold(character)
		for _, f := range folded {
			s.part(f)
		}
		if folded == "" && !unicode.Is(unicode.Mn, r) { // a blank, or a standalone mark
			s.gap()
		}
	}
}

func isApostrophe(r rune) bool { return r == '’' || r == 'ʼ' }

// part reads one character of a folding's result, by the same rules as a character of the text.
func (s *splitter) part(r rune) {
	switch {
	case r < utf8.RuneSelf:
		s.ascii(byte(r))
	case isApostrophe(r):
		s.quote = s.start >= 0
	default:
		s.letter(r)
	}
}

func (s *splitter) letter(r rune) {
	if unicode.Is(unicode.Mn, r) && s.start >= 0 { // folding left it: it belongs to the letter before it
		s.letters = utf8.AppendRune(s.letters, r)
		return
	}
	if !isWordRune(r) {
		s.gap()
		return
	}
	dense := isDense(r)
	s.begin(dense)
	if dense {
		s.dense = append(s.dense, len(s.letters))
	}
	s.letters = utf8.AppendRune(s.letters, r)
}

// begin continues the current word, or starts a new one where the kind of script changes.
func (s *splitter) begin(dense bool) {
	if s.start >= 0 && dense != (len(s.dense) > 0) {
		s.stop()
	}
	if s.start < 0 {
		s.beforeWord()
		s.start = len(s.letters)
	}
	s.quote = false
}

// stop ends the current word.
func (s *splitter) stop() {
	if s.start < 0 {
		return
	}
	if len(s.dense) > 0 {
		s.pairs()
	} else {
		s.words = append(s.words, span{s.start, s.start + len(clip(s.letters[s.start:]))})
		s.afterWord()
	}
	s.start, s.quote = -1, false
	s.dense = s.dense[:0]
}

func (s *splitter) pairs() {
	last := len(s.dense) - 1
	for i, at := range s.dense {
		end := len(s.letters)
		if i+2 <= last {
			end = s.dense[i+2]
		}
		if i < last || s.tails || last == 0 {
			s.words = append(s.words, span{at, end})
		}
	}
}

func (s *splitter) word(i int) []byte { return s.letters[s.words[i].start:s.words[i].end] }

// joined returns everything read as one word: the same for "Open Agents", "OpenAgents" and "open-agents".
func (s *splitter) joined() []byte { return clip(s.letters) }

// clip cuts a word at maxWord bytes, never inside a character.
func clip(word []byte) []byte {
	if len(word) <= maxWord {
		return word
	}
	end := maxWord
	for end > 0 && !utf8.RuneStart(word[end]) {
		end--
	}
	return word[:end]
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Mc, r)
}

// isDense reports whether the character's script has no blanks between words.
func isDense(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// humps returns the words that a name's capitals and digits delimit: "PromptSource" is Prompt and Source, "SQLMate" is
// SQL and Mate, "Qwen3" is Qwen. It returns nil if there is no such border.
func humps(name string) []string {
	var parts []string
	runes := []rune(name)
	start := 0
	for i := 1; i <= len(runes); i++ {
		if i < len(runes) && !humpAt(runes, i) {
			continue
		}
		if part := runes[start:i]; len(part) > 1 && len(part) < len(runes) && unicode.IsLetter(part[0]) {
			parts = append(parts, string(part))
		}
		start = i
	}
	return parts
}

// humpAt reports whether a new word begins at i: a capital after a lower-case letter, the last capital of a row before
// a lower-case letter, or the border between a letter and anything else.
func humpAt(runes []rune, i int) bool {
	before, here := runes[i-1], runes[i]
	switch {
	case !unicode.IsLetter(here) || !unicode.IsLetter(before):
		return unicode.IsLetter(here) != unicode.IsLetter(before)
	case unicode.IsUpper(here):
		return unicode.IsLower(before) || i+1 < len(runes) && unicode.IsLower(runes[i+1])
	}
	return false
}
