package pages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"

	"vitrine/internal/encoding"
	"vitrine/internal/preview"
)

// Bounds of preview pictures.
const (
	galleryMemory   = 24 << 20        // bytes of kept pictures: some four hundred
	galleryPatience = 2 * time.Second // for a turn to draw, then 503
	galleryTime     = 5 * time.Second // to draw one
)

// errGalleryFull is that too many pictures are asked for at once.
var errGalleryFull = errors.New("too many preview pictures are drawn at once")

// gallery draws preview pictures, at most one for every two processors at once so that pages go on, and keeps them by
// what they say: a picture holds as long as its card does.
type gallery struct {
	painter *preview.Painter
	kept    *otter.Cache[string, *content]
	flights singleflight.Group
	turns   chan struct{}
}

func newGallery(logos Logos) (*gallery, error) {
	var files preview.Files
	if logos != nil {
		files = func(ctx context.Context, name string) (io.ReadCloser, error) { return logos.Open(ctx, name) }
	}
	painter, err := preview.New(files)
	if err != nil {
		return nil, fmt.Errorf("prepare preview pictures: %w", err)
	}
	return &gallery{
		painter: painter,
		kept: otter.Must(&otter.Options[string, *content]{
			MaximumWeight: galleryMemory,
			Weigher:       func(key string, c *content) uint32 { return uint32(len(key) + len(c.body) + 1<<10) },
		}),
		turns: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
	}, nil
}

// hung is a card's picture: kept, or drawn now for all who ask for it. A drawing goes on when they have left. With an
// error beside it, the picture is not kept: a logo could not be read.
func (g *gallery) hung(ctx context.Context, card preview.Card) (*content, error) {
	key := card.Key()
	if c, ok := g.kept.GetIfPresent(key); ok {
		return c, nil
	}
	made, err, _ := g.flights.Do(key, func() (any, error) {
		select {
		case g.turns <- struct{}{}:
		case <-time.After(galleryPatience):
			return (*content)(nil), errGalleryFull
		}
		defer func() { <-g.turns }()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), galleryTime)
		defer cancel()
		file, err := g.painter.Draw(ctx, card)
		if file == nil {
			return (*content)(nil), err
		}
		c := newContent(nil, encoding.Default, http.StatusOK, file, header("Content-Type", "image/png"))
		c.plain = true // it is packed already
		if err == nil {
			g.kept.Set(key, c)
		}
		return c, err
	})
	return made.(*content), err
}
