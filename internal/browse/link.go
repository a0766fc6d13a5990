package browse

import (
	"context"
	"runtime"

	"github.com/vitrine-directory/vitrine/internal/similar"
)

// mostPatched is the number of changed products up to which a patch chooses similar products itself. Above it, Live
// chooses for all in the background.
const mostPatched = 8

func (s *Similar) source(c *candidates) similar.Source {
	return similar.Source{Slots: len(s.items), Order: s.orders[byID].slots, Ranks: s.orders[byID].positions, Candidates: c.of}
}

// IsLinked reports whether the similar products of all products are chosen.
func (s *Similar) IsLinked() bool { return s.linked }

// Linked returns the snapshot with the similar products of all products chosen. It lets requests run between two products,
// and stores the specificities of terms for patches, which then need not look at all products that have them.
func (s *Snapshot) Linked(ctx context.Context) (*Snapshot, error) {
	c := s.Similar().candidates()
	defer c.close()
	c.specificities = map[string]specificity{}
	source := s.Similar().source(c)
	source.Candidates = func(slot uint32) []uint32 {
		runtime.Gosched()
		return c.of(slot)
	}
	lists, err := similar.Build(ctx, source)
	if err != nil {
		return nil, err
	}
	next := *s
	next.similar, next.linked, next.specificities = lists, true, c.specificities
	next.generation++
	return &next, nil
}

// linkedLike returns the snapshot with the similar products that were chosen for a previous one, patched with what has
// changed since.
func (s *Snapshot) linkedLike(from, chosen *Snapshot) *Snapshot {
	if s.views != from.views {
		return s // read anew since: its slots are others
	}
	next := *s
	next.generation++
	next.similar, next.linked, next.specificities = chosen.similar, true, chosen.specificities
	changed := &set{}
	for slot := range uint32(len(s.items)) {
		if a, b := itemIn(from.items, slot), itemIn(s.items, slot); a != b && (a == nil || b == nil || a.id != b.id || !sameForSimilar(a, b)) {
			changed.add(slot)
		}
	}
	next.Similar().patch(changed)
	return &next
}

// itemIn returns the product in a slot; nil: none.
func itemIn(items []*Item, slot uint32) *Item {
	if int(slot) < len(items) {
		return items[slot]
	}
	return nil
}

// patch brings the similar products up to date with the changed slots: it chooses where few changed, and
// otherwise only removes them.
func (s *Similar) patch(changed *set) {
	if s.similar == nil || changed.count == 0 {
		return
	}
	slots := make([]uint32, 0, changed.count)
	changed.each(func(slot uint32) { slots = append(slots, slot) })
	c := s.candidates()
	defer c.close()
	if s.linked = s.linked && changed.count <= mostPatched; s.linked {
		s.similar = s.similar.Patched(s.source(c), slots)
	} else {
		s.similar = s.similar.Without(s.source(c), slots)
	}
}

// sameForSimilar reports whether two contents of one product have the same similar products.
func sameForSimilar(a, b *Item) bool {
	text, website := a.indexed()
	otherText, otherWebsite := b.indexed()
	return text == otherText && website == otherWebsite && a.part("type") == b.part("type")
}
