package pages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

// PreviewName follows the path of a page in the path of its preview image.
const PreviewName = "/preview.png"

// previewLink is a link to a page's preview image. Its URL changes with the image.
type previewLink struct {
	Address       string
	Alt           string
	Width, Height int
}

// previewLinkOf returns the link to the preview image of the page with this head.
func previewLinkOf(v *View, a Address, h *Head) previewLink {
	return previewLink{
		Address: strings.TrimSuffix(h.Canonical, "/") + PreviewName + "?v=" + cardOf(v, a, h).Key(),
		Alt:     h.Title + ": " + h.Description, Width: preview.Width, Height: preview.Height,
	}
}

// servePreview serves the preview image of the page whose path precedes previewName, and reports whether it could parse
// the URL. A page that does not exist has no image.
func (p *Pages) servePreview(w http.ResponseWriter, r *http.Request) bool {
	page, err := url.Parse(strings.TrimSuffix(r.URL.EscapedPath(), PreviewName))
	if err != nil {
		return false
	}
	if page.Path == "" {
		page.Path = "/"
	}
	v := p.view()
	a, moved := v.resolve(page)
	if moved != "" {
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, strings.TrimSuffix(moved, "/")+PreviewName, http.StatusMovedPermanently)
		return true
	}
	h := v.headOf(a)
	if h.Status == http.StatusGone {
		serveGone(w)
		return true
	}
	if h.Preview.Address == "" {
		serveFile(w, r, nil)
		return true
	}
	sendPreview(p, w, r, cardOf(v, a, h))
	return true
}

// sendPreview sends a card's image. Clients may cache a URL with the image's key for ever.
func sendPreview(p *Pages, w http.ResponseWriter, r *http.Request, card preview.Card) {
	c, err := p.previews.get(r.Context(), card)
	if err != nil && !errors.Is(err, errTooManyPreviews) {
		p.options.Logger.ErrorContext(r.Context(), "a preview image could not be drawn", "path", r.URL.Path, "error", err)
	}
	switch {
	case c == nil:
		w.Header().Set("Retry-After", "2")
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "This image can't be created right now. Please try again.", http.StatusServiceUnavailable)
		return
	case err != nil:
		w.Header().Set("Cache-Control", "no-store")
	case r.URL.Query().Get("v") == card.Key():
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	default:
		w.Header().Set("Cache-Control", "no-cache")
	}
	c.Serve(w, r)
}

// cardOf returns the content of a page's image.
func cardOf(v *View, a Address, h *Head) preview.Card {
	card := preview.Card{Site: h.SiteName, Title: ScreenTitle(h), Fallback: h.SiteName, Text: h.Description}
	if a.Page.Card != nil {
		a.Page.Card(v, a, &card)
	}
	return card
}

// PreviewTool returns a product for an image. It shows only uploaded logos, so that drawing fetches nothing from other
// sites.
func PreviewTool(shown catalog.Product) preview.Tool {
	e := preview.Tool{Name: shown.Name}
	if name, ours := strings.CutPrefix(shown.Logo, "/uploads/"); ours && !strings.ContainsAny(name, `/\%?#`) {
		e.Logo, e.Color = name, shown.LogoColor
	}
	return e
}

// PreviewTools returns the first products, those with an uploaded logo first.
func PreviewTools(items []*browse.Item) []preview.Tool {
	var with, without []preview.Tool
	for _, item := range items {
		if e := PreviewTool(item.Product()); e.Logo != "" {
			with = append(with, e)
		} else {
			without = append(without, e)
		}
	}
	all := append(with, without...)
	return all[:min(len(all), preview.MaxTools)]
}

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

func newPreviewCache(logos OpenUpload) (*previewCache, error) {
	var files preview.Files
	if logos != nil {
		files = func(ctx context.Context, name string) (io.ReadCloser, error) { return logos(ctx, name) }
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
