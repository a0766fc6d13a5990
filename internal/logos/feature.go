package logos

import (
	"context"
	"log/slog"

	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/metrics"
)

// Feature is what the program is told of the search for logos.
var Feature = feature.Feature{
	Name: "logos", Kinds: Kinds(), Screens: map[string]string{"/admin/logos": "Logos"},
	Open: func(k *feature.Kits) (feature.Parts, error) {
		queries := &Queries{DB: k.DB}
		job := Search(queries, k.Images, k.Settings.PublicURL, k.Logger)
		return feature.Parts{
			Calls:    API{Queries: queries, Wake: job.Wake}.Group(),
			Run:      []func(context.Context){job.Follow},
			Counters: []metrics.Counter{{Name: "logo_lookups_total", Help: "Tools whose website was looked at for a logo.", Value: job.Looked}},
		}, nil
	},
}

// Search returns the job that looks for the logos of tools. Websites see publicURL, if it is set.
func Search(queries *Queries, images *media.Library, publicURL string, log *slog.Logger) *Job {
	return New(Options{
		Store: queries, Images: images, Logger: log,
		Getter: fetch.New(fetch.Options{OwnHost: fetch.HostOf(publicURL), Contact: publicURL}),
	})
}
