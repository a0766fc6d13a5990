package search

import (
	"cmp"
	"slices"
)

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

// weigh sets each unit's share of the query's information, of 65535.
func (r *request) weigh() {
	sum := 0.0
	for i := range r.units {
		u := &r.units[i]
		u.weight = u.part * information(u.having, float64(r.ix.live))
		sum += u.weight
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
