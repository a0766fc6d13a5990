package pages

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
func siteWithLogo(t testing.TB) (*testSite, *logos) {
	t.Helper()
	l := &logos{folder: t.TempDir()}
	var logo bytes.Buffer
	storetest.NoError(t, png.Encode(&logo, image.NewRGBA(image.Rect(0, 0, 500, 500))))
	storetest.NoError(t, os.WriteFile(filepath.Join(l.folder, "a.png"), logo.Bytes(), 0o600))
	list := tools(3)
	list[0].Logo, list[0].LogoColor = "/uploads/a.png", "#336699"
	list[1].Logo = "https://elsewhere.example/logo.png"
	return open(t, list, func(o *Options) { o.Logos = l }), l
}

// previewOf is the address of the image that a page names, without the origin.
func (h *testSite) previewOf(target string) string {
	h.t.Helper()
	return strings.TrimPrefix(h.page(target).metas["og:image"], "https://tools.example")
}

// Every page links its preview.
func TestPreviewLinks(t *testing.T) {
	h, _ := siteWithLogo(t)
	for target, begins := range map[string]string{
		"/": "/preview.png?v=", "/?pricing=Free": "/preview.png?v=", "/category/writing": "/category/writing/preview.png?v=", "/?category=writing": "/category/writing/preview.png?v=",
		"/products/tool-1": "/products/tool-1/preview.png?v=", "/product/1": "/products/tool-1/preview.png?v=", "/veo3-generator": "/veo3-generator/preview.png?v=",
	} {
		page := h.page(target)
		address := h.previewOf(target)
		if !strings.HasPrefix(address, begins) || page.metas["twitter:image"] != page.metas["og:image"] || page.metas["twitter:card"] != "summary_large_image" {
			t.Errorf("%s names %q, to others %q", target, address, page.metas["twitter:image"])
		}
		if page.metas["og:image:width"] != "1200" || page.metas["og:image:height"] != "630" || !strings.HasPrefix(page.metas["og:image:alt"], page.title) {
			t.Errorf("%s says of it %v", target, page.metas)
		}
		w := h.get(address)
		sent(t, address, w, http.StatusOK, "Content-Type", "image/png", "Cache-Control", "public, max-age=31536000, immutable",
			"Content-Encoding", "")
		if size, err := png.DecodeConfig(w.Body); err != nil || size.Width != preview.Width || size.Height != preview.Height {
			t.Errorf("%s: %v, %v", address, size, err)
		}
	}
	for _, target := range []string{"/nothing", "/products/nothing", "/category/nothing", "/admin"} {
		metas := h.page(target).metas
		storetest.Same(t, target+": image and card", []string{metas["og:image"], metas["twitter:card"]}, []string{"", "summary"})
	}
}

// The image of a tool whose name the fonts cannot write passes off no host as the name.
func TestPreviewOfOtherScripts(t *testing.T) {
	v := open(t, []catalog.Product{tool(1, "翻訳くん")}, nil).view()
	a, _ := v.follow("/products/1")
	card := v.cardOf(a, v.headOf(a))
	storetest.Same(t, "title, what takes its place, and facts", []any{card.Title, card.Fallback, card.Facts},
		[]any{"翻訳くん", "", []preview.Fact{{Text: "Free", Tone: preview.Free}}})
}

// There is no preview without a page.
func TestPreviewMissingPage(t *testing.T) {
	h, l := siteWithLogo(t)
	h.answersWith(t, map[string]string{
		"/nothing/preview.png": "404", "/products/nothing/preview.png": "404", "/category/nothing/preview.png": "404", "/admin/preview.png": "404", "/preview.png/preview.png": "404",
		"/category/WRITING/preview.png": "301 /category/writing/preview.png", "/category/all/preview.png": "301 /preview.png", "/products/TOOL-1/preview.png": "301 /products/tool-1/preview.png",
		"/products/1/preview.png": "200", "/products/tool-1/preview.png/": "404",
	})
	storetest.Same(t, "opened logos: that of one tool", l.opened.Load(), int64(1))
}

