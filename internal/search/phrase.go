package search

import (
	"cmp"
	"slices"
	"strings"
)

// maxTermsKept is how many terms a segment keeps the documents of: more than the tables of the language have.
const maxTermsKept = 1 << 13

// phrase returns, for each view, postings of the documents that match every one of up to four stems, weighted by the
// weakest match. The postings are in the request's arena.
func (r *request) phrase(stems []string) [2][]posting { return r.documentsOf(stems, r.intersect) }

// term is phrase for stems of a table, which many queries ask for: the base segment keeps what they find.
func (r *request) term(stems []string) [2][]posting {
	return r.documentsOf(stems, func(view *view, forms [][]uint32) []posting {
		if view.offset > 0 {
			return r.intersect(view, forms)
		}
		key := strings.Join(stems, " ")
		if kept, ok := view.segment.terms.Load(key); ok {
			return kept.([]posting)
		}
		found := slices.Clone(r.intersect(view, forms))
		if view.segment.termsKept.Add(1) <= maxTermsKept {
			view.segment.terms.Store(key, found)
		}
		return found
	})
}

func (r *request) documentsOf(stems []string, find func(view *view, forms [][]uint32) []posting) (made [2][]posting) {
	rarest, fewest := 0, maxMade+1
	for i, s := range stems {
		if n := r.havingStem(s); n < fewest {
			rarest, fewest = i, n
		}
	}
	if fewest == 0 || fewest > maxMade {
		return made
	}
	for v := range r.views {
		var forms [4][]uint32
		for i, s := range stems[:min(len(stems), len(forms))] {
			forms[i] = r.views[v].stems.forms(s)
		}
		forms[0], forms[rarest] = forms[rarest], forms[0]
		made[v] = r.live(&r.views[v], find(&r.views[v], forms[:min(len(stems), len(forms))]))
	}
	return made
}

// live returns the postings without documents that are gone.
func (r *request) live(view *view, postings []posting) []posting {
	if view.offset > 0 || !slices.ContainsFunc(postings, func(p posting) bool { return r.ix.isGone(p >> 8) }) {
		return postings
	}
	start := len(r.arena)
	for _, p := range postings {
		if !r.ix.isGone(p >> 8) {
			r.arena = append(r.arena, p)
		}
	}
	return r.arena[start:len(r.arena):len(r.arena)]
}

// havingStem counts the documents of each word with the stem, summed over the words.
func (r *request) havingStem(stem string) int {
	n := 0
	for v := range r.views {
		for _, form := range r.views[v].stems.forms(stem) {
			n += r.views[v].having(int(form), int(form)+1)
		}
	}
	return n
}

// intersect returns the documents of the first forms, the rarest, that also have one of each of the other forms, gone ones too.
func (r *request) intersect(view *view, forms [][]uint32) []posting {
	start := len(r.arena)
	for _, form := range forms[0] {
		from := len(r.arena)
		r.arena = append(r.arena, view.texts.at(int(form))...)
		for _, others := range forms[1:] {
			r.arena = r.arena[:from+view.weaken(r.arena[from:], others)]
		}
	}
	made := r.arena[start:len(r.arena):len(r.arena)]
	slices.SortFunc(made, func(a, b posting) int { return cmp.Or(cmp.Compare(a>>8, b>>8), cmp.Compare(b, a)) })
	return slices.CompactFunc(made, func(a, b posting) bool { return a>>8 == b>>8 })
}

// weaken keeps the postings whose documents have one of the forms, lowers them to the lesser weight, and returns how
// many remain.
func (v *view) weaken(postings []posting, forms []uint32) int {
	lists := make([][]posting, len(forms))
	for i, form := range forms {
		lists[i] = v.texts.at(int(form))
	}
	kept := 0
	for _, p := range postings {
		best := posting(0)
		for i, list := range lists {
			list = list[seekPosting(list, p>>8):]
			lists[i] = list
			if len(list) > 0 && list[0]>>8 == p>>8 {
				best = max(best, list[0]&0xFF)
			}
		}
		if best > 0 {
			postings[kept] = p&^0xFF | min(best, p&0xFF)
			kept++
		}
	}
	return kept
}

// addSplit adds, for an unknown word, the split into two known words whose rarer word is the most frequent. It reports
// whether a document has both and neither is a stop word: "transcripton" means "transcription", not "transcript on".
func (r *request) addSplit(u *unit) (added bool) {
	best, at := 0, 0
	for i := 2; i+2 <= len(u.text); i++ {
		if runeSize(u.text[i]) == 1 && u.text[i] >= 0x80 {
			continue
		}
		known := r.known(u.text[:i])
		if known <= best {
			continue // the other word cannot raise the minimum
		}
		if known = min(known, r.known(u.text[i:])); known > best {
			best, at = known, i
		}
	}
	if best == 0 {
		return false
	}
	for v, made := range r.phrase([]string{stem(u.text[:at]), stem(u.text[at:])}) {
		if len(made) > 0 {
			u.ways = append(u.ways, way{view: v, made: made, grade: otherSpace})
			u.having += float64(len(made))
			added = true
		}
	}
	return added && !r.ix.language.stops[u.text[:at]] && !r.ix.language.stops[u.text[at:]]
}

// known returns in how many documents the exact word occurs.
func (r *request) known(word string) int {
	n := 0
	for v := range r.views {
		if at := r.views[v].segment.words.find(word); at >= 0 {
			n += r.views[v].having(at, at+1)
		}
	}
	return n
}
