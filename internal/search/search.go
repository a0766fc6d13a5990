package search

import (
	"slices"
	"sync"
)

// Document holds the searchable fields of a product.
type Document struct {
	Name, Host, Text string // Text is description and use cases
	Categories, Tags []string
	Phrases          []string // what people say who need the product
}

// Index answers searches over documents that the caller numbers. It is immutable and safe for concurrent use; Patch
// returns a changed copy.
type Index struct {
	base     *segment
	delta    *segment    // documents changed since base was built; they override base's
	numbers  []uint32    // the caller's numbers of delta's documents, ascending
	changed  []*Document // delta's documents
	gone     []uint64    // base documents that were removed or are in delta, one bit each
	lost     []lostWord  // how many documents each word of base lost with them, by word
	emptied  int         // non-empty documents of base that are gone
	live     int         // documents with at least one word
	language *language
	pool     *sync.Pool
}

// Matches is the result of a search: documents ascending, with their scores. A higher score is a better match; scores
// are comparable within one search only.
type Matches struct {
	Docs      []uint32
	Scores    []float32
	Relaxed   string // the words that were kept if no document has all of the query, else empty
	Corrected bool   // no document has some word of the query as typed: see CorrectedQuery
}

// Search returns every document that matches the query. An empty query matches nothing. The query may hold any bytes;
// Search reads at most 200 characters and 16 words of it.
func (ix *Index) Search(query string) Matches {
	var m Matches
	ix.SearchInto(&m, query)
	return m
}

// SearchInto is Search with reuse of the memory in m, whose content it overwrites.
func (ix *Index) SearchInto(m *Matches, query string) {
	m.Docs, m.Scores, m.Corrected, m.Relaxed = m.Docs[:0], m.Scores[:0], false, ""
	r := ix.pool.Get().(*request)
	defer ix.pool.Put(r)
	switch r.answer(ix, query); {
	case len(r.words) > 0:
		r.collect(m)
		switch {
		case len(m.Docs) == 0:
			r.relax(m)
		case len(r.words) > 1 && !r.nearly && slices.Max(m.Scores) < steps[nameStarts] && r.isElsewhere(r.mostCovered()):
			m.Docs, m.Scores = m.Docs[:0], m.Scores[:0]
		}
		if len(m.Docs) > 0 {
			if m.Corrected = r.isCorrected(); !m.Corrected {
				m.Relaxed = r.relaxed()
			}
			if m.Relaxed != "" && len(r.asks) == 0 && len(m.Docs) < r.few() {
				m.Docs, m.Scores, m.Relaxed = m.Docs[:0], m.Scores[:0], ""
			}
		}
	case r.literal != "":
		r.searchLiteral(m)
	}
	r.end()
}

// collect appends the touched documents that cover enough, and more than nothing, ascending.
func (r *request) collect(m *Matches) { r.collectFrom(m, max(1, enough(len(r.units)))) }

// collectFrom appends the touched documents that cover at least this much, ascending.
func (r *request) collectFrom(m *Matches, least uint16) {
	m.Docs, m.Scores = slices.Grow(m.Docs, r.count), slices.Grow(m.Scores, r.count)
	next := r.collectBase(m, least)
	for ; next < len(r.ix.numbers); next++ {
		r.collectDelta(m, next, least)
	}
}

// collectBase appends base's documents and, in the order of numbers, delta's between them. It returns the index of the
// first document of delta that it did not append.
func (r *request) collectBase(m *Matches, least uint16) int {
	next, numbers := 0, r.ix.numbers
	size := uint32(r.ix.base.size)
	r.each(func(at uint32) {
		if at >= size || r.ix.isGone(at) {
			return
		}
		for next < len(numbers) && numbers[next] < at {
			r.collectDelta(m, next, least)
			next++
		}
		r.addMatch(m, at, at, least)
	})
	return next
}

func (r *request) collectDelta(m *Matches, local int, least uint16) {
	if at := uint32(r.ix.base.size + local); r.isTouched(at) {
		r.addMatch(m, at, r.ix.numbers[local], least)
	}
}

func (r *request) addMatch(m *Matches, at, number uint32, least uint16) {
	c, l := r.cells[at], r.levels[at]
	if c.cover < least && l < nearTwo {
		return
	}
	m.Docs = append(m.Docs, number)
	m.Scores = append(m.Scores, rank(c, l))
}
