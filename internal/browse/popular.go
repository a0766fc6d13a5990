package browse

import "slices"

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
