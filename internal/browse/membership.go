package browse

import "slices"

// membership holds the categories of each slot's product in one contiguous list: counting the categories of many
// products scans that memory instead of visiting every product.
type membership struct {
	starts  []uint32 // by slot; the last is the end of indexes
	indexes []uint32 // into Snapshot.categories; a product's main one first
}

// of returns the categories of a slot. The caller must not change the slice.
func (m membership) of(slot uint32) []uint32 {
	if int(slot)+1 >= len(m.starts) {
		return nil
	}
	return m.indexes[m.starts[slot]:m.starts[slot+1]]
}

// with returns the membership for this many slots, with the changed lists replaced: itself if they are the same.
func (m membership) with(changed map[uint32][]uint32, slots int) membership {
	size, same := len(m.indexes), slots+1 == len(m.starts)
	for slot, list := range changed {
		size += len(list)
		same = same && slices.Equal(list, m.of(slot))
	}
	if same {
		return m
	}
	next := membership{make([]uint32, 1, slots+1), make([]uint32, 0, size)}
	for slot := range uint32(slots) {
		list, ok := changed[slot]
		if !ok {
			list = m.of(slot)
		}
		next.indexes = append(next.indexes, list...)
		next.starts = append(next.starts, uint32(len(next.indexes)))
	}
	return next
}
