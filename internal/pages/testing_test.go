package pages

import (
	"context"
	"encoding/json"
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

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/render"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// memoryStore is a catalogue and settings in memory: the Store of both.
type memoryStore struct {
	mutex    sync.Mutex
	version  int64
	products []catalog.Product
	old      catalog.OldNames
	oldSlugs []catalog.OldSlug
	trash    []catalog.Deleted
	deleted  []int64 // with the last change
	settings site.Settings

	collections []catalog.Collection
	settled     int64
}

func (s *memoryStore) All(context.Context) (catalog.All, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	snapshot := catalog.All{Version: s.version, Products: append([]catalog.Product(nil), s.products...), OldNames: s.old, OldSlugs: s.oldSlugs, Trash: s.trash, Collections: s.collections}
	seen := map[string]bool{}
	for _, p := range s.products {
		for _, name := range p.Categories {
			if !seen[name] {
				seen[name] = true
				snapshot.Categories = append(snapshot.Categories, catalog.Category{ID: int64(len(seen)), Name: name, Slug: catalog.Slug(name)})
			}
		}
	}
	return snapshot, nil
}

func (s *memoryStore) Changes(ctx context.Context, _ int64) (catalog.Changes, error) {
	all, err := s.All(ctx)
	changes := catalog.Changes{Version: all.Version, Products: all.Products, Deleted: s.deleted, Categories: all.Categories, OldNames: all.OldNames, OldSlugs: all.OldSlugs, Trash: all.Trash, Collections: all.Collections}
	for _, c := range all.Collections {
		changes.CollectionIDs = append(changes.CollectionIDs, c.ID)
	}
	return changes, err
}

func (s *memoryStore) Settings(context.Context) (site.Settings, error) { return s.settings, nil }

func (s *memoryStore) SettingsVersion(context.Context) (int64, error) { return s.settled, nil }

// renderer is a Renderer made of functions.
type renderer struct {
	needs  func(ctx context.Context, path, search string) ([]string, error)
	render func(ctx context.Context, input []byte) (string, error)
}

func (r renderer) Needs(ctx context.Context, path, search string) ([]string, error) {
	return r.needs(ctx, path, search)
}

func (r renderer) Render(ctx context.Context, input []byte) (string, error) {
	return r.render(ctx, input)
}

// answers is an API that says which address was asked, and counts.
type answers struct {
	status atomic.Int64
	asked  atomic.Int64
}

func (a *answers) Answer(_ context.Context, target string) Answer {
	a.asked.Add(1)
	body, _ := json.Marshal(map[string]string{"asked": target})
	return Answer{Status: int(a.status.Load()), Body: body}
}

// testSite is a site made for a test.
type testSite struct {
	*Pages
	t       testing.TB
	store   *memoryStore
	answers *answers
}

// script is a front end in small: a page needs one address, and shows its own address and that answer.
const script = `
const escape = (text) => text.replace(/[&<>"]/g, (c) => "&#" + c.charCodeAt(0) + ";");
globalThis.vitrine = {
  needs: (json) => { const at = JSON.parse(json); return JSON.stringify(["/api/site", "/api" + at.path + at.search]); },
  render: (json) => {
    const { path, search, site, answers } = JSON.parse(json);
    const { status, body } = answers["/api" + path + search];
    return "<h1>" + escape(site.name) + "</h1><p>" + status + " " + escape(body.asked) + "</p>";
  },
};`

// built is what Vite would have built. The generator has more than its module, the others have no more.
func built() fstest.MapFS {
	manifest := map[string]any{
		"_shared.js": Object{"file": "assets/shared-1.js", "css": []string{"assets/shared-1.css"}},
		"_lazy.js":   Object{"file": "assets/lazy-1.js"},
		"_fields.js": Object{"file": "assets/fields-1.js", "css": []string{"assets/shared-1.css", "assets/fields-1.css"}},
		publicBuild.entry: Object{
			"file": "assets/entry-1.js", "isEntry": true, "imports": []string{"_shared.js"}, "dynamicImports": []string{"_lazy.js"},
			"css": []string{"assets/entry-1.css"}, "assets": []string{"assets/inter-1.woff2", "assets/serif-1.woff2", "assets/picture-1.svg"},
		},
	}
	for _, page := range table {
		if page.Module != "" {
			manifest[page.Module] = Object{"file": strings.TrimPrefix(builtAs(page.Module), "/"), "isDynamicEntry": true, "imports": []string{publicBuild.entry}}
		}
	}
	lazy := manifest[generatorPage.Module].(Object)
	lazy["imports"], lazy["css"] = []string{publicBuild.entry, "_shared.js", "_fields.js"}, []string{"assets/generator-1.css"}
	text, _ := json.Marshal(manifest)
	return fstest.MapFS{
		publicBuild.manifest: {Data: text},
		adminBuild.manifest: {Data: []byte(`{
			"_parts.js": {"file": "assets/parts-1.js", "css": ["assets/parts-1.css"]},
			"src/entry-admin.tsx": {"file": "assets/admin-1.js", "isEntry": true, "imports": ["_parts.js"], "css": ["assets/admin-1.css"]}}`)},
		"assets/entry-1.js":    {Data: []byte("console.log(" + strings.Repeat("1+", 2000) + "1)")},
		"assets/entry-1.css":   {Data: []byte("body{margin:0}")},
		"assets/inter-1.woff2": {Data: []byte(strings.Repeat("wOF2", 1000))},
	}
}

// open opens a site with the products, after the change to its options.
func open(t testing.TB, products []catalog.Product, change func(*Options)) *testSite {
	t.Helper()
	h := &testSite{t: t, store: &memoryStore{version: 1, products: products, settled: 1, settings: site.Settings{Values: site.Values{Theme: theme.Default()}}}, answers: &answers{}}
	h.answers.status.Store(http.StatusOK)
	catalogue, err := browse.NewLive(t.Context(), h.store, func() time.Time { return time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC) })
	storetest.NoError(t, err)
	settled, err := site.NewLive(t.Context(), h.store, site.Policy{SiteName: "Vitrine"})
	storetest.NoError(t, err)
	o := Options{
		PublicURL: "https://tools.example", Client: built(),
		Answers: h.answers, Catalogue: catalogue, Site: settled, Accounts: true, Newsletter: true, Timeout: time.Minute,
	}
	if change != nil {
		change(&o)
	}
	if o.Renderer == nil {
		o.Renderer = pool(t, script)
	}
	if h.Pages, err = New(o); err != nil {
		t.Fatal(err)
	}
	h.longest = time.Minute
	return h
}

