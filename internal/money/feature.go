package money

import (
	"github.com/vitrine-directory/vitrine/internal/feature"
)

// Feature is what the program is told of affiliate links.
var Feature = feature.Feature{
	Name: "money", Kinds: Kinds(), ReadCatalog: readCatalog,
	Open: func(k *feature.Kits) (feature.Parts, error) {
		return feature.Parts{Calls: API{Queries: &Queries{DB: k.DB}}.Group()}, nil
	},
}
