package mirror

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"vitrine/internal/fault"
)

// Bounds of a sync.
const (
	runLimit  = 10 * time.Minute
	endLimit  = 30 * time.Second // to note how a run has ended
	busyPause = time.Second      // before a sync that was asked for looks again whether another one is over
)

// Store keeps this site.
type Store interface {
	Content(ctx context.Context) (*Content, error)
	// ReplaceContent makes the site's content the one that is wanted: all of it, or nothing.
	ReplaceContent(ctx context.Context, by, action string, want *Content, progress func(done, total int)) (Difference, error)
	// Place is the same word for two stores of one database.
	Place(ctx context.Context) (string, error)
	// Hold takes a name for this process alone, of all that share the database. It does not wait.
	Hold(ctx context.Context, name string) (release func(), held bool, err error)
	BeginRun(ctx context.Context, run Run) (Run, error)
	EndRun(ctx context.Context, run Run) (Run, error)
	// Runs are the newest first.
	Runs(ctx context.Context, most int) ([]Run, error)
	// TakeDelivery remembers a delivery, and tells whether it is new.
	TakeDelivery(ctx context.Context, id string) (isNew bool, err error)
	// Owed tells whether a delivery was taken after the last sync that was done had begun.
	Owed(ctx context.Context) (bool, error)
}

// Pictures keeps this site's uploads.
type Pictures interface {
	// Names are what is kept is called.
	Names(ctx context.Context) ([]string, error)
	// Keep keeps a picture and gives its address, by its content.
	Keep(ctx context.Context, by, originalName string, jpeg []byte) (address string, err error)
}

// Source is the site that is copied.
type Source interface {
	// Read is the site's content at one moment, and its place as Store's.
	Read(ctx context.Context) (content *Content, place string, err error)
	// Picture is an upload; one that the source has not is fs.ErrNotExist.
	Picture(ctx context.Context, name string) ([]byte, error)
	// Has tells whether the source has an upload.
	Has(ctx context.Context, name string) (bool, error)
	Close() error
}

// Options say what is copied to where.
type Options struct {
	Store       Store
	Pictures    Pictures
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
	holdName     = "sync"
)

// Ready tells whether a sync can be tried; the fault says why not.
func (m *Mirror) Ready() error {
	switch {
	case !m.options.Development:
		return fault.New(fault.Conflict, isProduction)
	case m.options.Open == nil:
		return fault.New(fault.Unavailable, noSource)
	}
	return nil
}

// Sync copies the source, and waits until that is done. It goes on when nobody waits any more: it is bounded by itself.
// While one runs, here or in another process, another one is a Conflict.
func (m *Mirror) Sync(ctx context.Context, by string, cause Cause) (Run, error) {
	if err := m.Ready(); err != nil {
		return Run{}, err
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), runLimit)
	defer stop()
	release, held, err := m.options.Store.Hold(ctx, holdName)
	if err != nil {
		return Run{}, err
	}
	if !held {
		return Run{}, fault.New(fault.Conflict, isRunning)
	}
	defer release()
	run, err := m.options.Store.BeginRun(ctx, Run{By: by, Cause: cause, Counts: Counts{}})
	if err != nil {
		return Run{}, err
	}
	defer m.show(Progress{})
	counts, failed := m.copy(ctx, by)
	if failed != nil {
		m.options.Logger.ErrorContext(ctx, "sync failed", "run", run.ID, "error", failed)
		run.Failure = fault.From(failed).Message
	} else {
		run.Counts = counts
	}
	ctx, stopEnd := context.WithTimeout(context.WithoutCancel(ctx), endLimit)
	defer stopEnd()
	run, err = m.options.Store.EndRun(ctx, run)
	return run, errors.Join(failed, err)
}

// Import makes this site's content that of an export, whatever the site's role is: somebody who has its data has asked
// for it. While a sync or another import runs it is a Conflict.
func (m *Mirror) Import(ctx context.Context, by string, source Source) (Counts, error) {
	release, held, err := m.options.Store.Hold(ctx, holdName)
	if err != nil {
		return nil, err
	}
	if !held {
		return nil, fault.New(fault.Conflict, isRunning)
	}
	defer release()
	want, err := m.readFrom(ctx, source)
	if err != nil {
		return nil, err
	}
	return m.take(ctx, by, "import", source, want)
}

// Compare is what Import of a source would do. Nothing is written.
func (m *Mirror) Compare(ctx context.Context, source Source) (Difference, error) {
	want, err := m.readFrom(ctx, source)
	if err != nil {
		return Difference{}, err
	}
	return m.compare(ctx, want)
}

// copy is one run of the sync.
func (m *Mirror) copy(ctx context.Context, by string) (Counts, error) {
	m.show(Progress{Phase: "reading"})
	source, want, err := m.read(ctx)
	if err != nil {
		return nil, err
	}
	defer source.Close() //nolint:errcheck // it was read, and nothing was written to it
	return m.take(ctx, by, "sync", source, want)
}

