package browse

import (
	"cmp"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Sort is the order of a list, by its value in a URL.
type Sort string

// The sorts. Relevance has no URL value: it is the default order of a search.
const (
	SortManual    Sort = "new"     // the admin's order: displayOrder, then the newest, then the highest id
	SortLatest    Sort = "latest"  // the newest, then the highest id
	SortPopular   Sort = "popular" // most visits in the last 30 days, then as SortManual
	SortName      Sort = "name"    // A–Z by Unicode collation, then the lowest id
	SortRelevance Sort = "relevance"
)

// The orders of a snapshot: four for sorting lists, two for finding products, one for finding equal descriptions.
const (
	byPosition = iota // the admin's: displayOrder, then the newest, then the highest id
	byAge             // the newest, then the highest id
	byName            // A–Z by Unicode collation, then the lowest id
	byVisits          // most visits in the last 30 days, then as byPosition
	byID
	bySlug
	byText // descriptions with the same beginning next to each other
	orderCount
)

// sorts are all sorts, each with its order in the snapshot; equally relevant products sort by position. Cursors refer
// to a sort by its index in this list, so append only. The front end has the same list (web/src/filters.ts).
var sorts = [...]struct {
	Sort
	order int
}{
	{SortManual, byPosition},
	{SortLatest, byAge},
	{SortPopular, byVisits},
	{SortName, byName},
	{SortRelevance, byPosition},
}

// Sorts returns the sorts that a query can name.
func Sorts() []Sort {
	var list []Sort
	for _, row := range sorts {
		if row.Sort != SortRelevance {
			list = append(list, row.Sort)
		}
	}
	return list
}

// index returns the sort's index in sorts, or -1 for an unknown sort.
func (s Sort) index() int {
	for i, row := range sorts {
		if row.Sort == s {
			return i
		}
	}
	return -1
}

// order returns the snapshot's order for the sort, or -1 for an unknown sort.
func (s Sort) order() int {
	if i := s.index(); i >= 0 {
		return sorts[i].order
	}
	return -1
}

// compare compares two items in each order; only equal ids are equal.
func compare(which int, a, b *Item) int {
	switch which {
	case byVisits:
		if a.visits != b.visits {
			return cmp.Compare(b.visits, a.visits)
		}
		fallthrough
	case byPosition:
		if a.rank != b.rank {
			return cmp.Compare(a.rank, b.rank)
		}
	case byAge:
		return cmp.Or(cmp.Compare(b.since, a.since), cmp.Compare(b.id, a.id))
	case byName:
		if a.nameKey != b.nameKey {
			return cmp.Compare(a.nameKey, b.nameKey)
		}
		return cmp.Compare(a.id, b.id)
	case byID:
		return cmp.Compare(a.id, b.id)
	case bySlug:
		return cmp.Compare(a.slug, b.slug)
	case byText:
		if a.text != b.text {
			return cmp.Compare(a.text, b.text)
		}
		return cmp.Compare(a.id, b.id)
	}
	if a.created != b.created {
		return cmp.Compare(b.created, a.created)
	}
	return cmp.Compare(b.id, a.id)
}

func unknownSort() error {
	return fault.New(fault.BadRequest, choose("sort", "a sort order", Sorts()))
}
