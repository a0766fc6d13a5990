package indexing

import (
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// OfItem is OfTool for a product of the snapshot.
func OfItem(s *browse.Snapshot, it *browse.Item, l site.IndexLimits) []*Rule {
	return OfTool(it.OwnText(), s.Similar().SharesText(it), it.Facts(), l)
}

// OfTagIn is OfTag for a tag of the snapshot, by its slug.
func OfTagIn(s *browse.Snapshot, slug string, l site.IndexLimits) []*Rule {
	for it := range s.Tags().Items(slug) {
		if len(OfItem(s, it, l)) == 0 {
			return OfTag(true)
		}
	}
	return OfTag(false)
}

// OfCollectionIn is OfCollection for a collection of the snapshot.
func OfCollectionIn(s *browse.Snapshot, c *browse.Collection, l site.IndexLimits) []*Rule {
	return OfCollection(len(s.Collections().Items(c)), c.Introduction != "", l)
}

// OfAlternativesTo is OfAlternatives for a product of the snapshot. The page of the product has to be indexable too, as no
// other one links its alternatives.
func OfAlternativesTo(s *browse.Snapshot, it *browse.Item, l site.IndexLimits) []*Rule {
	return append(OfItem(s, it, l), OfAlternatives(s.Similar().AlternativeCount(it), l)...)
}
