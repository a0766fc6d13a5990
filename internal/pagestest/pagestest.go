// Package pagestest makes a site with all pages for the tests of pages: those of internal/pages, and those of the features,
// which are in their folders.
//
// # To change
//
//   - the site, what asks it, and checks of answers: here; a document as a browser reads it: document.go; examples of what a
//     site has: examples.go
package pagestest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/render"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// Store is a catalogue and settings in memory: the Store of both.
type Store struct {
	mutex    sync.Mutex
	version  int64
	Products []catalog.Product
	OldNames catalog.OldNames
	OldSlugs []catalog.OldSlug
	Trash    []catalog.Deleted
	deleted  []int64 // with the last change
	Saved    site.Settings
	Links    map[int64][]catalog.PaidLink
	Bookings map[int64][]catalog.Booking

	collections []catalog.Collection
	settled     int64
}

// All returns all of the catalogue.
func (s *Store) All(context.Context) (catalog.All, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	snapshot := catalog.All{Version: s.version, Products: append([]catalog.Product(nil), s.Products...), OldNames: s.OldNames, OldSlugs: s.OldSlugs, Trash: s.Trash, Collections: s.collections, PaidLinks: s.Links, Bookings: s.Bookings}
	seen := map[string]bool{}
	for _, p := range s.Products {
		for _, name := range p.Categories {
			if !seen[name] {
				seen[name] = true
				snapshot.Categories = append(snapshot.Categories, catalog.Category{ID: int64(len(seen)), Name: name, Slug: catalog.Slug(name)})
			}
		}
	}
	return snapshot, nil
}

// Changes returns all of the catalogue, and what the last change deleted.
func (s *Store) Changes(ctx context.Context, _ int64) (catalog.Changes, error) {
	all, err := s.All(ctx)
	changes := catalog.Changes{Version: all.Version, Products: all.Products, Deleted: s.deleted, Categories: all.Categories, OldNames: all.OldNames, OldSlugs: all.OldSlugs, Trash: all.Trash, Collections: all.Collections, PaidLinks: all.PaidLinks, Bookings: all.Bookings}
	for _, c := range all.Collections {
		changes.CollectionIDs = append(changes.CollectionIDs, c.ID)
	}
	return changes, err
}

// Settings returns the saved settings.
func (s *Store) Settings(context.Context) (site.Settings, error) { return s.Saved, nil }

// SettingsVersion returns the number of the last change.
func (s *Store) SettingsVersion(context.Context) (int64, error) { return s.settled, nil }

// Renderer is a Renderer made of functions.
type Renderer struct {
	OnNeeds  func(ctx context.Context, path, search string) ([]string, error)
	OnRender func(ctx context.Context, input []byte) (string, error)
}

// Needs calls OnNeeds.
func (r Renderer) Needs(ctx context.Context, path, search string) ([]string, error) {
	return r.OnNeeds(ctx, path, search)
}

// Render calls OnRender.
func (r Renderer) Render(ctx context.Context, input []byte) (string, error) {
	return r.OnRender(ctx, input)
}

// Answers is an API that says which address was asked, and counts.
type Answers struct {
	Status atomic.Int64
	Asked  atomic.Int64
}

// Answer says which address was asked.
func (a *Answers) Answer(_ context.Context, target string) pages.Answer {
	a.Asked.Add(1)
	body, _ := json.Marshal(map[string]string{"asked": target})
	return pages.Answer{Status: int(a.Status.Load()), Body: body}
}

// Options configure a Site: its pages, and which it has. Without a table it has all but those of the Model Context Protocol.
type Options struct {
	pages.Options
	app.PagesOptions
}

// Site is a site made for a test.
type Site struct {
	*pages.Pages
	T         testing.TB
	Store     *Store
	Catalogue *browse.Live
	Settings  *site.Live
	API       *Answers
}

