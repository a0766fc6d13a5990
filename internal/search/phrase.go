package search

import (
	"cmp"
	"slices"
)

// phrase makes the postings of documents that have a word of each stem, weighted by the weakest, for each view. What is
// made stays in the request's arena.
func (r *request) phrase(stems []string) (made [2][]posting) {
	stems = slices.DeleteFunc(stems, func(s string) bool { return r.ix.language.stops[s] })
	rarest, fewest := 0, maxMade+1
	for i, s := range stems {
		if n := r.havingStem(s); n < fewest {
			rarest, fewest = i, n
		}
	}
	if len(stems) == 0 || fewest == 0 || fewest > maxMade {
		return made
	}
	stems[0], stems[rarest] = stems[rarest], stems[0]
	for v := range r.views {
		var forms [maxWords][]uint32
		for i, s := range stems[:min(len(stems), maxWords)] {
			forms[i] = r.views[v].stems.forms(s)
		}
		made[v] = r.intersect(&r.views[v], forms[:min(len(stems), maxWords)])
	}
	return made
}

// havingStem is how often words with the stem stand in documents.
func (r *request) havingStem(stem string) int {
	n := 0
	for v := range r.views {
		for _, form := range r.views[v].stems.forms(stem) {
			n += r.views[v].having(int(form), int(form)+1)
		}
	}
	return n
}

// intersect goes through the documents of the first forms, the rarest, and keeps those that have the others too.
func (r *request) intersect(view *view, forms [][]uint32) []posting {
	start := len(r.arena)
	for _, form := range forms[0] {
		for _, p := range view.texts.at(int(form)) {
			low := p & 0xFF
			for _, others := range forms[1:] {
				low = min(low, view.weight(others, p>>8))
			}
			if low > 0 && (view.offset > 0 || !r.ix.isGone(p>>8)) {
				r.arena = append(r.arena, p&^0xFF|low)
			}
		}
	}
	made := r.arena[start:len(r.arena):len(r.arena)]
	slices.SortFunc(made, func(a, b posting) int { return cmp.Or(cmp.Compare(a>>8, b>>8), cmp.Compare(b, a)) })
	return slices.CompactFunc(made, func(a, b posting) bool { return a>>8 == b>>8 })
}

// weight is the best weight of the forms in the document; 0 when it has none.
func (v *view) weight(forms []uint32, document uint32) posting {
	best := posting(0)
	for _, form := range forms {
		list := v.texts.at(int(form))
		if at := seekPosting(list, document); at < len(list) && list[at]>>8 == document {
			best = max(best, list[at]&0xFF)
		}
	}
	return best
}

// addSplit adds, for an unknown word, the two known words that it may be, written without a blank: the pair whose
// rarer word is the most frequent.
func (r *request) addSplit(u *unit) {
	best, at := 0, 0
	for i := 2; i+2 <= len(u.text); i++ {
		if runeSize(u.text[i]) == 1 && u.text[i] >= 0x80 {
			continue
		}
		if known := min(r.known(u.text[:i]), r.known(u.text[i:])); known > best {
			best, at = known, i
		}
	}
	if best == 0 {
		return
	}
	for v, made := range r.phrase([]string{stem(u.text[:at]), stem(u.text[at:])}) {
		if len(made) > 0 {
			u.ways = append(u.ways, way{view: v, made: made, grade: otherSpace})
			u.having += float64(len(made))
		}
	}
}

// known is in how many documents a word stands as it is.
func (r *request) known(word string) int {
	n := 0
	for v := range r.views {
		if at := r.views[v].segment.words.find(word); at >= 0 {
			n += r.views[v].having(at, at+1)
		}
	}
	return n
}
