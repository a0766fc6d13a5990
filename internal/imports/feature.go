package imports

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/metrics"
)

// Feature is what the program is told of imports in the browser.
var Feature = feature.Feature{
	Name: "imports", Kinds: Kinds(), Screens: map[string]string{"/admin/import": "Import"},
	Open: func(k *feature.Kits) (feature.Parts, error) {
		queries := &Queries{DB: k.DB, Origin: k.Origin}
		job := New(Options{Queries: queries, Images: k.Images, Hosts: k.Websites, Logger: k.Logger})
		return feature.Parts{
			Calls:    API{Kits: k, Queries: queries, Wake: job.Wake}.Group(),
			Run:      []func(context.Context){job.Follow},
			Jobs:     []jobs.Job{{Name: "import-images", Title: "Save the images of imported tools", Every: time.Hour, Limit: time.Minute, Do: job.Tidy}},
			Counters: []metrics.Counter{{Name: "import_images_total", Help: "Images of imported tools that were saved.", Value: job.Saved}},
		}, nil
	},
}
