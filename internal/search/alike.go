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

// Topics says what the caller knows of words by the documents that have them.
type Topics interface {
	// Topic returns a factor on the weight of a word, given by its stem and the documents that have it, and the group that
	// it names. A document may come more than once.
	Topic(stem string, documents iter.Seq[uint32]) (weight float64, group uint32)
	// Named returns the factor on the weight of a word that names a group, in a document.
	Named(document, group uint32) float64
}

// Alike finds the documents that are like a given one. It reuses its memory and remembers words, so it serves one
// goroutine at a time, and one index. Close returns its memory.
type Alike struct {
	r      *request
	topics Topics
	known  map[uint64]uint32 // by view and word: the place in traits
	stems  map[string]uint32
	traits []trait
	shares []float64 // by trait: the weight of the word in the current document, of 1
	own    []ownWord // of the current document
	read   map[uint32][]ownWord
}

// trait is a word with all forms of its stem.
type trait struct {
	unit         // weight is the idf with the caller's factor; 0: says nothing
	group uint32 // the caller's
}

// ownWord is a telling word of a document.
type ownWord struct {
	trait  uint32
	share  float32 // of the weight of all, where 1 is the sum
	weight float32 // BM25F's in the document, of 1
}

// Alike returns an Alike of the index.
func (ix *Index) Alike(topics Topics) *Alike {
	a := &Alike{r: ix.pool.Get().(*request), topics: topics, known: map[uint64]uint32{}, stems: map[string]uint32{}, read: map[uint32][]ownWord{}}
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
// the query is its inverse document frequency times the caller's factors times its weight in the document.
func (a *Alike) Find(document uint32, visit func(document uint32, score uint16)) {
	left := mostPostings
	a.own = a.words(document)
	for n, w := range a.own {
		t := &a.traits[w.trait]
		if int(t.having) > left {
			continue
		}
		left -= int(t.having)
		for _, way := range t.ways {
			a.r.readWay(way, reading{unit: uint8(n + 1), weight: uint32(65535 * w.share), grade: way.grade, admit: true})
		}
	}
	size := uint32(a.r.ix.base.size)
	a.r.each(func(at uint32) {
		view, local := 0, at
		if at >= size {
			view, local = 1, at-size
		}
		if number, ok := a.number(view, local); ok && number != document {
			visit(number, a.r.cells[at].score)
		}
	})
	a.r.clear()
}

// Back returns the score of the document of the last Find, of 1, for the words of another as a query.
func (a *Alike) Back(other uint32) float64 {
	theirs := a.words(other) // may add traits
	for len(a.shares) < len(a.traits) {
		a.shares = append(a.shares, 0)
	}
	for _, w := range a.own {
		a.shares[w.trait] = float64(w.weight)
	}
	score := 0.0
	for _, w := range theirs {
		score += float64(w.share) * a.shares[w.trait]
	}
	for _, w := range a.own {
		a.shares[w.trait] = 0
	}
	return score
}

// words returns the document's most telling words, the most telling first.
func (a *Alike) words(document uint32) []ownWord {
	if own, ok := a.read[document]; ok {
		return own
	}
	v, local := a.r.ix.locate(document)
	view := &a.r.views[v]
	var own []ownWord
	if int(local) < view.size {
		view.forward.each(int(local), func(word uint32) {
			if n := a.trait(v, word); a.traits[n].weight > 0 {
				postings := view.texts.at(int(word))
				own = addWord(own, ownWord{trait: n, weight: float32(postings[seekPosting(postings, local)]&0xFF) / 255})
			}
		})
	}
	for i, w := range own {
		t := &a.traits[w.trait]
		own[i].share = float32(t.weight * a.topics.Named(document, t.group) * float64(w.weight))
	}
	slices.SortFunc(own, func(x, y ownWord) int {
		return cmp.Or(cmp.Compare(y.share, x.share), strings.Compare(a.traits[x.trait].stem, a.traits[y.trait].stem))
	})
	own = slices.Clip(own[:min(len(own), alikeWords)])
	sum := float32(0)
	for _, w := range own {
		sum += w.share
	}
	for i := range own {
		own[i].share /= sum
	}
	a.read[document] = own
	return own
}

// addWord adds a word; of several forms of one stem, the heaviest counts.
func addWord(own []ownWord, w ownWord) []ownWord {
	for i := range own {
		if own[i].trait == w.trait {
			own[i].weight = max(own[i].weight, w.weight)
			return own
		}
	}
	return append(own, w)
}

// trait returns the place of a view's word in traits.
func (a *Alike) trait(view int, number uint32) uint32 {
	key := uint64(view)<<32 | uint64(number)
	if n, ok := a.known[key]; ok {
		return n
	}
	text := a.r.views[view].segment.words.word(int(number))
	s := stem(text)
	n, ok := a.stems[s]
	if !ok {
		n = uint32(len(a.traits))
		a.stems[s] = n
		a.traits = append(a.traits, a.newTrait(text, s))
	}
	a.known[key] = n
	return n
}

// newTrait makes a trait. Numbers, stop words, and words that only one document or all have, or too many to read, say
// nothing.
func (a *Alike) newTrait(text, stem string) trait {
	t := trait{unit: unit{word: word{stem: stem}}}
	t.having = float64(a.r.addForms(&t.unit, stem, "", otherForm))
	language, live := a.r.ix.language, float64(a.r.ix.live)
	if t.having <= 1 || t.having >= live || t.having > mostPostings || language.stops[text] || !strings.ContainsFunc(text, unicode.IsLetter) {
		t.ways = nil
		return t
	}
	weight, group := a.topics.Topic(stem, a.documents(&t.unit))
	t.weight, t.group = weight*information(t.having, live), group
	if part, weak := language.weak[stem]; weak {
		t.weight *= part
	}
	return t
}

// documents are those that have a form of the word.
func (a *Alike) documents(u *unit) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for _, way := range u.ways {
			for _, p := range a.r.views[way.view].texts.at(way.from) {
				if number, ok := a.number(way.view, p>>8); ok && !yield(number) {
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
