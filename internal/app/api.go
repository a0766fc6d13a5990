// Package app joins the features to one program.
//
// # To change
//
//   - which features can be taken out: internal/features; those that every site has: groups in api.go
//   - the whole route table is docs/api-routes.md, which make generate writes; a test calls every route without permission, and
//     each needs a success in admin_test.go
package app

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/attention"
	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/directory"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/productlist"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/revision"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Options are what the API is made of.
type Options struct {
	Kits       *feature.Kits
	Parts      []feature.Parts   // of the features that are open
	Clock      *jobs.Clock       // of the scheduled jobs
	Backups    *backup.Places    // where backups are
	SubmitForm inbox.SubmitForm  // the configured form; zero: the site's own
	Products   *productlist.List // the administrator's list; nil: one of its own
	Memory     int64             // bytes of cached answers; zero means 32 MB
	Workers    int               // answers generated concurrently; zero means 16 for each processor
}

// NewAPI returns the API. It panics if the route table has a mistake.
func NewAPI(o Options) *httpapi.API { return newAPI(o, groups(o)) }

func newAPI(o Options, groups []httpapi.Group) *httpapi.API {
	k := o.Kits
	served := httpapi.Options{Groups: groups, Logger: k.Logger, Memory: o.Memory, Workers: o.Workers,
		Revision: func() revision.Revision { return browse.Revision(k.Catalogue, k.Site) }}
	if k.Accounts != nil {
		served.Identify = account.API{Accounts: k.Accounts}.Caller
	}
	return httpapi.New(served)
}

// Description returns the OpenAPI 3.1 description of all calls. `make generate` writes it to api/openapi.yaml.
func Description() *huma.OpenAPI { return httpapi.Describe(groups(unopened())) }

// unopened is the options of an API whose calls can be described, but not made.
func unopened() Options {
	k := &feature.Kits{DB: new(db.DB), Kinds: store.Kinds()}
	parts, err := features.Open(k)
	if err != nil { // only a setting can be wrong, and there is none
		panic(err)
	}
	return Options{Kits: k, Parts: parts}
}

// groups returns the calls of all features, those of a feature next to each other.
func groups(o Options) []httpapi.Group {
	k := o.Kits
	accounts := account.API{Accounts: k.Accounts}
	slugOf := func(id int64) string { return k.Catalogue.Snapshot().SlugOf(id) }
	categories := func() []catalog.Category { return k.Catalogue.Snapshot().Categories().All() }
	needs := Needs(k, o.Parts)
	backups := backup.API{Jobs: &jobs.Queries{DB: k.DB}, Every: k.Settings.BackupEvery, Places: o.Backups, Clock: o.Clock, Accounts: k.Accounts}
	var views []visits.PageKind
	products := o.Products
	if products == nil {
		products = NewProducts(k, o.Parts)
	}
	for _, parts := range o.Parts {
		views = append(views, parts.Views...)
	}
	all := []httpapi.Group{
		directory.API{Catalogue: k.Catalogue, Site: k.Site, Accounts: k.Accounts != nil && k.Accounts.AreOpen(), Newsletter: k.Settings.HasNewsletter()}.Group(),
		catalog.API{Queries: k.Catalog, SlugOf: slugOf, Categories: categories, Needing: products.Needing}.Group(),
		products.Group(),
		site.API{Queries: &site.Queries{DB: k.DB}, Site: k.Site, Fit: k.Images.Fit}.Group(),
		media.API{Library: k.Images}.Group(),
		inbox.API{Inbox: k.Inbox, Visitor: accounts.Visitor, Catalogue: k.Catalogue, SubmitForm: o.SubmitForm, SendsMail: k.Mail != nil}.Group(),
		accounts.Group(),
		visits.API{Counter: k.Counter, Queries: k.Visits, Catalogue: k.Catalogue, Pages: views}.Group(),
		jobs.API{Clock: o.Clock, Queries: backups.Jobs}.Group(),
		backups.Group(),
		attention.API{Sources: needs}.Group(),
		records.API{Queries: &records.Queries{DB: k.DB, Kinds: k.Kinds}}.Group(),
	}
	for _, parts := range o.Parts {
		if parts.Calls.Name != "" {
			all = append(all, parts.Calls)
		}
	}
	return all
}

// NewProducts returns the administrator's list of products.
func NewProducts(k *feature.Kits, opened []feature.Parts) *productlist.List {
	products := productlist.New(productlist.Options{Catalogue: k.Catalogue, MinText: func() int { return k.Site.Settings().Index.Description }})
	for _, parts := range opened {
		if parts.Linked != nil {
			products.Linked = parts.Linked
		}
	}
	return products
}

// manyFailed is how many failed sign-ins need an administrator: more than people mistype.
const manyFailed = 20

// Needs returns what may need an administrator: what every site has, the most urgent first, and what features bring.
func Needs(k *feature.Kits, opened []feature.Parts) []attention.Source {
	backups := backup.API{Jobs: &jobs.Queries{DB: k.DB}, Every: k.Settings.BackupEvery}
	needs := []attention.Source{
		{Kind: "submissions", Area: httpapi.Inbox, URL: "/admin/queue", Count: func(ctx context.Context) (int, error) { return k.Inbox.Queries.CountWaiting(ctx) }},
		{Kind: "emails", Area: httpapi.Inbox, URL: "/admin/queue", Count: func(ctx context.Context) (int, error) {
			return k.Inbox.Queries.CountUnsent(ctx, time.Now().Add(-attention.Recently))
		}},
		{Kind: "sign-ins", Area: httpapi.People, URL: "/admin/history?action=login_failed", Count: func(ctx context.Context) (int, error) {
			failed, err := account.SessionQueries{DB: k.DB}.CountFailedLogins(ctx, time.Now().Add(-attention.Recently))
			if failed < manyFailed {
				failed = 0
			}
			return failed, err
		}},
		{Kind: "jobs", Area: httpapi.Settings, URL: "/admin/jobs", Count: backups.Jobs.CountFailed},
		{Kind: "backup", Area: httpapi.Settings, URL: "/admin/jobs", Count: backups.Overdue},
		{Kind: "ending", Area: httpapi.Catalog, URL: "/admin?needs=ends", Count: func(context.Context) (int, error) { return browse.Ending(k.Catalogue.Snapshot(), time.Now()), nil }},
	}
	for _, parts := range opened {
		needs = append(needs, parts.Attention...)
	}
	return needs
}
