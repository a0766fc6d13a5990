package archive

import (
	"context"
	"errors"
	"log/slog"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Uploads stores the images of this site.
type Uploads interface {
	// Names returns the file names of all uploads.
	Names(ctx context.Context) ([]string, error)
	// AddJPEG stores an image and returns its URL path, which depends on the content alone.
	AddJPEG(ctx context.Context, by, originalName string, jpeg []byte) (address string, err error)
}

// StoredUploads are the Uploads of a site.
type StoredUploads struct {
	media.Files
	Library *media.Library
}

// AddJPEG stores an image in the library.
func (u StoredUploads) AddJPEG(ctx context.Context, by, originalName string, jpeg []byte) (string, error) {
	return u.Library.AddJPEG(ctx, by, originalName, jpeg)
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

// Progress is how far a run is; the zero value means that none runs.
type Progress struct {
	Phase string `json:"phase" enum:",reading,images,writing" doc:"Empty: no run of this process is under way"`
	Done  int    `json:"done"`
	Total int    `json:"total" doc:"0 where it is not known"`
}

// Copier replaces the content of this site by that of a Source.
type Copier struct {
	Store   *Queries
	Uploads Uploads
	Program string                          // this site's version of the program
	Before  func(ctx context.Context) error // backs this site's data up before a change; nil: no backup
	Show    func(p Progress)                // is told how far a copy is; nil: nobody is
	Logger  *slog.Logger
}

func (c *Copier) show(p Progress) {
	if c.Show != nil {
		c.Show(p)
	}
}

// Messages that say why nothing is copied, and the name of the lock.
const (
	sameSite   = "The source is this site itself. Please set the URL of production's database, not of this site's."
	isRunning  = "A sync is running already."
	unreadable = "The production site can't be read."
	TooSlow    = "The production site took too long."
	notTaken   = "The content couldn't be copied. Nothing was changed."
	noBackup   = "This site couldn't be backed up first. Nothing was changed."
	LockName   = "sync"
)

// RunningCode is the fault's code while another sync runs.
const RunningCode = "sync_running"

func ErrRunning() error {
	f := fault.New(fault.Conflict, isRunning)
	f.Code = RunningCode
	return f
}

// Import replaces this site's content with that of an export, whatever the site's role: the caller has access to the
// site's data. While a sync or another import runs, it returns a Conflict.
func (c *Copier) Import(ctx context.Context, by string, source Source) (counts Counts, leftOut []string, err error) {
	acquired, err := c.Store.WithLock(ctx, LockName, func(ctx context.Context) error {
		want, err := c.ReadFrom(ctx, source)
		if err != nil {
			return err
		}
		counts, err = c.ApplyContent(ctx, by, "import", source, want)
		leftOut = want.LeftOut
		return err
	})
	if err == nil && !acquired {
		err = ErrRunning()
	}
	return counts, leftOut, err
}

// ApplyContent applies checked content: first the images, then everything else at once.
func (c *Copier) ApplyContent(ctx context.Context, by, action string, source Source, want *Content) (Counts, error) {
	if err := c.backUp(ctx, want); err != nil {
		return nil, err
	}
	images, err := c.FetchMissing(ctx, by, source, want, c.needsAll(ctx))
	if err != nil {
		return nil, err
	}
	c.show(Progress{Phase: "writing"})
	done, err := c.Store.ReplaceContent(ctx, by, action, want, func(done, total int) {
		c.show(Progress{Phase: "writing", Done: done, Total: total})
	})
	if err != nil {
		return nil, because(err, fault.Internal, notTaken)
	}
	counts := done.Counts()
	counts["images"] = images
	return counts, nil
}

// backUp backs this site's data up, if any of it will change.
func (c *Copier) backUp(ctx context.Context, want *Content) error {
	if c.Before == nil {
		return nil
	}
	have, err := c.Store.Content(ctx)
	if err != nil || Compare(have, want.Over(have)).Empty() {
		return err
	}
	if err := c.Before(ctx); err != nil {
		return fault.Because(fault.Unavailable, noBackup, err)
	}
	return nil
}

func (c *Copier) ReadFrom(ctx context.Context, source Source) (*Content, error) {
	here, err := c.Store.Identity(ctx)
	if err != nil {
		return nil, err
	}
	want, there, err := source.Read(ctx, c.Store.Kinds)
	if err != nil {
		return nil, OfSource(c.orUpgrade(err, nil))
	}
	if here == there {
		return nil, fault.New(fault.Conflict, sameSite)
	}
	if len(want.LeftOut) > 0 {
		c.Logger.WarnContext(ctx, "production runs a newer version; content that this version does not know is left out",
			"left out", want.LeftOut, "theirs", orUnknown(want.Program), "ours", orUnknown(c.Program))
	}
	return want, c.orUpgrade(want.Check(), want)
}

// Compare returns what an Import of the source would change. It writes nothing.
func (c *Copier) Compare(ctx context.Context, source Source) (Difference, error) {
	want, err := c.ReadFrom(ctx, source)
	if err != nil {
		return Difference{}, err
	}
	return c.Differences(ctx, want)
}

// Differences returns the changes that turn this site's content into want. It writes nothing.
func (c *Copier) Differences(ctx context.Context, want *Content) (Difference, error) {
	have, err := c.Store.Content(ctx)
	if err != nil {
		return Difference{}, err
	}
	want = want.Over(have)
	missing, err := c.Missing(ctx, want)
	if err != nil {
		return Difference{}, err
	}
	d := Compare(have, want)
	d.LeftOut = want.LeftOut
	images := KindDifference{Kind: "images", Count: Count{Total: len(want.Uploads()), Added: len(missing)}, Rows: []RowDifference{}}
	for _, name := range missing {
		images.show(RowDifference{ID: name, Name: name, Change: "added"})
	}
	d.Kinds = append(d.Kinds, images)
	return d, nil
}

// because turns an error into a fault that people may read: it keeps a fault, maps an exceeded deadline to
// GatewayTimeout, and gives any other error the kind and the sentence.
func because(err error, kind fault.Kind, sentence string) error {
	var known *fault.Fault
	switch {
	case errors.As(err, &known):
		return err
	case errors.Is(err, context.DeadlineExceeded):
		return fault.Because(fault.GatewayTimeout, TooSlow, err)
	}
	return fault.Because(kind, sentence, err)
}

// OfSource is because for errors of the source. Its database reports Unavailable with the same message as this site's,
// so that becomes BadGateway.
func OfSource(err error) error {
	if fault.Is(err, fault.Unavailable) {
		return fault.Because(fault.BadGateway, unreadable, err)
	}
	return because(err, fault.BadGateway, unreadable)
}
