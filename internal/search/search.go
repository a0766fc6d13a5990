package search

import (
	"slices"
	"sync"
)

// Document is what search reads of a product.
type Document struct {
	Name, Host, Text string // Text is description and use cases
	Categories, Tags []string
}

// Index answers searches over documents numbered by the caller. It never changes; Patch makes a new one.
// It may be used by many goroutines at once.
type Index struct {
	base     *segment
	delta    *segment    // documents changed since base was made; theirs count, base's do not
	numbers  []uint32    // the caller's numbers of delta's documents, ascending
	changed  []*Document // delta's documents
	gone     []uint64    // base documents that were removed or are in delta, a bit each
	lost     []lostWord  // what base's words lost with them, by word
	emptied  int         // base documents with any word that are gone
	live     int         // documents with any word
	language *language
	pool     *sync.Pool
}

// Matches is what a search found: documents ascending, their scores beside them. A higher score is a better match;
// scores compare within one search only.
type Matches struct {
	Docs      []uint32
	Scores    []float32
	Corrected bool // no document has a word of the query as it was typed: see CorrectedQuery
}

// Search gives every document that the query finds. An empty query finds nothing. Any bytes are a query: at most 200
// characters and 16 words of it are read.
func (ix *Index) Search(query string) Matches {
	var m Matches
	ix.SearchInto(&m, query)
	return m
}

// SearchInto is Search into memory that the caller keeps for the next one; what m held is overwritten.
func (ix *Index) SearchInto(m *Matches, query string) {
	m.Docs, m.Scores, m.Corrected = m.Docs[:0], m.Scores[:0], false
	r := ix.pool.Get().(*request)
	defer ix.pool.Put(r)
	r.begin(ix, query)
	switch {
	case len(r.words) > 0:
		r.findWays()
		r.readWays()
		r.collect(m)
		m.Corrected = r.isCorrected() && len(m.Docs) > 0
	case r.literal != "":
		r.searchLiteral(m)
	}
	r.end()
}

// collect writes the touched documents that cover enough, and anything at all, ascending.
func (r *request) collect(m *Matches) {
	least := max(1, enough(len(r.units)))
	m.Docs, m.Scores = slices.Grow(m.Docs, r.count), slices.Grow(m.Scores, r.count)
	next := r.collectBase(m, least)
	for ; next < len(r.ix.numbers); next++ {
		r.collectDelta(m, next, least)
	}
}

// collectBase writes base's documents, with delta's where their numbers fall, and gives the first of delta's not
// written.
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
