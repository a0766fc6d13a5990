// Package store joins the queries of the features on one open database, SQLite or PostgreSQL, and has those that read several
// features at once. Its tests are those of all queries.
//
// # To change
//
//   - what editors write, and what an undo reverts: kinds.go
//   - what a query may read: plan_test.go checks the plans, plan_calls_test.go calls every method (-run Queries)
//   - what the catalogue in memory is made from: catalog.go; keys that a new version spells otherwise: stored_key.go
//   - what "vitrine check" checks: check.go, internal/db/check*.go, cmd/vitrine/check*.go
package store

import (
	"context"
	"errors"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/quota"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Options say where the database is.
type Options = db.Options

// Store runs the queries on an open database, its own and those of the features.
type Store struct {
	*db.DB
	Mail
	Inbox
	Catalog
	account.UserQueries
	account.SessionQueries
	account.CodeQueries
	account.FavoriteQueries
	Site
	Records
	Images
	Leases
	Quotas
	Visits
}

// The queries of the features.
type (
	Inbox   = inbox.Queries
	Mail    = mail.Queries
	Catalog = catalog.Queries
	Site    = site.Queries
	Records = records.Queries
	Images  = media.Queries
	Leases  = jobs.Queries
	Quotas  = quota.Queries
	Visits  = visits.Queries
)

func newStore(d *db.DB) *Store {
	kinds := Kinds()
	kinds.SumUp(d)
	return &Store{
		DB:      d,
		Mail:    Mail{DB: d, Owners: owners()},
		Inbox:   Inbox{DB: d},
		Catalog: Catalog{DB: d, Purging: kinds.Purge, Merging: categoryMerged, Linking: importLink()},
		Site:    Site{DB: d},
		Records: Records{DB: d, Kinds: kinds},
		Images:  Images{DB: d, Named: kinds.Uploads},
		Leases:  Leases{DB: d},
		Quotas:  Quotas{DB: d},
		Visits:  Visits{DB: d},

		UserQueries: account.UserQueries{DB: d}, SessionQueries: account.SessionQueries{DB: d},
		CodeQueries: account.CodeQueries{DB: d, AddressChanged: addressChanged}, FavoriteQueries: account.FavoriteQueries{DB: d},
	}
}

// Open opens the database as db.Open does and, unless o.Existing is set, updates the keys of addresses and names and makes gaps
// in the order of many products.
func Open(ctx context.Context, o Options) (*Store, error) {
	opened, err := db.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	s := newStore(opened)
	if o.Existing {
		return s, nil
	}
	if err := errors.Join(s.renewKeys(ctx), s.SpreadOrder(ctx)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// owners returns what the features do about their emails.
func owners() mail.Owners {
	o := mail.Owners{SubmissionEnded: inbox.EndEmail}
	for _, f := range features.All {
		if f.OwnEmails != nil {
			f.OwnEmails(&o)
		}
	}
	return o
}

func categoryMerged(ctx context.Context, w *db.WriteTx, from, into int64) error {
	for _, f := range features.All {
		if f.CategoryMerged == nil {
			continue
		}
		if err := f.CategoryMerged(ctx, w, from, into); err != nil {
			return err
		}
	}
	return nil
}

// importLink returns what stores the affiliate links of an import, or nil if no feature does.
func importLink() func(ctx context.Context, w *db.WriteTx, product int64, link catalog.LinkDraft) (changed bool, err error) {
	for _, f := range features.All {
		if f.ImportLink != nil {
			return f.ImportLink
		}
	}
	return nil
}

func addressChanged(ctx context.Context, w *db.WriteTx, from, to string) error {
	for _, f := range features.All {
		if f.AddressChanged == nil {
			continue
		}
		if err := f.AddressChanged(ctx, w, from, to); err != nil {
			return err
		}
	}
	return nil
}
