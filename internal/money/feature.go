package money

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/attention"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/metrics"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Feature is what the program is told of affiliate links and deals.
var Feature = feature.Feature{
	Name: "money", Kinds: Kinds(), Pages: []*pages.Page{&dealsPage, &advertisePage, &bookingPage, &rankPage}, Screens: map[string]string{"/admin/money": "Money"}, ReadCatalog: readCatalog, CategoryMerged: moveBookings, ImportLink: importLink, ExportLinks: exportLinks,
	Open: func(k *feature.Kits) (feature.Parts, error) {
		queries := &Queries{DB: k.DB}
		clicks := NewClicks(queries, k.Counter, k.Settings.Data, k.Logger)
		mover := NewMover(queries, fetch.New(fetch.Options{OwnHost: fetch.HostOf(k.Settings.PublicURL), Contact: k.Settings.PublicURL}), k.Logger)
		return feature.Parts{
			Calls: API{Queries: queries, Clicks: clicks, Catalogue: k.Catalogue, Visits: k.Visits, Mover: mover}.Group(),
			Run:   []func(context.Context){clicks.Run, mover.Run}, Clicked: clicks.Record, Views: []visits.PageKind{seenBookings(k.Catalogue)},
			Attention: []attention.Source{{Kind: "affiliate-links", Area: httpapi.Money, URL: "/admin/money?tab=links", Count: queries.CountFailing}},
			Jobs: []jobs.Job{{Name: "affiliate-clicks", Title: "Remove old affiliate clicks", Every: time.Hour, Limit: time.Minute, Do: func(ctx context.Context) (string, error) {
				return "old counts of clicks on affiliate links removed", queries.pruneClicks(ctx, visits.OldestRetained(time.Now()))
			}}, {Name: "affiliate-checks", Title: "Check the affiliate links that are due", Every: time.Hour, Limit: checkWithin, Do: mover.CheckLinks}},
			Counters: []metrics.Counter{{Name: "affiliate_clicks_lost_total", Help: "Clicks on affiliate links that could not be recorded.", Value: clicks.Lost}},
		}, nil
	},
}
