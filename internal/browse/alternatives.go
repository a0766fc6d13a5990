package browse

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/similar"
)

// Numbers of alternatives to a product.
const (
	MaxAlternatives = similar.Alternatives
	fewAlternatives = similar.Shown // below it, what the product shows as similar is added
)

// Alternative is a product in the list of alternatives to another one.
type Alternative struct {
	*Item
	IsPick bool // an administrator has pinned it
}

// Alternatives returns the alternatives to a product, at most MaxAlternatives: those that an administrator has pinned, in
// their order, then those that internal/similar has chosen, the most similar first, without the hidden ones and, where there
// are enough, without those that share no category. Until they are chosen, it takes some milliseconds to compute what To returns.
func (s *Similar) Alternatives(it *Item) []Alternative {
	list, chosen := s.ChosenAlternatives(it)
	if chosen {
		return list
	}
	slots := make([]uint32, len(list))
	for i, pick := range list {
		slots[i] = pick.slot
	}
	for _, other := range s.To(it, MaxAlternatives) {
		slots = withSlot(slots, it, other)
	}
	for _, slot := range slots[len(list):] {
		list = append(list, Alternative{s.items[slot], false})
	}
	return list
}

// shareCategory reports whether two products have more in common than their words and their price.
func (s *Similar) shareCategory(a, b uint32) bool {
	theirs := s.membership.of(b)
	return slices.ContainsFunc(s.membership.of(a), func(index uint32) bool { return slices.Contains(theirs, index) })
}

// ChosenAlternatives is Alternatives without computing anything: until internal/similar has chosen, it returns the pinned
// ones only, and false.
func (s *Similar) ChosenAlternatives(it *Item) (list []Alternative, chosen bool) {
	self, ok := s.snapshot().find(byID, it)
	if !ok {
		return nil, true
	}
	slots, pinned, chosen := s.alternativesTo(self)
	for i, slot := range slots {
		list = append(list, Alternative{s.items[slot], i < pinned})
	}
	return list, chosen
}

// alternativesTo is ChosenAlternatives by slots, the pinned ones first.
func (s *Similar) alternativesTo(self *Item) (slots []uint32, pinned int, chosen bool) {
	if self.more != nil {
		for _, id := range self.more.Pinned {
			if other, exists := s.snapshot().find(byID, &Item{id: id}); exists {
				slots = withSlot(slots, self, other)
			}
		}
	}
	pinned = len(slots)
	similar := s.similar.Of(self.slot)
	if len(similar) == 0 && s.snapshot().Len() > 1 {
		return slots, pinned, false
	}
	for _, slot := range s.similar.AlternativesTo(self.slot) {
		if s.shareCategory(self.slot, slot) {
			slots = withSlot(slots, self, s.items[slot])
		}
	}
	for _, slot := range similar {
		if len(slots) < fewAlternatives {
			slots = withSlot(slots, self, s.items[slot])
		}
	}
	return slots, pinned, true
}

// AlternativeCount returns how many alternatives a product has; until they are chosen, how many there will be at least, if
// none is hidden.
func (s *Similar) AlternativeCount(it *Item) int {
	list, chosen := s.ChosenAlternatives(it)
	if chosen {
		return len(list)
	}
	return max(len(list), min(fewAlternatives, s.snapshot().Len()-1))
}

// withSlot appends an alternative to a product, unless the list is full or has it, or it is hidden.
func withSlot(list []uint32, self, other *Item) []uint32 {
	if slices.Contains(list, other.slot) || len(list) == MaxAlternatives || self.more != nil && slices.Contains(self.more.Hidden, other.id) {
		return list
	}
	return append(list, other.slot)
}

// aboveAll is a score above those of all searches.
const aboveAll = 100

// putAlternativesFirst puts the alternatives to a product first if the search wants something in its place ("like X"), without
// the product: those that have what else it says, and are free if it says so, before the others.
func (v *view) putAlternativesFirst() {
	s := v.snapshot
	slot, rest, found := s.index.Like(v.query.Search)
	if !found {
		return
	}
	list := s.Similar().Alternatives(s.items[slot])
	if len(list) == 0 {
		return
	}
	isFree := slices.Contains(strings.Fields(strings.ToLower(v.query.Search)), "free")
	v.insteadOf = s.items[slot]
	v.found.Corrected, v.found.Relaxed = false, ""
	wanted := s.index.Search(rest).Docs
	lacks := func(a Alternative) (n int) {
		if _, has := slices.BinarySearch(wanted, a.slot); !has {
			n++
		}
		if isFree && !orNone(s.kinds[catalog.Free]).has(a.slot) {
			n++
		}
		return n
	}
	slices.SortStableFunc(list, func(a, b Alternative) int { return cmp.Compare(lacks(a), lacks(b)) })
	scores := make(map[uint32]float32, len(v.found.Docs)+len(list))
	for i, at := range v.found.Docs {
		scores[at] = v.found.Scores[i]
	}
	for i, a := range list {
		scores[a.slot] = aboveAll - float32(i)
	}
	delete(scores, slot)
	v.found.Docs, v.found.Scores = slices.AppendSeq(v.found.Docs[:0], maps.Keys(scores)), v.found.Scores[:0]
	slices.Sort(v.found.Docs)
	for _, at := range v.found.Docs {
		v.found.Scores = append(v.found.Scores, scores[at])
	}
}

// alternativesTo returns the product whose alternatives come first among the matches.
func (v *view) alternativesTo(matches *set) *Item {
	if v.query.Sort != SortRelevance || matches.count == 0 {
		return nil
	}
	return v.insteadOf
}
