// Package mirror copies the content of production to a development site.
//
// # To change
//
//   - when it copies: sync.go, asked.go, webhook.go; -run "Sync|Deliver" in internal/app; what it copies: internal/archive
//   - the webhook: webhook_notice.go, notifier.go; the logos' status: logos.go
//   - what production is read from: remote.go, feature.go
package mirror

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Bounds of a sync.
const (
	runLimit    = 10 * time.Minute
	endLimit    = 30 * time.Second // for recording the end of a run
	gatherDelay = 2 * time.Second  // between a request and its sync: requests made in between join it
	busyPause   = time.Second      // before a requested sync checks again whether another one has ended

	firstRetry   = 30 * time.Second // after a requested sync has failed; doubles with each failure
	longestRetry = time.Hour
)

// Options configures a Mirror.
type Options struct {
	Store       *Queries
	Uploads     archive.Uploads
	Program     string                                            // this site's version of the program
	Development bool                                              // this site's role; nothing is ever copied to a production site
	Open        func(ctx context.Context) (archive.Source, error) // nil: no source is configured
	Before      func(ctx context.Context) error                   // backs this site's data up before a change; nil: no backup
	Secrets     [][]byte                                          // of the webhook; none: every delivery is refused
	Logger      *slog.Logger
}

// Mirror copies the source to this site. It is safe for concurrent use.
type Mirror struct {
	options Options
	copier  *archive.Copier
	asked   chan struct{} // capacity 1: all requests during a sync become one more sync

	mu       sync.Mutex
	progress archive.Progress // of this process's run
	answers  answers
}

// New returns a Mirror.
func New(o Options) *Mirror {
	m := &Mirror{options: o, asked: make(chan struct{}, 1)}
	m.copier = &archive.Copier{
		Store: &archive.Queries{DB: o.Store.DB, Kinds: o.Store.Kinds}, Uploads: o.Uploads, Program: o.Program, Before: o.Before, Logger: o.Logger, Show: m.show,
	}
	return m
}

// Messages that say why nothing is copied.
const (
	isProduction = "This is the production site; sync never writes to it. Set VITRINE_ROLE=development on the site you want to sync to."
	noSource     = "No source is configured. Please set VITRINE_PRODUCTION_DATABASE_URL, or VITRINE_PRODUCTION_URL and VITRINE_PRODUCTION_TOKEN."
)

// Ready returns nil if a sync can start, and else a fault that says why not.
func (m *Mirror) Ready() error {
	switch {
	case !m.options.Development:
		return fault.New(fault.Conflict, isProduction)
	case m.options.Open == nil:
		return fault.New(fault.Unavailable, noSource)
	}
	return nil
}
