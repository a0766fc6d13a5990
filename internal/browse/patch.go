package browse

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/search"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// newSnapshot returns the snapshot of a whole catalogue at a time: it patches an empty one with everything.
func newSnapshot(s catalog.All, now time.Time) *Snapshot {
	empty := &Snapshot{
		time:     now,
		trash:    &deletions{},
		alive:    &set{},
		featured: &set{},
		deal:     &set{},
		offer:    &set{},
		dated:    &set{},
		inBulk:   &set{},
		linkedTo: &set{},
		kinds:    map[catalog.Type]*set{},
		sections: map[catalog.Section]*set{},
		words:    &words{limits: site.DefaultValues().Index},
		views:    &sync.Pool{New: func() any { return new(view) }},

		popularity: 1,
	}
	ids := make([]int64, len(s.Collections))
	for i, c := range s.Collections {
		ids[i] = c.ID
	}
	return empty.patched(catalog.Changes{Version: s.Version, Products: s.Products, Categories: s.Categories, OldNames: s.OldNames, OldSlugs: s.OldSlugs, Trash: s.Trash, Picks: s.Picks,
		Collections: s.Collections, CollectionIDs: ids, PaidLinks: s.PaidLinks, Bookings: s.Bookings, Synonyms: s.Synonyms, LinksConfirmed: s.LinksConfirmed})
}

// keepNames reports whether products keep the names of their categories but for what the changes say: a snapshot cannot be patched
// with a category that is renamed or merged into another one, as products refer to categories by name, and are not changed by that.
func (s *Categories) keepNames(c catalog.Changes) bool {
	names := make(map[int64]string, len(c.Categories))
	for _, category := range c.Categories {
		names[category.ID] = category.Name
	}
	var gone []string
	var left []*Item // what had them
	for _, index := range s.listed {
		category := &s.categories[index]
		name, exists := names[category.ID]
		if !exists {
			gone = append(gone, category.Name)
			category.members.each(func(slot uint32) { left = append(left, s.items[slot]) })
		} else if name != category.Name && (category.members.count > 0 || len(s.unpublished) > 0) {
			return false
		}
	}
	if len(gone) == 0 {
		return true
	}
	for _, it := range s.unpublished {
		if slices.ContainsFunc(categoriesOf(it), func(name string) bool { return slices.Contains(gone, name) }) {
			left = append(left, it)
		}
	}
	changed := make(map[int64]bool, len(c.Products)+len(c.Deleted))
	for i := range c.Products {
		changed[c.Products[i].ID] = true
	}
	for _, id := range c.Deleted {
		changed[id] = true
	}
	return !slices.ContainsFunc(left, func(it *Item) bool { return !changed[it.id] })
}

// patched returns the snapshot after the changes, in which publish has to be called. It shares everything unchanged with s.
func (s *Snapshot) patched(c catalog.Changes) *Snapshot {
	e := edit(s)
	e.version = c.Version
	e.setCategories(c.Categories)
	e.setOldNames(c.OldNames)
	for _, id := range c.Deleted {
		if it, ok := s.find(byID, &Item{id: id}); ok {
			e.remove(it)
		}
		e.dropUnpublished(id)
	}
	slugs := make(map[string]bool, len(c.Products))
	for _, product := range c.Products {
		e.put(product, more{Picks: c.Picks[product.ID], links: c.PaidLinks[product.ID], bookings: c.Bookings[product.ID], confirmed: c.LinksConfirmed[product.ID]})
		slugs[product.Slug] = true
	}
	e.oldSlugs = s.oldSlugs.patched(c.OldSlugs, slugs)
	e.trash = s.trash.patched(c.Trash, c.Products)
	e.synonyms = c.Synonyms
	e.finish()
	e.Collections().replace(c.Collections, c.CollectionIDs)
	return e.Snapshot
}

// edit returns an editor of the next snapshot, a new generation, which shares everything with s until it is changed.
func edit(s *Snapshot) *editor {
	next := *s
	next.generation++
	next.counts = &facetCounts{all: map[facetKey][]int{}}
	next.items = slices.Clone(s.items)
	next.free = slices.Clone(s.free)
	next.kinds, next.sections = maps.Clone(s.kinds), maps.Clone(s.sections)
	next.categories = slices.Clone(s.categories)
	e := &editor{
		Snapshot:  &next,
		last:      s,
		names:     newCollation(),
		indexes:   map[string]uint32{},
		owned:     map[*set]bool{},
		touched:   &set{},
		rewritten: &set{},
		filed:     map[uint32][]uint32{},
		edited:    map[string]*tag{},
		unnamed:   map[string]bool{},
		documents: map[uint32]*search.Document{},
	}
	if len(s.items) == 0 {
		e.texts.block = textBlock
	}
	return e
}

