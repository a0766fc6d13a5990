package search

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"
)

// Limits of comparing one document with the others. The most significant terms say what it is; the rest, and terms that
// very many documents have, would only cost time.
const (
	mostTerms    = 20
	mostPostings = 6_000
)

// TermWeights says what the caller knows of terms by the documents that have them.
type TermWeights interface {
	// Weight returns a factor on the weight of a term, given by its stem and the documents that have it, and the group
	// that it names. A document may come more than once.
	Weight(stem string, documents iter.Seq[uint32]) (factor float64, group uint32)
	// InGroup returns the factor on the weight of a term that names a group, in a document.
	InGroup(document, group uint32) float64
}

// MoreLikeThis finds the documents that are like a given one: its most significant terms are the query. It reuses its
// memory and remembers terms, so it serves one goroutine at a time, and one index. Close returns its memory.
type MoreLikeThis struct {
	r       *request
	weights TermWeights
	numbers [2][]uint32       // by view and word: the number of its term, counted from 1; 0: not known yet
	byStem  map[string]uint32 // numbers of terms
	terms   []term
	own     []documentTerm // of the current document
	matched []uint8        // by term: its weight in the current document
	read    map[uint32][]documentTerm
	block   []documentTerm // free memory for read
	forms   unit           // reused
	found   []weighedTerm  // reused
}

// term is a stem with all its forms.
type term struct {
	stem   string
	having uint32  // documents, approximately
	weight float32 // idf with the caller's factor; 0: says nothing
	group  uint32  // the caller's
}

// documentTerm is a significant term of a document.
type documentTerm struct {
	number uint32 // index into terms
	share  uint16 // of the weight of all significant terms, of 65535
	weight uint8  // BM25F's in the document, of 255
}

// weighedTerm is a term of a document with its part of the query, before that is divided by the sum of all.
type weighedTerm struct {
	documentTerm
	part float64
}

// blockTerms is how many documentTerms are allocated at once.
const blockTerms = 8 << 10

// MoreLikeThis returns a MoreLikeThis of the index.
func (ix *Index) MoreLikeThis(weights TermWeights) *MoreLikeThis {
	m := &MoreLikeThis{r: ix.pool.Get().(*request), weights: weights, byStem: map[string]uint32{}, read: map[uint32][]documentTerm{}}
	m.r.begin(ix, "", false)
	for v := range m.r.views {
		m.numbers[v] = make([]uint32, m.r.views[v].segment.words.len())
	}
	return m
}

// Close makes the memory available to searches. The MoreLikeThis cannot be used afterwards.
func (m *MoreLikeThis) Close() {
	pool := m.r.ix.pool
	m.r.end()
	pool.Put(m.r)
	m.r = nil
}

// Find calls visit with the documents that share significant terms with the given one, in any order, and a score of at
// most 65535: the BM25F score for the document's own terms as a query in which any term may be missing. A term's share of
// the query is its inverse document frequency times the caller's factors times its weight in the document.
func (m *MoreLikeThis) Find(document uint32, visit func(document uint32, score uint16)) {
	left := uint32(mostPostings)
	m.own = m.termsOf(document)
	forms := &m.forms
	for n, own := range m.own {
		t := &m.terms[own.number]
		if t.having > left {
			continue
		}
		left -= t.having
		forms.ways = forms.ways[:0]
		m.r.addForms(forms, t.stem, "", otherForm)
		for _, way := range forms.ways {
			m.r.readWay(way, reading{unit: uint8(n + 1), weight: uint32(own.share), grade: way.grade, admit: true})
		}
	}
	size := uint32(m.r.ix.base.size)
	m.r.each(func(at uint32) {
		view, local := 0, at
		if at >= size {
			view, local = 1, at-size
		}
		if number, ok := m.document(view, local); ok && number != document {
			visit(number, m.r.cells[at].score)
		}
	})
	m.r.clear()
}

