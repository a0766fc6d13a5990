package similar

import (
	"cmp"
	"context"
	"slices"
)

// Own returns which part of a page's words another page does not have, in percent. Both have their words in ascending order, each
// once, and so many more that every page of their kind has. A page without words has no own.
func Own(words, other []uint32, labels int) int {
	return (len(words) - common(words, other)) * 100 / max(1, len(words)+labels)
}

// common returns how many words both have. It has no branch that depends on the words, which makes it fast.
func common(words, other []uint32) (count int) {
	for i, j := 0, 0; i < len(words) && j < len(other); {
		a, b := words[i], other[j]
		if a == b {
			count++
		}
		if a <= b {
			i++
		}
		if a >= b {
			j++
		}
	}
	return count
}

// mostWords is the largest number of changed pages that are compared with all others by each of their words.
const mostWords = 64

// Alike knows of the pages of a kind, by their numbers, which have too few words of their own beside each other. The zero
// value has no pages.
type Alike struct {
	Labels int // words that every page has besides; must not change

	parts [][]uint32 // by page
	pages [][]uint32 // by page: those that are alike
}

// Update makes these the parts of the pages; a page without any is none. Pages are compared if they have a part in common: only
// those that have other parts than before, or one that has changed, with all others. words returns the words of a page as Own takes
// them; nil: its parts are its words. Two pages are alike if one of them has less than least percent of its words that the other does
// not have, which must be the same in every call. It costs a look at every page, and less than a millisecond for each that is compared. It
// fails only when ctx ends, and must not be called again then.
func (a *Alike) Update(ctx context.Context, least int, parts [][]uint32, changed map[uint32]bool, words func(page uint32) []uint32) error {
	a.parts = append(a.parts, make([][]uint32, max(0, len(parts)-len(a.parts)))...)
	a.pages = append(a.pages, make([][]uint32, max(0, len(parts)-len(a.pages)))...)
	parts = append(parts, make([][]uint32, len(a.parts)-len(parts))...)
	var pages []uint32
	for page, row := range parts {
		if !slices.Equal(a.parts[page], row) || len(changed) > 0 && slices.ContainsFunc(row, func(part uint32) bool { return changed[part] }) {
			pages = append(pages, uint32(page))
		}
	}
	byRarest := words == nil && len(pages) > mostWords
	if byRarest {
		pages = pages[:0]
		for page := range parts {
			pages = append(pages, uint32(page))
		}
	}
	for _, page := range pages {
		a.forget(page)
	}
	if a.parts = parts; len(pages) == 0 {
		return nil
	}
	having := a.having(pages)
	known := make([][]uint32, len(parts))
	wordsOf := func(page uint32) []uint32 {
		if words == nil {
			return parts[page]
		}
		if known[page] == nil {
			known[page] = words(page)
		}
		return known[page]
	}
	compared := make([]uint32, len(parts)) // the last page that it was compared with, plus one
	finished := make([]bool, len(parts))   // compared with all others
	for _, page := range pages {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		inCommon := parts[page]
		if byRarest {
			inCommon = rarest(inCommon, (len(inCommon)+a.Labels)*least/100+1, having)
		}
		compared[page] = page + 1
		own := wordsOf(page)
		for _, part := range inCommon {
			for _, other := range having[part] {
				if compared[other] == page+1 || finished[other] {
					continue
				}
				compared[other] = page + 1
				others := wordsOf(other)
				count := common(own, others)
				if (a.isAlike(own, count, least) || a.isAlike(others, count, least)) && !slices.Contains(a.pages[page], other) {
					a.pages[page] = append(a.pages[page], other)
					a.pages[other] = append(a.pages[other], page)
				}
			}
		}
		finished[page] = !byRarest // another may have none of this page's rarest words, but this page one of its
	}
	return nil
}

// isAlike reports whether a page that has this number of its words in common with another has too few of its own.
func (a *Alike) isAlike(words []uint32, common, least int) bool {
	return (len(words)-common)*100 < least*(len(words)+a.Labels)
}

// rarest returns the words that the fewest pages have, at most count. If count is more than the words that a page must have for itself, each
// page that it is like has one of them.
func rarest(words []uint32, count int, having map[uint32][]uint32) []uint32 {
	words = slices.Clone(words)
	slices.SortFunc(words, func(a, b uint32) int { return cmp.Compare(len(having[a]), len(having[b])) })
	return words[:min(len(words), count)]
}

// forget makes a page like no other.
func (a *Alike) forget(page uint32) {
	for _, other := range a.pages[page] {
		a.pages[other] = slices.DeleteFunc(a.pages[other], func(p uint32) bool { return p == page })
	}
	a.pages[page] = nil
}

// having returns, for each part that one of the pages has, all pages that have it.
func (a *Alike) having(pages []uint32) map[uint32][]uint32 {
	having := map[uint32][]uint32{}
	for _, page := range pages {
		for _, part := range a.parts[page] {
			having[part] = nil
		}
	}
	for page, row := range a.parts {
		for _, part := range row {
			if list, wanted := having[part]; wanted {
				having[part] = append(list, uint32(page))
			}
		}
	}
	return having
}

// Parts returns the parts of a page.
func (a *Alike) Parts(page uint32) []uint32 { return a.parts[page] }

// Choose goes through pages, the most important first, and chooses each that is like none of those chosen before; those that
// differ come first and are all chosen, whatever they are like. It returns the others, each with the first one of those that it is like.
func (a *Alike) Choose(pages []uint32, differs func(page uint32) bool) (like map[uint32]uint32) {
	chosen, like := make([]uint32, len(a.pages)), map[uint32]uint32{} // places, from 1 on
	for place, page := range pages {
		if differs(page) {
			chosen[page] = uint32(place + 1)
		}
	}
	for place, page := range pages {
		if chosen[page] > 0 {
			continue
		}
		first := uint32(0)
		for _, other := range a.pages[page] {
			if at := chosen[other]; at > 0 && (first == 0 || at < chosen[first-1]) {
				first = other + 1
			}
		}
		if first > 0 {
			like[page] = first - 1
		} else {
			chosen[page] = uint32(place + 1)
		}
	}
	return like
}

// Inbound returns how many others show a product as similar or have it as an alternative.
func (l *Lists) Inbound(slot uint32) int {
	if l == nil || int(slot) >= len(l.shown.inbound) {
		return 0
	}
	return int(l.shown.inbound[slot]) + int(l.alternatives.inbound[slot])
}
