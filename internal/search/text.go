package search

import (
	"unicode"
	"unicode/utf8"

	"vitrine/internal/catalog"
)

// maxWord is the longest word, and the longest joined name, in bytes: what is longer is cut, in the index and in the
// query alike.
const maxWord = 64

// span is a word's place in a splitter's letters.
type span struct{ start, end int }

// splitter cuts text into folded words: runs of letters and digits, without case and accents. Apostrophes within a
// word are dropped ("don't" is "dont"). Scripts written without blanks give each pair of neighbours ("图像生成" is
// 图像, 像生, 生成), the way Lucene's CJK analyser does.
type splitter struct {
	letters []byte // all letters and digits, one after the other
	words   []span
	tails   bool // pairs end with a lone last character, so that every character begins some word

	symbolWords []symbolWord // ascending by word

	start int   // of the word being read, -1 between words
	dense []int // where the characters of the run without blanks begin
	quote bool  // an apostrophe has just been read

	suffix []byte // the symbols read behind the last word
	dots   int    // read just before, not behind a word
	dotted bool   // the word being read has a dot in front
}

func (s *splitter) reset() {
	s.letters, s.words, s.dense, s.symbolWords = s.letters[:0], s.words[:0], s.dense[:0], s.symbolWords[:0]
	s.start, s.quote, s.suffix, s.dots = -1, false, s.suffix[:0], 0
}

// add reads one text. What was read before stays; a word never goes from one text into the next.
func (s *splitter) add(text string) {
	s.start = -1
	for i := 0; i < len(text); {
		if b := text[i]; b < utf8.RuneSelf {
			s.ascii(b)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		s.foreign(r)
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

// foreign reads a character beyond ASCII: folded one at a time, which is the same as folding the whole text because
// marks are dropped.
func (s *splitter) foreign(r rune) {
	switch {
	case 0x4E00 <= r && r <= 0x9FFF: // Han folds to itself
		s.letter(r)
	case isApostrophe(r):
		s.quote = s.start >= 0
	case 0x2000 <= r && r <= 0x206F || r == utf8.RuneError:
		s.gap()
	default:
		folded := catalog.Fold(string(r))
		for _, f := range folded {
			s.part(f)
		}
		if folded == "" && !unicode.Is(unicode.Mn, r) { // a blank, or a mark that is on one
			s.gap()
		}
	}
}

func isApostrophe(r rune) bool { return r == '’' || r == 'ʼ' }

// part reads one of the characters that another folds to, as it is read where it is by itself.
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

// begin goes on with the word being read, or starts one where the kind of script changes.
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

// stop ends the word being read.
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

// joined is everything read, as one word: what "Open Agents", "OpenAgents" and "open-agents" have in common.
func (s *splitter) joined() []byte { return clip(s.letters) }

// clip cuts a word at maxWord, never inside a character.
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

// isDense reports whether the character's script is written without blanks between words.
func isDense(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// humps are the words that a name's capitals and digits show: "PromptSource" is Prompt and Source, "SQLMate" is SQL
// and Mate, "Qwen3" is Qwen. Nothing for a name that shows none.
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

// humpAt reports whether a new word begins at i: a capital after a small letter, the last capital of a row when a small
// letter follows, the border between letters and digits, or anything that is no letter.
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
