package assist

import (
	"log/slog"

	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/quota"
)

// Feature is what the program is told of drafting.
var Feature = feature.Feature{
	Name: "assist", Kinds: Kinds(),
	Open: func(k *feature.Kits) (feature.Parts, error) {
		return Parts(k, Of(k.Settings, k.Origin, &quota.Queries{DB: k.DB}, k.Logger)), nil
	},
}

// Of returns the assistant of a site with these settings. It may fetch every website but this one.
func Of(settings config.Serve, origin string, counts quota.Store, log *slog.Logger) *Assistant {
	return New(Options{
		BaseURL: settings.AIBaseURL, Key: settings.AIAPIKey.Reveal(), Model: settings.AIModel,
		Pages: fetch.New(fetch.Options{OwnHost: fetch.HostOf(origin)}), Counts: counts, Logger: log,
	})
}

// Parts is what an assistant brings to a site.
func Parts(k *feature.Kits, assistant *Assistant) feature.Parts {
	return feature.Parts{Calls: API{Assistant: assistant, Record: k.DB.Record, Catalogue: k.Catalogue}.Group()}
}
