// Package app joins the features to one program.
//
// # To change
//
//   - which features there are: groups in api.go, a line each
//   - the whole route table as a page: docs/api-routes.md, which make generate writes; a test calls every route without
//     permission, and each needs a success in admin_test.go
package app

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/alternatives"
	"github.com/vitrine-directory/vitrine/internal/api"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/collections"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/directory"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/revision"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// Options are the parts of the API.
type Options = api.Options

// NewAPI returns the API. It panics if the route table has a mistake.
func NewAPI(o Options) *httpapi.API {
	o.Reach = reach.NewReporter(o.Catalogue, o.Site)
	return newAPI(o, groups(o))
}

func newAPI(o Options, groups []httpapi.Group) *httpapi.API {
	served := httpapi.Options{Groups: groups, Logger: o.Logger, Memory: o.Memory, Workers: o.Workers,
		Revision: func() revision.Revision { return browse.Revision(o.Catalogue, o.Site) }}
	if o.Accounts != nil {
		served.Identify = o.Accounts.Caller
	}
	return httpapi.New(served)
}

func groups(o Options) []httpapi.Group {
	if o.Store == nil { // nobody can sign in
		o.Store = new(store.Store)
	}
	areAccountsOpen := o.Accounts != nil && o.Accounts.AreOpen()
	return slices.Concat([]httpapi.Group{
		directory.API{Catalogue: o.Catalogue, Site: o.Site, Accounts: areAccountsOpen, Newsletter: o.Newsletter != nil}.Group(),
		alternatives.API{Store: o.Store, Catalogue: o.Catalogue, Visits: &o.Store.Visits}.Group(),
		compare.API{Store: o.Store, Catalogue: o.Catalogue, Site: o.Site, Visits: &o.Store.Visits}.Group(),
		collections.API{Store: o.Store, Catalogue: o.Catalogue, Site: o.Site, Visits: &o.Store.Visits}.Group(),
		newsletter.API{Newsletter: o.Newsletter, Visitor: o.Accounts.Visitor, Catalogue: o.Catalogue, Site: o.Site}.Group(),
		records.API{Queries: &o.Store.Records}.Group(),
		catalog.API{Store: o.Store, SlugOf: func(id int64) string { return o.Catalogue.Snapshot().SlugOf(id) },
			Categories: func() []catalog.Category { return o.Catalogue.Snapshot().Categories() }}.Group(),
		// next
	}, api.Groups(o))
}

// Description returns the OpenAPI 3.1 description of all calls. `make generate` writes it to api/openapi.yaml.
func Description() *huma.OpenAPI { return httpapi.Describe(groups(Options{})) }
