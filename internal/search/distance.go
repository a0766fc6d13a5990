package search

import "unicode/utf8"

// runes is a word as characters, in a buffer of its own, so that looking at it allocates nothing.
type runes struct {
	at  [maxWord]rune
	len int
}

func (w *runes) set(text string) {
	w.len = 0
	for _, r := range text {
		if w.len == maxWord {
			return
		}
		w.at[w.len] = r
		w.len++
	}
}

// pattern is a word made ready for being measured against many others: for each character, the places where it is
// in the word, a bit each.
type pattern struct {
	ascii  [utf8.RuneSelf]uint64
	others []positionsOf
	len    int // characters
}

type positionsOf struct {
	character rune
	places    uint64
}

// set makes the pattern that of a word: not empty, of at most maxWord bytes.
func (p *pattern) set(word string) {
	p.ascii, p.others, p.len = [utf8.RuneSelf]uint64{}, p.others[:0], 0
	for _, r := range word {
		place := uint64(1) << p.len
		p.len++
		if r < utf8.RuneSelf {
			p.ascii[r] |= place
			continue
		}
		for i := range p.others {
			if p.others[i].character == r {
				p.others[i].places |= place
				place = 0
			}
		}
		if place != 0 {
			p.others = append(p.others, positionsOf{r, place})
		}
	}
}

func (p *pattern) places(r rune) uint64 {
	if r < utf8.RuneSelf {
		return p.ascii[r]
	}
	for _, o := range p.others {
		if o.character == r {
			return o.places
		}
	}
	return 0
}

// distance is the number of single edits (a letter too many, missing, wrong, or two neighbours swapped) between the
// pattern and a word of letters characters, no part edited twice: the optimal string alignment distance, a column of
// its table at a time in the bits of a machine word (Hyyrö 2003, "A Bit-Vector Algorithm for Computing Levenshtein and
// Damerau Edit Distances"). It gives up, with a number above most, on a word that is longer by more than that.
func (p *pattern) distance(word string, most int) (edits, letters int) {
	edits = p.len
	last := uint64(1) << (p.len - 1)
	rises, falls := ^uint64(0), uint64(0) // where the column goes up and down by one
	var diagonal, before uint64           // where the diagonal stays the same; where the last character is
	for _, r := range word {
		if letters++; letters > p.len+most {
			return most + 1, letters
		}
		here := p.places(r)
		swapped := (^diagonal & here) << 1 & before
		diagonal = ((here & rises) + rises ^ rises) | here | falls | swapped
		up, down := falls|^(diagonal|rises), diagonal&rises
		if up&last != 0 {
			edits++
		}
		if down&last != 0 {
			edits--
		}
		up = up<<1 | 1
		rises, falls = down<<1|^(diagonal|up), up&diagonal
		before = here
	}
	return edits, letters
}

// allowed is how many edits are forgiven in a word of so many letters.
func allowed(letters int) int {
	switch {
	case letters < 4:
		return 0
	case letters < 8:
		return 1
	}
	return 2
}
