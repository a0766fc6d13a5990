// Package similar chooses which products each product's page shows as similar: those that resemble it most, but so that
// every product is linked from some pages and none from very many.
//
// It knows products only by their slots, and asks the caller which others each resembles, the best first (candidates).
// Build chooses for a whole catalogue, Patched after a change of few products.
//
//   - Each product shows Shown others, never itself and none twice; fewer only if the catalogue is smaller.
//   - No product is shown by more than MaxInbound others.
//   - Each product is shown by at least MinInbound others; by all others if these are fewer.
//
// The alternatives of a product, for the page about them, are chosen from the same candidates in the same rounds, but by
// rules of their own (alternatives.go).
//
// Build takes the candidates in rounds: in each round every product that still shows too few adds its next candidate,
// unless enough others show that one. So everybody's first choice comes before anybody's second. If the candidates run
// out, the products with the next higher ids follow, which spreads the links evenly. Then each product that too few show
// replaces the last choice of those that it resembles most, if enough others still show that one.
//
// Everything happens in the order of the ids, so the same catalogue gives the same lists. Patched keeps the three rules
// but may choose differently from Build: it looks only at the products near the change.
//
// # To change
//
//   - what resembles what: internal/browse/similar.go; docs/search.md has the formula and the judged tools
//   - the rules, those of alternatives in alternatives.go: go test ./internal/similar
package similar

import (
	"context"
	"math"
	"slices"
)

// The rules.
const (
	Shown      = 8
	MaxInbound = 40
	MinInbound = 3
)

// Candidates is the number of candidates that Build considers of each product.
const Candidates = 24

// protected is how many of a product's first choices are not replaced, unless nothing else links a product that too few
// show.
const protected = 4

// Lists holds the similar products of each product, by slot. It is immutable.
type Lists struct {
	shown        links
	alternatives links
}

const none = math.MaxUint32

// Source is the catalogue that the lists are for.
type Source struct {
	Slots      int                        // all slots are less
	Order      []uint32                   // the slots of all products, by their ids
	Ranks      []uint32                   // by slot: the index in Order; of a slot without a product meaningless
	Candidates func(slot uint32) []uint32 // the products that it resembles, the best first, without itself; valid until the next call
}

// Of returns the similar products of a product, the best first, and none if it is new to the lists or they are nil. The
// caller must not change the slice.
func (l *Lists) Of(slot uint32) []uint32 {
	if l == nil || int(slot) >= len(l.shown.inbound) {
		return nil
	}
	return l.shown.row(slot)
}

// Build chooses for every product of the catalogue. It fails only when ctx ends.
func Build(ctx context.Context, s Source) (*Lists, error) {
	c := newChooser(s, &Lists{})
	all := make([]uint32, 0, len(s.Order)*Candidates)
	ends := make([]int, 0, len(s.Order))
	for _, slot := range s.Order {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		found := s.Candidates(slot)
		all = append(all, found[:min(len(found), Candidates)]...)
		ends = append(ends, len(all))
	}
	candidates := func(rank int) []uint32 {
		if rank == 0 {
			return all[:ends[0]]
		}
		return all[ends[rank-1]:ends[rank]]
	}
	for round := range Candidates {
		for rank, slot := range s.Order {
			if own := candidates(rank); round < len(own) {
				c.show(slot, own[round])
			}
		}
	}
	for _, slot := range s.Order {
		c.fillRow(slot)
	}
	for rank, slot := range s.Order {
		c.raiseInbound(slot, candidates(rank))
	}
	for round := range Candidates {
		for rank, slot := range s.Order {
			if own := candidates(rank); round < len(own) {
				c.addAlternative(slot, own[round])
			}
		}
	}
	return c.Lists, nil
}

// chooser changes lists that nobody else has yet.
type chooser struct {
	*Lists
	Source
	least   uint16
	dropped []uint32 // products that lost a link
}

// newChooser returns a chooser that starts from a copy of the lists.
func newChooser(s Source, from *Lists) *chooser {
	return &chooser{
		Lists:  &Lists{from.shown.clone(Shown, s.Slots), from.alternatives.clone(Alternatives, s.Slots)},
		Source: s,
		least:  uint16(max(0, min(MinInbound, len(s.Order)-1))),
	}
}

// exists reports whether the slot has a product.
func (s Source) exists(slot uint32) bool {
	rank := int(s.Ranks[slot])
	return rank < len(s.Order) && s.Order[rank] == slot
}

// show adds a link, unless the product shows enough, or that one already, or enough others show that one.
func (c *chooser) show(slot, other uint32) {
	row := c.shown.row(slot)
	if len(row) < Shown && c.shown.inbound[other] < MaxInbound && !slices.Contains(row, other) {
		c.shown.set(slot, len(row), other)
	}
}

// fillRow adds products with the next higher ids, and after the last those with the lowest, until the product shows enough.
func (c *chooser) fillRow(slot uint32) {
	c.visitOthers(slot, func(other uint32) bool {
		if len(c.shown.row(slot)) == Shown {
			return false
		}
		c.show(slot, other)
		return true
	})
}

// raiseInbound makes the products that it resembles show a product that too few show, the most similar first.
func (c *chooser) raiseInbound(slot uint32, candidates []uint32) {
	for _, from := range candidates {
		if c.shown.inbound[slot] >= c.least {
			return
		}
		c.replace(from, slot, protected)
	}
	c.visitOthers(slot, func(from uint32) bool {
		if c.shown.inbound[slot] >= c.least {
			return false
		}
		c.replace(from, slot, 0)
		return true
	})
}

// replace makes from show the product instead of its last one that enough others show, after the first keep ones.
func (c *chooser) replace(from, slot uint32, keep int) {
	row := c.shown.row(from)
	if slices.Contains(row, slot) {
		return
	}
	for i := len(row) - 1; i >= keep; i-- {
		if last := row[i]; c.shown.inbound[last] > c.least {
			c.shown.inbound[last]--
			c.shown.set(from, i, slot)
			return
		}
	}
}

// visitOthers visits the other products once, from the next higher id on, until visit returns false.
func (c *chooser) visitOthers(slot uint32, visit func(other uint32) bool) {
	own := int(c.Ranks[slot])
	for i := 1; i < len(c.Order); i++ {
		if !visit(c.Order[(own+i)%len(c.Order)]) {
			return
		}
	}
}
