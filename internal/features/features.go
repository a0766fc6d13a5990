// Package features is the list of the features that can be taken out: a line each.
package features

import (
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/additions"
	"github.com/vitrine-directory/vitrine/internal/alternatives"
	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/collections"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/generator"
	"github.com/vitrine-directory/vitrine/internal/imports"
	"github.com/vitrine-directory/vitrine/internal/indexnow"
	"github.com/vitrine-directory/vitrine/internal/linkchecks"
	"github.com/vitrine-directory/vitrine/internal/logos"
	"github.com/vitrine-directory/vitrine/internal/mcp"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/money"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/people"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/readers"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/redirects"
	"github.com/vitrine-directory/vitrine/internal/searches"
)

// All is all of them, in the order of the route table, of the sitemap, and of an undo that reverts a change of several kinds.
var All = []feature.Feature{
	generator.Feature,
	alternatives.Feature,
	collections.Feature,
	compare.Feature,
	money.Feature,
	people.Feature,
	readers.Feature,
	newsletter.Feature,
	reach.Feature,
	searches.Feature,
	indexnow.Feature,
	logos.Feature,
	linkchecks.Feature,
	additions.Feature,
	redirects.Feature,
	imports.Feature,
	assist.Feature,
	mirror.Feature,
	mcp.Feature,
}

// LinksIn returns the affiliate links of products in an archive.
func LinksIn(c *records.Content) map[int64]catalog.LinkDraft {
	for _, f := range All {
		if f.ExportLinks != nil {
			return f.ExportLinks(c)
		}
	}
	return nil
}

// Open builds all of them for a site.
func Open(k *feature.Kits) ([]feature.Parts, error) {
	var opened []feature.Parts
	for _, f := range All {
		if f.Open == nil {
			continue
		}
		parts, err := f.Open(k)
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", f.Name, err)
		}
		opened = append(opened, parts)
	}
	return opened, nil
}
