package compare

import (
	"maps"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Failed returns the rules that the page of a comparison does not meet.
func Failed(c Comparison, settings *site.Settings) []*indexing.Rule {
	_, judged := VerdictsIn(settings).Of(c.Key())
	return indexing.OfComparison(browse.Differing(c.Items...), judged, settings.Index)
}

// IsIndexable reports whether search engines may index a comparison: it meets the rules, and an indexable page of a
// product links it. Before similar products are chosen nobody knows what is linked, so that it counts as linked.
func IsIndexable(c Comparison, s *browse.Snapshot, settings *site.Settings) bool {
	switch {
	case len(Failed(c, settings)) > 0:
		return false
	case !s.Similar().IsLinked():
		return true
	}
	return slices.ContainsFunc(c.Items, func(item *browse.Item) bool {
		return len(indexing.OfItem(s, item, settings.Index)) == 0 &&
			slices.ContainsFunc(Links(s, settings, item), func(l Comparison) bool { return l.Name == c.Name })
	})
}

// Indexable returns the comparisons that are linked and that search engines may index, by their names.
func Indexable(s *browse.Snapshot, settings *site.Settings) []Comparison {
	found := map[string]Comparison{}
	for item := range s.All() {
		other, chosen := s.Similar().First(item)
		if !chosen || len(indexing.OfItem(s, item, settings.Index)) > 0 || len(Failed(Comparison{Items: []*browse.Item{item, other}}, settings)) > 0 {
			continue
		}
		if c, ok := Of(s, item, other); ok {
			found[c.Name] = c
		}
	}
	for _, verdict := range VerdictsIn(settings) {
		if c, ok := Listed(s, verdict.Products); ok && IsIndexable(c, s, settings) {
			found[c.Name] = c
		}
	}
	var list []Comparison
	for _, name := range slices.Sorted(maps.Keys(found)) {
		list = append(list, found[name])
	}
	return list
}
