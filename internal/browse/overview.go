package browse

import "slices"

// Limits of a CategorySummary.
const (
	summaryTools      = 3
	summaryCandidates = 24 // first products of a category among which those with a logo come first
)

// CategorySummary is a category as the list of all categories and the home page show it.
type CategorySummary struct {
	CategoryCount
	Pricing []PricingCount // one for each of catalog.AllTypes
	Tools   []*Item        // at most summaryTools in the default order, those with a logo first; none in the list of all
}

// Summaries returns all categories, including empty ones, A–Z, without their tools.
func (s *Categories) Summaries() []CategorySummary { return s.summarize(s.listed, 0) }

// Largest returns the categories with the most products, at most so many, without empty ones. It reads few
// products, as theirs are soon found.
func (s *Categories) Largest(most int) []CategorySummary {
	indexes := slices.DeleteFunc(slices.Clone(s.listed), func(index uint32) bool { return s.categories[index].members.count == 0 })
	slices.SortStableFunc(indexes, func(a, b uint32) int {
		return s.categories[b].members.count - s.categories[a].members.count
	})
	return s.summarize(indexes[:min(len(indexes), most)], summaryCandidates)
}

// summarize returns the categories with these indexes, with tools among their first few.
func (s *Categories) summarize(indexes []uint32, few int) []CategorySummary {
	candidates := s.firstItems(indexes, few)
	list := make([]CategorySummary, len(indexes))
	for i, index := range indexes {
		list[i] = CategorySummary{s.count(index), pricingCounts(s.kinds, s.categories[index].members), withLogoFirst(candidates[index], summaryTools)}
	}
	return list
}

// firstItems returns the first few products of these categories in the default order, by the index of the category.
func (s *Categories) firstItems(indexes []uint32, most int) [][]*Item {
	first, wanted, missing := make([][]*Item, len(s.categories)), make([]int, len(s.categories)), 0
	for _, index := range indexes {
		wanted[index] = min(s.categories[index].members.count, most)
		missing += wanted[index]
	}
	for _, slot := range s.orders[byPosition].slots {
		if missing == 0 {
			break
		}
		for _, index := range s.membership.of(slot) {
			if len(first[index]) < wanted[index] {
				first[index] = append(first[index], s.items[slot])
				missing--
			}
		}
	}
	return first
}

// withLogoFirst returns the first few items, those with a logo before all others.
func withLogoFirst(items []*Item, most int) []*Item {
	var with, without []*Item
	for _, item := range items {
		if item.part("logo") == `,"logo":""` {
			without = append(without, item)
		} else {
			with = append(with, item)
		}
	}
	with = append(with, without...)
	return with[:min(len(with), most)]
}

// AppendLogo appends what a logo is drawn from: name, logo and logoColor.
func (it *Item) AppendLogo(dst []byte) []byte {
	dst = append(append(dst, '{'), it.part("name")[1:]...)
	dst = append(dst, it.part("logo")...)
	return append(append(dst, it.part("logoColor")...), '}')
}

// part returns a field of the item's JSON, other than the first, with the comma before it.
func (it *Item) part(key string) string { return it.field(fieldNumbers[key]) }