// A preview is drawn once, and cached until its card changes.
func TestPreviewCaching(t *testing.T) {
	h, l := siteWithLogo(t)
	address := h.previewOf("/products/tool-1")
	var asking sync.WaitGroup
	for range 20 {
		asking.Go(func() { h.get(address) })
	}
	asking.Wait()
	storetest.Same(t, "drawings", l.opened.Load(), int64(1))
	first := h.get("/products/tool-1/preview.png")
	sent(t, "without its key", first, http.StatusOK, "Cache-Control", "no-cache")
	another := h.get("/products/tool-1/preview.png?v=other", "If-None-Match", first.Header().Get("Etag"))
	sent(t, "with another key", another, http.StatusNotModified, "Cache-Control", "no-cache")
	h.isKept(t, address, first)
	changed := tools(3)
	changed[0].Logo, changed[0].LogoColor, changed[2].Name = "/uploads/a.png", "#336699", "Another"
	h.move(changed...)
	storetest.Same(t, "the image after a change of another tool", h.previewOf("/products/tool-1"), address)
	changed[0].Name = "Renamed"
	h.move(changed...)
	if h.previewOf("/products/tool-1") == address {
		t.Error("the image did not move with its tool")
	}
}

// A preview does not ask for the logos of other sites.
func TestPreviewForeignLogos(t *testing.T) {
	h, l := siteWithLogo(t)
	sent(t, "the preview", h.get("/products/tool-2/preview.png"), http.StatusOK)
	storetest.Same(t, "opened logos", l.opened.Load(), int64(0))
	for _, logo := range []string{"/uploads/../vitrine.db", "/uploads/a%2fb", `/uploads/a\b`, "/uploads/", "data:image/png;base64,AA"} {
		storetest.Same(t, "the logo of "+logo, PreviewTool(catalog.Product{ProductFields: catalog.ProductFields{Name: "x", Logo: logo}}).Logo, "")
	}
}

// A preview without its logo is not cached.
func TestPreviewMissingLogo(t *testing.T) {
	h, l := siteWithLogo(t)
	l.err = errors.New("the disk is away")
	for range 2 {
		w := h.get(h.previewOf("/products/tool-1"))
		sent(t, "the preview", w, http.StatusOK, "Cache-Control", "no-store")
		storetest.Same(t, "it is drawn", w.Body.Len() > 0, true)
	}
	storetest.Same(t, "drawings", l.opened.Load(), int64(2))
}

// A preview that gets no slot in time is unavailable.
func TestPreviewTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, err := newPreviewCache(nil)
		storetest.NoError(t, err)
		for range cap(p.slots) {
			p.slots <- struct{}{}
		}
		if c, err := p.get(t.Context(), preview.Card{Title: "x"}); c != nil || !errors.Is(err, errTooManyPreviews) {
			t.Errorf("%v, %v", c, err)
		}
		<-p.slots
		if c, err := p.get(t.Context(), preview.Card{Title: "x"}); c == nil || err != nil {
			t.Errorf("with a slot free: %v, %v", c, err)
		}
		storetest.Same(t, "slots in use", len(p.slots), cap(p.slots)-1)
	})
}

// The description of a category says what is in it.
func TestCategoryDescription(t *testing.T) {
	list := tools(5)
	list[0].Type, list[1].Type, list[1].HasDeal, list[2].Type = catalog.Freemium, catalog.Premium, true, catalog.Unknown
	h := open(t, list, nil)
	const want = "5 AI tools for Writing: 2 free, 1 freemium, 1 premium; 1 doesn't list a price. 1 comes with a deal. The newest is Tool 5. Among them: Tool 5, Tool 4, Tool 3…"
	storetest.Same(t, "the description", h.page("/category/writing").metas["description"], want)
	const filtered = "5 AI tools for Writing: 2 free, 1 freemium, 1 premium; 1 doesn't list a price. 1 comes with a deal. The newest is Tool 5. Among them: Tool 5, Tool 4 and more."
	storetest.Same(t, "the filtered description", h.page("/category/writing?pricing=Free").metas["description"], filtered)
}
