package linkchecks

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/attention"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/metrics"
)

// Feature is what the program is told of the checks of links.
var Feature = feature.Feature{
	Name: "linkchecks", Kinds: Kinds(), Screens: map[string]string{"/admin/links": "Links"}, ReadCatalog: readCatalog,
	Open: func(k *feature.Kits) (feature.Parts, error) {
		queries := &Queries{DB: k.DB}
		job := New(Options{Store: queries, Hosts: k.Websites, Logger: k.Logger})
		var clock []jobs.Job
		if !k.Settings.Demo { // whoever tries the program means to ask no websites
			clock = []jobs.Job{{Name: "link-checks", Title: "Check the links that are due", Every: jobEvery, Limit: 10 * time.Minute, Do: job.StartDue}}
		}
		return feature.Parts{
			Calls: API{Queries: queries, Wake: job.Wake}.Group(),
			Run:   []func(context.Context){job.Follow},
			Jobs:  clock,
			Attention: []attention.Source{{Kind: "links", Area: httpapi.Catalog, URL: "/admin/links", Count: func(ctx context.Context) (count int, err error) {
				counts, err := queries.Broken(ctx)
				for _, of := range counts {
					count += of
				}
				return count, err
			}}},
			Linked:   queries.ProductsIn,
			Counters: []metrics.Counter{{Name: "link_checks_total", Help: "Websites of tools that were checked.", Value: job.Read}},
		}, nil
	},
}
