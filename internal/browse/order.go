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

// patched returns the order without the touched slots and with the fresh ones merged in. It sorts fresh.
func (o order) patched(which int, items []*Item, touched *set, fresh []uint32) order {
	slices.SortFunc(fresh, func(a, b uint32) int { return compare(which, items[a], items[b]) })
	kept := o.slots
	if touched.count > 0 {
		kept = make([]uint32, 0, len(o.slots))
		for _, slot := range o.slots {
			if !touched.has(slot) {
				kept = append(kept, slot)
			}
		}
	}
	slots := make([]uint32, 0, len(kept)+len(fresh))
	for _, slot := range fresh {
		at := sort.Search(len(kept), func(i int) bool { return compare(which, items[kept[i]], items[slot]) > 0 })
		slots = append(append(slots, kept[:at]...), slot)
		kept = kept[at:]
	}
	return newOrder(append(slots, kept...), len(items))
}

// newOrder returns the order of sorted slots.
func newOrder(slots []uint32, size int) order {
	o := order{slots: slots, positions: make([]uint32, size)}
	for index, slot := range slots {
		o.positions[slot] = uint32(index)
	}
	return o
}

// after returns the index of the first item after the given one, which need not be in the snapshot.
func (o order) after(which int, items []*Item, it *Item) int {
	return sort.Search(len(o.slots), func(i int) bool { return compare(which, items[o.slots[i]], it) > 0 })
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
