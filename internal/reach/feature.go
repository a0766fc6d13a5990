package reach

import (
	"github.com/vitrine-directory/vitrine/internal/feature"
)

// Feature is what the program is told of the report about reach.
var Feature = feature.Feature{
	Name: "reach", Screens: map[string]string{"/admin/reach": "SEO"},
	Open: func(k *feature.Kits) (feature.Parts, error) {
		return feature.Parts{Calls: API{Reporter: NewReporter(k.Catalogue, k.Site)}.Group()}, nil
	},
}
