package search

import "strings"

// dictionary is the words of a segment, sorted by their bytes and numbered from 0.
type dictionary struct {
	text   string // all words, one after the other
	starts []uint32
}

func newDictionary(sorted []string) dictionary {
	size := 0
	for _, word := range sorted {
		size += len(word)
	}
	var b strings.Builder
	b.Grow(size)
	starts := make([]uint32, 0, len(sorted)+1)
	for _, word := range sorted {
		starts = append(starts, uint32(b.Len()))
		b.WriteString(word)
	}
	return dictionary{b.String(), append(starts, uint32(b.Len()))}
}

func (d *dictionary) len() int { return len(d.starts) - 1 }

func (d *dictionary) word(i int) string { return d.text[d.starts[i]:d.starts[i+1]] }

// find gives the number of the word, or -1.
func (d *dictionary) find(word string) int {
	at := d.seek(word, 0, d.len())
	if at < d.len() && d.word(at) == word {
		return at
	}
	return -1
}

// seek gives the first of the words lo..hi that is not before the text.
func (d *dictionary) seek(text string, lo, hi int) int {
	for lo < hi {
		middle := int(uint(lo+hi) >> 1)
		if d.word(middle) < text {
			lo = middle + 1
		} else {
			hi = middle
		}
	}
	return lo
}

// completions are the words lo..hi that begin with the prefix, as a range.
func (d *dictionary) completions(prefix string, lo, hi int) (from, to int) {
	from = d.seek(prefix, lo, hi)
	return from, d.end(prefix, from, hi)
}

// end gives the first of the words from..hi that does not begin with the prefix. Most ranges are short: it gallops to
// their end, then searches in the last step.
func (d *dictionary) end(prefix string, from, hi int) int {
	step := 1
	for from+step <= hi && strings.HasPrefix(d.word(from+step-1), prefix) {
		step *= 2
	}
	low, high := from+step/2, min(from+step-1, hi)
	for low < high {
		middle := int(uint(low+high) >> 1)
		if strings.HasPrefix(d.word(middle), prefix) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}
