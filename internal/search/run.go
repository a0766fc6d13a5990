package search

import (
	"cmp"
	"slices"
)

// answered is how many documents must have nearly all of a query's words for it to need no other reading.
const (
	answered      = 12
	answeredCover = 52000
)

// answer reads the postings of the query. It looks for needs in people's own words only where few documents have the words
// as they are, where the words' order matters, or where the site has a synonym of its own.
func (r *request) answer(ix *Index, query string) {
	r.begin(ix, query, true)
	if len(r.words) == 0 {
		return
	}
	if len(r.asks) > 0 && !slices.ContainsFunc(r.asks, func(a ask) bool { return a.ordered || a.own }) {
		r.begin(ix, query, false)
		r.findWays()
		r.readWays()
		if r.covering(answeredCover) >= answered {
			return
		}
		r.clear()
		r.begin(ix, query, true)
	}
	r.findWays()
	r.readWays()
}

// covering counts the documents that cover at least this much.
func (r *request) covering(least uint16) (n int) {
	r.each(func(at uint32) {
		if r.cells[at].cover >= least && !r.isDropped(at) {
			n++
		}
	})
	return n
}

// findWays finds how each word of the query, and the query as a whole, can match.
func (r *request) findWays() {
	r.findLevels()
	r.expand()
}

// readWays reads the postings of the query's words, the most informative word first. Once the remaining words alone
// cannot cover enough, it admits no new documents, which makes frequent words cheap.
func (r *request) readWays() {
	r.weigh()
	left := uint32(0)
	r.order = r.order[:0]
	for i := range r.units {
		r.order = append(r.order, i)
		left += uint32(r.units[i].weight)
	}
	slices.SortStableFunc(r.order, func(a, b int) int { return cmp.Compare(r.units[b].weight, r.units[a].weight) })
	for n, i := range r.order {
		u := &r.units[i]
		admit := n == 0 || left >= uint32(enough(len(r.units)))
		for _, w := range u.ways {
			r.readWay(w, reading{unit: uint8(n + 1), weight: uint32(u.weight), grade: w.grade, admit: admit})
		}
		left -= uint32(u.weight)
	}
}

// mostBeside is how much all words beside a need may weigh, in shares of the need's weight.
const mostBeside = 0.5

// weigh sets each unit's share of the query's information, of 65535.
func (r *request) weigh() {
	sum, needed := 0.0, 0.0
	for i := range r.units {
		u := &r.units[i]
		u.weight = u.part * information(u.having, float64(r.ix.live))
		sum += u.weight
		if u.needed {
			needed += u.weight
		}
	}
	if rest := sum - needed; needed > 0 && rest > needed*mostBeside {
		for i := range r.units {
			if u := &r.units[i]; !u.needed {
				u.weight *= needed * mostBeside / rest
			}
		}
		sum = needed * (1 + mostBeside)
	}
	for i := range r.units {
		r.units[i].weight = float64(uint32(65535 * r.units[i].weight / sum))
	}
}

func (r *request) readWay(w way, o reading) {
	view := &r.views[w.view]
	o.offset = view.offset
	if w.made != nil {
		r.read(w.made, o)
		return
	}
	column := w.column(view.segment)
	for word := w.from; word < w.to; word++ {
		postings := column.at(word)
		if len(postings) == 0 {
			continue
		}
		if w.typed > 0 {
			o.grade = w.grade.scaled(w.typed, len(view.segment.words.word(word)))
		}
		r.read(postings, o)
	}
}