// Script is a front end in small: a page needs one address, and shows its own address and that answer.
const Script = `
const escape = (text) => text.replace(/[&<>"]/g, (c) => "&#" + c.charCodeAt(0) + ";");
globalThis.vitrine = {
  needs: (json) => { const at = JSON.parse(json); return JSON.stringify(["/api/site", "/api" + at.path + at.search]); },
  render: (json) => {
    const { path, search, site, answers } = JSON.parse(json);
    const { status, body } = answers["/api" + path + search];
    return "<h1>" + escape(site.name) + "</h1><p>" + status + " " + escape(body.asked) + "</p>";
  },
};`

// publicEntry is the entry of the public build, AdminManifest the manifest of the administrator's.
const (
	publicEntry   = "src/entry-client.tsx"
	AdminManifest = ".vite/manifest-admin.json"
)

// Built is what Vite would have built. The form for a new tool has more than its module, the others have no more.
func Built() fstest.MapFS {
	manifest := map[string]any{
		"_shared.js": pages.Object{"file": "assets/shared-1.js", "css": []string{"assets/shared-1.css"}},
		"_lazy.js":   pages.Object{"file": "assets/lazy-1.js"},
		"_fields.js": pages.Object{"file": "assets/fields-1.js", "css": []string{"assets/shared-1.css", "assets/fields-1.css"}},
		publicEntry: pages.Object{
			"file": "assets/entry-1.js", "isEntry": true, "imports": []string{"_shared.js"}, "dynamicImports": []string{"_lazy.js"},
			"css": []string{"assets/entry-1.css"}, "assets": []string{"assets/inter-1.woff2", "assets/serif-1.woff2", "assets/picture-1.svg"},
		},
	}
	for _, page := range AllPages() {
		if page.Module != "" {
			manifest[page.Module] = pages.Object{"file": strings.TrimPrefix(BuiltAs(page.Module), "/"), "isDynamicEntry": true, "imports": []string{publicEntry}}
		}
	}
	lazy := manifest["src/public/submit/submit.tsx"].(pages.Object)
	lazy["imports"], lazy["css"] = []string{publicEntry, "_shared.js", "_fields.js"}, []string{"assets/submit-1.css"}
	text, _ := json.Marshal(manifest)
	return fstest.MapFS{
		".vite/manifest.json": {Data: text},
		AdminManifest: {Data: []byte(`{
			"_parts.js": {"file": "assets/parts-1.js", "css": ["assets/parts-1.css"]},
			"src/entry-admin.tsx": {"file": "assets/admin-1.js", "isEntry": true, "imports": ["_parts.js"], "css": ["assets/admin-1.css"]}}`)},
		"assets/entry-1.js":    {Data: []byte("console.log(" + strings.Repeat("1+", 2000) + "1)")},
		"assets/entry-1.css":   {Data: []byte("body{margin:0}")},
		"assets/inter-1.woff2": {Data: []byte(strings.Repeat("wOF2", 1000))},
	}
}

// Open opens a site with the products, after the change to its options.
func Open(t testing.TB, products []catalog.Product, change func(*Options)) *Site {
	t.Helper()
	h := &Site{T: t, Store: &Store{version: 1, Products: products, settled: 1, Saved: site.Settings{Values: site.Values{Theme: theme.Default(), Places: site.DefaultValues().Places, Links: site.DefaultValues().Links}}}, API: &Answers{}}
	h.API.Status.Store(http.StatusOK)
	catalogue, err := browse.NewLive(t.Context(), h.Store, func() time.Time { return time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC) })
	storetest.NoError(t, err)
	settled, err := site.NewLive(t.Context(), h.Store, site.Policy{SiteName: "Vitrine"})
	storetest.NoError(t, err)
	h.Catalogue = catalogue
	o := Options{
		Options: pages.Options{
			PublicURL: "https://tools.example", Client: Built(), AdminTitles: app.AdminTitles(),
			Answers: h.API.Answer, Catalogue: catalogue, Site: settled, Timeout: time.Minute,
		},
		PagesOptions: app.PagesOptions{Accounts: true, Newsletter: true},
	}
	if change != nil {
		change(&o)
	}
	if o.Renderer == nil {
		o.Renderer = Pool(t, Script)
	}
	h.Settings = o.Site
	o.Table, err = app.Pages(o.PagesOptions)
	storetest.NoError(t, err)
	if h.Pages, err = pages.New(o.Options); err != nil {
		t.Fatal(err)
	}
	return h
}

