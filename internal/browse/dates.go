package browse

import (
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// Stored returns the product as editors set it, also what its dates keep from visitors now.
func (it *Item) Stored() ShownProduct {
	if it.more != nil && it.more.dated != nil {
		return ShownProduct{*it.more.dated, VisitLink{it.isPaid}, LinkCheckedAt(it)}
	}
	return it.Shown()
}

// shownAt returns a product as visitors see it at a time, and what its dates say; and as it is stored, if that isn't the same or won't
// be.
func shownAt(p catalog.Product, now time.Time) (shown catalog.Product, is catalog.Phase, stored *catalog.Product) {
	is, until := p.PhaseAt(now)
	shown = p.ShownAt(now)
	if p.IsDated() {
		p.Status = shown.Status
		if !until.IsZero() || p.Differing(shown.ProductFields) != 0 {
			stored = &p
		}
	}
	return shown, is, stored
}

// noSlot is the slot of products that visitors don't see.
const noSlot = math.MaxUint32

// putUnpublished keeps a product that visitors don't see.
func (e *editor) putUnpublished(p catalog.Product, has more) {
	if it, ok := e.last.find(byID, &Item{id: p.ID}); ok {
		e.remove(it)
	}
	p.Status = p.StatusAt(e.time)
	has.dated = &p
	it := newItem(p, &e.texts)
	it.slot, it.more, it.visits, it.nameKey = noSlot, &has, e.visits[p.ID], e.names.key(p.Name)
	e.ownUnpublished()[p.ID] = it
}

// dropUnpublished forgets that visitors don't see a product.
func (e *editor) dropUnpublished(id int64) {
	if _, ok := e.unpublished[id]; ok {
		delete(e.ownUnpublished(), id)
	}
}

// ownUnpublished returns the unpublished products, no longer shared with the last snapshot.
func (e *editor) ownUnpublished() map[int64]*Item {
	if !e.ownsUnpublished {
		e.unpublished, e.ownsUnpublished = maps.Clone(e.unpublished), true
		if e.unpublished == nil {
			e.unpublished = map[int64]*Item{}
		}
	}
	return e.unpublished
}

// Unpublished finds a product that visitors don't see by its id in decimal digits or by its slug.
func Unpublished(s *Snapshot, idOrSlug string) (*Item, bool) {
	for _, it := range s.unpublished {
		if it.slug == idOrSlug || strconv.FormatInt(it.id, 10) == idOrSlug {
			return it, true
		}
	}
	return nil, false
}

// WithUnpublished returns the snapshot as if a product that visitors don't see was published.
func WithUnpublished(s *Snapshot, it *Item) *Snapshot {
	p := *it.more.dated
	p.Status, p.PublishAt = catalog.Published, ""
	e := edit(s)
	e.put(p, *it.more)
	e.finish()
	return e.Snapshot
}

// UnpublishedCount returns the number of products that visitors don't see.
func UnpublishedCount(s *Snapshot) int { return len(s.unpublished) }

// AllStored iterates over every product in the default order, also those that visitors don't see.
func AllStored(s *Snapshot) iter.Seq[*Item] {
	aside := slices.SortedFunc(maps.Values(s.unpublished), func(a, b *Item) int { return compare(byPosition, a, b) })
	return func(yield func(*Item) bool) {
		for it := range s.All() {
			for ; len(aside) > 0 && compare(byPosition, aside[0], it) < 0; aside = aside[1:] {
				if !yield(aside[0]) {
					return
				}
			}
			if !yield(it) {
				return
			}
		}
		for _, it := range aside {
			if !yield(it) {
				return
			}
		}
	}
}

// withDates returns the snapshot with what the dates of products say at a time, and when that changes next. What differs is a new
// generation.
func withDates(s *Snapshot, now time.Time) *Snapshot {
	var due []*Item
	next := time.Time{}
	look := func(it *Item) {
		is, until := it.more.dated.PhaseAt(now)
		next = earliest(next, until)
		if was, _ := it.more.dated.PhaseAt(s.time); was != is {
			due = append(due, it)
		}
	}
	s.dated.each(func(slot uint32) { look(s.items[slot]) })
	for _, it := range s.unpublished {
		look(it)
	}
	e := &editor{Snapshot: s}
	if len(due) > 0 {
		e = edit(s)
		e.time = now
		for _, it := range due {
			e.put(*it.more.dated, *it.more)
		}
		e.finish()
	}
	e.dateChange = next
	return e.Snapshot
}

// EndingWithin is how long before its end a deal, a feature or a booking is about to end.
const EndingWithin = 7 * 24 * time.Hour

// EndsSoon counts what ends soon of a product: its deal, its feature.
func EndsSoon(it *Item, now time.Time) (count int) {
	if it.more == nil || it.more.dated == nil {
		return 0
	}
	if is, _ := it.more.dated.PhaseAt(now); is.DealRuns && isSoon(it.more.dated.DealEnds(), now) {
		count++
	}
	if isSoon(it.more.dated.FeatureEnds(), now) {
		count++
	}
	return count
}

func isSoon(at, now time.Time) bool { return at.After(now) && at.Before(now.Add(EndingWithin)) }

// Ending counts the deals, features and bookings of products that end soon.
func Ending(s *Snapshot, now time.Time) (count int) {
	s.dated.each(func(slot uint32) { count += EndsSoon(s.items[slot], now) })
	for _, b := range Bookings(s) {
		if !b.From.After(now) && isSoon(b.To, now) {
			count++
		}
	}
	return count
}