// take takes checked content over: pictures first, then everything else at once.
func (m *Mirror) take(ctx context.Context, by, action string, source Source, want *Content) (Counts, error) {
	if err := m.putBy(ctx, want); err != nil {
		return nil, err
	}
	pictures, err := m.bring(ctx, by, source, want)
	if err != nil {
		return nil, err
	}
	m.show(Progress{Phase: "writing"})
	done, err := m.options.Store.ReplaceContent(ctx, by, action, want, func(done, total int) {
		m.show(Progress{Phase: "writing", Done: done, Total: total})
	})
	if err != nil {
		return nil, because(err, fault.Internal, notTaken)
	}
	counts := done.Counts()
	counts["images"] = pictures
	return counts, nil
}

// putBy has what is here put by, if anything of it will change.
func (m *Mirror) putBy(ctx context.Context, want *Content) error {
	if m.options.Before == nil {
		return nil
	}
	have, err := m.options.Store.Content(ctx)
	if err != nil || Compare(have, want).Empty() {
		return err
	}
	if err := m.options.Before(ctx); err != nil {
		return fault.Because(fault.Unavailable, noBackup, err)
	}
	return nil
}

// read opens the source and reads and checks its content. The caller closes the source.
func (m *Mirror) read(ctx context.Context) (Source, *Content, error) {
	source, err := m.options.Open(ctx)
	if err != nil {
		return nil, nil, because(err, fault.BadGateway, unreadable)
	}
	want, err := m.readFrom(ctx, source)
	if err != nil {
		return nil, nil, errors.Join(err, source.Close())
	}
	return source, want, nil
}

func (m *Mirror) readFrom(ctx context.Context, source Source) (*Content, error) {
	here, err := m.options.Store.Place(ctx)
	if err != nil {
		return nil, err
	}
	want, there, err := source.Read(ctx)
	if err != nil {
		return nil, because(err, fault.BadGateway, unreadable)
	}
	if here == there {
		return nil, fault.New(fault.Conflict, sameSite)
	}
	return want, want.Check()
}

// Preview is what a sync would do now. Nothing is written.
func (m *Mirror) Preview(ctx context.Context) (Difference, error) {
	if err := m.Ready(); err != nil {
		return Difference{}, err
	}
	source, want, err := m.read(ctx)
	if err != nil {
		return Difference{}, err
	}
	defer source.Close() //nolint:errcheck // it was read, and nothing was written to it
	return m.compare(ctx, want)
}

// compare is what has to be done to this site's content to make it the one that is wanted.
func (m *Mirror) compare(ctx context.Context, want *Content) (Difference, error) {
	have, err := m.options.Store.Content(ctx)
	if err != nil {
		return Difference{}, err
	}
	missing, err := m.missing(ctx, want)
	if err != nil {
		return Difference{}, err
	}
	d := Compare(have, want)
	images := KindDifference{Kind: "images", Count: Count{Total: len(want.Images()), Added: len(missing)}, Rows: []RowDifference{}}
	for _, name := range missing {
		images.show(RowDifference{ID: name, Name: name, Change: "added"})
	}
	d.Kinds = append(d.Kinds, images)
	return d, nil
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

func (m *Mirror) show(p Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.progress = p
}

// State is how the sync stands.
type State struct {
	Development bool     `json:"development" doc:"Whether this site's role lets it be written"`
	Configured  bool     `json:"configured" doc:"Whether there is a source"`
	Unready     string   `json:"unready" doc:"Why no sync can be tried, in a sentence; empty where one can"`
	Webhook     bool     `json:"webhook" doc:"Whether deliveries of the webhook are taken"`
	Progress    Progress `json:"progress"`
	Runs        []Run    `json:"runs" nullable:"false" doc:"The latest 10, the newest first"`
}

// State reads how the sync stands.
func (m *Mirror) State(ctx context.Context) (State, error) {
	runs, err := m.options.Store.Runs(ctx, 10)
	s := State{Development: m.options.Development, Configured: m.options.Open != nil, Webhook: len(m.options.Secrets) > 0, Runs: runs}
	if unready := m.Ready(); unready != nil {
		s.Unready = fault.From(unready).Message
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s.Progress = m.progress
	return s, err
}

// Take takes a delivery of the webhook: one that is signed asks for a sync, unless it was taken before.
func (m *Mirror) Take(ctx context.Context, header http.Header, body []byte) error {
	id, err := m.verify(header, body, time.Now())
	if err != nil {
		return err
	}
	if err := m.Ready(); err != nil {
		return err
	}
	isNew, err := m.options.Store.TakeDelivery(ctx, id)
	if err == nil && isNew {
		m.Ask()
	}
	return err
}

// Ask has Run copy the source soon. To ask again before it begins is to ask once.
func (m *Mirror) Ask() {
	select {
	case m.asked <- struct{}{}:
	default:
	}
}

// Run makes the syncs that are asked for, one after the other, until ctx ends; first the one that is owed from before.
func (m *Mirror) Run(ctx context.Context) {
	if m.Ready() != nil {
		return
	}
	if owed, err := m.options.Store.Owed(ctx); err != nil {
		m.options.Logger.ErrorContext(ctx, "see whether a sync is owed", "error", err)
	} else if owed {
		m.Ask()
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.asked:
		}
		_, err := m.Sync(ctx, "webhook", Webhook)
		if !fault.Is(err, fault.Conflict) {
			continue // it is done, or its failure is noted
		}
		m.Ask() // the one that runs may have read before what this one was asked for
		select {
		case <-ctx.Done():
		case <-time.After(busyPause):
		}
	}
}
