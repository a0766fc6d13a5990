package browse

import "math/bits"

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
