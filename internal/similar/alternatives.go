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
	if l == nil || int(slot) >= len(l.inbound) {
		return nil
	}
	row := l.alternativesRow(slot)
	return row[:count(row)]
}

func (l *Lists) alternativesRow(slot uint32) []uint32 {
	return l.alternatives[slot*Alternatives : (slot+1)*Alternatives]
}

// addAlternative adds an alternative, unless the product has enough, or that one already, or enough others link that one.
func (c *chooser) addAlternative(slot, other uint32) {
	row, to := c.alternativesRow(slot), c.alternativesOf[other]
	n := count(row)
	if n == Alternatives || to >= MaxAlternativeTo || to+c.inbound[other] >= mostLinks || slices.Contains(row[:n], other) {
		return
	}
	row[n] = other
	c.alternativesOf[other]++
}

// releaseAlternatives removes the alternatives to a product.
func (c *chooser) releaseAlternatives(slot uint32) {
	for i, other := range c.alternativesRow(slot) {
		if other != none {
			c.alternativesOf[other]--
			c.alternativesRow(slot)[i] = none
		}
	}
}

// unlinkAlternatives removes products from the alternatives to all others.
func (c *chooser) unlinkAlternatives(gone []bool) {
	for at := 0; at < len(c.alternatives); at++ {
		other := c.alternatives[at]
		if other == none || !gone[other] {
			continue
		}
		end := (at/Alternatives + 1) * Alternatives
		copy(c.alternatives[at:end], c.alternatives[at+1:end])
		c.alternatives[end-1] = none
		c.alternativesOf[other]--
		at--
	}
}
