package similar

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// shop is a catalogue whose products have made-up candidates.
type shop struct {
	slots      int
	ids        map[uint32]int64 // by slot
	candidates map[int64][]int64
}

func (s *shop) source() Source {
	slotOf := map[int64]uint32{}
	var order []uint32
	for slot, id := range s.ids {
		slotOf[id] = slot
		order = append(order, slot)
	}
	slices.SortFunc(order, func(a, b uint32) int { return int(s.ids[a] - s.ids[b]) })
	ranks := make([]uint32, s.slots)
	for rank, slot := range order {
		ranks[slot] = uint32(rank)
	}
	return Source{s.slots, order, ranks, func(slot uint32) []uint32 {
		var list []uint32
		for _, id := range s.candidates[s.ids[slot]] {
			if other, ok := slotOf[id]; ok {
				list = append(list, other)
			}
		}
		return list
	}}
}

// aShop draws a catalogue: in some everybody resembles the same few, in some nobody resembles anybody.
func aShop(t *rapid.T, most int) *shop {
	n := rapid.IntRange(0, most).Draw(t, "products")
	s := &shop{slots: n + rapid.IntRange(0, 5).Draw(t, "free"), ids: map[uint32]int64{}, candidates: map[int64][]int64{}}
	slots := rapid.Permutation(rising(s.slots)).Draw(t, "slots")
	stars := rapid.IntRange(1, max(1, most)).Draw(t, "stars")
	for i := range n {
		s.put(t, slots[i], int64(i+1), stars)
	}
	return s
}

func rising(n int) []uint32 {
	list := make([]uint32, n)
	for i := range list {
		list[i] = uint32(i)
	}
	return list
}

func (s *shop) put(t *rapid.T, slot uint32, id int64, stars int) {
	s.ids[slot] = id
	list := rapid.SliceOfNDistinct(rapid.Int64Range(1, int64(stars)), 0, min(stars, Candidates), rapid.ID).Draw(t, "candidates")
	s.candidates[id] = slices.DeleteFunc(list, func(other int64) bool { return other == id })
}

func build(t rapid.TB, s *shop) *Lists {
	lists, err := Build(context.Background(), s.source())
	if err != nil {
		t.Fatal(err)
	}
	return lists
}

// keepsRules fails if the lists break a rule of the package.
func keepsRules(t rapid.TB, s *shop, l *Lists) {
	t.Helper()
	n := len(s.ids)
	inbound := map[uint32]int{}
	for slot := range uint32(s.slots) {
		list := l.Of(slot)
		want := 0
		if _, exists := s.ids[slot]; exists {
			want = min(Shown, n-1)
		}
		if len(list) != want {
			t.Fatalf("slot %d shows %v, want %d of %d", slot, list, want, n)
		}
		for i, other := range list {
			if _, exists := s.ids[other]; !exists || other == slot || slices.Contains(list[:i], other) {
				t.Fatalf("slot %d shows %v", slot, list)
			}
			inbound[other]++
		}
	}
	keepsAlternatives(t, s, l)
	for slot := range s.ids {
		if got := inbound[slot]; got > MaxInbound || got < min(MinInbound, n-1) || got != int(l.shown.inbound[slot]) {
			t.Fatalf("slot %d of %d is shown by %d, counted as %d", slot, n, got, l.shown.inbound[slot])
		}
	}
}

// Any catalogue keeps the rules: tiny, full of stars, of loners.
func TestRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aShop(t, rapid.SampledFrom([]int{12, 40, 400}).Draw(t, "most"))
		keepsRules(t, s, build(t, s))
	})
}

// The first choice of everybody comes before the second of anybody, until enough others show it.
func TestRounds(t *testing.T) {
	s := &shop{slots: 101, ids: map[uint32]int64{}, candidates: map[int64][]int64{}}
	for slot := range uint32(101) {
		s.ids[slot] = int64(slot)
		s.candidates[int64(slot)] = []int64{0, 50}
	}
	s.candidates[0], s.candidates[50] = nil, nil
	s.candidates[99] = []int64{50, 0}
	l := build(t, s)
	keepsRules(t, s, l)
	for slot := uint32(1); slot <= 40; slot++ {
		if l.Of(slot)[0] != 0 {
			t.Errorf("%d shows %v, not its first choice", slot, l.Of(slot))
		}
	}
	if slices.Contains(l.Of(60), 0) {
		t.Error("a product is shown by more than enough")
	}
	if l.Of(99)[0] != 50 {
		t.Errorf("the last product shows %v, not its own first choice, which is the second of the others", l.Of(99))
	}
}

