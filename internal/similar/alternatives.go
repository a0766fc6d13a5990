package similar

import "slices"

// The rules of alternatives: each product has at most Alternatives, never itself and none twice, and only candidates. No
// product is an alternative to more than MaxAlternativeTo others; when the alternatives are chosen, at most mostLinks
// others show a product or have it as an alternative.
const (
	Alternatives     = 20
	MaxAlternativeTo = 30
	mostLinks        = 50
)

// AlternativesTo returns the alternatives to a product, the best first, and none if it is new to the lists or they are
// nil. The caller must not change the slice.
func (l *Lists) AlternativesTo(slot uint32) []uint32 {
	if l == nil || int(slot) >= len(l.alternatives.inbound) {
		return nil
	}
	return l.alternatives.row(slot)
}

// addAlternative adds an alternative, unless the product has enough, or that one already, or enough others link that one.
func (c *chooser) addAlternative(slot, other uint32) {
	row, to := c.alternatives.row(slot), c.alternatives.inbound[other]
	if len(row) == Alternatives || to >= MaxAlternativeTo || to+c.shown.inbound[other] >= mostLinks || slices.Contains(row, other) {
		return
	}
	c.alternatives.set(slot, len(row), other)
}
