package search

import (
	"encoding/binary"
	"sync"
	"sync/atomic"
)

// posting is a document's number in the upper 24 bits and the word's weight in it in the lower 8 (in segment.wholes:
// its kind).
type posting = uint32

// maxDocuments is how many documents a posting can number; add leaves the rest out.
const maxDocuments = 1 << 24

// Kinds of postings in segment.wholes.
const (
	wholeHost   = 0
	wholeName   = 1
	wholePhrase = 2 // of its phraseKey
)

// column holds the posting list of each word of a dictionary, documents ascending.
type column struct {
	starts []uint32 // by word; the last is the end of list
	list   []posting
}

func (c *column) at(word int) []posting { return c.list[c.starts[word]:c.starts[word+1]] }

// span returns the postings of a range of words.
func (c *column) span(from, to int) []posting { return c.list[c.starts[from]:c.starts[to]] }

// segment is an immutable index of documents numbered 0..size-1.
type segment struct {
	size    int
	filled  int // documents with at least one word
	words   dictionary
	texts   column // every field; the lower 8 bits are the BM25F weight
	names   column // words of names, weighted by the name alone
	wholes  column // names, hosts and phrases, each joined into one word
	lasts   column // last words of two-word names
	stems   stemIndex
	near    *nearIndex
	labels  []string // names as given, by document
	forward forward  // words of each document

	terms     sync.Map // what request.term found, by the stems: postings
	termsKept atomic.Int64
}

// forward lists the words of each document, so that Patch can subtract them when the document goes. It stores the
// ascending word numbers as varint deltas.
type forward struct {
	starts []uint32
	data   []byte
}

func newForward(size int, texts *column) forward {
	starts := make([]uint32, size+1)
	last := make([]uint32, size)
	eachPosting(texts, func(word, document uint32) {
		starts[document+1] += uint32(varintSize(word - last[document]))
		last[document] = word
	})
	for i := range size {
		starts[i+1] += starts[i]
	}
	f := forward{starts, make([]byte, starts[size])}
	next := append([]uint32(nil), starts[:size]...)
	clear(last)
	eachPosting(texts, func(word, document uint32) {
		next[document] += uint32(binary.PutUvarint(f.data[next[document]:], uint64(word-last[document])))
		last[document] = word
	})
	return f
}

func eachPosting(c *column, visit func(word, document uint32)) {
	for word := range len(c.starts) - 1 {
		for _, p := range c.at(word) {
			visit(uint32(word), p>>8)
		}
	}
}

func varintSize(n uint32) int {
	size := 1
	for ; n >= 0x80; n >>= 7 {
		size++
	}
	return size
}

func (f *forward) each(document int, visit func(word uint32)) {
	data := f.data[f.starts[document]:f.starts[document+1]]
	word := uint32(0)
	for len(data) > 0 {
		step, size := binary.Uvarint(data)
		word += uint32(step)
		data = data[size:]
		visit(word)
	}
}

func (f *forward) has(document int) bool { return f.starts[document] < f.starts[document+1] }
