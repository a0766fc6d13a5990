package indexing

import (
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// OfItem is OfTool for a product of the snapshot.
func OfItem(s *browse.Snapshot, it *browse.Item, l site.IndexLimits) []*Rule {
	failed := OfTool(it.OwnText(), s.Similar().SharesText(it), it.Facts(), l)
	if Repeats(s, l).Tool(it) != nil {
		failed = append(failed, ToolOwnWords)
	}
	return failed
}

// Repeats returns which pages of the snapshot repeat others of their kind.
func Repeats(s *browse.Snapshot, l site.IndexLimits) *browse.Repeats {
	return s.Similar().Repeats(l, browse.Candidates{
		Alternatives: func(it *browse.Item) bool { return s.Similar().AlternativeCount(it) >= l.Alternatives },
		Category:     func(products int) bool { return len(OfCategory(products, false, l)) == 0 },
		Tag: func(slug string, isTool func(it *browse.Item) bool) bool {
			for it := range s.Tags().Items(slug) {
				if isTool(it) {
					return true
				}
			}
			return false
		},
	})
}

// OfCategoryIn is OfCategory for a category of the snapshot.
func OfCategoryIn(s *browse.Snapshot, c catalog.Category, l site.IndexLimits) []*Rule {
	return OfCategory(s.Categories().Count(c), Repeats(s, l).Category(c.Slug) != "", l)
}

// OfTagIn is OfTag for a tag of the snapshot, by its slug.
func OfTagIn(s *browse.Snapshot, slug string, l site.IndexLimits) []*Rule {
	repeats := Repeats(s, l)
	for it := range s.Tags().Items(slug) {
		if s.Similar().MayBeIndexed(it, l) && repeats.Tool(it) == nil {
			return OfTag(true, repeats.Tag(slug) != "")
		}
	}
	return OfTag(false, false)
}

// OfCollectionIn is OfCollection for a collection of the snapshot.
func OfCollectionIn(s *browse.Snapshot, c *browse.Collection, l site.IndexLimits) []*Rule {
	return OfCollection(len(s.Collections().Items(c)), c.Introduction != "", l)
}

// OfAlternativesTo is OfAlternatives for a product of the snapshot. The page of the product has to be indexable too, as no
// other one links its alternatives.
func OfAlternativesTo(s *browse.Snapshot, it *browse.Item, l site.IndexLimits) []*Rule {
	return append(OfItem(s, it, l), OfAlternatives(s.Similar().AlternativeCount(it), Repeats(s, l).Alternatives(it) != nil, l)...)
}
