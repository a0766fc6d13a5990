package indexnow

import (
	"time"

	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Feature is what the program is told of IndexNow.
var Feature = feature.Feature{
	Name: "indexnow", Pages: []*pages.Page{&keyFile},
	Open: func(k *feature.Kits) (feature.Parts, error) {
		queries := &Queries{DB: k.DB}
		notifier := New(Options{
			Store: queries, Settings: func() site.IndexNow { return k.Site.Settings().IndexNow },
			Changed:   func(since time.Time) ([]string, time.Time) { return k.ChangedSince(since) },
			PublicURL: k.Origin, Endpoint: k.Settings.IndexNowURL, Now: time.Now,
		})
		return feature.Parts{
			Calls: API{Queries: queries}.Group(),
			Jobs:  []jobs.Job{{Name: "indexnow", Title: "Send changes to search engines (IndexNow)", Every: time.Minute, Limit: 15 * time.Minute, Do: notifier.Run}},
		}, nil
	},
}
