package search

// symbolWord is a word with its symbols ("c++", "c#", ".net"). The index holds it beside the word without them, so that
// either matches.
type symbolWord struct {
	word int // its index in the splitter's words
	text string
}

// symbol reads an ASCII character outside [a-z0-9]. A + or # right after a letter belongs to the word, and so does a
// single dot before a word.
func (s *splitter) symbol(b byte) {
	inWord := s.start >= 0
	lettered := inWord && len(s.dense) == 0 && s.letters[len(s.letters)-1] > '9'
	s.stop()
	if (b == '+' || b == '#') && (lettered || len(s.suffix) > 0) {
		s.suffix = append(s.suffix, b)
		return
	}
	s.endSuffix()
	switch {
	case b != '.':
		s.dots = 0
	case inWord:
		s.dots = 2 // as in "node.js", where it only separates
	default:
		s.dots++
	}
}

// gap reads a non-ASCII character that separates words.
func (s *splitter) gap() {
	s.stop()
	s.endSuffix()
	s.dots = 0
}

// endSuffix creates a symbolWord from the last word and the symbols right after it.
func (s *splitter) endSuffix() {
	if len(s.suffix) > 0 {
		last := len(s.words) - 1
		s.addSymbolWord(last, string(s.word(last))+string(s.suffix))
		s.suffix = s.suffix[:0]
	}
}

// beforeWord runs at the start of each word. A single + between two words means "and", as in "VQGAN+CLIP".
func (s *splitter) beforeWord() {
	if len(s.suffix) == 1 && s.suffix[0] == '+' {
		s.suffix = s.suffix[:0]
	}
	s.endSuffix()
	s.dotted = s.dots == 1
	s.dots = 0
}

// afterWord runs at the end of each word.
func (s *splitter) afterWord() {
	last := len(s.words) - 1
	if word := s.word(last); s.dotted && word[0] > '9' {
		s.addSymbolWord(last, "."+string(word))
	}
}

// addSymbolWord skips a text longer than maxWord.
func (s *splitter) addSymbolWord(word int, text string) {
	if len(text) <= maxWord {
		s.symbolWords = append(s.symbolWords, symbolWord{word, text})
	}
}

// spelled returns all words joined into one, with the symbols of the given words.
func (s *splitter) spelled(words []symbolWord) []byte {
	if len(words) == 0 {
		return s.joined()
	}
	var text []byte
	from := 0
	for _, w := range words {
		at := s.words[w.word]
		if w.text[0] == '.' {
			text = append(append(text, s.letters[from:at.start]...), '.')
			from = at.start
			continue
		}
		text = append(append(text, s.letters[from:at.end]...), w.text[at.end-at.start:]...)
		from = at.end
	}
	return clip(append(text, s.letters[from:]...))
}
