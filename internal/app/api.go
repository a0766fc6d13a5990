// Package app joins the features to one program.
//
// # To change
//
//   - which features there are: groups in api.go
//   - the whole route table is docs/api-routes.md, which make generate writes; a test calls every route without permission, and
//     each needs a success in admin_test.go
package app

import (
	"log/slog"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/alternatives"
	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/collections"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/directory"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/indexnow"
	"github.com/vitrine-directory/vitrine/internal/logos"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/readers"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/revision"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Options are the parts of the features that have calls.
type Options struct {
	Catalogue    *browse.Live
	Site         *site.Live
	Visits       *visits.Counter
	Accounts     *account.Accounts // nil: nobody can sign in, and those below are not needed
	Store        *store.Store
	Images       *media.Library
	Assistant    *assist.Assistant
	Mirror       *mirror.Mirror
	WakeLogos    func() // lets the search for logos look for something to do at once; nil: nobody waits for it
	Inbox        *inbox.Inbox
	Newsletter   *newsletter.Newsletter // nil: there is none
	SendsMail    bool                   // whether submitters are notified by email
	SubmitForm   inbox.SubmitForm       // the configured form; zero: the site's own
	CommandFlags string                 // the options with which commands find this site's data
	Program      string                 // this site's program version, for sites that copy it

	Logger  *slog.Logger // of internal errors; required
	Memory  int64        // bytes of cached answers; zero means 32 MB
	Workers int          // answers generated concurrently; zero means 16 for each processor
}

// NewAPI returns the API. It panics if the route table has a mistake.
func NewAPI(o Options) *httpapi.API { return newAPI(o, groups(o)) }

func newAPI(o Options, groups []httpapi.Group) *httpapi.API {
	served := httpapi.Options{Groups: groups, Logger: o.Logger, Memory: o.Memory, Workers: o.Workers,
		Revision: func() revision.Revision { return browse.Revision(o.Catalogue, o.Site) }}
	if o.Accounts != nil {
		served.Identify = account.API{Accounts: o.Accounts}.Caller
	}
	return httpapi.New(served)
}

// Description returns the OpenAPI 3.1 description of all calls. `make generate` writes it to api/openapi.yaml.
func Description() *huma.OpenAPI { return httpapi.Describe(groups(Options{})) }

// groups returns the calls of all features, a line for each. Without parts they can be described, but not made.
func groups(o Options) []httpapi.Group {
	db := o.Store
	if db == nil {
		db = &store.Store{Syncs: store.Syncs{Kinds: store.Kinds()}}
	}
	areAccountsOpen := o.Accounts != nil && o.Accounts.AreOpen()
	slugOf := func(id int64) string { return o.Catalogue.Snapshot().SlugOf(id) }
	categories := func() []catalog.Category { return o.Catalogue.Snapshot().Categories() }
	accounts := account.API{Accounts: o.Accounts}
	alternatives := alternatives.API{Queries: &db.Alternatives, Catalogue: o.Catalogue, Visits: &db.Visits}
	comparisons := compare.API{Queries: &db.Verdicts, Catalogue: o.Catalogue, Site: o.Site, Visits: &db.Visits}
	collections := collections.API{Queries: &db.Collections, Catalogue: o.Catalogue, Site: o.Site, Visits: &db.Visits}
	pages := []visits.PageKind{alternatives.Pages(), comparisons.Pages(), collections.Pages()}
	return []httpapi.Group{
		directory.API{Catalogue: o.Catalogue, Site: o.Site, Accounts: areAccountsOpen, Newsletter: o.Newsletter != nil}.Group(),
		catalog.API{Queries: &db.Catalog, SlugOf: slugOf, Categories: categories}.Group(),
		alternatives.Group(),
		comparisons.Group(),
		collections.Group(),
		site.API{Queries: &db.Site, Site: o.Site, Images: o.Images}.Group(),
		media.API{Library: o.Images}.Group(),
		inbox.API{Inbox: o.Inbox, Visitor: accounts.Visitor, Catalogue: o.Catalogue, SubmitForm: o.SubmitForm, SendsMail: o.SendsMail}.Group(),
		accounts.Group(),
		readers.API{Accounts: o.Accounts, Inbox: o.Inbox, Newsletter: o.Newsletter, Catalogue: o.Catalogue}.Group(),
		newsletter.API{Newsletter: o.Newsletter, Visitor: accounts.Visitor, Catalogue: o.Catalogue, Site: o.Site}.Group(),
		visits.API{Counter: o.Visits, Queries: &db.Visits, Catalogue: o.Catalogue, Pages: pages}.Group(),
		reach.API{Reporter: reach.NewReporter(o.Catalogue, o.Site)}.Group(),
		indexnow.API{Queries: &db.IndexNow}.Group(),
		records.API{Queries: &db.Records}.Group(),
		logos.API{Queries: &db.LogoSearch, Wake: o.WakeLogos}.Group(),
		assist.API{Assistant: o.Assistant, Record: db.Record, Catalogue: o.Catalogue}.Group(),
		mirror.API{Mirror: o.Mirror, Store: &db.Syncs, Catalogue: o.Catalogue, CommandFlags: o.CommandFlags, Program: o.Program}.Group(),
	}
}
