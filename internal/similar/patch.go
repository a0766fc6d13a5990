package similar

import (
	"cmp"
	"context"
	"slices"
)

// fewProducts is the catalogue size up to which Patched builds anew: the rules bind almost everybody there.
const fewProducts = 4 * Shown

// near is how many of a changed product's candidates choose again.
const near = 6

// Patched returns the lists after some slots got another product, another content of it, or none. It chooses again for
// those products, for those that show them and for those that they resemble most; l does not change. A product that had
// one of them as an alternative only loses it. It costs the candidates of some twenty products for each.
func (l *Lists) Patched(s Source, changed []uint32) *Lists {
	if len(s.Order) <= fewProducts {
		built, err := Build(context.Background(), s)
		if err != nil {
			panic(err) // only an end of the context can cause this
		}
		return built
	}
	c := newChooser(s, l)
	again := c.unlink(changed)
	for _, slot := range changed {
		if c.exists(slot) {
			again = append(again, slot)
			found := s.Candidates(slot)
			again = append(again, found[:min(len(found), near)]...)
		}
	}
	for _, slot := range c.sorted(again) {
		c.choose(slot)
	}
	for _, slot := range c.sorted(append(c.dropped, changed...)) {
		if c.shown.inbound[slot] < c.least {
			c.raiseInbound(slot, s.Candidates(slot))
		}
	}
	return c.Lists
}

// Without returns the lists after such a change of many products, without choosing: nobody shows them, and they show
// nothing.
func (l *Lists) Without(s Source, changed []uint32) *Lists {
	c := newChooser(s, l)
	c.unlink(changed)
	return c.Lists
}

// unlink removes all links of these slots and to them, and returns the other slots that showed them.
func (c *chooser) unlink(changed []uint32) (shorter []uint32) {
	gone := make([]bool, c.Slots)
	for _, slot := range changed {
		gone[slot] = true
		c.release(slot)
	}
	c.alternatives.unlink(changed, gone)
	return c.shown.unlink(changed, gone)
}

// release removes the links of a slot.
func (c *chooser) release(slot uint32) {
	c.dropped = append(c.dropped, c.shown.release(slot)...)
	c.alternatives.release(slot)
}

// choose chooses anew for one product.
func (c *chooser) choose(slot uint32) {
	c.release(slot)
	candidates := c.Candidates(slot)
	for _, other := range candidates {
		c.show(slot, other)
	}
	c.fillRow(slot)
	for _, other := range candidates {
		c.addAlternative(slot, other)
	}
}

// sorted returns the slots that have a product, each once, by id.
func (c *chooser) sorted(slots []uint32) []uint32 {
	slots = slices.DeleteFunc(slices.Clone(slots), func(slot uint32) bool { return !c.exists(slot) })
	slices.SortFunc(slots, func(a, b uint32) int { return cmp.Compare(c.Ranks[a], c.Ranks[b]) })
	return slices.Compact(slots)
}
