package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/vitrine-directory/vitrine/internal/media"
)

// Fetchers is how many images are fetched at the same time.
const Fetchers = 8

// Missing returns the images that the content refers to and this site does not have.
func (c *Copier) Missing(ctx context.Context, want *Content) ([]string, error) {
	names, err := c.Uploads.Names(ctx)
	if err != nil {
		return nil, fmt.Errorf("see which images are here: %w", err)
	}
	here := make(map[string]bool, len(names))
	for _, name := range names {
		here[name] = true
	}
	var missing []string
	for _, name := range want.Uploads() {
		if !here[name] {
			missing = append(missing, name)
		}
	}
	return missing, nil
}

// ErrNameMismatch is the error for an image whose content does not match its name, the SHA-256 of its bytes.
var ErrNameMismatch = fmt.Errorf("production sends another image by this name: %w", fs.ErrNotExist)

// FetchMissing fetches and stores the images that this site lacks. It calls failed for each image that it cannot fetch,
// from several goroutines at once; if failed returns an error, the rest is cancelled. An image that the source lacks is
// fs.ErrNotExist.
func (c *Copier) FetchMissing(ctx context.Context, by string, source Source, want *Content, failed func(name string, err error) error) (Count, error) {
	missing, err := c.Missing(ctx, want)
	if err != nil {
		return Count{}, err
	}
	var done, copied atomic.Int64
	c.show(Progress{Phase: "images", Total: len(missing)})
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(Fetchers)
	for _, name := range missing {
		group.Go(func() error {
			if err := c.fetchOne(ctx, by, source, name); err == nil {
				copied.Add(1)
			} else if err := failed(name, err); err != nil {
				return err
			}
			c.show(Progress{Phase: "images", Done: int(done.Add(1)), Total: len(missing)})
			return nil
		})
	}
	err = group.Wait()
	return Count{Total: len(want.Uploads()), Added: int(copied.Load())}, err
}

// needsAll returns the failure handler of a full copy. An image that the source lacks, or whose content does not match
// its name, stays missing here as it is there. Any other failure ends the copy.
func (c *Copier) needsAll(ctx context.Context) func(name string, err error) error {
	return func(name string, err error) error {
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		c.Logger.WarnContext(ctx, "an image is missing at the source", "name", name)
		return nil
	}
}

func (c *Copier) fetchOne(ctx context.Context, by string, source Source, name string) error {
	jpeg, err := source.Image(ctx, name)
	if err != nil {
		return OfSource(err)
	}
	if media.NameOf(jpeg) != name {
		return ErrNameMismatch
	}
	_, err = c.Uploads.AddJPEG(ctx, by, "", jpeg)
	return err
}
