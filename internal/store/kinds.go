package store

import (
	"slices"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/alternatives"
	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/collections"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/logos"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Kinds is all that editors write, in the order in which an undo reverts a change of several of them, and an archive has them.
func Kinds() records.Kinds {
	return slices.Concat(catalog.Kinds(), alternatives.Kinds(), collections.Kinds(), compare.Kinds(), site.Kinds(),
		[]records.Kind{records.UploadKind}, inbox.Kinds(), account.Kinds(), newsletter.Kinds(),
		logos.Kinds(), visits.Kinds(), assist.Kinds(), mirror.Kinds())
}
