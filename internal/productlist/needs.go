package productlist

import (
	"context"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// Count is how many products have a value.
type Count struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}

// Counts are how many products there are, whatever is filtered.
type Counts struct {
	All         int     `json:"all"`
	Sections    []Count `json:"sections" nullable:"false"`
	Types       []Count `json:"types" nullable:"false"`
	Statuses    []Count `json:"statuses" nullable:"false"`
	Needs       []Count `json:"needs" nullable:"false" doc:"Those that the site knows by itself; what was found at websites isn't counted"`
	MissingLogo int     `json:"missingLogo"`
}

// count counts the products of an index, and finds what they need.
func (ix *index) count() {
	counts := Counts{All: len(ix.rows)}
	sections, types, statuses := map[catalog.Section]int{}, map[catalog.Type]int{}, map[catalog.Status]int{}
	for _, need := range catalog.Needs() {
		if !strings.HasPrefix(string(need), catalog.LinkNeed) {
			ix.needing[need] = map[int64]bool{}
		}
	}
	websites, names := browse.Doubles(browse.AllStored(ix.snapshot))
	for _, item := range websites {
		ix.needing[catalog.NeedsOwnWebsite][item.ID()] = true
	}
	for _, item := range names {
		ix.needing[catalog.NeedsOwnName][item.ID()] = true
	}
	for i := range ix.rows {
		r := &ix.rows[i]
		sections[r.Section]++
		types[r.Type]++
		statuses[r.Status]++
		if !r.HasLogo {
			counts.MissingLogo++
		}
		if r.Type == catalog.Unknown {
			ix.needing[catalog.NeedsPrice][r.ID] = true
		}
		if r.item.OwnText() < ix.minText {
			ix.needing[catalog.NeedsText][r.ID] = true
		}
	}
	counts.Sections, counts.Types, counts.Statuses = listed(sections, catalog.Sections()), listed(types, catalog.AllTypes()), listed(statuses, catalog.Statuses())
	ix.counts = counts
	ix.findEnding()
	ix.countNeeds()
}

// findEnding finds the products of which something ends soon.
func (ix *index) findEnding() {
	ending := map[int64]bool{}
	for i := range ix.rows {
		if r := &ix.rows[i]; browse.EndsSoon(r.item, ix.at) > 0 {
			ending[r.ID] = true
		}
	}
	ix.needing[catalog.NeedsEnding] = ending
}

// countNeeds counts the products that need something.
func (ix *index) countNeeds() {
	ix.counts.Needs = nil
	for _, need := range catalog.Needs() {
		if products, known := ix.needing[need]; known {
			ix.counts.Needs = append(ix.counts.Needs, Count{string(need), len(products)})
		}
	}
}

func listed[T ~string](counts map[T]int, all []T) (list []Count) {
	for _, value := range all {
		list = append(list, Count{string(value), counts[value]})
	}
	return list
}

// Needing returns the products that need something; nil: nothing is asked for.
func (l *List) Needing(ctx context.Context, need catalog.Need) (map[int64]bool, error) {
	return l.needing(ctx, l.current(), need)
}

func (l *List) needing(ctx context.Context, ix *index, need catalog.Need) (map[int64]bool, error) {
	if need == "" {
		return nil, nil
	}
	state, isLink := strings.CutPrefix(string(need), catalog.LinkNeed)
	if !isLink {
		return ix.needing[need], nil
	}
	products := map[int64]bool{}
	if l.Linked == nil {
		return products, nil
	}
	ids, err := l.Linked(ctx, state)
	for _, id := range ids {
		products[id] = true
	}
	return products, err
}
