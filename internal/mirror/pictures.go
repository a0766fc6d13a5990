package mirror

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"vitrine/internal/media"
)

// fetchers is how many pictures are on their way at once.
const fetchers = 8

// missing are the pictures that the content names and this site has not.
func (m *Mirror) missing(ctx context.Context, want *Content) ([]string, error) {
	names, err := m.options.Pictures.Names(ctx)
	if err != nil {
		return nil, fmt.Errorf("see which pictures are here: %w", err)
	}
	here := make(map[string]bool, len(names))
	for _, name := range names {
		here[name] = true
	}
	var missing []string
	for _, name := range want.Images() {
		if !here[name] {
			missing = append(missing, name)
		}
	}
	return missing, nil
}

// bring keeps the pictures that are missing here. Those that the source itself has not, or that are not what they are
// called by, stay missing, as they are there.
func (m *Mirror) bring(ctx context.Context, by string, source Source, want *Content) (Count, error) {
	missing, err := m.missing(ctx, want)
	if err != nil {
		return Count{}, err
	}
	var done, brought atomic.Int64
	m.show(Progress{Phase: "images", Total: len(missing)})
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(fetchers)
	for _, name := range missing {
		group.Go(func() error {
			err := m.bringOne(ctx, by, source, name)
			switch {
			case err == nil:
				brought.Add(1)
			case errors.Is(err, fs.ErrNotExist):
				m.options.Logger.WarnContext(ctx, "a picture is missing at the source", "name", name)
			default:
				return err
			}
			m.show(Progress{Phase: "images", Done: int(done.Add(1)), Total: len(missing)})
			return nil
		})
	}
	err = group.Wait()
	return Count{Total: len(want.Images()), Added: int(brought.Load())}, err
}

func (m *Mirror) bringOne(ctx context.Context, by string, source Source, name string) error {
	jpeg, err := source.Picture(ctx, name)
	if err != nil {
		return ofSource(err)
	}
	if media.NameOf(jpeg) != name {
		return fs.ErrNotExist
	}
	_, err = m.options.Pictures.Keep(ctx, by, "", jpeg)
	return err
}
