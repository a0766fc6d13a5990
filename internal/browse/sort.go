package browse

import (
	"vitrine/internal/fault"
)

// Sort is the order of a list, by its value in a URL.
type Sort string

// The sorts. Relevance has no value in a URL: it is the order of a search that asks for no other.
const (
	SortManual    Sort = "new"     // the administrator's order: displayOrder, then the newest, then the highest id
	SortLatest    Sort = "latest"  // the newest, then the highest id
	SortPopular   Sort = "popular" // the most visited in the last 30 days, then as SortManual
	SortName      Sort = "name"    // A–Z by Unicode collation, then the lowest id
	SortRelevance Sort = "relevance"
)

// sorts are all sorts, each with the snapshot's order that it goes by; equally relevant products are by position. Cursors
// name a sort by its index in this list, so add at the end. The front end has the same list (web/src/filters.ts).
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

// Sorts are the sorts that can be asked for.
func Sorts() []Sort {
	var list []Sort
	for _, row := range sorts {
		if row.Sort != SortRelevance {
			list = append(list, row.Sort)
		}
	}
	return list
}

// index is the sort's index in sorts; -1 for an unknown sort.
func (s Sort) index() int {
	for i, row := range sorts {
		if row.Sort == s {
			return i
		}
	}
	return -1
}

// order is the snapshot's order that the sort goes by; -1 for an unknown sort.
func (s Sort) order() int {
	if i := s.index(); i >= 0 {
		return sorts[i].order
	}
	return -1
}

func unknownSort() error {
	return fault.New(fault.BadRequest, choose("sort", "a sort order", Sorts()))
}
