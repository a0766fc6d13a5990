package mirror

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/vitrine-directory/vitrine/internal/media"
)

// fetchers is how many images are fetched at the same time.
const fetchers = 8

// missing returns the images that the content refers to and this site does not have.
func (m *Mirror) missing(ctx context.Context, want *Content) ([]string, error) {
	names, err := m.options.Uploads.Names(ctx)
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

// errNameMismatch is the error for an image whose content does not match its name, the SHA-256 of its bytes.
var errNameMismatch = fmt.Errorf("production sends another image by this name: %w", fs.ErrNotExist)

// fetchMissing fetches and stores the images that this site lacks. It calls failed for each image that it cannot fetch,
// from several goroutines at once; if failed returns an error, the rest is cancelled. An image that the source lacks is
// fs.ErrNotExist.
func (m *Mirror) fetchMissing(ctx context.Context, by string, source Source, want *Content, failed func(name string, err error) error) (Count, error) {
	missing, err := m.missing(ctx, want)
	if err != nil {
		return Count{}, err
	}
	var done, copied atomic.Int64
	m.show(Progress{Phase: "images", Total: len(missing)})
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(fetchers)
	for _, name := range missing {
		group.Go(func() error {
			if err := m.fetchOne(ctx, by, source, name); err == nil {
				copied.Add(1)
			} else if err := failed(name, err); err != nil {
				return err
			}
			m.show(Progress{Phase: "images", Done: int(done.Add(1)), Total: len(missing)})
			return nil
		})
	}
	err = group.Wait()
	return Count{Total: len(want.Uploads()), Added: int(copied.Load())}, err
}

// needsAll returns the failure handler of a full copy. An image that the source lacks, or whose content does not match
// its name, stays missing here as it is there. Any other failure ends the copy.
func (m *Mirror) needsAll(ctx context.Context) func(name string, err error) error {
	return func(name string, err error) error {
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		m.options.Logger.WarnContext(ctx, "an image is missing at the source", "name", name)
		return nil
	}
}

func (m *Mirror) fetchOne(ctx context.Context, by string, source Source, name string) error {
	jpeg, err := source.Image(ctx, name)
	if err != nil {
		return ofSource(err)
	}
	if media.NameOf(jpeg) != name {
		return errNameMismatch
	}
	_, err = m.options.Uploads.AddJPEG(ctx, by, "", jpeg)
	return err
}
