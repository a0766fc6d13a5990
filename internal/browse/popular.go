package browse

import "slices"

// visited is the picture with these numbers of visits by product, and none for the others. It is p itself where nothing
// differs, and shares with p all but the items that differ and one order.
func (p *Picture) visited(visits map[int64]int64) *Picture {
	touched, items := &set{}, p.items
	p.alive.each(func(slot uint32) {
		it := *p.items[slot]
		if it.visits == visits[it.id] {
			return
		}
		if touched.count == 0 {
			items = slices.Clone(p.items)
		}
		it.visits = visits[it.id]
		items[slot] = &it
		touched.add(slot)
	})
	if touched.count == 0 {
		return p
	}
	fresh := make([]uint32, 0, touched.count)
	touched.each(func(slot uint32) { fresh = append(fresh, slot) })
	next := *p
	next.items = items
	next.popularity++
	next.orders[byVisits] = p.orders[byVisits].patched(byVisits, items, touched, fresh)
	return &next
}
