package mirror

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/records"
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

// Uploads stores the images of this site.
type Uploads interface {
	// Names returns the file names of all uploads.
	Names(ctx context.Context) ([]string, error)
	// AddJPEG stores an image and returns its URL path, which depends on the content alone.
	AddJPEG(ctx context.Context, by, originalName string, jpeg []byte) (address string, err error)
}

// Source is the site to copy from.
type Source interface {
	// Read returns the site's content of these kinds at one moment, and its identity as in Store.
	Read(ctx context.Context, kinds records.Kinds) (content *Content, identity string, err error)
	// Image returns an upload; fs.ErrNotExist if the source does not have it.
	Image(ctx context.Context, name string) ([]byte, error)
	// Has reports whether the source has an upload.
	Has(ctx context.Context, name string) (bool, error)
	Close() error
}

// Options configures a Mirror.
type Options struct {
	Store       *Queries
	Uploads     Uploads
	Program     string                                    // this site's version of the program
	Development bool                                      // this site's role; nothing is ever copied to a production site
	Open        func(ctx context.Context) (Source, error) // nil: no source is configured
	Before      func(ctx context.Context) error           // backs this site's data up before a change; nil: no backup
	Secrets     [][]byte                                  // of the webhook; none: every delivery is refused
	Logger      *slog.Logger
}

// Mirror copies the source to this site. It is safe for concurrent use.
type Mirror struct {
	options Options
	asked   chan struct{} // capacity 1: all requests during a sync become one more sync

	mu       sync.Mutex
	progress Progress // of this process's run
	answers  answers
}

// New returns a Mirror.
func New(o Options) *Mirror { return &Mirror{options: o, asked: make(chan struct{}, 1)} }

// Messages that say why nothing is copied, and the name of the lock.
const (
	isProduction = "This site's role is production, and nothing is ever copied to a production site. A development site has VITRINE_ROLE=development."
	noSource     = "No source is configured. Please set VITRINE_PRODUCTION_DATABASE_URL, or VITRINE_PRODUCTION_URL and VITRINE_PRODUCTION_TOKEN."
	sameSite     = "The source is this site itself. Please set the address of production's database, not of this one."
	isRunning    = "A sync is running already."
	unreadable   = "The production site cannot be read."
	tooSlow      = "The production site took too long."
	notTaken     = "The content could not be taken over. Nothing was changed."
	noBackup     = "What is here could not be backed up before. Nothing was changed."
	lockName     = "sync"
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

// because turns an error into a fault that people may read: it keeps a fault, maps an exceeded deadline to
// GatewayTimeout, and gives any other error the kind and the sentence.
func because(err error, kind fault.Kind, sentence string) error {
	var known *fault.Fault
	switch {
	case errors.As(err, &known):
		return err
	case errors.Is(err, context.DeadlineExceeded):
		return fault.Because(fault.GatewayTimeout, tooSlow, err)
	}
	return fault.Because(kind, sentence, err)
}

// ofSource is because for errors of the source. Its database reports Unavailable with the same message as this site's,
// so that becomes BadGateway.
func ofSource(err error) error {
	if fault.Is(err, fault.Unavailable) {
		return fault.Because(fault.BadGateway, unreadable, err)
	}
	return because(err, fault.BadGateway, unreadable)
}
