package browse

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Stored returns the product as editors set it, with a deal that doesn't run now.
func (it *Item) Stored() ShownProduct {
	if it.more != nil && it.more.dated != nil {
		return ShownProduct{*it.more.dated, VisitLink{it.isPaid}}
	}
	return it.Shown()
}

// Deals returns the products with a deal that runs, the soonest end first, then in the default order.
func Deals(s *Snapshot) []*Item {
	items := make([]*Item, 0, s.offer.count)
	for _, slot := range s.orders[byPosition].slots {
		if s.offer.has(slot) {
			items = append(items, s.items[slot])
		}
	}
	slices.SortStableFunc(items, func(a, b *Item) int { return strings.Compare(a.dealEnd(), b.dealEnd()) })
	return items
}

// HasDeals reports whether there is one.
func (s *Snapshot) HasDeals() bool { return s.offer.count > 0 }

// dealEnd returns when a deal that runs ends, in a form that sorts.
func (it *Item) dealEnd() string {
	const never = "9999"
	if it.more == nil || it.more.dated == nil {
		return never
	}
	return cmp.Or(it.more.dated.DealTo, never)
}

// withDeals returns the snapshot with the deals that run at a time, and when that changes next. What differs is a new generation.
func (s *Snapshot) withDeals(now time.Time) *Snapshot {
	var due []*Item
	next := time.Time{}
	s.dated.each(func(slot uint32) {
		it := s.items[slot]
		runs, until := it.more.dated.DealRuns(now)
		next = earliest(next, until)
		if ran, _ := it.more.dated.DealRuns(s.time); ran != runs {
			due = append(due, it)
		}
	})
	e := &editor{Snapshot: s}
	if len(due) > 0 {
		e = s.edit()
		e.time = now
		for _, it := range due {
			e.put(*it.more.dated, it.more.Picks, it.more.links)
		}
		e.finish()
	}
	e.dealChange = next
	return e.Snapshot
}
