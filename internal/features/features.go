// Package features is the list of the features that can be taken out: a line each.
package features

import (
	"fmt"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/alternatives"
	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/collections"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/indexnow"
	"github.com/vitrine-directory/vitrine/internal/logos"
	"github.com/vitrine-directory/vitrine/internal/mcp"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/readers"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// All is all of them, in the order of the route table, of an undo that reverts a change of several kinds, and of an archive.
var All = []feature.Feature{
	alternatives.Feature,
	collections.Feature,
	compare.Feature,
	readers.Feature,
	newsletter.Feature,
	reach.Feature,
	indexnow.Feature,
	logos.Feature,
	assist.Feature,
	mirror.Feature,
	mcp.Feature,
}

// Kinds is all that editors write, in the order in which an undo reverts a change of several of them, and an archive has them.
func Kinds() records.Kinds {
	all := catalog.Kinds()
	for _, f := range All {
		all = append(all, f.Kinds...)
	}
	return slices.Concat(all, site.Kinds(), records.Kinds{records.UploadKind}, inbox.Kinds(), account.Kinds(), visits.Kinds())
}

// Open builds all of them for a site.
func Open(k *feature.Kits) ([]feature.Parts, error) {
	var opened []feature.Parts
	for _, f := range All {
		parts, err := f.Open(k)
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", f.Name, err)
		}
		opened = append(opened, parts)
	}
	return opened, nil
}
