package mirror

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"sync"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// LogosSynced is the result of a sync of the images.
type LogosSynced struct {
	Synced   int           `json:"synced" doc:"Images copied from production"`
	Missing  int           `json:"missing" doc:"Images that are named here and are on neither site"`
	Failed   int           `json:"failed" doc:"Images that couldn't be copied for another reason"`
	Failures []LogoFailure `json:"failures" nullable:"false" doc:"The first 100 of those, by name"`
}

// LogoFailure is an image that could not be copied, and why.
type LogoFailure struct {
	Name    string `json:"name" doc:"The file's name"`
	Product string `json:"product" doc:"Name of a product that shows it; empty where only a page does"`
	Reason  string `json:"reason" doc:"In a sentence"`
}

// shownFailures bounds LogosSynced.Failures.
const shownFailures = 100

// SyncLogos copies from production the images that products and pages refer to and this site lacks. A failed image does
// not stop the others.
func (m *Mirror) SyncLogos(ctx context.Context, by string) (LogosSynced, error) {
	done := LogosSynced{Failures: []LogoFailure{}}
	if err := m.Ready(); err != nil {
		return done, err
	}
	have, err := m.options.Store.Content(ctx)
	if err != nil {
		return done, err
	}
	missing, err := m.missing(ctx, have)
	if err != nil || len(missing) == 0 {
		return done, err
	}
	source, err := m.options.Open(ctx)
	if err != nil {
		return done, ofSource(err)
	}
	ctx, stop := context.WithTimeout(ctx, runLimit)
	defer stop()
	defer m.show(Progress{})
	var mu sync.Mutex
	copied, err := m.fetchMissing(ctx, by, source, have, func(name string, err error) error {
		m.options.Logger.WarnContext(ctx, "an image could not be downloaded from production", "name", name, "error", err)
		mu.Lock()
		defer mu.Unlock()
		done.note(name, err)
		return nil
	})
	done.Synced = copied.Added
	slices.SortFunc(done.Failures, func(a, b LogoFailure) int { return cmp.Compare(a.Name, b.Name) })
	done.Failures = done.Failures[:min(len(done.Failures), shownFailures)]
	for i, failure := range done.Failures {
		done.Failures[i].Product = have.showing(failure.Name)
	}
	return done, errors.Join(err, source.Close())
}

// showing returns the name of the first product that shows an image, or "".
func (c *Content) showing(name string) string {
	for _, p := range c.Products() {
		if p.Logo == media.Path+name || slices.Contains(p.Images, media.Path+name) {
			return p.Name
		}
	}
	return ""
}

// note counts an image that was not copied.
func (d *LogosSynced) note(name string, err error) {
	if errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errNameMismatch) {
		d.Missing++
		return
	}
	reason := "It could not be stored here."
	var known *fault.Fault
	switch {
	case errors.Is(err, errNameMismatch):
		reason = "Production sends another image by this name."
	case errors.As(err, &known):
		reason = known.Message
	case errors.Is(err, context.DeadlineExceeded):
		reason = tooSlow
	}
	d.Failed++
	d.Failures = append(d.Failures, LogoFailure{Name: name, Reason: reason})
}
