package browse

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// LinkInUse returns the affiliate link that leads to a product's website at a time: the first that is in use. It reports false
// where the website's own address does.
func (it *Item) LinkInUse(at time.Time) (catalog.PaidLink, bool) {
	if it.more != nil {
		for _, l := range it.more.links {
			if l.IsInUse(at) {
				return l, true
			}
		}
	}
	return catalog.PaidLink{}, false
}

// HasAffiliateLink reports whether such a link was in use at the time of the snapshot.
func (it *Item) HasAffiliateLink() bool { return it.isPaid }

// LinkedTools counts the products that have such a link.
func LinkedTools(s *Snapshot) (count int) {
	s.linkedTo.each(func(slot uint32) {
		if s.items[slot].isPaid {
			count++
		}
	})
	return count
}

// Shown decodes the whole product, as AppendJSON writes it.
func (it *Item) Shown() ShownProduct {
	return ShownProduct{it.Product(), VisitLink{it.isPaid}, LinkCheckedAt(it)}
}

// LinkOf returns the slug of a product and whether it has an affiliate link; an empty one if there is no such product.
func LinkOf(s *Snapshot) func(id int64) (slug string, hasAffiliateLink bool) {
	return func(id int64) (string, bool) {
		it, found := s.find(byID, &Item{id: id})
		if !found {
			return "", false
		}
		return it.slug, it.isPaid
	}
}

// appendPaid appends whether Visit leads to an affiliate link, as a further field.
func (it *Item) appendPaid(dst []byte) []byte {
	return strconv.AppendBool(append(dst, `,"hasAffiliateLink":`...), it.isPaid)
}

// Placed is a product with a place that it has booked.
type Placed struct {
	catalog.Booking
	Item *Item
}

// ItemsOf returns the products that have places.
func ItemsOf(list []Placed) (items []*Item) {
	for _, p := range list {
		items = append(items, p.Item)
	}
	return items
}

// placed is the same while the snapshot's items change.
type placed struct {
	catalog.Booking
	slot uint32
}

// Bookings returns all bookings, also those that don't run.
func Bookings(s *Snapshot) (list []Placed) {
	s.linkedTo.each(func(slot uint32) {
		for _, b := range s.items[slot].more.bookings {
			list = append(list, Placed{b, s.items[slot]})
		}
	})
	return list
}

// BookingFrom returns the booking of a product that a link to its website names, as those at places do (booking-12), also one that
// doesn't run; it reports false for anything else.
func BookingFrom(name string, it *Item) (catalog.Booking, bool) {
	if it.more != nil {
		for _, b := range it.more.bookings {
			if name == "booking-"+strconv.FormatInt(b.ID, 10) {
				return b, true
			}
		}
	}
	return catalog.Booking{}, false
}

// Sponsored returns the products that stand at the place of a list: on the home page, or above a category. Narrower lists have none.
func Sponsored(s *Snapshot, q Query) []Placed {
	if q.Search != "" || q.Tag != "" || q.Type != "" || q.Section != "" || q.Featured != Any || q.Deal != Any || q.Cursor != "" || q.Page > 1 || q.Category == "" && q.Page > 0 {
		return nil
	}
	place, category := catalog.HomePlace, int64(0)
	if q.Category != "" {
		found, ok := s.Categories().Find(q.Category)
		if !ok {
			return nil
		}
		place, category = catalog.CategoryPlace, found.ID
	}
	return Booked(s, place, category)
}

// Booked returns the products that have a place, the first to begin first. Without a category: 0.
func Booked(s *Snapshot, place catalog.Place, category int64) (list []Placed) {
	for _, p := range s.sponsored {
		if p.Place == place && p.Category == category {
			list = append(list, Placed{p.Booking, s.items[p.slot]})
		}
	}
	return list
}

// useLinks sets which products' affiliate links and bookings are in use at a time, and when that changes next. What differs is a new
// generation.
func useLinks(s *Snapshot, now time.Time) {
	s.linkChange = time.Time{}
	var sponsored []placed
	isOwn := false
	s.linkedTo.each(func(slot uint32) {
		it := s.items[slot]
		for _, l := range it.more.links {
			for _, at := range []time.Time{l.From, l.To} {
				if at.After(now) {
					s.linkChange = earliest(s.linkChange, at)
				}
			}
		}
		for _, b := range it.more.bookings {
			if b.To.After(now) {
				s.linkChange = earliest(s.linkChange, b.To)
			}
			if b.From.After(now) {
				s.linkChange = earliest(s.linkChange, b.From)
			} else if b.To.After(now) {
				sponsored = append(sponsored, placed{b, slot})
			}
		}
		if _, isPaid := it.LinkInUse(now); isPaid != it.isPaid {
			if !isOwn {
				s.items, isOwn = slices.Clone(s.items), true
			}
			changed := *it
			changed.isPaid = isPaid
			s.items[slot] = &changed
		}
	})
	slices.SortFunc(sponsored, func(a, b placed) int {
		return cmp.Or(a.From.Compare(b.From), cmp.Compare(a.ID, b.ID))
	})
	if isOwn || !slices.Equal(sponsored, s.sponsored) {
		s.generation++
	}
	s.sponsored = sponsored
}

// earliest returns the earlier of two times; zero is none.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
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
func HasDeals(s *Snapshot) bool { return s.offer.count > 0 }

// dealEnd returns when a deal that runs ends, in a form that sorts.
func (it *Item) dealEnd() string {
	const never = "9999"
	if it.more == nil || it.more.dated == nil {
		return never
	}
	return cmp.Or(it.more.dated.DealTo, never)
}