// Pool runs a script.
func Pool(t testing.TB, script string) *render.Pool {
	t.Helper()
	p, err := render.New([]byte(script), render.Options{Workers: 2, Wait: time.Minute, Timeout: time.Minute})
	storetest.NoError(t, err)
	t.Cleanup(p.Close)
	return p
}

// Change changes the catalogue of the store.
func (h *Site) Change(edit func(s *Store)) {
	h.T.Helper()
	h.Store.mutex.Lock()
	edit(h.Store)
	h.Store.version++
	h.Store.mutex.Unlock()
	storetest.NoError(h.T, h.Catalogue.Renew(h.T.Context()))
}

// Move changes the products.
func (h *Site) Move(products ...catalog.Product) {
	h.T.Helper()
	h.Change(func(s *Store) {
		s.deleted = nil
		for _, old := range s.Products {
			if !slices.ContainsFunc(products, func(p catalog.Product) bool { return p.ID == old.ID }) {
				s.deleted = append(s.deleted, old.ID)
			}
		}
		s.Products = products
	})
}

// Collect changes the collections.
func (h *Site) Collect(collections ...catalog.Collection) {
	h.T.Helper()
	h.Change(func(s *Store) { s.collections = collections })
}

// Link replaces the affiliate links of a product.
func (h *Site) Link(product int64, links ...catalog.PaidLink) {
	h.Change(func(s *Store) { s.Links = map[int64][]catalog.PaidLink{product: links} })
}

// Book sets the only bookings: of this product.
func (h *Site) Book(product int64, bookings ...catalog.Booking) {
	h.Change(func(s *Store) { s.Bookings = map[int64][]catalog.Booking{product: bookings} })
}

// ChangeSettings changes the settings of the site.
func (h *Site) ChangeSettings(change func(s *site.Settings)) {
	h.T.Helper()
	change(&h.Store.Saved)
	h.Store.settled++
	storetest.NoError(h.T, h.Settings.Renew(h.T.Context()))
}

// Get asks for an address; the header is names and values.
func (h *Site) Get(target string, header ...string) *httptest.ResponseRecorder {
	return h.Ask(http.MethodGet, target, header...)
}

// Body is what an address answers.
func (h *Site) Body(target string) string { return h.Get(target).Body.String() }

// Ask asks with a method for an address; the header is names and values.
func (h *Site) Ask(method, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(h.T.Context(), method, "https://tools.example/", nil)
	u, err := url.ParseRequestURI(target)
	storetest.NoError(h.T, err)
	r.RequestURI, r.URL = target, u
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.Handler().ServeHTTP(w, r)
	return w
}

// Sent checks the status of an answer and its header, whose names and values follow.
func Sent(t testing.TB, what string, w *httptest.ResponseRecorder, status int, header ...string) {
	t.Helper()
	storetest.Same(t, what+": status", w.Code, status)
	for i := 0; i+1 < len(header); i += 2 {
		storetest.Same(t, what+": "+header[i], w.Header().Get(header[i]), header[i+1])
	}
}

// IsFile checks what every file for programs has: its type, a tag that survives a restart, 304 for who has it, no body
// for HEAD, and no other methods. It returns the answer to GET.
func IsFile(t *testing.T, products []catalog.Product, change func(*Options), target, mediaType string) *httptest.ResponseRecorder {
	t.Helper()
	h := Open(t, products, change)
	w := h.Get(target)
	tag := w.Header().Get("Etag")
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != mediaType || tag == "" || w.Header().Get("Cache-Control") == "" {
		t.Fatalf("%s: %d, %v", target, w.Code, w.Header())
	}
	Sent(t, target+" after a restart", Open(t, products, change).Get(target), http.StatusOK, "Etag", tag)
	h.IsKept(t, target, w)
	return w
}

