package logos

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/metrics"
)

// Feature is what the program is told of the search for logos.
var Feature = feature.Feature{
	Name: "logos", Kinds: Kinds(), Screens: map[string]string{"/admin/logos": "Logos"},
	Open: func(k *feature.Kits) (feature.Parts, error) {
		queries := &Queries{DB: k.DB}
		job := New(Options{Store: queries, Images: k.Images, Hosts: k.Websites, Logger: k.Logger})
		return feature.Parts{
			Calls:    API{Queries: queries, Wake: job.Wake}.Group(),
			Run:      []func(context.Context){job.Follow},
			Counters: []metrics.Counter{{Name: "logo_lookups_total", Help: "Tools whose website was looked at for a logo.", Value: job.Looked}},
		}, nil
	},
}
