package readers

import (
	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/feature"
)

// Feature is what the program is told of readers' accounts.
var Feature = feature.Feature{
	Name: "readers",
	Open: func(k *feature.Kits) (feature.Parts, error) {
		api := API{Accounts: k.Accounts, Inbox: k.Inbox, Catalogue: k.Catalogue, DB: k.DB, Favorites: account.FavoriteQueries{DB: k.DB}, HasNewsletter: k.Settings.HasNewsletter()}
		return feature.Parts{Calls: api.Group()}, nil
	},
}
