package reach

import (
	"vitrine/internal/browse"
	"vitrine/internal/site"
)

// OfItem is OfTool for a product of the snapshot.
func OfItem(s *browse.Snapshot, it *browse.Item, l site.IndexLimits) []*Rule {
	return OfTool(it.OwnText(), s.SharesText(it), it.Facts(), l)
}
