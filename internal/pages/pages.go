// Package pages serves rendered pages from their cache, with head data, sitemap, feeds, and the built front end's files. It is the
// kit of the pages, which their features give it in a table: it knows no feature.
//
// Each kind of page is a Page, with its addresses, head, text, social image, feed and part of the sitemap, and what it adds to
// other pages. page.go resolves a URL to an address by the table. Pages assembles the document of an address from the API's
// answers and React's markup (render.go, document.go), caches it until something changes, and sends it in an encoding that the
// visitor accepts (content.go). Go, not React, writes the head (head.go). The text of a page is Markdown (markdown.go):
// programs read it as the page's twin, its beginning in llms.txt, and people as HTML where React's markup is missing (plain.go).
//
// # To change
//
//   - a public page: pages.go in the folder of its feature, which its feature.go brings, and pages.ts in web/src/public; go
//     test ./internal/pages -run "Screens|AnyText", then "make generate", with the built front end -tags bundle. Here are those that
//     no feature owns: legal pages: legal.go; the page about the API and the licenses of others, which have no screen: about.go
//   - what a page can say, and add to others: Page in page.go; what texts of several pages say of tools and lists: tools.go
//   - forms that browsers without scripts post: form.go; go test ./internal/inbox -run Form
//   - titles, structured data, the theme in the head: head.go; -run "Head|Title|Data|Theme"; which fields structured data may have:
//     internal/directory/testdata/google-fields.json
//   - which pages a change renders again: render.go, internal/revision, docs/architecture.md; -tags bundle -run Change
//   - what a page shows when it cannot be rendered: its Markdown; the frame around it: plain.go, plain.html, decision 14;
//     -run Plain, e2e/plain.spec.ts
//   - Markdown twins and feeds: text.go; llms.txt and llms-full.txt: llms.go; -run "Twin|Feed|LLMS|Text"
//   - the sitemap, which pages have changed, security.txt: sitemap.go; -run "Sitemap|Changed|Security"
//   - social images: preview.go and the Card of the page; -run Preview
//   - redirects to websites, and the badge for tools' own websites: links.go; -run "Redirect|Badge"
//   - the search engine and the app that browsers make of the site, the administrator's own style sheet: assets.go,
//     icons; -run "Browser|CustomCSS"
//   - URLs that a site had before it moved here: old_urls.go, internal/redirects
//   - names of routes in metrics: Route in page.go; -run Route
package pages

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/revision"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Renderer renders the markup of a screen within a time limit. It may be busy.
type Renderer interface {
	// Needs returns the API URLs that the screen at path and search ("?a=b" or empty) needs.
	Needs(ctx context.Context, path, search string) ([]string, error)
	// Render returns the markup for {"path","search","site","answers"}.
	Render(ctx context.Context, input []byte) (string, error)
}

// Answer is the API's response to a URL.
type Answer = struct {
	Status int
	Body   []byte // JSON
}

// OpenUpload opens an uploaded file. A missing one is fs.ErrNotExist.
type OpenUpload func(ctx context.Context, name string) (io.ReadSeekCloser, error)

// Options configure Pages.
type Options struct {
	PublicURL   string // scheme and host, the beginning of every absolute URL
	Client      fs.FS  // Vite's browser builds; without a manifest, documents answer 503
	Renderer    Renderer
	Answers     func(ctx context.Context, target string) Answer // of the API
	Catalogue   *browse.Live
	Site        *site.Live
	Logos       OpenUpload        // nil: preview images show marks
	Table       []*Page           // all public pages but those about the API and the licenses of others, in the order of the sitemap
	AdminTitles map[string]string // of the administrator's screens, by path
	API         API               // for the page about it
	Notices     []byte            // licenses of others as .ci/licences writes them; nil, before the front end has been built: without the page about them
	// SecurityContact is the URL for reports of security problems; empty: none.
	SecurityContact string
	CustomCSS       string // file with the administrator's own style sheet; empty: none
	Logger          *slog.Logger
	// Clicked records a click that leads to an affiliate link, or comes from a booked place, before the visitor goes on; nil: nothing does.
	Clicked func(r *http.Request, click Click)
	// OldURL returns what a URL of the site's earlier program leads to; nil: there are none. A page of the site goes before it.
	OldURL func(v *View, u *url.URL) (OldURL, bool)

	// IsAdministrator reports whether a request is an administrator's, who may preview what visitors don't see; nil: nobody's is.
	IsAdministrator func(r *http.Request) bool

	Memory  int64         // bytes for cached documents; zero means 96 MB
	Timeout time.Duration // time to wait for a render before the plain page, half of what answers and render may take; zero means 3 s
	Rest    time.Duration // time after a failed render before the next attempt for that page; zero means 1 s
}

// Pages serves every URL that no other package does: documents, /assets/, the sitemap and the like.
type Pages struct {
	options  Options
	origin   string
	notices  *notices
	frames   *frames // nil: the front end has not been built
	assets   map[string]*content
	fixed    map[string]*content
	files    []File
	routes   map[byte][]route // see Route
	named    atomic.Pointer[namedFiles]
	custom   customCSSFile
	cache    revision.Cache[*document]
	forms    *encoding.Forms
	renders  pageRenders
	texts    singleflight.Group
	previews *previewCache
	sitemap  sitemap
	packer   *encoding.Packer
	alarm    alarm
}

