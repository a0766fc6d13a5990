package browse

import (
	"iter"
	"math"
	"slices"
	"strings"
)

// How much a term counts, by the categories of the products that have it.
const (
	leastSpecificity = 0.1 // in all categories equally
	fullDivergence   = 2.0 // from which a term counts fully
	usualCategories  = 4.0 // how many are added to those of the term
	nameSpecificity  = 0.3 // all of an own category have the term: it is part of its name, and categories count on their own
)

// noCategory is the category of a term that names none.
const noCategory = math.MaxUint32

// specificity is how much a term says about what a product is for, from 0 to 1, and the category that it names.
type specificity struct {
	weight   float64
	category uint32
}

// Weight returns the specificity of a term, from the last choice for all products if it was known then.
func (c *candidates) Weight(stem string, slots iter.Seq[uint32]) (factor float64, category uint32) {
	t, known := c.s.specificities[stem]
	if !known || c.specificities != nil {
		t = c.specificity(slots)
	}
	if c.specificities != nil {
		c.specificities[strings.Clone(stem)] = t
	}
	return t.weight, t.category
}

// specificity computes the specificity of a term that these products have: much if they are in few categories
// ("dubbing"), little if they are in all of them ("combine"). It is the Kullback–Leibler divergence of their categories
// from those of all products. Some usual categories are added, so that a rare term is neither. The category is the one of
// which all products have the term.
func (c *candidates) specificity(slots iter.Seq[uint32]) specificity {
	clear(c.counts)
	total := 0
	for slot := range slots {
		for _, index := range c.s.membership.of(slot) {
			c.counts[index]++
			total++
		}
	}
	sum := float64(total) + usualCategories
	named := uint32(noCategory)
	parts := c.parts[:0]
	rest := len(c.s.membership.indexes)
	for index, count := range c.counts {
		members := c.s.categories[index].members.count
		usual := float64(members) / float64(len(c.s.membership.indexes))
		part := (float64(count) + usualCategories*usual) / sum
		parts = append(parts, part*math.Log(part/usual))
		rest -= members
		if count >= members && members > 2 && (named == noCategory || c.s.categories[index].ID < c.s.categories[named].ID) {
			named = index
		}
	}
	c.parts = parts
	slices.Sort(parts) // the sum must not depend on the order of a map
	divergence := float64(rest) / float64(max(1, len(c.s.membership.indexes))) * usualCategories / sum * math.Log(usualCategories/sum)
	for _, part := range parts {
		divergence += part
	}
	return specificity{leastSpecificity + (1-leastSpecificity)*max(0, min(1, divergence/fullDivergence)), named}
}

// InGroup returns the factor on the weight of a term that names a category, in a product: it says little of one that is
// in the category.
func (c *candidates) InGroup(slot, category uint32) float64 {
	if category != noCategory && slices.Contains(c.s.membership.of(slot), category) {
		return nameSpecificity
	}
	return 1
}
