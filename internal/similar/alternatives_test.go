package similar

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// keepsAlternatives fails if the alternatives break a rule of the package.
func keepsAlternatives(t rapid.TB, s *shop, l *Lists) {
	t.Helper()
	to := map[uint32]int{}
	for slot := range uint32(s.slots) {
		list := l.AlternativesTo(slot)
		for i, other := range list {
			if _, exists := s.ids[other]; !exists || !slices.Contains(s.candidates[s.ids[slot]], s.ids[other]) || slices.Contains(list[:i], other) {
				t.Fatalf("slot %d has the alternatives %v", slot, list)
			}
			to[other]++
		}
	}
	for slot := range uint32(s.slots) {
		if got := int(l.alternatives.inbound[slot]); got != to[slot] || got > MaxAlternativeTo {
			t.Fatalf("slot %d is an alternative to %d, counted as %d", slot, to[slot], got)
		}
	}
}

// A product that resembles many is an alternative to those that it resembles most; the others get their next candidates.
func TestAlternatives(t *testing.T) {
	s := &shop{slots: 200, ids: map[uint32]int64{}, candidates: map[int64][]int64{}}
	for slot := range uint32(200) {
		id := int64(slot)
		s.ids[slot] = id
		for i := range int64(Candidates) {
			s.candidates[id] = append(s.candidates[id], (id+i+1)%200)
		}
		if slot >= 150 {
			s.candidates[id][3] = 0
		} else if slot > 0 && slot < 100 {
			s.candidates[id][0] = 0
		}
	}
	l := build(t, s)
	keepsRules(t, s, l)
	linked := int(l.shown.inbound[0] + l.alternatives.inbound[0])
	if linked > mostLinks || l.shown.inbound[0] != MaxInbound {
		t.Errorf("the first product has %d links, %d of them from those that show it", linked, l.shown.inbound[0])
	}
	if !slices.Contains(l.AlternativesTo(1), 0) || slices.Contains(l.AlternativesTo(199), 0) {
		t.Errorf("alternatives to 1 are %v, to 199 %v; want the first product to 1 only", l.AlternativesTo(1), l.AlternativesTo(199))
	}
	if list := l.AlternativesTo(60); len(list) != Alternatives || list[0] != 62 {
		t.Errorf("alternatives to 60 are %v, want %d from 62 on", list, Alternatives)
	}
}

// A product that got other candidates gets other alternatives, and those that had it lose it.
func TestAlternativesPatched(t *testing.T) {
	s := &shop{slots: 90, ids: map[uint32]int64{}, candidates: map[int64][]int64{}}
	for slot := range uint32(90) {
		id := int64(slot)
		s.ids[slot] = id
		for i := range int64(20) {
			s.candidates[id] = append(s.candidates[id], (id+i+1)%90)
		}
	}
	l := build(t, s)
	if !slices.Contains(l.AlternativesTo(30), 45) {
		t.Fatalf("alternatives to 30 are %v", l.AlternativesTo(30))
	}
	s.candidates[45] = []int64{80, 81, 82}
	for id, list := range s.candidates {
		s.candidates[id] = slices.DeleteFunc(list, func(other int64) bool { return other == 45 })
	}
	l = l.Patched(s.source(), []uint32{45})
	keepsRules(t, s, l)
	if !slices.Equal(l.AlternativesTo(45), []uint32{80, 81, 82}) || slices.Contains(l.AlternativesTo(30), 45) {
		t.Errorf("alternatives to 45 are %v, to 30 %v", l.AlternativesTo(45), l.AlternativesTo(30))
	}
}
