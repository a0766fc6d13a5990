package browse

import (
	"slices"
	"sort"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// order holds the used slots in one order, and the index of each slot in it.
type order struct {
	slots     []uint32
	positions []uint32 // by slot; meaningless for free slots
}

// patched returns the order after the touched slots got the items of fresh, or none. It sorts fresh. last are the items
// before. An order in which the touched items stay where they are is returned as it is: at 100,000 products its copy takes
// 800 KB, and most changes move a product in no order.
func (o order) patched(which int, last, items []*Item, touched *set, fresh []uint32) order {
	moved := touched.count != len(fresh) || slices.ContainsFunc(fresh, func(slot uint32) bool {
		return int(slot) >= len(last) || last[slot] == nil || compare(which, last[slot], items[slot]) != 0
	})
	if !moved {
		return o
	}
	var gone []uint32 // indexes of the touched slots that had an item
	touched.each(func(slot uint32) {
		if int(slot) < len(last) && last[slot] != nil {
			gone = append(gone, o.positions[slot])
		}
	})
	slices.Sort(gone)
	slices.SortFunc(fresh, func(a, b uint32) int { return compare(which, items[a], items[b]) })
	// The slots that stay begin after as much room as the fresh ones need, and move forward into it.
	slots, from := make([]uint32, len(fresh), len(o.slots)+len(fresh)), uint32(0)
	for _, index := range gone {
		slots = append(slots, o.slots[from:index]...)
		from = index + 1
	}
	slots = append(slots, o.slots[from:]...)
	rest, merged := slots[len(fresh):], slots[:0]
	for _, slot := range fresh {
		at := sort.Search(len(rest), func(i int) bool { return compare(which, items[rest[i]], items[slot]) > 0 })
		merged = append(append(merged, rest[:at]...), slot)
		rest = rest[at:]
	}
	return o.with(append(merged, rest...), len(items))
}

// with returns the order of these slots. Only those between the first and the last one that differ get another index.
func (o order) with(slots []uint32, size int) order {
	first, end := 0, len(slots)
	for first < min(end, len(o.slots)) && slots[first] == o.slots[first] {
		first++
	}
	for len(slots) == len(o.slots) && end > first && slots[end-1] == o.slots[end-1] {
		end--
	}
	next := order{slots: slots, positions: make([]uint32, size)}
	copy(next.positions, o.positions)
	for index := first; index < end; index++ {
		next.positions[slots[index]] = uint32(index)
	}
	return next
}

// after returns the index of the first item after the given one, which need not be in the snapshot.
func (o order) after(which int, items []*Item, it *Item) int {
	return sort.Search(len(o.slots), func(i int) bool { return compare(which, items[o.slots[i]], it) > 0 })
}

// following returns the slot that comes so many slots after another; after the last comes the first.
func (o order) following(slot uint32, distance int) uint32 {
	return o.slots[(int(o.positions[slot])+distance)%len(o.slots)]
}

// distance returns how many slots after another one comes.
func (o order) distance(slot, other uint32) int {
	return (int(o.positions[other]) - int(o.positions[slot]) + len(o.slots)) % len(o.slots)
}

// maxNameKey limits the collation keys of names, in bytes: at least the first 60 letters, usually 128. Products with
// equal keys sort by id. The limit keeps cursors short.
const maxNameKey = 256

// collation builds the keys that sort names as people expect: É with E; case and accents only break ties.
type collation struct {
	collator *collate.Collator
	buffer   collate.Buffer
}

func newCollation() *collation { return &collation{collator: collate.New(language.Und)} }

func (c *collation) key(name string) string {
	c.buffer.Reset()
	key := c.collator.KeyFromString(&c.buffer, name)
	return string(key[:min(len(key), maxNameKey)])
}

// visited returns the snapshot with these visit counts by product id. It shares everything with s except the changed
// items and one order.
func (s *Snapshot) visited(visits map[int64]int64) *Snapshot {
	next := *s
	next.visits = visits
	touched := &set{}
	s.alive.each(func(slot uint32) {
		if it := s.items[slot]; it.visits != visits[it.id] {
			touched.add(slot)
		}
	})
	if touched.count == 0 {
		return &next
	}
	next.items = slices.Clone(s.items)
	fresh := make([]uint32, 0, touched.count)
	touched.each(func(slot uint32) {
		it := *s.items[slot]
		it.visits = visits[it.id]
		next.items[slot] = &it
		fresh = append(fresh, slot)
	})
	next.popularity++
	next.orders[byVisits] = s.orders[byVisits].patched(byVisits, s.items, next.items, touched, fresh)
	return &next
}
