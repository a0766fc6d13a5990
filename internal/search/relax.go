package search

import (
	"slices"
	"strings"
)

// Limits of dropping words. What is left must be most of what the query says, and be what several documents are about.
const (
	leastKept     = 0.4 // share of the query's information
	leastStrength = 3   // documents that are about one of the words; fewer where there are few at all
	strongWeight  = 150 // of a word in a document that is about it: it is in the name, a category, a tag, or begins the text
)

// relax answers a query that no document covers enough: with the documents that cover most, if that is still the need.
func (r *request) relax(m *Matches) {
	r.clear()
	for i := range r.units {
		for _, w := range r.units[i].ways {
			r.readWay(w, reading{unit: uint8(i + 1), weight: uint32(r.units[i].weight), grade: w.grade, admit: true})
		}
	}
	if at := r.mostCovered(); r.isSound(at) && !r.isElsewhere(at) {
		r.collectFrom(m, r.cells[at].cover/10*9)
	}
}

// relaxed returns the words that the document that covers most has, if it lacks others that say something; else "".
func (r *request) relaxed() string {
	at := r.mostCovered()
	if r.levels[at] > noLevel {
		return ""
	}
	var kept []string
	lacks := false
	for _, w := range r.words {
		if w.unit < 0 || r.ix.language.weak[w.stem] == weakPart || r.ix.language.requests[w.text] {
			continue
		}
		if !r.matches(&r.units[w.unit], at) {
			lacks = true
		} else if !slices.Contains(kept, w.text) {
			kept = append(kept, w.text)
		}
	}
	if !lacks {
		return ""
	}
	return strings.Join(kept, " ")
}

// mostCovered returns the cell of the document that covers most, of equal ones that of the lowest number.
func (r *request) mostCovered() (at uint32) {
	best, first, size := uint16(0), uint32(0), uint32(r.ix.base.size)
	r.each(func(i uint32) {
		c, number := r.cells[i].cover, i
		if i >= size {
			number = r.ix.numbers[i-size]
		}
		if (c > best || c == best && number < first) && !r.isDropped(i) {
			best, at, first = c, i, number
		}
	})
	return at
}

// isDropped reports whether the cell's document is gone.
func (r *request) isDropped(at uint32) bool { return at < uint32(r.ix.base.size) && r.ix.isGone(at) }

// isSound reports whether the words that the document has are still the need: they say enough, one of them is what several
// documents are about, and few of the words that may be what is wanted are missing. Words without a sentence around them
// are all wanted.
func (r *request) isSound(at uint32) bool {
	kept, total, strength, heads, dropped := 0., 0., 0, 0, 0
	for i := range r.units {
		u := &r.units[i]
		total += u.weight
		switch {
		case r.matches(u, at):
			kept += u.weight
			if u.head {
				heads++
				strength = max(strength, r.strength(u))
			}
		case u.head:
			dropped++
		}
	}
	return kept >= leastKept*total && strength >= r.few() && dropped < heads && len(r.units) < len(r.words)
}

// few is how many documents have to be about what is left of a query.
func (r *request) few() int { return min(leastStrength, 1+r.ix.live/500) }

// isElsewhere reports whether the query is for what no tool is: it asks for something nearby, at a place or to buy, or the
// document that covers most lacks a thing that can be touched and that hardly any tool mentions. Where several words name
// a need, the rest does not matter.
func (r *request) isElsewhere(at uint32) bool {
	if slices.ContainsFunc(r.asks, func(a ask) bool { return a.telling > 1 }) {
		return false
	}
	if isLocal(r.words) || r.isAtPlace() || r.isTrade() {
		return true
	}
	return slices.ContainsFunc(r.units, func(u unit) bool {
		return (u.head || len(r.asks) == 0 && !r.ix.language.beside[u.stem]) && u.having <= float64(leastStrength+r.ix.live/1000) && things.has(u.stem) && !r.matches(&u, at)
	})
}

// isAtPlace reports whether the query asks for something at a place, other than a travel there.
func (r *request) isAtPlace() bool {
	l := r.ix.language
	for i := 1; i < len(r.words); i++ {
		if l.places[r.words[i-1].text] && places.has(r.words[i].stem) {
			return !slices.ContainsFunc(r.words, func(w word) bool { return l.travels[w.stem] })
		}
	}
	return false
}

// isTrade reports whether the query is to buy or rent a thing, and for no program.
func (r *request) isTrade() bool {
	l, trade, thing := r.ix.language, false, false
	for _, w := range r.words {
		switch {
		case l.programs[w.stem] || len(r.asks) > 0:
			return false
		case l.trades[w.text]:
			trade = true
		case w.unit < 0 || !r.units[w.unit].head:
		case !things.has(w.stem):
			return false
		default:
			thing = true
		}
	}
	return trade && thing
}

// matches reports whether the document has the unit.
func (r *request) matches(u *unit, at uint32) bool {
	for _, w := range u.ways {
		view := &r.views[w.view]
		if at < view.offset || w.view == 0 && at >= uint32(view.size) {
			continue
		}
		if w.made != nil {
			if hasDocument(w.made, at-view.offset) {
				return true
			}
			continue
		}
		for word := w.from; word < w.to; word++ {
			if hasDocument(w.column(view.segment).at(word), at-view.offset) {
				return true
			}
		}
	}
	return false
}

func hasDocument(postings []posting, document uint32) bool {
	if len(postings) == 0 {
		return false
	}
	at := seekPosting(postings, document)
	return at < len(postings) && postings[at]>>8 == document
}

// strength counts the documents that are about the unit, up to leastStrength.
func (r *request) strength(u *unit) (n int) {
	for _, w := range u.ways {
		if w.typed > 0 {
			continue
		}
		view := &r.views[w.view]
		postings := w.made
		if postings == nil {
			postings = w.column(view.segment).span(w.from, w.to)
		}
		for _, p := range postings {
			if p&0xFF >= strongWeight && !r.isDropped(view.offset+p>>8) {
				if n++; n == leastStrength {
					return n
				}
			}
		}
	}
	return n
}
