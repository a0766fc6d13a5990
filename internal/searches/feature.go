package searches

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/attention"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/jobs"
)

// Feature is what the program is told of searches in vain and synonyms.
var Feature = feature.Feature{
	Name: "searches", Kinds: Kinds(), ReadCatalog: readCatalog, Screens: map[string]string{"/admin/searches": "Searches"},
	Open: func(k *feature.Kits) (feature.Parts, error) {
		queries := &Queries{DB: k.DB}
		recorder := NewRecorder(k.Catalogue, queries, k.Logger)
		return feature.Parts{
			Calls: API{Queries: queries, Catalogue: k.Catalogue}.Group(), Run: []func(context.Context){recorder.Run}, Searched: recorder.Search,
			Attention: []attention.Source{{Kind: "searches", Area: httpapi.Insights, URL: "/admin/searches", Count: func(ctx context.Context) (int, error) {
				list, err := queries.Vain(ctx)
				return len(list), err
			}}},
			Jobs: []jobs.Job{{Name: "searches", Title: "Remove old searches", Every: time.Hour, Limit: time.Minute, Do: func(ctx context.Context) (string, error) {
				return "old counts of searches removed", queries.PruneVain(ctx)
			}}},
		}, nil
	},
}
