package browse

// membership is the categories of each slot's product, one list after the other: counting the categories of many
// products walks through one piece of memory instead of visiting every product.
type membership struct {
	starts  []uint32 // by slot, and one more
	indexes []uint32 // in Snapshot.categories; a product's main one first
}

// of is the categories of a slot. The slice must not be changed.
func (m membership) of(slot uint32) []uint32 {
	if int(slot)+1 >= len(m.starts) {
		return nil
	}
	return m.indexes[m.starts[slot]:m.starts[slot+1]]
}

// with is the membership of this many slots, some of which have other lists now.
func (m membership) with(changed map[uint32][]uint32, slots int) membership {
	size := len(m.indexes)
	for _, list := range changed {
		size += len(list)
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
