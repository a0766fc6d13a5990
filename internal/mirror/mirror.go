package mirror

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"vitrine/internal/fault"
)

// Bounds of a sync.
const (
	runLimit  = 10 * time.Minute
	endLimit  = 30 * time.Second // to note how a run has ended
	together  = 2 * time.Second  // before a sync that was asked for begins: those who ask by then have asked for the same one
	busyPause = time.Second      // before a sync that was asked for looks again whether another one is over

	firstRetry   = 30 * time.Second // after a sync that was asked for and failed; doubled with each
	longestRetry = time.Hour
)

// Store keeps this site.
type Store interface {
	Content(ctx context.Context) (*Content, error)
	// ReplaceContent makes the site's content the one that is wanted: all of it, or nothing.
	ReplaceContent(ctx context.Context, by, action string, want *Content, progress func(done, total int)) (Difference, error)
	// Identity is the same word for two stores of one database.
	Identity(ctx context.Context) (string, error)
	// WithLock does some work while this process alone, of all that share the database, has a name. It does not wait: held is
	// false while somebody else has it. Work's context ends when the name is lost.
	WithLock(ctx context.Context, name string, work func(ctx context.Context) error) (acquired bool, err error)
	BeginRun(ctx context.Context, run Run) (Run, error)
	EndRun(ctx context.Context, run Run) (Run, error)
	// Runs are the newest first.
	Runs(ctx context.Context, most int) ([]Run, error)
	// TakeDelivery remembers a delivery, and reports whether it is new.
	TakeDelivery(ctx context.Context, id string) (isNew bool, err error)
	// SyncPending reports whether a delivery was taken after the last sync that was done had begun.
	SyncPending(ctx context.Context) (bool, error)
}

// Images keeps this site's uploads.
type Uploads interface {
	// Names are what is kept is called.
	Names(ctx context.Context) ([]string, error)
	// AddJPEG keeps an image and gives its address, by its content.
	AddJPEG(ctx context.Context, by, originalName string, jpeg []byte) (address string, err error)
}

// Source is the site that is copied.
type Source interface {
	// Read is the site's content at one moment, and its place as Store's.
	Read(ctx context.Context) (content *Content, identity string, err error)
	// Image is an upload; one that the source has not is fs.ErrNotExist.
	Image(ctx context.Context, name string) ([]byte, error)
	// Has reports whether the source has an upload.
	Has(ctx context.Context, name string) (bool, error)
	Close() error
}

// Options say what is copied to where.
type Options struct {
	Store       Store
	Uploads     Uploads
	Program     string                                    // this site's version of the program
	Development bool                                      // this site's role; where it is production, nothing is ever copied to it
	Open        func(ctx context.Context) (Source, error) // nil: no source is configured
	Before      func(ctx context.Context) error           // puts this site's data by before it is changed; nil: nothing does
	Secrets     [][]byte                                  // of the webhook; none: every delivery is refused
	Logger      *slog.Logger
}

// Mirror copies the source to this site. It is safe for use by many goroutines.
type Mirror struct {
	options Options
	asked   chan struct{} // holds one: however often it is asked for while one runs, one more follows

	mu       sync.Mutex
	progress Progress // of the run of this process
	answers  answers
}

// New makes a mirror.
func New(o Options) *Mirror { return &Mirror{options: o, asked: make(chan struct{}, 1)} }

// The reasons why nothing is copied, as people read them.
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

// Ready reports whether a sync can be tried; the fault says why not.
func (m *Mirror) Ready() error {
	switch {
	case !m.options.Development:
		return fault.New(fault.Conflict, isProduction)
	case m.options.Open == nil:
		return fault.New(fault.Unavailable, noSource)
	}
	return nil
}

// because is an error as people may read it: a fault as it is, a wait that was too long, or the sentence.
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

// ofSource is because for what the source has not given. Its database says that it cannot answer in the words of ours.
func ofSource(err error) error {
	if fault.Is(err, fault.Unavailable) {
		return fault.Because(fault.BadGateway, unreadable, err)
	}
	return because(err, fault.BadGateway, unreadable)
}
