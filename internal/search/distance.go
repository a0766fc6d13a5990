package search

import "unicode/utf8"

// runes decodes a word into a fixed buffer, so that inspecting it allocates nothing.
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

// pattern is a word prepared for comparison with many others: for each character, a bit mask of its positions.
type pattern struct {
	ascii  [utf8.RuneSelf]uint64
	others []positionsOf
	len    int // in characters
}

type positionsOf struct {
	character rune
	places    uint64
}

// set prepares the pattern for a word, which must be non-empty and at most maxWord bytes long.
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

// distance returns the number of single edits (an extra, missing or wrong letter, or two neighbors swapped) between
// the pattern and a word, and the word's length in characters. It edits no substring twice: the optimal string
// alignment distance, computed column by column in the bits of a machine word (Hyyrö 2003, "A Bit-Vector Algorithm for
// Computing Levenshtein and Damerau Edit Distances"). For a word more than most characters longer than the pattern it
// stops and returns most+1.
func (p *pattern) distance(word string, most int) (edits, letters int) {
	edits = p.len
	last := uint64(1) << (p.len - 1)
	rises, falls := ^uint64(0), uint64(0) // where the column rises and falls by one
	var diagonal, before uint64           // where the diagonal stays the same; positions of the previous character
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

// allowed returns how many edits search forgives in a word of the given length.
func allowed(letters int) int {
	switch {
	case letters < 4:
		return 0
	case letters < 8:
		return 1
	}
	return 2
}
