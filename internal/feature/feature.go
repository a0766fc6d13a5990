// Package feature is what a feature that can be taken out gets from the program, and what it brings to it.
//
// # To change
//
//   - what features get: Kits; what they bring: Feature for the database and commands, Parts for a running site
//   - which features there are: internal/features; who joins what they bring: internal/store, internal/app and cmd/vitrine
package feature

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/attention"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/metrics"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Scheduler is the audit's actor for scheduled jobs.
const Scheduler = "clock"

// Feature is a feature: what it has in the database, and how it is opened. A feature has what it needs; the rest is zero.
type Feature struct {
	Name    string            // of its folder
	Kinds   records.Kinds     // what editors write of it
	Pages   []*pages.Page     // that every site has, after those of app.Pages
	Screens map[string]string // titles of administrators' screens by their paths; web/src/admin-features.ts has the same

	// ReadCatalog adds its changes since a version of the catalogue; since version 0, everything.
	ReadCatalog func(ctx context.Context, tx db.Tx, since int64, to *catalog.Changes) error
	// ReadSettings adds what pages show beside the catalogue.
	ReadSettings func(ctx context.Context, tx db.Tx, to *site.Settings) error
	// Keys are its columns with keys of texts, which a new version of the program may spell otherwise.
	Keys []StoredKey
	// OwnEmails sets what it does about its emails.
	OwnEmails func(o *mail.Owners)
	// CategoryMerged is called in the transaction that merges a category into another, before it does.
	CategoryMerged func(ctx context.Context, w *db.WriteTx, from, into int64) error
	// ImportLink stores the affiliate link of a row of an import, and reports whether that changes something.
	ImportLink func(ctx context.Context, w *db.WriteTx, product int64, link catalog.LinkDraft) (changed bool, err error)
	// ExportLinks returns the affiliate links of products for an export of the catalogue alone.
	ExportLinks func(c *records.Content) map[int64]catalog.LinkDraft
	// AddressChanged is called in the transaction in which a user's new address replaces the former one.
	AddressChanged func(ctx context.Context, w *db.WriteTx, from, to string) error

	// Open builds the feature for a running site. With zero Kits its calls can be described, but not made. Nil: it is pages alone.
	Open func(k *Kits) (Parts, error)
}

// StoredKey is a column with a key of a text, by which the text is found in any spelling. The text is stored beside it.
type StoredKey struct {
	Table, Text, Key string // Text is an expression
	Where            string // of the rows that are found by it
	IsUnique         bool
	KeyOf            func(text string) string
}

// Kits is what features are built from: the settings and the parts of a site that every site has.
type Kits struct {
	Settings     config.Serve
	Origin       string // scheme and host of the site, without a trailing slash
	Program      string // version of the program
	CommandFlags string // the options with which commands find this site's data
	Logger       *slog.Logger

	DB        *db.DB
	Kinds     records.Kinds // of the whole site
	Catalog   *catalog.Queries
	Catalogue *browse.Live
	Site      *site.Live
	Accounts  *account.Accounts
	Inbox     *inbox.Inbox
	Visits    *visits.Queries
	Counter   *visits.Counter
	Files     media.Files
	Images    *media.Library
	Websites  *fetch.Hosts // of tools; all features share the pace at which a host is asked
	Emails    *emails.Templates
	Mail      func()                          // called when an email may be ready to send; nil: the site sends none
	BackUp    func(ctx context.Context) error // backs the site up before its content is replaced

	BackUpBeforeImport func(ctx context.Context) error // backs the site up before a large import

	// Set after the features are open, before the site serves:

	ChangedSince  func(since time.Time) (paths []string, newest time.Time) // addresses of pages that have changed
	AcquireWorker func() (release func(), err error)                       // takes one of the API's worker slots
	Searched      Searched                                                 // each search is reported to it; nil: no feature has one
}

// Parts is what a feature brings to a running site.
type Parts struct {
	Calls     httpapi.Group
	Views     []visits.PageKind           // pages whose views are counted
	Jobs      []jobs.Job                  // on a clock, in one copy of the program at a time
	Run       []func(ctx context.Context) // in every copy, until ctx ends
	Composes  map[mail.Kind]mail.Composer // the emails that it writes when they are sent
	MCP       http.Handler                // serves /mcp
	Counters  []metrics.Counter           // for Prometheus
	Attention []attention.Source          // what needs an administrator
	// Linked returns the products in a state of their website; nil in all features but one.
	Linked func(ctx context.Context, state string) ([]int64, error)
	// Clicked records a click that leads to an affiliate link, or comes from a booked place; nil in all features but one.
	Clicked func(r *http.Request, click pages.Click)
	// OldURL returns what a URL of the site's earlier program leads to; nil in all features but one.
	OldURL func(v *pages.View, u *url.URL) (pages.OldURL, bool)
	// Searched gets each search of a visitor; nil in all features but one.
	Searched Searched
}

// Searched gets the words that a client (source.From) searches for, and whether it may still be typing them. It never waits.
type Searched func(ctx context.Context, words string, isTyping bool)