// The slots that products happen to have change nothing.
func TestSlots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aShop(t, 60)
		other := &shop{slots: s.slots, ids: map[uint32]int64{}, candidates: s.candidates}
		to := rapid.Permutation(rising(s.slots)).Draw(t, "other slots")
		for slot, id := range s.ids {
			other.ids[to[slot]] = id
		}
		a, b := build(t, s), build(t, other)
		for slot := range s.ids {
			for _, of := range []func(*Lists, uint32) []uint32{(*Lists).Of, (*Lists).AlternativesTo} {
				var moved []uint32
				for _, o := range of(a, slot) {
					moved = append(moved, to[o])
				}
				if !slices.Equal(moved, of(b, to[slot])) {
					t.Fatalf("product %d has others when the slots are others", s.ids[slot])
				}
			}
		}
	})
}

// After changes the rules hold, and the lists from before are as they were.
func TestPatched(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aShop(t, rapid.SampledFrom([]int{12, 45, 200}).Draw(t, "most"))
		l := build(t, s)
		stars := rapid.IntRange(1, 60).Draw(t, "stars")
		for next := int64(1000); next < 1000+int64(rapid.IntRange(1, 8).Draw(t, "changes")); next++ {
			before, was := rowsOf(l), l
			var changed []uint32
			for range rapid.IntRange(0, 4).Draw(t, "at once") {
				slot := uint32(rapid.IntRange(0, s.slots).Draw(t, "slot"))
				s.slots = max(s.slots, int(slot)+1)
				if slices.Contains(changed, slot) {
					continue
				}
				changed = append(changed, slot)
				id, exists := s.ids[slot]
				switch {
				case !exists:
					s.put(t, slot, next*10+int64(len(changed)), stars)
				case rapid.Bool().Draw(t, "delete"):
					delete(s.ids, slot)
				default:
					s.put(t, slot, id, stars)
				}
			}
			l = l.Patched(s.source(), changed)
			keepsRules(t, s, l)
			if !reflect.DeepEqual(rowsOf(was), before) {
				t.Fatal("the patch changed the lists that it started from")
			}
		}
	})
}

// rowsOf returns copies of all rows and counts of lists.
func rowsOf(l *Lists) (all []any) {
	for _, one := range []links{l.shown, l.alternatives} {
		all = append(all, slices.Concat(one.blocks...), slices.Clone(one.inbound))
	}
	return all
}

// A changed product is shown by what it resembles now, and no longer by what it resembled.
func TestPatchedMoves(t *testing.T) {
	s := &shop{slots: 90, ids: map[uint32]int64{}, candidates: map[int64][]int64{}}
	group := func(from, to, not int64) (list []int64) {
		for id := from; id < to; id++ {
			if id != not {
				list = append(list, id)
			}
		}
		return list
	}
	for slot := range uint32(90) {
		id := int64(slot)
		s.ids[slot] = id
		s.candidates[id] = group(id/9*9, id/9*9+9, id)
	}
	l := build(t, s)
	for id := int64(45); id < 54; id++ { // 0 moves from the first group to the sixth
		s.candidates[id] = append([]int64{0}, group(45, 54, id)...)
	}
	for id := int64(1); id < 9; id++ {
		s.candidates[id] = group(1, 9, id)
	}
	s.candidates[0] = group(45, 54, 0)
	l = l.Patched(s.source(), []uint32{0})
	keepsRules(t, s, l)
	if slices.Contains(l.Of(3), 0) || l.Of(47)[0] != 0 || l.Of(0)[0] != 45 {
		t.Errorf("3 shows %v, 47 shows %v, 0 shows %v", l.Of(3), l.Of(47), l.Of(0))
	}
}

// Without leaves no link to or from the slots.
func TestWithout(t *testing.T) {
	s := &shop{slots: 50, ids: map[uint32]int64{}, candidates: map[int64][]int64{}}
	for slot := range uint32(50) {
		s.ids[slot] = int64(slot)
	}
	l := build(t, s).Without(s.source(), []uint32{7, 49})
	if len(l.AlternativesTo(7)) > 0 || len(l.AlternativesTo(49)) > 0 {
		t.Error("what was taken away still has alternatives")
	}
	if len(l.Of(7)) > 0 || len(l.Of(49)) > 0 || len(l.Of(20)) != Shown {
		t.Error("what was taken away still shows others, or a product that stayed shows none")
	}
	for slot := range uint32(50) {
		if list := slices.Concat(l.Of(slot), l.AlternativesTo(slot)); slices.Contains(list, 7) || slices.Contains(list, 49) {
			t.Errorf("%d shows what was taken away, or has it as an alternative", slot)
		}
	}
	if l.AlternativesTo(77) != nil || (*Lists)(nil).AlternativesTo(0) != nil || l.Of(77) != nil || (*Lists)(nil).Of(0) != nil {
		t.Error("a slot that the lists do not know shows something")
	}
}

// Build ends with its context.
func TestBuildEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Build(ctx, Source{1, []uint32{0}, []uint32{0}, func(uint32) []uint32 { return nil }}); err == nil {
		t.Error("Build went on after its context had ended")
	}
}
