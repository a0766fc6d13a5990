package reach

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/attention"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/indexing"
)

// Feature is what the program is told of the report about reach.
var Feature = feature.Feature{
	Name: "reach", Screens: map[string]string{"/admin/reach": "SEO"},
	Open: func(k *feature.Kits) (feature.Parts, error) {
		reporter := NewReporter(k.Catalogue, k.Site)
		return feature.Parts{Calls: API{Reporter: reporter}.Group(), Attention: reporter.attention()}, nil
	},
}

// attention counts the findings that are put right at the tools.
func (r *Reporter) attention() (sources []attention.Source) {
	for _, id := range []string{sameWebsite.ID, sameName.ID, indexing.ToolOwnDescription.ID, indexing.ToolDescription.ID, "no-price", "no-logo"} {
		sources = append(sources, attention.Source{Kind: id, Area: httpapi.Insights, URL: "/admin/reach?list=" + id, Count: func(ctx context.Context) (int, error) {
			counts, err := r.toolCounts(ctx)
			return counts[id], err
		}})
	}
	return sources
}