// New reads the built front end and returns Pages.
func New(o Options) (*Pages, error) {
	origin, err := origin(o.PublicURL)
	if err != nil {
		return nil, err
	}
	p := &Pages{options: withDefaults(o), origin: origin, packer: encoding.Shared(), files: slices.Clone(files)}
	p.alarm.log = p.options.Logger
	if p.assets, err = readAssets(o.Client, p.packer); err != nil {
		return nil, err
	}
	if p.previews, err = newPreviewCache(o.Logos); err != nil {
		return nil, err
	}
	if p.notices, err = readNotices(o.Notices); err != nil {
		return nil, err
	}
	p.options.Table = append(slices.Clone(o.Table), &apiPage)
	if p.notices != nil {
		p.options.Table = append(p.options.Table, &licencesPage)
	}
	if p.frames, err = readFrames(o.Client, p.options.Table); err != nil {
		return nil, err
	}
	for _, page := range p.options.Table {
		p.files = append(p.files, page.Files...)
	}
	p.routes = routesOf(p.options.Table, p.files)
	p.custom = customCSSFile{name: o.CustomCSS, log: p.options.Logger, packer: p.packer}
	p.custom.renew(context.Background())
	p.fixed = fixedFiles(p.view())
	p.forms = encoding.NewForms(p.options.Memory / 8)
	p.cache = revision.NewCache(p.options.Memory-p.options.Memory/8, func(key string, d *document) uint32 { return uint32(len(key)) + d.weight() })
	return p, nil
}

func withDefaults(o Options) Options {
	if o.Memory == 0 {
		o.Memory = 96 << 20
	}
	if o.Timeout == 0 {
		o.Timeout = 3 * time.Second
	}
	if o.Rest == 0 {
		o.Rest = time.Second
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// origin returns the scheme and host of the public URL, without a trailing slash.
func origin(public string) (string, error) {
	u, err := url.Parse(public)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return "", fmt.Errorf("the public URL %q is not an http(s) URL", public)
	}
	return u.Scheme + "://" + u.Host, nil
}

// Cached returns the figures of the cached documents.
func (p *Pages) Cached() revision.Figures { return p.cache.Figures() }

// Handler serves every URL.
func (p *Pages) Handler() http.Handler { return http.HandlerFunc(p.serve) }

func (p *Pages) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost && p.serveForm(w, r) {
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Method not allowed.", http.StatusMethodNotAllowed)
		return
	}
	if d, ok := p.cache.Current(r.RequestURI, p.revision()); ok {
		d.Serve(w, r)
		return
	}
	path := r.URL.Path
	for _, f := range p.files {
		if f.matches(path) && f.Serve(p.view(), w, r) {
			return
		}
	}
	if p.fixed[path] != nil {
		serveFile(w, r, p.fixed[path])
		return
	}
	if strings.HasSuffix(path, PreviewName) && p.servePreview(w, r) || p.serveText(w, r) {
		return
	}
	p.servePage(w, r)
}

// File is a path without a page of its own.
type File struct {
	Path  string // a final "*" stands for anything
	Route string // in metrics; empty: none of its own
	// Serve answers a GET or HEAD request, or reports that there is no such file; nil: another part answers.
	Serve func(v *View, w http.ResponseWriter, r *http.Request) bool
}

// files are the paths that are not those of pages. Texts that change with the catalogue are in texts.
var files = []File{
	{"/assets/*", "/assets/{file}", serveAsset},
	{"/sitemap*", "/sitemap", serveSitemap},
	{"/favicon.ico", "", serveOwnIcon},
	{touchIconPath, "", serveOwnIcon},
	{"/icon-*", "/icon", nil},
	{customCSSPath, customCSSPath, serveCustomCSS},
	{descriptionPath, descriptionPath, nil},
	{searchPath, searchPath, serveSearchEngine},
	{securityPath, "/.well-known/{file}", serveSecurity},
	{badgeFolder + "*", "/badge/{slug}", serveBadge},
	{goFolder + "*", "/go/{slug}", redirectToWebsite},
	{"/feed.*", "/feed", nil},
	{"/llms*", "/llms", nil},
	{manifestPath, manifestPath, nil},
}

// matches reports whether a path is one of the file's that it serves itself.
func (f *File) matches(path string) bool {
	begins, anything := strings.CutSuffix(f.Path, "*")
	return f.Serve != nil && (path == f.Path || anything && strings.HasPrefix(path, begins))
}

// serveFile answers with a file or a plain 404, never with a page: nobody looks at a missing file.
func serveFile(w http.ResponseWriter, r *http.Request, c *content) {
	if c == nil {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "There is no such file.", http.StatusNotFound)
		return
	}
	c.Serve(w, r)
}

func (p *Pages) servePage(w http.ResponseWriter, r *http.Request) {
	if p.frames == nil {
		w.Header().Set("Retry-After", "60")
		http.Error(w, "The front end has not been built yet. Run `make build` and start again.", http.StatusServiceUnavailable)
		return
	}
	a, moved := p.view().resolve(r.URL)
	switch {
	case p.serveOldURL(w, r, a):
	case a.Page == &unknownPage && isImage(r.URL.Path):
		serveFile(w, r, nil)
	case moved != "":
		redirect(w, r, moved, a.Renamed)
	default:
		d := p.preview(r, a)
		if d == nil {
			d = p.document(r.Context(), a)
		}
		if d != nil {
			d.Serve(w, r)
			return
		}
		w.Header().Set("Retry-After", "1")
		http.Error(w, "This page can't be shown right now. Please try again.", http.StatusServiceUnavailable)
	}
}
