package pages_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// logos is a folder of logos that counts how often it is opened.
type logos struct {
	folder string
	opened atomic.Int64
	err    error
}

func (l *logos) Open(_ context.Context, name string) (io.ReadSeekCloser, error) {
	l.opened.Add(1)
	if l.err != nil {
		return nil, l.err
	}
	file, err := os.Open(filepath.Join(l.folder, name))
	if err != nil {
		return nil, fs.ErrNotExist
	}
	return file, nil
}

// siteWithLogo is a site whose first product has a logo.
func siteWithLogo(t testing.TB) (*pagestest.Site, *logos) {
	t.Helper()
	l := &logos{folder: t.TempDir()}
	var logo bytes.Buffer
	storetest.NoError(t, png.Encode(&logo, image.NewRGBA(image.Rect(0, 0, 500, 500))))
	storetest.NoError(t, os.WriteFile(filepath.Join(l.folder, "a.png"), logo.Bytes(), 0o600))
	list := pagestest.Tools(3)
	list[0].Logo, list[0].LogoColor = "/uploads/a.png", "#336699"
	list[1].Logo = "https://elsewhere.example/logo.png"
	return pagestest.Open(t, list, func(o *pagestest.Options) { o.Logos = l.Open }), l
}

// previewOf is the address of the image that a page names, without the origin.
func previewOf(h *pagestest.Site, target string) string {
	h.T.Helper()
	return strings.TrimPrefix(h.Page(target).Metas["og:image"], "https://tools.example")
}

// Every page links its preview.
func TestPreviewLinks(t *testing.T) {
	h, _ := siteWithLogo(t)
	for target, begins := range map[string]string{
		"/": "/preview.png?v=", "/?pricing=Free": "/preview.png?v=", "/category/writing": "/category/writing/preview.png?v=", "/?category=writing": "/category/writing/preview.png?v=",
		"/products/tool-1": "/products/tool-1/preview.png?v=", "/product/1": "/products/tool-1/preview.png?v=", "/submit": "/submit/preview.png?v=",
	} {
		page := h.Page(target)
		address := previewOf(h, target)
		if !strings.HasPrefix(address, begins) || page.Metas["twitter:image"] != page.Metas["og:image"] || page.Metas["twitter:card"] != "summary_large_image" {
			t.Errorf("%s names %q, to others %q", target, address, page.Metas["twitter:image"])
		}
		if page.Metas["og:image:width"] != "1200" || page.Metas["og:image:height"] != "630" || !strings.HasPrefix(page.Metas["og:image:alt"], page.Title) {
			t.Errorf("%s says of it %v", target, page.Metas)
		}
		w := h.Get(address)
		pagestest.Sent(t, address, w, http.StatusOK, "Content-Type", "image/png", "Cache-Control", "public, max-age=31536000, immutable",
			"Content-Encoding", "")
		if size, err := png.DecodeConfig(w.Body); err != nil || size.Width != preview.Width || size.Height != preview.Height {
			t.Errorf("%s: %v, %v", address, size, err)
		}
	}
	for _, target := range []string{"/nothing", "/products/nothing", "/category/nothing", "/admin"} {
		metas := h.Page(target).Metas
		storetest.Same(t, target+": image and card", []string{metas["og:image"], metas["twitter:card"]}, []string{"", "summary"})
	}
}

// The image of a tool whose name the fonts cannot write passes off no host as the name.
func TestPreviewOfOtherScripts(t *testing.T) {
	v := pagestest.Open(t, []catalog.Product{pagestest.Tool(1, "翻訳くん")}, nil).View()
	a, _ := v.Follow("/products/1")
	card := pages.CardOf(v, a, v.HeadOf(a))
	storetest.Same(t, "title, what takes its place, and facts", []any{card.Title, card.Fallback, card.Facts},
		[]any{"翻訳くん", "", []preview.Fact{{Text: "Free", Tone: preview.Free}}})
}