// editor builds the next snapshot from the last one without changing that.
type editor struct {
	*Snapshot                 // the next one
	last            *Snapshot // read only
	names           *collation
	indexes         map[string]uint32 // of categories, by the names in products
	owned           map[*set]bool     // copies that the last snapshot does not share
	touched         *set
	rewritten       *set                        // of the touched slots those where what makes products similar has changed
	filed           map[uint32][]uint32         // categories of the slots touched
	edited          map[string]*tag             // by slug
	ownsUnpublished bool                        // unpublished is not shared with the last snapshot
	unnamed         map[string]bool             // edited tags whose product with the lowest id has gone
	documents       map[uint32]*search.Document // to reindex for search; nil: deleted
	texts           texts
}

// setCategories updates the categories. Existing ones keep their index.
func (e *editor) setCategories(list []catalog.Category) {
	indexes := make(map[int64]uint32, len(e.categories))
	for index, category := range e.categories {
		indexes[category.ID] = uint32(index)
	}
	e.listed = make([]uint32, 0, len(list))
	e.bySlug, e.byFold = make(map[string]uint32, len(list)), make(map[string]uint32, len(list))
	keys := make(map[uint32]string, len(list))
	for _, c := range list {
		c = c.Grouped()
		index, ok := indexes[c.ID]
		if !ok {
			index = uint32(len(e.categories))
			e.categories = append(e.categories, category{members: &set{}})
		}
		if e.categories[index].Category != c {
			e.categories[index].Category = c
			e.categories[index].start = strings.TrimSuffix(string(encode(CategoryFacet{ID: c.ID, Name: c.Name, Slug: c.Slug})), `,"count":0}`)
		}
		e.listed = append(e.listed, index)
		e.bySlug[catalog.Fold(c.Slug)], e.byFold[catalog.Fold(c.Name)] = index, index
		keys[index] = e.names.key(c.Name)
	}
	slices.SortFunc(e.listed, func(a, b uint32) int { return strings.Compare(keys[a], keys[b]) })
}

// setOldNames updates the former names of categories.
func (e *editor) setOldNames(old catalog.OldNames) {
	indexes := make(map[int64]uint32, len(e.listed))
	for _, index := range e.listed {
		indexes[e.categories[index].ID] = index
	}
	e.byOld = make(map[string]uint32, len(old))
	for word, id := range old {
		if index, ok := indexes[id]; ok {
			e.byOld[catalog.Fold(word)] = index
		}
	}
}

// put stores the product in its slot, or in a free or new one.
func (e *editor) put(p catalog.Product, has more) {
	stored, is := p, catalog.Phase{}
	p, is, has.dated = shownAt(p, e.time)
	if !is.IsPublic {
		e.putUnpublished(stored, has)
		return
	}
	e.dropUnpublished(p.ID)
	it := newItem(p, &e.texts)
	has.introduction, has.introduced = hashOf(p.AlternativesIntroduction), utf8.RuneCountInString(p.AlternativesIntroduction)
	if len(has.Pinned)+len(has.Hidden)+len(has.links)+len(has.bookings)+has.introduced > 0 || has.dated != nil || !has.confirmed.IsZero() {
		it.more = &has
	}
	_, it.isPaid = it.LinkInUse(e.time)
	old, exists := e.last.find(byID, it)
	switch {
	case exists:
		it.slot = old.slot
	case len(e.free) > 0:
		it.slot = e.free[len(e.free)-1]
		e.free = e.free[:len(e.free)-1]
	default:
		it.slot = uint32(len(e.items))
		e.items = append(e.items, nil)
	}
	it.visits = e.visits[it.id]
	if exists && old.name == it.name {
		it.nameKey = old.nameKey
	} else {
		it.nameKey = e.names.key(p.Name)
	}
	e.queueIndexing(it, p)
	if !exists || !sameForSimilar(old, it) {
		e.rewritten.add(it.slot)
	}
	e.retag(e.items[it.slot], it)
	if old := e.items[it.slot]; old != nil {
		e.unmark(old)
	}
	e.filed[it.slot] = e.indexesOf(p.Categories)
	e.mark(it, p)
	e.items[it.slot] = it
	e.touched.add(it.slot)
}

// queueIndexing adds the product to the documents to index if its text has changed.
func (e *editor) queueIndexing(it *Item, p catalog.Product) {
	if old := e.items[it.slot]; old != nil {
		text, website := it.indexed()
		oldText, oldWebsite := old.indexed()
		if text == oldText && website == oldWebsite {
			return
		}
	}
	e.documents[it.slot] = Document(p)
}

