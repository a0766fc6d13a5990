package search

import "encoding/binary"

// posting is a document's number in the upper 24 bits and, in the lower 8, how strongly it has the word (or, in
// segment.wholes, what it is the whole of).
type posting = uint32

// maxDocuments is what a posting can number; documents beyond it are not indexed.
const maxDocuments = 1 << 24

// What a posting of segment.wholes says.
const (
	wholeHost = 0
	wholeName = 1
)

// column is the postings of each word of a dictionary, documents ascending.
type column struct {
	starts []uint32 // by word, and one more
	list   []posting
}

func (c *column) at(word int) []posting { return c.list[c.starts[word]:c.starts[word+1]] }

// span is the postings of a range of words.
func (c *column) span(from, to int) []posting { return c.list[c.starts[from]:c.starts[to]] }

// segment is an index of documents numbered 0..size-1 that never changes.
type segment struct {
	size    int
	filled  int // documents with any word
	words   dictionary
	texts   column // every field; the lower 8 bits are the BM25F weight
	names   column // words of names, weighted by the name alone
	wholes  column // joined names and hosts
	lasts   column // last words of names of two
	stems   stemIndex
	near    *nearIndex
	labels  []string // names as given, by document
	forward forward  // words of each document
}

// forward is the words of each document, for counting them out when the document goes: numbers ascending, as varints
// of their differences.
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