func pool(t testing.TB, script string) *render.Pool {
	t.Helper()
	p, err := render.New([]byte(script), render.Options{Workers: 2, Wait: time.Minute, Timeout: time.Minute})
	storetest.NoError(t, err)
	t.Cleanup(p.Close)
	return p
}

// change changes the catalogue of the store.
func (h *testSite) change(edit func(s *memoryStore)) {
	h.t.Helper()
	h.store.mutex.Lock()
	edit(h.store)
	h.store.version++
	h.store.mutex.Unlock()
	storetest.NoError(h.t, h.options.Catalogue.Renew(h.t.Context()))
}

// move changes the products.
func (h *testSite) move(products ...catalog.Product) {
	h.t.Helper()
	h.change(func(s *memoryStore) {
		s.deleted = nil
		for _, old := range s.products {
			if !slices.ContainsFunc(products, func(p catalog.Product) bool { return p.ID == old.ID }) {
				s.deleted = append(s.deleted, old.ID)
			}
		}
		s.products = products
	})
}

// collect changes the collections.
func (h *testSite) collect(collections ...catalog.Collection) {
	h.t.Helper()
	h.change(func(s *memoryStore) { s.collections = collections })
}

// changeSettings changes the settings of the site.
func (h *testSite) changeSettings(change func(s *site.Settings)) {
	h.t.Helper()
	change(&h.store.settings)
	h.store.settled++
	storetest.NoError(h.t, h.options.Site.Renew(h.t.Context()))
}

// whole is a document as it is written.
func whole(d *document) string { return string(d.In(encoding.Identity)) }

// get asks for an address; the header is names and values.
func (h *testSite) get(target string, header ...string) *httptest.ResponseRecorder {
	return h.ask(http.MethodGet, target, header...)
}

// body is what an address answers.
func (h *testSite) body(target string) string { return h.get(target).Body.String() }

func (h *testSite) ask(method, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(h.t.Context(), method, "https://tools.example/", nil)
	u, err := url.ParseRequestURI(target)
	storetest.NoError(h.t, err)
	r.RequestURI, r.URL = target, u
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.Handler().ServeHTTP(w, r)
	return w
}

// sent checks the status of an answer and its header, whose names and values follow.
func sent(t testing.TB, what string, w *httptest.ResponseRecorder, status int, header ...string) {
	t.Helper()
	storetest.Same(t, what+": status", w.Code, status)
	for i := 0; i+1 < len(header); i += 2 {
		storetest.Same(t, what+": "+header[i], w.Header().Get(header[i]), header[i+1])
	}
}

