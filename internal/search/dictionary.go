package search

import "strings"

// dictionary holds the words of a segment, sorted by bytes and numbered from 0.
type dictionary struct {
	text   string // all words, concatenated
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

// find returns the number of the word, or -1.
func (d *dictionary) find(word string) int {
	at := d.seek(word, 0, d.len())
	if at < d.len() && d.word(at) == word {
		return at
	}
	return -1
}

// seek returns the first word in lo..hi that does not sort before text.
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

// completions returns the range of words in lo..hi that begin with the prefix.
func (d *dictionary) completions(prefix string, lo, hi int) (from, to int) {
	from = d.seek(prefix, lo, hi)
	return from, d.end(prefix, from, hi)
}

// end returns the first word in from..hi that does not begin with the prefix. Most ranges are short, so it gallops to
// their end and then runs a binary search in the last step.
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