// There is no preview without a page.
func TestPreviewMissingPage(t *testing.T) {
	h, l := siteWithLogo(t)
	h.AnswersWith(t, map[string]string{
		"/nothing/preview.png": "404", "/products/nothing/preview.png": "404", "/category/nothing/preview.png": "404", "/admin/preview.png": "404", "/preview.png/preview.png": "404",
		"/category/WRITING/preview.png": "301 /category/writing/preview.png", "/category/all/preview.png": "301 /preview.png", "/products/TOOL-1/preview.png": "301 /products/tool-1/preview.png",
		"/products/1/preview.png": "200", "/products/tool-1/preview.png/": "404",
	})
	storetest.Same(t, "opened logos: that of one tool", l.opened.Load(), int64(1))
}

// A preview is drawn once, and cached until its card changes.
func TestPreviewCaching(t *testing.T) {
	h, l := siteWithLogo(t)
	address := previewOf(h, "/products/tool-1")
	var asking sync.WaitGroup
	for range 20 {
		asking.Go(func() { h.Get(address) })
	}
	asking.Wait()
	storetest.Same(t, "drawings", l.opened.Load(), int64(1))
	first := h.Get("/products/tool-1/preview.png")
	pagestest.Sent(t, "without its key", first, http.StatusOK, "Cache-Control", "no-cache")
	another := h.Get("/products/tool-1/preview.png?v=other", "If-None-Match", first.Header().Get("Etag"))
	pagestest.Sent(t, "with another key", another, http.StatusNotModified, "Cache-Control", "no-cache")
	h.IsKept(t, address, first)
	changed := pagestest.Tools(3)
	changed[0].Logo, changed[0].LogoColor, changed[2].Name = "/uploads/a.png", "#336699", "Another"
	h.Move(changed...)
	storetest.Same(t, "the image after a change of another tool", previewOf(h, "/products/tool-1"), address)
	changed[0].Name = "Renamed"
	h.Move(changed...)
	if previewOf(h, "/products/tool-1") == address {
		t.Error("the image did not move with its tool")
	}
}

// A preview does not ask for the logos of other sites.
func TestPreviewForeignLogos(t *testing.T) {
	h, l := siteWithLogo(t)
	pagestest.Sent(t, "the preview", h.Get("/products/tool-2/preview.png"), http.StatusOK)
	storetest.Same(t, "opened logos", l.opened.Load(), int64(0))
	for _, logo := range []string{"/uploads/../vitrine.db", "/uploads/a%2fb", `/uploads/a\b`, "/uploads/", "data:image/png;base64,AA"} {
		storetest.Same(t, "the logo of "+logo, pages.PreviewTool(catalog.Product{ProductFields: catalog.ProductFields{Name: "x", Logo: logo}}).Logo, "")
	}
}

// A preview without its logo is not cached.
func TestPreviewMissingLogo(t *testing.T) {
	h, l := siteWithLogo(t)
	l.err = errors.New("the disk is away")
	for range 2 {
		w := h.Get(previewOf(h, "/products/tool-1"))
		pagestest.Sent(t, "the preview", w, http.StatusOK, "Cache-Control", "no-store")
		storetest.Same(t, "it is drawn", w.Body.Len() > 0, true)
	}
	storetest.Same(t, "drawings", l.opened.Load(), int64(2))
}

// A preview that gets no slot in time is unavailable.
func TestPreviewTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, err := pages.NewPreviewCache(nil)
		storetest.NoError(t, err)
		for range cap(p.Slots()) {
			p.Slots() <- struct{}{}
		}
		if c, err := p.Get(t.Context(), preview.Card{Title: "x"}); c != nil || !errors.Is(err, pages.ErrTooManyPreviews) {
			t.Errorf("%v, %v", c, err)
		}
		<-p.Slots()
		if c, err := p.Get(t.Context(), preview.Card{Title: "x"}); c == nil || err != nil {
			t.Errorf("with a slot free: %v, %v", c, err)
		}
		storetest.Same(t, "slots in use", len(p.Slots()), cap(p.Slots())-1)
	})
}
