package pages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"

	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

// Limits of preview images.
const (
	previewMemory = 24 << 20        // bytes of cached images: some four hundred
	previewWait   = 2 * time.Second // for a slot to draw, then 503
	previewTime   = 5 * time.Second // to draw one image
)

// errTooManyPreviews means that no drawing slot became free within previewWait.
var errTooManyPreviews = errors.New("too many preview images are drawn at once")

// previewCache draws and caches preview images. It draws at most one for every two processors at once, so that pages
// still render. The key is the content of the card, so an image is valid until its card changes.
type previewCache struct {
	painter  *preview.Painter
	cached   *otter.Cache[string, *content]
	inFlight singleflight.Group
	slots    chan struct{}
}

func newPreviewCache(logos Logos) (*previewCache, error) {
	var files preview.Files
	if logos != nil {
		files = func(ctx context.Context, name string) (io.ReadCloser, error) { return logos.Open(ctx, name) }
	}
	painter, err := preview.New(files)
	if err != nil {
		return nil, fmt.Errorf("prepare preview images: %w", err)
	}
	return &previewCache{
		painter: painter,
		cached: otter.Must(&otter.Options[string, *content]{
			MaximumWeight: previewMemory,
			Weigher:       func(key string, c *content) uint32 { return uint32(len(key) + len(c.Body()) + 1<<10) },
		}),
		slots: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
	}, nil
}

// get returns a card's image from the cache, or draws it once for all concurrent callers. Drawing continues after they
// disconnect. If a logo cannot be read, get returns both an image and an error, and does not cache the image.
func (p *previewCache) get(ctx context.Context, card preview.Card) (*content, error) {
	key := card.Key()
	if c, ok := p.cached.GetIfPresent(key); ok {
		return c, nil
	}
	made, err, _ := p.inFlight.Do(key, func() (any, error) {
		select {
		case p.slots <- struct{}{}:
		case <-time.After(previewWait):
			return (*content)(nil), errTooManyPreviews
		}
		defer func() { <-p.slots }()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), previewTime)
		defer cancel()
		file, err := p.painter.Draw(ctx, card)
		if file == nil {
			return (*content)(nil), err
		}
		c := encoding.NewContent(nil, encoding.Response{Body: file, Plain: true, Header: []line{header("Content-Type", "image/png")}})
		if err == nil {
			p.cached.Set(key, c)
		}
		return c, err
	})
	return made.(*content), err
}
