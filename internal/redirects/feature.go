package redirects

import (
	"context"
	"net/url"
	"time"

	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/pages"
)

// Feature is what the program is told of old URLs.
var Feature = feature.Feature{
	Name: "redirects", Kinds: Kinds(), ReadSettings: readSettings, CategoryMerged: categoryMerged, Screens: map[string]string{"/admin/redirects": "Old URLs"},
	Open: func(k *feature.Kits) (feature.Parts, error) {
		queries := &Queries{DB: k.DB}
		counter := NewHits(queries, k.Logger)
		return feature.Parts{
			Calls: API{Queries: queries, Catalogue: k.Catalogue, Site: k.Site, Origin: k.Origin}.Group(),
			Run:   []func(context.Context){counter.Run},
			OldURL: func(v *pages.View, u *url.URL) (pages.OldURL, bool) {
				r, to, ok := lead(v, u)
				if !ok {
					return pages.OldURL{}, false
				}
				return pages.OldURL{Status: r.Status, To: to, Count: func() { counter.Count(r.ID) }}, true
			},
			Jobs: []jobs.Job{{Name: "old-urls", Title: "Remove counts of deleted old URLs", Every: 24 * time.Hour, Limit: time.Minute, Do: func(ctx context.Context) (string, error) {
				return "counts of requests for deleted old URLs removed", queries.PruneHits(ctx)
			}}},
		}, nil
	},
}
