package similar

import "slices"

// blockRows is the number of rows that are copied together.
const blockRows = 64

// links holds a row of width slots for each slot, the best first; a row with fewer is filled up with none. It counts the
// links to each slot.
//
// A clone shares the rows with its original until it changes them: at 100,000 products the rows of both lists take 11 MB,
// and a change of one product touches some fifty.
type links struct {
	width   int
	blocks  [][]uint32
	owned   []bool   // by block: not shared
	inbound []uint16 // by slot: in how many rows it is
}

// clone returns a copy with empty rows appended for all slots below the number.
func (l *links) clone(width, slots int) links {
	blocks := (slots + blockRows - 1) / blockRows
	next := links{width, make([][]uint32, blocks), make([]bool, blocks), make([]uint16, slots)}
	copy(next.inbound, l.inbound)
	for i := copy(next.blocks, l.blocks); i < blocks; i++ {
		next.blocks[i], next.owned[i] = slices.Repeat([]uint32{none}, blockRows*width), true
	}
	return next
}

// full returns the row of a slot with none at its end. The caller must not change it.
func (l *links) full(slot uint32) []uint32 {
	at := int(slot%blockRows) * l.width
	return l.blocks[slot/blockRows][at : at+l.width]
}

// row returns the links of a slot. The caller must not change the slice.
func (l *links) row(slot uint32) []uint32 {
	row := l.full(slot)
	if n := slices.Index(row, none); n >= 0 {
		return row[:n]
	}
	return row
}

// changed returns the row of a slot for a change of it.
func (l *links) changed(slot uint32) []uint32 {
	if block := slot / blockRows; !l.owned[block] {
		l.blocks[block], l.owned[block] = slices.Clone(l.blocks[block]), true
	}
	return l.full(slot)
}

// set links a slot with another one, as its link number i.
func (l *links) set(slot uint32, i int, other uint32) {
	l.changed(slot)[i] = other
	l.inbound[other]++
}

// release removes the links of a slot, and returns which it had.
func (l *links) release(slot uint32) []uint32 {
	had := slices.Clone(l.row(slot))
	if len(had) > 0 {
		row := l.changed(slot)
		for i, other := range had {
			l.inbound[other]--
			row[i] = none
		}
	}
	return had
}

// unlink removes all links to the slots, where gone is true for them and only for them, and returns the slots that had some.
func (l *links) unlink(slots []uint32, gone []bool) (owners []uint32) {
	left := 0
	for _, slot := range slots {
		left += int(l.inbound[slot])
		l.inbound[slot] = 0
	}
	isGone := func(other uint32) bool { return other != none && gone[other] }
	for slot := uint32(0); left > 0; slot++ {
		if !slices.ContainsFunc(l.full(slot), isGone) {
			continue
		}
		row := l.changed(slot)
		rest := slices.DeleteFunc(row, isGone)
		left -= len(row) - len(rest)
		for i := len(rest); i < len(row); i++ {
			row[i] = none
		}
		owners = append(owners, slot)
	}
	return owners
}