// isFile checks what every file for programs has: its type, a tag that survives a restart, 304 for who has it, no body
// for HEAD, and no other methods. It returns the answer to GET.
func isFile(t *testing.T, products []catalog.Product, change func(*Options), target, mediaType string) *httptest.ResponseRecorder {
	t.Helper()
	h := open(t, products, change)
	w := h.get(target)
	tag := w.Header().Get("Etag")
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != mediaType || tag == "" || w.Header().Get("Cache-Control") == "" {
		t.Fatalf("%s: %d, %v", target, w.Code, w.Header())
	}
	sent(t, target+" after a restart", open(t, products, change).get(target), http.StatusOK, "Etag", tag)
	h.isKept(t, target, w)
	return w
}

// isKept checks that who has an answer is told so, that HEAD has no body, and that there are no other methods.
func (h *testSite) isKept(t *testing.T, target string, w *httptest.ResponseRecorder, header ...string) {
	t.Helper()
	again := h.ask(http.MethodGet, target, append(header, "If-None-Match", w.Header().Get("Etag"))...)
	sent(t, target+" again", again, http.StatusNotModified)
	head := h.ask(http.MethodHead, target, header...)
	sent(t, target+" looked at", head, http.StatusOK, "Content-Length", fmt.Sprint(w.Body.Len()))
	storetest.Same(t, target+" again, looked at: bytes", again.Body.Len()+head.Body.Len(), 0)
	sent(t, "POST "+target, h.ask(http.MethodPost, target), http.StatusMethodNotAllowed, "Allow", "GET, HEAD")
}

// answersWith checks the status and the location of the answers at these addresses. A 301 may lead elsewhere one day, so it must
// not be cached.
func (h *testSite) answersWith(t *testing.T, want map[string]string) {
	t.Helper()
	for target, want := range want {
		w := h.get(target)
		storetest.Same(t, fmt.Sprintf("%.60s", target), strings.TrimSpace(fmt.Sprint(w.Code, " ", w.Header().Get("Location"))), want)
		if w.Code == http.StatusMovedPermanently {
			storetest.Same(t, target+": Cache-Control", w.Header().Get("Cache-Control"), "no-cache")
		}
	}
}

// areMissing checks that there is nothing at these addresses.
func (h *testSite) areMissing(t *testing.T, targets ...string) {
	t.Helper()
	for _, target := range targets {
		sent(t, fmt.Sprintf("%.60s", target), h.get(target), http.StatusNotFound, "Location", "")
	}
}

// named gives the site a name, where nobody has changed any setting.
func named(name string) func(*Options) {
	return func(o *Options) {
		store := &memoryStore{settled: 1, settings: site.Settings{Values: site.Values{Theme: theme.Default()}}}
		settled, err := site.NewLive(context.Background(), store, site.Policy{SiteName: name})
		if err != nil {
			panic(err) // the store returns no error
		}
		o.Site = settled
	}
}

// plainOnly has every page written by Go, because none can be rendered.
func plainOnly(o *Options) { o.Renderer = failing() }

// tool is a product with a name, in the category Writing.
func tool(id int64, name string) catalog.Product {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(time.Duration(id) * time.Hour)
	return catalog.Product{
		ID: id, Slug: catalog.Slug(name), CreatedAt: at, UpdatedAt: at, Version: 1,
		ProductFields: catalog.ProductFields{
			Name: name, Description: "What " + name + " does.", Categories: []string{"Writing"},
			Type: catalog.Free, Section: catalog.OurProducts, Website: "https://" + catalog.Slug(name) + ".example/",
		},
	}
}

// tools are so many products.
func tools(count int) []catalog.Product {
	list := make([]catalog.Product, count)
	for i := range list {
		list[i] = tool(int64(i+1), fmt.Sprint("Tool ", i+1))
	}
	return list
}

// hostile is a text that breaks out of whatever it is written into without being escaped.
const hostile = "</script><script>alert(1)</script></title><img src=x onerror=alert(1)>\"'><!--\u2028\u2029\u202Eevil `${x}` ]]> {{.}} \\u003c [x](javascript:alert(1)) *b* & 文 🎨"

// hostileTool is a product whose every text is hostile, after the first letter of the field's name.
func hostileTool() catalog.Product {
	p := tool(1, "Bad")
	p.Name, p.Description, p.UseCases, p.PromoText, p.HasDeal = "N"+hostile, "D"+hostile, "U"+hostile, "P"+hostile, true
	p.Categories, p.Tags = []string{"C" + hostile}, []string{"T" + hostile}
	return p
}

// hasParts checks that a text has each of these parts.
func hasParts(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %s:\n%s", part, what, text)
		}
	}
}

// lacks checks that a text has none of these parts.
func lacks(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(text, part) {
			t.Errorf("%q is in %s:\n%s", part, what, text)
		}
	}
}
