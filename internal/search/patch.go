package search

import (
	"cmp"
	"maps"
	"slices"
	"sync"
)

// lostWord counts the gone documents of the base that have a word.
type lostWord struct{ word, count uint32 }

// Build returns an index of the documents. A document's number is its position; nil leaves a number without a document.
func Build(docs []*Document) *Index {
	ix := &Index{base: newSegment(docs), language: sharedLanguage()}
	ix.pool = &sync.Pool{New: func() any { return new(request) }}
	ix.clean()
	return ix
}

func newSegment(docs []*Document) *segment {
	b := newBuilder(len(docs))
	for _, d := range docs {
		b.add(d)
	}
	return b.segment()
}

// clean resets the index to the base alone, without changes.
func (ix *Index) clean() {
	ix.delta, ix.numbers, ix.changed, ix.lost = newSegment(nil), nil, nil, nil
	ix.gone = make([]uint64, ix.base.size/64+1)
	ix.live, ix.emptied = ix.base.filled, 0
}

// Patch returns a copy of the index with documents changed, added or (nil) removed; the receiver does not change. The
// copy answers every search like a fresh build. A patch costs a small build. When the accumulated changes exceed
// mergeAt, it also merges them, which costs a copy of the index.
func (ix *Index) Patch(changed map[uint32]*Document) *Index {
	documents := make(map[uint32]*Document, len(ix.numbers)+len(changed))
	for i, number := range ix.numbers {
		documents[number] = ix.changed[i]
	}
	next := *ix
	next.gone = slices.Clone(ix.gone)
	next.drop(changed)
	for number, d := range changed {
		delete(documents, number)
		if d != nil && number < maxDocuments {
			documents[number] = d
		}
	}
	next.storeChanged(documents)
	if len(next.numbers) > mergeAt(next.base.size) {
		next.base = merge(next.base, next.delta, next.gone, next.numbers)
		next.clean()
	}
	return &next
}

// mergeAt returns how many changed documents a base of this size allows before a merge: few enough to keep each patch
// quick.
func mergeAt(size int) int { return min(512, max(64, size/64)) }

// drop marks documents of the base as gone and counts the occurrences that its words lose.
func (ix *Index) drop(changed map[uint32]*Document) {
	lost := make(map[uint32]uint32, len(ix.lost))
	for _, l := range ix.lost {
		lost[l.word] = l.count
	}
	for number := range changed {
		if int(number) < ix.base.size && !ix.isGone(number) {
			ix.gone[number>>6] |= 1 << (number & 63)
			if ix.base.forward.has(int(number)) {
				ix.emptied++
			}
			ix.base.forward.each(int(number), func(word uint32) { lost[word]++ })
		}
	}
	ix.lost = make([]lostWord, 0, len(lost))
	for word, count := range lost {
		ix.lost = append(ix.lost, lostWord{word, count})
	}
	slices.SortFunc(ix.lost, func(a, b lostWord) int { return cmp.Compare(a.word, b.word) })
}

func (ix *Index) isGone(number uint32) bool { return ix.gone[number>>6]&(1<<(number&63)) != 0 }

// storeChanged builds the delta from the documents.
func (ix *Index) storeChanged(documents map[uint32]*Document) {
	ix.numbers = slices.Sorted(maps.Keys(documents))
	ix.changed = make([]*Document, len(ix.numbers))
	for i, number := range ix.numbers {
		ix.changed[i] = documents[number]
	}
	ix.delta = newSegment(ix.changed)
	ix.live = ix.base.filled - ix.emptied + ix.delta.filled
}

// lostIn returns how many postings of the base's words from..to belong to gone documents.
func lostIn(lost []lostWord, from, to int) int {
	if len(lost) == 0 {
		return 0
	}
	at, _ := slices.BinarySearchFunc(lost, uint32(from), func(l lostWord, w uint32) int { return cmp.Compare(l.word, w) })
	n := 0
	for ; at < len(lost) && lost[at].word < uint32(to); at++ {
		n += int(lost[at].count)
	}
	return n
}
