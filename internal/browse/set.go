package browse

import (
	"math/bits"
	"slices"
)

// set is a dense bitset of slots with its size. Words missing at its end count as empty, so sets of different lengths
// can be combined.
type set struct {
	words []uint64
	count int
}

func (s *set) has(slot uint32) bool {
	at := int(slot >> 6)
	return at < len(s.words) && s.words[at]&(1<<(slot&63)) != 0
}

func (s *set) add(slot uint32) {
	if s.has(slot) {
		return
	}
	for int(slot>>6) >= len(s.words) {
		s.words = append(s.words, 0)
	}
	s.words[slot>>6] |= 1 << (slot & 63)
	s.count++
}

func (s *set) remove(slot uint32) {
	if s.has(slot) {
		s.words[slot>>6] &^= 1 << (slot & 63)
		s.count--
	}
}

func (s *set) clone() *set {
	return &set{words: append(make([]uint64, 0, len(s.words)+1), s.words...), count: s.count}
}

// each calls f with every slot, in ascending order.
func (s *set) each(f func(slot uint32)) {
	for at, word := range s.words {
		for ; word != 0; word &= word - 1 {
			f(uint32(at<<6 | bits.TrailingZeros64(word)))
		}
	}
}

// intersect sets s to the intersection of a and b. s may be one of them.
func (s *set) intersect(a, b *set) {
	n := min(len(a.words), len(b.words))
	s.resize(n)
	x, y := a.words[:n], b.words[:n]
	s.count = 0
	for i := range s.words {
		word := x[i] & y[i]
		s.words[i] = word
		s.count += bits.OnesCount64(word)
	}
}

// subtract sets s to a without b. s may be a.
func (s *set) subtract(a, b *set) {
	s.resize(len(a.words))
	s.count = 0
	for i := range s.words {
		word := a.words[i]
		if i < len(b.words) {
			word &^= b.words[i]
		}
		s.words[i] = word
		s.count += bits.OnesCount64(word)
	}
}

// resize gives s this many words of arbitrary content and reuses its memory if possible.
func (s *set) resize(words int) {
	if cap(s.words) < words {
		s.words = make([]uint64, words)
	}
	s.words = s.words[:words]
}

// fillSlots sets s to the slots, which are ascending and below 64 times words.
func (s *set) fillSlots(slots []uint32, words int) {
	s.resize(words)
	clear(s.words)
	for _, slot := range slots {
		s.words[slot>>6] |= 1 << (slot & 63)
	}
	s.count = len(slots)
}

// countCommon returns the size of the intersection of a and b.
func countCommon(a, b *set) int {
	n := min(len(a.words), len(b.words))
	x, y := a.words[:n], b.words[:n]
	count := 0
	for i, word := range x {
		count += bits.OnesCount64(word & y[i])
	}
	return count
}

// membership holds the categories of each slot's product in one contiguous list: counting the categories of many
// products scans that memory instead of visiting every product.
type membership struct {
	starts  []uint32 // by slot; the last is the end of indexes
	indexes []uint32 // into Snapshot.categories; a product's main one first
}

// of returns the categories of a slot. The caller must not change the slice.
func (m membership) of(slot uint32) []uint32 {
	if int(slot)+1 >= len(m.starts) {
		return nil
	}
	return m.indexes[m.starts[slot]:m.starts[slot+1]]
}

// with returns the membership for this many slots, with the changed lists replaced: itself if they are the same.
func (m membership) with(changed map[uint32][]uint32, slots int) membership {
	size, same := len(m.indexes), slots+1 == len(m.starts)
	for slot, list := range changed {
		size += len(list)
		same = same && slices.Equal(list, m.of(slot))
	}
	if same {
		return m
	}
	next := membership{make([]uint32, 1, slots+1), make([]uint32, 0, size)}
	for slot := range uint32(slots) {
		list, ok := changed[slot]
		if !ok {
			list = m.of(slot)
		}
		next.indexes = append(next.indexes, list...)
		next.starts = append(next.starts, uint32(len(next.indexes)))
	}
	return next
}