// Reverse returns the score of the document of the last Find, of 1, for the terms of another as a query.
func (m *MoreLikeThis) Reverse(other uint32) float64 {
	theirs := m.termsOf(other) // may add terms
	for len(m.matched) < len(m.terms) {
		m.matched = append(m.matched, 0)
	}
	for _, own := range m.own {
		m.matched[own.number] = own.weight
	}
	score := 0
	for _, t := range theirs {
		score += int(t.share) * int(m.matched[t.number])
	}
	for _, own := range m.own {
		m.matched[own.number] = 0
	}
	return float64(score) / (65535 * 255)
}

// termsOf returns the document's most significant terms, the most significant first.
func (m *MoreLikeThis) termsOf(document uint32) []documentTerm {
	if known, ok := m.read[document]; ok {
		return known
	}
	v, local := m.r.ix.locate(document)
	view := &m.r.views[v]
	found := m.found[:0]
	if int(local) < view.size {
		view.forward.each(int(local), func(word uint32) {
			number := m.term(v, word)
			if m.terms[number].weight == 0 {
				return
			}
			postings := view.texts.at(int(word))
			weight := uint8(postings[seekPosting(postings, local)] & 0xFF)
			for i := range found { // of several forms of one stem, the heaviest counts
				if found[i].number == number {
					found[i].weight = max(found[i].weight, weight)
					return
				}
			}
			found = append(found, weighedTerm{documentTerm: documentTerm{number: number, weight: weight}})
		})
	}
	m.found = found
	for i := range found {
		t, f := &m.terms[found[i].number], &found[i]
		f.part = float64(t.weight) * m.weights.InGroup(document, t.group) * float64(f.weight)
	}
	slices.SortFunc(found, func(a, b weighedTerm) int {
		return cmp.Or(cmp.Compare(b.part, a.part), strings.Compare(m.terms[a.number].stem, m.terms[b.number].stem))
	})
	found = found[:min(len(found), mostTerms)]
	sum := 0.0
	for _, f := range found {
		sum += f.part
	}
	if len(m.block) < len(found) {
		m.block = make([]documentTerm, blockTerms)
	}
	known := m.block[:len(found):len(found)]
	m.block = m.block[len(found):]
	for i, f := range found {
		known[i] = f.documentTerm
		known[i].share = uint16(65535 * f.part / sum)
	}
	m.read[document] = known
	return known
}

// term returns the index into terms of a view's word.
func (m *MoreLikeThis) term(view int, word uint32) uint32 {
	if number := m.numbers[view][word]; number > 0 {
		return number - 1
	}
	text := m.r.views[view].segment.words.word(int(word))
	s := stem(text)
	number, ok := m.byStem[s]
	if !ok {
		number = uint32(len(m.terms))
		m.byStem[s] = number
		m.terms = append(m.terms, m.newTerm(text, s))
	}
	m.numbers[view][word] = number + 1
	return number
}

// newTerm weighs a term. Numbers, stop words, promotional words, and words that only one document or all have, or too
// many to read, say nothing.
func (m *MoreLikeThis) newTerm(text, stem string) term {
	forms := &m.forms
	forms.ways = forms.ways[:0]
	having := m.r.addForms(forms, stem, "", otherForm)
	t := term{stem: stem, having: uint32(having)}
	language, live := m.r.ix.language, m.r.ix.live
	if having <= 1 || having >= live || having > mostPostings || language.stops[text] || language.promotional[stem] ||
		!strings.ContainsFunc(text, unicode.IsLetter) {
		return t
	}
	factor, group := m.weights.Weight(stem, m.documents(forms.ways))
	if part, weak := language.weak[stem]; weak {
		factor *= part
	}
	t.weight, t.group = float32(factor*information(float64(having), float64(live))), group
	return t
}

// documents are those that have one of the forms.
func (m *MoreLikeThis) documents(forms []way) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for _, form := range forms {
			for _, p := range m.r.views[form.view].texts.at(form.from) {
				if number, ok := m.document(form.view, p>>8); ok && !yield(number) {
					return
				}
			}
		}
	}
}

// document returns the caller's number of a view's document, if it is not gone.
func (m *MoreLikeThis) document(view int, local uint32) (number uint32, ok bool) {
	if view == 1 {
		return m.r.ix.numbers[local], true
	}
	return local, !m.r.ix.isGone(local)
}
