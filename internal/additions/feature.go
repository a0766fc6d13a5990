package additions

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/linkchecks"
	"github.com/vitrine-directory/vitrine/internal/logos"
)

// Feature is what the program is told of tools that are added by their URLs.
var Feature = feature.Feature{
	Name: "additions", Kinds: Kinds(), Screens: map[string]string{"/admin/add": "Add by URL"},
	Open: func(k *feature.Kits) (feature.Parts, error) {
		queries := &Queries{DB: k.DB}
		job := New(Options{
			Store: queries, Hosts: k.Websites, Images: k.Images, Catalogue: k.Catalogue, Logger: k.Logger,
			WhyEmpty: linkchecks.WhyEmpty,
			Logo:     logos.OnPage,
		})
		return feature.Parts{
			Calls: API{Queries: queries, Wake: job.Wake}.Group(),
			Run:   []func(context.Context){job.Follow},
			Jobs:  []jobs.Job{{Name: "additions", Title: "Delete old lists of added URLs", Every: 24 * time.Hour, Limit: time.Minute, Do: job.Tidy}},
		}, nil
	},
}
