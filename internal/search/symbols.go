package search

// symbolWord is a word with the symbols that make it another one ("c++", "c#", ".net"). It is beside the word
// without them, so that either finds it.
type symbolWord struct {
	word int // its place in the splitter's words
	text string
}

// symbol reads an ASCII character that is no part of a plain word. Directly behind a letter + and # belong to the word,
// and so does a single dot in front of one.
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

// gap reads a character beyond ASCII that is no part of a word.
func (s *splitter) gap() {
	s.stop()
	s.endSuffix()
	s.dots = 0
}

// endSuffix makes a symbolWord of the last word and the symbols read behind it.
func (s *splitter) endSuffix() {
	if len(s.suffix) > 0 {
		last := len(s.words) - 1
		s.addSymbolWord(last, string(s.word(last))+string(s.suffix))
		s.suffix = s.suffix[:0]
	}
}

// beforeWord is called where a word begins. A single + between two words is an "and", as in "VQGAN+CLIP".
func (s *splitter) beforeWord() {
	if len(s.suffix) == 1 && s.suffix[0] == '+' {
		s.suffix = s.suffix[:0]
	}
	s.endSuffix()
	s.dotted = s.dots == 1
	s.dots = 0
}

// afterWord is called where a word has ended.
func (s *splitter) afterWord() {
	last := len(s.words) - 1
	if word := s.word(last); s.dotted && word[0] > '9' {
		s.addSymbolWord(last, "."+string(word))
	}
}

// addSymbolWord leaves out what is too long for a word.
func (s *splitter) addSymbolWord(word int, text string) {
	if len(text) <= maxWord {
		s.symbolWords = append(s.symbolWords, symbolWord{word, text})
	}
}

// spelled is everything read, as one word, with the symbols of these words.
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