func (e *editor) remove(it *Item) {
	e.unmark(it)
	e.retag(it, nil)
	e.items[it.slot] = nil
	e.filed[it.slot] = nil
	e.touched.add(it.slot)
	e.rewritten.add(it.slot)
	e.documents[it.slot] = nil
}

// indexesOf returns the indexes of the categories with these names, without unknown names.
func (e *editor) indexesOf(names []string) []uint32 {
	indexes := make([]uint32, 0, len(names))
	for _, name := range names {
		index, ok := e.indexes[name]
		if !ok {
			if index, ok = e.byFold[catalog.Fold(name)]; !ok {
				continue
			}
			e.indexes[name] = index
		}
		indexes = append(indexes, index)
	}
	return indexes
}

// mark adds the item to every set that it belongs to.
func (e *editor) mark(it *Item, p catalog.Product) {
	e.alive = e.marked(e.alive, it.slot, true)
	e.kinds[p.Type] = e.marked(orNone(e.kinds[p.Type]), it.slot, true)
	e.sections[p.Section] = e.marked(orNone(e.sections[p.Section]), it.slot, true)
	e.featured = e.marked(e.featured, it.slot, p.IsFeatured)
	e.deal = e.marked(e.deal, it.slot, p.HasDeal)
	e.offer = e.marked(e.offer, it.slot, p.HasDeal || p.PromoText != "")
	e.dated = e.marked(e.dated, it.slot, it.more != nil && it.more.dated != nil)
	e.inBulk = e.marked(e.inBulk, it.slot, p.InBulk)
	e.linkedTo = e.marked(e.linkedTo, it.slot, it.more != nil && len(it.more.links)+len(it.more.bookings) > 0)
	for _, index := range e.filed[it.slot] {
		e.categories[index].members = e.marked(e.categories[index].members, it.slot, true)
	}
}

// unmark removes the item from every set.
func (e *editor) unmark(it *Item) {
	e.alive = e.marked(e.alive, it.slot, false)
	for kind, members := range e.kinds {
		e.kinds[kind] = e.marked(members, it.slot, false)
	}
	for section, members := range e.sections {
		e.sections[section] = e.marked(members, it.slot, false)
	}
	e.featured = e.marked(e.featured, it.slot, false)
	e.deal = e.marked(e.deal, it.slot, false)
	e.offer = e.marked(e.offer, it.slot, false)
	e.dated = e.marked(e.dated, it.slot, false)
	e.inBulk = e.marked(e.inBulk, it.slot, false)
	e.linkedTo = e.marked(e.linkedTo, it.slot, false)
	indexes, ok := e.filed[it.slot]
	if !ok {
		indexes = e.last.membership.of(it.slot)
	}
	for _, index := range indexes {
		e.categories[index].members = e.marked(e.categories[index].members, it.slot, false)
	}
}

// marked returns the set with the slot added or removed: the same set if nothing changes or the editor owns it,
// otherwise a copy.
func (e *editor) marked(s *set, slot uint32, in bool) *set {
	if s.has(slot) == in {
		return s
	}
	if !e.owned[s] {
		s = s.clone()
		e.owned[s] = true
	}
	if in {
		s.add(slot)
	} else {
		s.remove(slot)
	}
	return s
}

// finish updates the orders and the search index.
func (e *editor) finish() {
	fresh := make([]uint32, 0, e.touched.count)
	e.touched.each(func(slot uint32) {
		if e.items[slot] != nil {
			fresh = append(fresh, slot)
		} else {
			e.free = append(e.free, slot)
		}
	})
	if e.touched.count > 0 {
		e.membership = e.last.membership.with(e.filed, len(e.items))
		for which := range e.orders {
			e.orders[which] = e.orders[which].patched(which, e.last.items, e.items, e.touched, fresh)
		}
	}
	e.finishTags()
	switch {
	case e.index == nil:
		documents := make([]*search.Document, len(e.items))
		for slot, document := range e.documents {
			documents[slot] = document
		}
		e.index = search.Build(documents)
	case len(e.documents) > 0:
		e.index = e.index.Patch(e.documents)
	}
	if !slices.Equal(e.synonyms, e.last.synonyms) {
		list := make([]search.Synonym, len(e.synonyms))
		for i, s := range e.synonyms {
			list[i] = search.Synonym(s)
		}
		e.index = e.index.WithSynonyms(list)
	}
	e.Similar().patch(e.rewritten)
}
