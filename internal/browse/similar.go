package browse

import (
	"cmp"
	"math"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/search"
	"vitrine/internal/similar"
)

// What adds to the likeness of two texts: sharing all categories, and having the same price.
const (
	categoriesAdd = 0.35
	priceAdds     = 0.05
)

// leastBack keeps a likeness above zero where the other text has nothing to say of the first.
const leastBack = 0.01

// How much a word counts, by the categories of the products that have it; see topic.
const (
	topicLeast = 0.1 // in all categories alike
	topicFull  = 2.0 // divergence from which a word counts fully
	topicUsual = 4.0 // usual categories that are added to those of the word
	topicName  = 0.5 // all of an own category have it: it is a word of the name, and categories count on their own
)

// mostCompared is the number of products whose words are compared with those of a product in turn.
const mostCompared = 32

// mostWalked is how many products a likeness looks at to find some in a category that too many have.
const mostWalked = 4096

// Similar returns at most limit products that are similar to the item, without the item itself, the most similar first:
// those that internal/similar has chosen, then others that resemble it and share a category. Before the choice it returns
// only the latter, without regard to how many products show them.
func (s *Snapshot) Similar(it *Item, limit int) []*Item {
	self, ok := s.find(byID, it)
	if !ok {
		return nil
	}
	list := s.similar.Of(self.slot)
	if limit = min(limit, s.Len()-1); len(list) < limit {
		list = s.resembling(self.slot, list, limit)
	}
	items := make([]*Item, 0, max(0, limit))
	for _, slot := range list[:min(len(list), limit)] {
		items = append(items, s.items[slot])
	}
	return items
}

// resembling returns the list with products added that resemble the one in the slot and share a category.
func (s *Snapshot) resembling(slot uint32, list []uint32, limit int) []uint32 {
	l := s.likeness()
	defer l.close()
	list = slices.Clone(list)
	l.of(slot)
	for _, r := range l.top {
		if len(list) < limit && l.shared(r.slot) > 0 && !slices.Contains(list, r.slot) {
			list = append(list, r.slot)
		}
	}
	return list
}

// following returns the product this many places after another by id; after the last comes the first.
func (s *Snapshot) following(slot uint32, places int) uint32 {
	order := s.orders[byID]
	return order.slots[(int(order.positions[slot])+places)%len(order.slots)]
}

// distance returns how many places the other product follows by id.
func (s *Snapshot) distance(slot, other uint32) int {
	order := s.orders[byID]
	return (int(order.positions[other]) - int(order.positions[slot]) + len(order.slots)) % len(order.slots)
}

// likeness finds what a product resembles, for one goroutine at a time.
//
//	likeness(a, b) = text(a, b) · (1 + categoriesAdd · categories(a, b) + priceAdds) · √(text(b, a) + leastBack)
//
// text(a, b) is the search index's score of b for a's most telling words (search.Alike), categories(a, b) the part of
// a's categories that b shares, each category counted with ln(1 + all products / its products), because a rare one says
// more. priceAdds counts if both have the same known price. text(b, a) lowers what has a word of a in passing.
type likeness struct {
	s      *Snapshot
	alike  *search.Alike
	own    []ownCategory
	sum    float64 // of the own categories' weights
	price  *set    // nil: unknown
	top    []resembling
	slots  []uint32
	counts map[uint32]int   // by category, of topic
	found  map[string]topic // to keep, if not nil
}

type ownCategory struct {
	index  uint32
	weight float64
}

type resembling struct {
	slot     uint32
	likeness float64
}

func (s *Snapshot) likeness() *likeness {
	l := &likeness{s: s, counts: map[uint32]int{}}
	l.alike = s.index.Alike(l)
	return l
}

func (l *likeness) close() { l.alike.Close() }

// of returns the products that a product resembles most, at most similar.Candidates, the most similar first and equal
// ones from the next higher id on. The caller may use the slice until the next call.
func (l *likeness) of(slot uint32) []uint32 {
	l.compareTo(slot)
	least := uint16(0) // of texts whose products can be among the best
	l.alike.Find(slot, func(other uint32, score uint16) {
		if score >= least && l.add(slot, resembling{other, float64(score) / 65535 * l.factor(other)}) && len(l.top) == mostCompared {
			least = uint16(65535 * l.top[len(l.top)-1].likeness / (1 + categoriesAdd + priceAdds))
		}
	})
	for i, r := range l.top {
		l.top[i].likeness *= math.Sqrt(l.alike.Back(r.slot) + leastBack)
	}
	slices.SortFunc(l.top, func(a, b resembling) int {
		return cmp.Or(cmp.Compare(b.likeness, a.likeness), cmp.Compare(l.s.distance(slot, a.slot), l.s.distance(slot, b.slot)))
	})
	l.top = l.top[:min(len(l.top), similar.Candidates)]
	if len(l.top) < similar.Shown {
		l.walk(slot)
	}
	l.slots = l.slots[:0]
	for _, r := range l.top {
		l.slots = append(l.slots, r.slot)
	}
	return l.slots
}

// compareTo prepares the comparison of others with this product.
func (l *likeness) compareTo(slot uint32) {
	l.top, l.own, l.sum, l.price = l.top[:0], l.own[:0], 0, nil
	for _, index := range l.s.membership.of(slot) {
		weight := math.Log(1 + float64(l.s.Len())/float64(l.s.categories[index].members.count))
		l.own = append(l.own, ownCategory{index, weight})
		l.sum += weight
	}
	for kind, members := range l.s.kinds {
		if kind != catalog.Unknown && members.has(slot) {
			l.price = members
		}
	}
}

func (l *likeness) factor(other uint32) float64 {
	factor := 1.0
	if shared := l.shared(other); shared > 0 {
		factor += categoriesAdd * shared / l.sum
	}
	if l.price != nil && l.price.has(other) {
		factor += priceAdds
	}
	return factor
}

// shared returns the weight of the own categories that the other product has too.
func (l *likeness) shared(other uint32) (weight float64) {
	theirs := l.s.membership.of(other)
	for _, own := range l.own {
		if slices.Contains(theirs, own.index) {
			weight += own.weight
		}
	}
	return weight
}

// add inserts a product where its likeness belongs, if it is among the best.
func (l *likeness) add(self uint32, r resembling) bool {
	full := len(l.top) == mostCompared
	if full && r.likeness < l.top[len(l.top)-1].likeness {
		return false
	}
	at := len(l.top)
	for at > 0 && l.isBetter(self, r, l.top[at-1]) {
		at--
	}
	switch {
	case full && at == len(l.top):
		return false
	case full:
		l.top = l.top[:len(l.top)-1]
	}
	l.top = slices.Insert(l.top, at, r)
	return true
}

func (l *likeness) isBetter(self uint32, a, b resembling) bool {
	return a.likeness > b.likeness || a.likeness == b.likeness && l.s.distance(self, a.slot) < l.s.distance(self, b.slot)
}

// walk adds products that share a category, for one whose words say nothing or are in too many products to be looked up.
func (l *likeness) walk(slot uint32) {
	for i := 1; i < min(l.s.Len(), mostWalked) && len(l.top) < similar.Candidates; i++ {
		other := l.s.following(slot, i)
		if l.shared(other) > 0 && !slices.ContainsFunc(l.top, func(r resembling) bool { return r.slot == other }) {
			l.top = append(l.top, resembling{other, 0})
		}
	}
}
