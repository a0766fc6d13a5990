package search

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"
)

// Limits of comparing one document with the others. The most telling words say what it is; the rest, and words that
// very many have, would only cost time.
const (
	alikeWords   = 20
	mostPostings = 6_000
)

// Alike finds the documents that are like a given one. It reuses its memory and remembers words, so it serves one
// goroutine at a time, and one index. Close returns its memory.
type Alike struct {
	r     *request
	known map[uint64]*unit // by view and word, with all forms of its stem; weight is the idf, 0: says nothing
	stems map[string]*unit
	own   []ownWord
	topic func(documents iter.Seq[uint32]) float64
}

// ownWord is a word of the document that others are compared with.
type ownWord struct {
	*unit
	weight float64
}

// Alike returns an Alike of the index. Topic says how much a word that these documents have tells about them: a factor
// on its weight.
func (ix *Index) Alike(topic func(documents iter.Seq[uint32]) float64) *Alike {
	a := &Alike{r: ix.pool.Get().(*request), known: map[uint64]*unit{}, stems: map[string]*unit{}, topic: topic}
	a.r.begin(ix, "")
	return a
}

// Close makes the memory available to searches. The Alike cannot be used afterwards.
func (a *Alike) Close() {
	pool := a.r.ix.pool
	a.r.end()
	pool.Put(a.r)
	a.r = nil
}

// Find calls visit with the documents that share telling words with the given one, in any order, and a score of at most
// 65535: the BM25F score for the document's own words as a query in which any word may be missing. A word's share of
// the query is its inverse document frequency times its weight in the document.
func (a *Alike) Find(document uint32, visit func(document uint32, score uint16)) {
	a.read(document)
	sum, left := 0.0, mostPostings
	for _, w := range a.own {
		sum += w.weight
	}
	for n, w := range a.own {
		if int(w.having) > left {
			continue
		}
		left -= int(w.having)
		for _, way := range w.ways {
			a.r.readWay(way, reading{unit: uint8(n + 1), weight: uint32(65535 * w.weight / sum), grade: way.grade, admit: true})
		}
	}
	size := uint32(a.r.ix.base.size)
	a.r.each(func(at uint32) {
		number, ok := at, true
		if at < size {
			number, ok = a.number(0, at)
		} else {
			number, ok = a.number(1, at-size)
		}
		if ok && number != document {
			visit(number, a.r.cells[at].score)
		}
	})
	a.r.clear()
}

// read collects the document's most telling words, the most telling first.
func (a *Alike) read(document uint32) {
	a.own = a.own[:0]
	v, local := a.r.ix.locate(document)
	view := &a.r.views[v]
	if int(local) >= view.size {
		return
	}
	view.forward.each(int(local), func(word uint32) {
		if u := a.unit(v, word); u.weight > 0 {
			postings := view.texts.at(int(word))
			a.add(u, u.weight*float64(postings[seekPosting(postings, local)]&0xFF))
		}
	})
	slices.SortFunc(a.own, func(x, y ownWord) int {
		return cmp.Or(cmp.Compare(y.weight, x.weight), strings.Compare(x.stem, y.stem))
	})
	a.own = a.own[:min(len(a.own), alikeWords)]
}

// add adds a word; of several forms of one stem, the heaviest counts.
func (a *Alike) add(u *unit, weight float64) {
	for i := range a.own {
		if a.own[i].unit == u {
			a.own[i].weight = max(a.own[i].weight, weight)
			return
		}
	}
	a.own = append(a.own, ownWord{u, weight})
}

// unit returns the word with all forms of its stem.
func (a *Alike) unit(view int, number uint32) *unit {
	key := uint64(view)<<32 | uint64(number)
	if u, ok := a.known[key]; ok {
		return u
	}
	text := a.r.views[view].segment.words.word(int(number))
	s := stem(text)
	u, ok := a.stems[s]
	if !ok {
		u = &unit{word: word{stem: s}}
		u.having = float64(a.r.addForms(u, s, "", otherForm))
		a.stems[s] = u
		if u.having > 1 && u.having <= mostPostings && !a.r.ix.language.stops[text] && strings.ContainsFunc(text, unicode.IsLetter) {
			u.weight = information(u.having, float64(a.r.ix.live)) * a.topic(a.documents(u))
			if part, weak := a.r.ix.language.weak[s]; weak {
				u.weight *= part
			}
		}
	}
	a.known[key] = u
	return u
}

// documents are those that have a form of the word, some more than once.
func (a *Alike) documents(u *unit) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for _, way := range u.ways {
			for _, p := range a.r.views[way.view].texts.at(way.from) {
				number, ok := a.number(way.view, p>>8)
				if ok && !yield(number) {
					return
				}
			}
		}
	}
}

// number returns the caller's number of a view's document, if it is not gone.
func (a *Alike) number(view int, local uint32) (number uint32, ok bool) {
	if view == 1 {
		return a.r.ix.numbers[local], true
	}
	return local, !a.r.ix.isGone(local)
}
