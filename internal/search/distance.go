package search

import "unicode/utf8"

// runes is a word as characters, in a buffer of its own, so that measuring allocates nothing.
type runes struct {
	at  [maxWord]rune
	len int
}

func (w *runes) set(text string) { w.setSome(text, maxWord) }

// setSome takes the first characters of the text, most of them at most.
func (w *runes) setSome(text string, most int) {
	w.len = 0
	for i := 0; i < len(text) && w.len < most; {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		w.at[w.len] = r
		w.len++
		i += size
	}
}

// distance is the number of single edits (a letter too many, missing, wrong, or two neighbours swapped) between two
// words, no part edited twice: the optimal string alignment distance (Damerau 1964; Boytsov 2011 compares it with its
// kin). Above most it is any number above most: only the band of the table within most of the diagonal is filled.
func distance(a, b *runes, most int) int {
	if a.len-b.len > most || b.len-a.len > most {
		return most + 1
	}
	var rows [3][maxWord + 1]uint8
	before, last, here := &rows[0], &rows[1], &rows[2]
	for j := range b.len + 1 {
		last[j] = uint8(j)
	}
	for i := 1; i <= a.len; i++ {
		from, to := max(1, i-most), min(b.len, i+most)
		here[from-1] = uint8(min(i, most+1))
		if from > 1 {
			here[from-1] = uint8(most + 1)
		}
		least := fillRow(a, b, i, from, to, before, last, here)
		if to < b.len {
			here[to+1] = uint8(most + 1)
		}
		if int(least) > most {
			return most + 1
		}
		before, last, here = last, here, before
	}
	return int(last[b.len])
}

// fillRow fills one row of the table and gives its least value.
func fillRow(a, b *runes, i, from, to int, before, last, here *[maxWord + 1]uint8) uint8 {
	least := here[from-1]
	for j := from; j <= to; j++ {
		cost := last[j-1]
		if a.at[i-1] != b.at[j-1] {
			cost = 1 + min(cost, last[j], here[j-1])
			if i > 1 && j > 1 && a.at[i-1] == b.at[j-2] && a.at[i-2] == b.at[j-1] {
				cost = min(cost, before[j-2]+1)
			}
		}
		here[j] = cost
		least = min(least, cost)
	}
	return least
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
