package search

import (
	"slices"
)

// phrase makes the postings of documents that have a word of each stem, weighted by the weakest. What is made stays in
// the request's arena.
func (r *request) phrase(v int, stems []string) []posting {
	view := &r.views[v]
	var forms [4][]uint32
	rarest, fewest := -1, maxMade+1
	n := 0
	for _, s := range stems {
		if r.ix.language.stops[s] || n == len(forms) {
			continue
		}
		forms[n] = view.stems.forms(s)
		size := view.count(forms[n])
		if size < fewest {
			rarest, fewest = n, size
		}
		n++
	}
	if rarest < 0 || fewest == 0 {
		return nil
	}
	return r.intersect(view, forms[:n], rarest)
}

func (v *view) count(forms []uint32) int {
	n := 0
	for _, form := range forms {
		n += len(v.texts.at(int(form)))
	}
	return n
}

func (r *request) intersect(view *view, forms [][]uint32, rarest int) []posting {
	start := len(r.arena)
	for _, form := range forms[rarest] {
		for _, p := range view.texts.at(int(form)) {
			low := p & 0xFF
			for i := range forms {
				if i != rarest && low > 0 {
					low = min(low, view.weight(forms[i], p>>8))
				}
			}
			if low > 0 && (view.offset > 0 || !r.ix.isGone(p>>8)) {
				r.arena = append(r.arena, p&^0xFF|low)
			}
		}
	}
	made := r.arena[start:len(r.arena):len(r.arena)]
	slices.Sort(made)
	return made
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
	parts := []string{stem(u.text[:at]), stem(u.text[at:])}
	for v := range r.views {
		if made := r.phrase(v, parts); len(made) > 0 {
			u.ways = append(u.ways, way{view: v, made: made, grade: otherSpace})
			u.having = max(u.having, float64(len(made)))
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