// IsKept checks that who has an answer is told so, that HEAD has no body, and that there are no other methods.
func (h *Site) IsKept(t *testing.T, target string, w *httptest.ResponseRecorder, header ...string) {
	t.Helper()
	again := h.Ask(http.MethodGet, target, append(header, "If-None-Match", w.Header().Get("Etag"))...)
	Sent(t, target+" again", again, http.StatusNotModified)
	head := h.Ask(http.MethodHead, target, header...)
	Sent(t, target+" looked at", head, http.StatusOK, "Content-Length", fmt.Sprint(w.Body.Len()))
	storetest.Same(t, target+" again, looked at: bytes", again.Body.Len()+head.Body.Len(), 0)
	Sent(t, "POST "+target, h.Ask(http.MethodPost, target), http.StatusMethodNotAllowed, "Allow", "GET, HEAD")
}

// AnswersWith checks the status and the location of the answers at these addresses. A 301 may lead elsewhere one day, so it must
// not be cached.
func (h *Site) AnswersWith(t *testing.T, want map[string]string) {
	t.Helper()
	for target, want := range want {
		w := h.Get(target)
		storetest.Same(t, fmt.Sprintf("%.60s", target), strings.TrimSpace(fmt.Sprint(w.Code, " ", w.Header().Get("Location"))), want)
		if w.Code == http.StatusMovedPermanently {
			storetest.Same(t, target+": Cache-Control", w.Header().Get("Cache-Control"), "no-cache")
		}
	}
}

// AreMissing checks that there is nothing at these addresses.
func (h *Site) AreMissing(t *testing.T, targets ...string) {
	t.Helper()
	for _, target := range targets {
		Sent(t, fmt.Sprintf("%.60s", target), h.Get(target), http.StatusNotFound, "Location", "")
	}
}

// Named gives the site a name, where nobody has changed any setting.
func Named(name string) func(*Options) {
	return func(o *Options) {
		store := &Store{settled: 1, Saved: site.Settings{Values: site.Values{Theme: theme.Default()}}}
		settled, err := site.NewLive(context.Background(), store, site.Policy{SiteName: name})
		if err != nil {
			panic(err) // the store returns no error
		}
		o.Site = settled
	}
}

// PlainOnly has every page written by Go, because none can be rendered.
func PlainOnly(o *Options) { o.Renderer = Failing() }

// HasParts checks that a text has each of these parts.
func HasParts(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %s:\n%s", part, what, text)
		}
	}
}

// Lacks checks that a text has none of these parts.
func Lacks(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(text, part) {
			t.Errorf("%q is in %s:\n%s", part, what, text)
		}
	}
}

// Failing is a renderer that fails.
func Failing() Renderer {
	r, _ := Counting(func(context.Context) error { return errors.New("broken") })
	return r
}

// Counting is a renderer that counts, and does what the test wants before it answers.
func Counting(before func(ctx context.Context) error) (r Renderer, count *atomic.Int64) {
	count = &atomic.Int64{}
	return Renderer{
		OnNeeds: func(_ context.Context, path, search string) ([]string, error) {
			return []string{"/api" + path + search}, nil
		},
		OnRender: func(ctx context.Context, _ []byte) (string, error) {
			n := count.Add(1)
			if err := before(ctx); err != nil {
				return "", err
			}
			return fmt.Sprint("rendering ", n), nil
		},
	}, count
}

// AllPages returns every public page of a site that has all parts.
func AllPages() []*pages.Page {
	list, err := app.Pages(app.PagesOptions{Accounts: true, Newsletter: true, MCP: true})
	if err != nil {
		panic(err) // no form of another host is configured
	}
	return list
}
