package search

import (
	"math/bits"
	"slices"
)

// cell is the state of one document during a search. Score and cover are integer shares of 65535, so the result does
// not depend on the order in which postings are read.
type cell struct {
	score, cover uint16 // of all words so far
	unitScore    uint16 // of the current word: its best way counts
	unitCover    uint8
	unit         uint8 // number of the word read last, from 1; 0: untouched
}

// scratch is the memory of one search, reused by the next.
type scratch struct {
	cells   []cell
	levels  []level
	touched []uint64 // one bit for each non-empty cell
	count   int      // bits set in touched
}

func (s *scratch) fit(size int) {
	if len(s.cells) <= size {
		s.cells = make([]cell, size+size/8+1)
		s.levels = make([]level, len(s.cells))
		s.touched = make([]uint64, len(s.cells)/64+1)
	}
}

func (s *scratch) touch(at uint32) {
	if !s.isTouched(at) {
		s.touched[at>>6] |= 1 << (at & 63)
		s.count++
	}
}

func (s *scratch) isTouched(at uint32) bool { return s.touched[at>>6]&(1<<(at&63)) != 0 }

// raise sets the document's level to at least l.
func (s *scratch) raise(at uint32, l level) {
	s.touch(at)
	s.levels[at] = max(s.levels[at], l)
}

// reading holds the parameters for reading one posting list.
type reading struct {
	offset uint32 // of the segment's cells
	unit   uint8
	weight uint32 // share of the query's information, of 65535
	grade  grade
	admit  bool // whether to add documents that no earlier word touched
}

// read adds the postings to the cells of their documents.
func (s *scratch) read(postings []posting, o reading) {
	if !o.admit {
		s.update(postings, o)
		return
	}
	s.admit(postings, o)
}

// admit adds all postings, including those of untouched documents.
func (s *scratch) admit(postings []posting, o reading) {
	gain, cells := o.weight*uint32(o.grade.score)>>8, s.cells[o.offset:]
	cover := uint16(o.weight * uint32(o.grade.cover) >> 8)
	for _, p := range postings {
		c, score := &cells[p>>8], uint16(gain*(p&0xFF)>>8)
		if c.unit == 0 {
			s.touch(o.offset + p>>8)
		} else if c.unit == o.unit {
			c.better(score, o)
			continue
		}
		c.unit, c.unitScore, c.unitCover = o.unit, score, o.grade.cover
		c.score += score
		c.cover += cover
	}
}

// better updates the cell if this way matches the word better.
func (c *cell) better(score uint16, o reading) {
	if score > c.unitScore {
		c.score += score - c.unitScore
		c.unitScore = score
	}
	if o.grade.cover > c.unitCover {
		c.cover += uint16(o.weight*uint32(o.grade.cover)>>8) - uint16(o.weight*uint32(c.unitCover)>>8)
		c.unitCover = o.grade.cover
	}
}

// update adds postings to touched documents only. It searches a long list for those few documents instead of scanning
// it.
func (s *scratch) update(postings []posting, o reading) {
	if len(s.touched)+16*s.count > len(postings) {
		for i := range postings {
			if s.isTouched(o.offset + postings[i]>>8) {
				s.readOne(postings[i], o)
			}
		}
		return
	}
	s.each(func(at uint32) {
		if at < o.offset || len(postings) == 0 {
			return
		}
		document := at - o.offset
		skip := seekPosting(postings, document)
		postings = postings[skip:]
		if len(postings) > 0 && postings[0]>>8 == document {
			s.readOne(postings[0], o)
		}
	})
}

func (s *scratch) readOne(p posting, o reading) {
	one := [1]posting{p}
	s.admit(one[:], o)
}

// seekPosting returns the index of the first posting at or after the document.
func seekPosting(postings []posting, document uint32) int {
	step := 1
	for step < len(postings) && postings[step]>>8 < document {
		step *= 2
	}
	low := step / 2
	at, _ := slices.BinarySearchFunc(postings[low:min(step+1, len(postings))], document, func(p posting, d uint32) int {
		return int(p>>8) - int(d)
	})
	return low + at
}

// each visits the touched cells, ascending.
func (s *scratch) each(visit func(at uint32)) {
	for i, word := range s.touched {
		for ; word != 0; word &= word - 1 {
			visit(uint32(i*64 + bits.TrailingZeros64(word)))
		}
	}
}

// clear resets the touched cells.
func (s *scratch) clear() {
	s.each(func(at uint32) {
		s.cells[at] = cell{}
		s.levels[at] = 0
	})
	clear(s.touched)
	s.count = 0
}
