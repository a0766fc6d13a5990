package imports

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// Bounds of the job.
const (
	imagesAtOnce = 200              // of a host that are read from the database at a time
	saveAt       = 100              // images that are saved with one change of their products …
	saveAfter    = 30 * time.Second // … or those of this time
	maxTries     = 3
	tryAgain     = time.Hour
	maxKnown     = 1_000 // images of a host that are remembered, as many tools may have the same
)

// Why an image can't be saved.
const (
	errNoImage  = fetch.Reason("It isn't a JPG, PNG, GIF or WebP image.")
	errTooLarge = fetch.Reason("It is larger than 10 MB.")
	errDamaged  = fetch.Reason("The image is damaged, or too large to be read.")
)

// Options configure a Job.
type Options struct {
	Queries *Queries
	Images  *media.Library
	Hosts   *fetch.Hosts
	Logger  *slog.Logger
}

// Job saves the images that imported tools have at other sites. The rows of those that are left are in the database, so it goes on after a
// restart. It is safe for concurrent use.
type Job struct {
	*jobs.Run
	options Options
	saved   atomic.Int64

	mu      sync.Mutex
	waiting []Found // read, and not saved with their products yet
	since   time.Time
}

// New returns a Job.
func New(o Options) *Job {
	j := &Job{options: o}
	j.Run = jobs.NewRun(jobs.Run{Name: "import-images", DB: o.Queries.DB, Active: o.Queries.Active, Work: j.work, Logger: o.Logger})
	return j
}

// Saved returns how many images this process has saved.
func (j *Job) Saved() int64 { return j.saved.Load() }

// Tidy forgets images that failed long ago, and says how many are left.
func (j *Job) Tidy(ctx context.Context) (string, error) {
	if err := j.options.Queries.Prune(ctx); err != nil {
		return "", err
	}
	status, err := j.options.Queries.Status(ctx)
	if status.Pending > 0 {
		j.Wake()
	}
	return fmt.Sprintf("%d images to save, %d couldn't be saved", status.Pending, status.Failed), err
}

// Found is the outcome for an image: one of a product's logo and images that is saved, why not, or that the product has it no more.
type Found struct {
	Image
	AsLogo, AsScreenshot media.Added // empty: the image is not the product's logo, or not among its images
	Reason               fetch.Reason
	IsTransient          bool // it may be there later
}

// work saves all images that are due, host by host. An error of this site ends it early: the images stay due.
func (j *Job) work(ctx context.Context) error {
	j.waiting = nil
	if err := j.options.Hosts.Pause(ctx); err != nil {
		return err
	}
	for {
		count, err := jobs.EachHost(ctx, j.options.Queries.DueHosts, j.host)
		if ctx.Err() == nil {
			err = errors.Join(err, j.save(ctx, 0))
		}
		if err != nil || count == 0 {
			return err
		}
	}
}

// host reads the images of a host that are due, one after the other.
func (j *Job) host(ctx context.Context, host string) error {
	known := map[string]Found{}
	for last := (Image{}); ; {
		images, err := j.options.Queries.Due(ctx, host, last, imagesAtOnce)
		if err != nil || len(images) == 0 {
			return err
		}
		for _, one := range images {
			result, err := j.read(ctx, one, known)
			if err != nil {
				return fmt.Errorf("save an image of an imported tool: %w", err)
			}
			j.mu.Lock()
			if len(j.waiting) == 0 {
				j.since = time.Now()
			}
			j.waiting = append(j.waiting, result)
			j.mu.Unlock()
			if err := j.save(ctx, saveAt); err != nil {
				return err
			}
		}
		last = images[len(images)-1]
	}
}

// save gives products their images once there are enough, or some time has passed.
func (j *Job) save(ctx context.Context, enough int) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.waiting) == 0 || len(j.waiting) < enough && time.Since(j.since) < saveAfter {
		return nil
	}
	saved, err := j.options.Queries.Save(ctx, j.waiting)
	if err == nil {
		j.waiting = nil
		j.saved.Add(int64(saved))
	}
	return err
}

// read reads an image of a product and stores it. Its error is one of the context or of this site.
func (j *Job) read(ctx context.Context, one Image, known map[string]Found) (Found, error) {
	result := Found{Image: one}
	isLogo, isScreenshot := one.isLogo(), one.isScreenshot()
	if !isLogo && !isScreenshot {
		return result, nil
	}
	if before, isKnown := known[one.URL]; isKnown && (before.AsLogo.URL != "") == isLogo && (before.AsScreenshot.URL != "") == isScreenshot {
		before.Image = one
		return before, nil
	}
	answer, err := j.options.Hosts.Get(ctx, one.URL, media.AcceptFetched, media.MaxFile)
	switch {
	case ctx.Err() != nil:
		return result, ctx.Err()
	case err != nil:
		if !errors.As(err, &result.Reason) {
			return result, err
		}
		result.IsTransient = result.Reason == fetch.ErrSilent || result.Reason == fetch.ErrBusy
		return result, nil
	case answer.Status != http.StatusOK:
		result.Reason, result.IsTransient = fetch.Reason(fmt.Sprintf("The website answered with status %d.", answer.Status)), answer.Status >= http.StatusInternalServerError
		return result, nil
	case answer.Truncated:
		result.Reason = errTooLarge
		return result, nil
	}
	for _, use := range []struct {
		isUsed bool
		kind   media.Kind
		to     *media.Added
	}{{isLogo, media.Logo, &result.AsLogo}, {isScreenshot, media.Screenshot, &result.AsScreenshot}} {
		if !use.isUsed {
			continue
		}
		if *use.to, err = j.store(ctx, one, use.kind, answer.Body); err != nil {
			if !errors.As(err, &result.Reason) {
				return result, err
			}
			return result, nil
		}
	}
	if len(known) < maxKnown {
		known[one.URL] = result
	}
	return result, nil
}

// store converts and stores an image. What is wrong with the image is a Reason.
func (j *Job) store(ctx context.Context, one Image, kind media.Kind, file []byte) (media.Added, error) {
	upload := media.Upload{File: file, Kind: kind, OriginalName: one.fileName(), ProductName: one.Name}
	added, err := media.WhenFree(ctx, func() (media.Added, error) { return j.options.Images.AddFetched(ctx, one.AddedBy, upload) })
	if err == nil || ctx.Err() != nil {
		return added, err
	}
	switch fault.From(err).Kind {
	case fault.WrongType:
		return added, errNoImage
	case fault.TooLarge:
		return added, errTooLarge
	case fault.Invalid:
		return added, errDamaged
	}
	return added, err
}

// isLogo and isScreenshot report whether the product has the image as one.
func (i Image) isLogo() bool       { return !i.IsDeleted && i.Logo == i.URL }
func (i Image) isScreenshot() bool { return !i.IsDeleted && slices.Contains(i.images(), i.URL) }
