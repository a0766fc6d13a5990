// Package pages serves rendered pages from their cache, with head data, sitemap, feeds, and the built front end's files.
//
// screens.go has the table of public pages. A URL resolves to an address of one of them (address.go). Pages assembles its
// document from the API's answers and React's markup (page_render.go, document.go), caches it until something changes,
// and sends it in an encoding that the visitor accepts (internal/encoding). Go, not React, writes the head (head.go,
// structured.go).
//
// # To change
//
//   - a public page, its title, description, sitemap: screens.go and web/src/routes.tsx; go test ./internal/pages -run
//     "Screens|Export", then "make generate", with the built front end -tags bundle
//   - titles, descriptions, structured data of the directory and products: head.go, structured.go; which fields structured
//     data may have: testdata/google-fields.json; -run "Head|Title|Data|GoogleFields"
//   - which pages a change renders again: page_render.go, internal/revision, docs/architecture.md; -tags bundle -run
//     Change
//   - what a page shows when it cannot be rendered: plain.go, plain.html, decision 14; -run Plain, e2e/plain.spec.ts
//   - feeds, llms.txt, llms-full.txt and Markdown twins: feed.go, llms.go, llms_full.go, twin.go, twin_list.go,
//     markdown.go; -run "Twin|LLMS|Text|Markdown"
//   - the list of all categories: categories.go; what a category and a tag have in common, and tags: tag.go; -run
//     "Categories|Tag|Breadcrumbs"
//   - preview images: preview.go; the text about a category: category.go with
//     web/src/directory/category-about.tsx
//   - the alternatives to a tool: alternatives.go with web/src/alternatives, its words in internal/catalog; -run
//     Alternatives
//   - the page about the API and its description: api.go, internal/api/public_calls.go; -run "API|Description"
//   - comparisons: comparison.go, as text comparison_text.go, with web/src/compare and internal/compare; -run Comparison
//   - collections: collection.go, the list of all collections.go, with web/src/collections and internal/browse; -run
//     Collection
//   - the badge for tools' own websites: badge.go, web/src/directory/listed-badge.tsx; -run Badge
//   - the search engine and the app that browsers make of the site: browser.go, icons; -run Browser
//   - the newsletter's archive: newsletter.go with web/src/newsletter; -run Issue
//   - the theme in the head, and the administrator's own style sheet: look.go, custom_css.go, internal/theme; -run
//     "Theme|CustomCSS"
//   - /submit without scripts: submit_form.go; the frame with another host's form: embed.go; redirects to websites:
//     redirect.go
package pages

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"
	"github.com/maypok86/otter/v2/stats"
	"golang.org/x/sync/singleflight"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
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

// Answers calls the API in process.
type Answers interface {
	Answer(ctx context.Context, target string) Answer
}

// Counter counts visitors' actions on products; it ignores robots.
type Counter interface {
	Count(r *http.Request, product int64, kind visits.Kind)
	CountFromIssue(r *http.Request, product, issue int64)
}

// Logos opens uploaded files. A missing one is fs.ErrNotExist.
type Logos interface {
	Open(ctx context.Context, name string) (io.ReadSeekCloser, error)
}

// Options configure Pages.
type Options struct {
	PublicURL  string // scheme and host, the beginning of every absolute URL
	Client     fs.FS  // Vite's browser builds; without a manifest, documents answer 503
	Renderer   Renderer
	Answers    Answers
	Catalogue  *browse.Live
	Site       *site.Live
	Visits     Counter // nil: no counting
	Logos      Logos   // nil: preview images show initials
	Accounts   bool    // visitors can sign up; otherwise the screens for that are 404
	Newsletter bool    // visitors can subscribe to it; otherwise its screens are 404
	FormURL    string  // another host's form for /submit; empty: our own
	FormScript string  // script that the form's host requires; may be empty
	// Submit accepts our own form as a browser without scripts posts it, and returns the path of the submission's
	// status page; nil: forms are disabled.
	Submit  func(ctx context.Context, form url.Values) (path string, err error)
	API     API    // for the page about it
	Notices []byte // licences of others as .ci/licences writes them; nil, before the front end has been built: without the page about them
	// SecurityContact is the URL for reports of security problems; empty: none.
	SecurityContact string
	CustomCSS       string // file with the administrator's own style sheet; empty: none
	MCP             bool   // there is /mcp; llms.txt names it
	Logger          *slog.Logger

	Memory  int64         // bytes for cached documents; zero means 96 MB
	Timeout time.Duration // time to wait for a render before the plain page; zero means 3 s
	Rest    time.Duration // time after a failed render before the next attempt for that page; zero means 1 s
}

// Pages serves every URL that no other package does: documents, /assets/, the sitemap and the like.
type Pages struct {
	options    Options
	origin     string
	notices    *notices
	built      bool
	frame      frame             // for public pages
	screens    map[screen]*frame // for public pages with their own module
	admin      frame             // for admin pages
	assets     map[string]*content
	fixed      map[string]*content
	named      atomic.Pointer[namedFiles]
	custom     atomic.Pointer[customCSS]
	customRead fileStatus // of the file of custom when it was read
	cache      *otter.Cache[string, *document]
	forms      *encoding.Forms
	renders    pageRenders
	texts      singleflight.Group
	previews   *previewCache
	sitemap    sitemap
	plainPages *template.Template // templates of the plain pages
	packer     *encoding.Packer
	alarm      alarm
	longest    time.Duration // time limit for a document, with answers and render
}

// New reads the built front end and returns Pages.
func New(o Options) (*Pages, error) {
	origin, err := origin(o.PublicURL)
	if err != nil {
		return nil, err
	}
	p := &Pages{options: withDefaults(o), origin: origin, packer: encoding.Shared(), longest: 6 * time.Second}
	p.alarm.log = p.options.Logger
	if err = p.readFrames(); err != nil {
		return nil, err
	}
	if p.assets, err = readAssets(o.Client, p.packer); err != nil {
		return nil, err
	}
	if err = p.parsePlain(); err != nil {
		return nil, err
	}
	if p.previews, err = newPreviewCache(o.Logos); err != nil {
		return nil, err
	}
	if p.notices, err = readNotices(o.Notices); err != nil {
		return nil, err
	}
	p.renewCustomCSS(context.Background())
	p.fixed = p.fixedFiles()
	if p.fixed[EmbedPath], err = p.embedded(); err != nil {
		return nil, err
	}
	p.forms = encoding.NewForms(p.options.Memory / 8)
	p.cache = otter.Must(&otter.Options[string, *document]{
		MaximumWeight: uint64(p.options.Memory - p.options.Memory/8),
		StatsRecorder: stats.NewCounter(),
		Weigher:       func(key string, d *document) uint32 { return uint32(len(key)) + d.weight() },
	})
	return p, nil
}

// readFrames reads the manifests of the two front-end builds. It returns no error if they do not exist yet.
func (p *Pages) readFrames() (err error) {
	if p.frame, err = readFrame(p.options.Client, publicBuild); err == nil {
		p.admin, err = readFrame(p.options.Client, adminBuild)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		p.screens, err = readScreenFrames(p.options.Client)
	}
	p.built = err == nil
	return err
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
		return "", fmt.Errorf("the public address %q is no http(s) URL", public)
	}
	return u.Scheme + "://" + u.Host, nil
}

// siteName returns the site's name.
func (p *Pages) siteName() string { return p.options.Site.Settings().ShownTexts.Name }

// CacheStats returns the page cache's hits and misses since the start.
func (p *Pages) CacheStats() (hits, misses uint64) {
	s := p.cache.Stats()
	return s.Hits, s.Misses
}

// CacheSize returns the number of cached documents and their size.
func (p *Pages) CacheSize() (entries int, bytes uint64) {
	return p.cache.EstimatedSize(), p.cache.WeightedSize()
}

// Handler serves every URL.
func (p *Pages) Handler() http.Handler { return http.HandlerFunc(p.serve) }

func (p *Pages) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost && r.URL.Path == submitPath && p.takesForms() {
		p.submitForm(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Method not allowed.", http.StatusMethodNotAllowed)
		return
	}
	if d, ok := p.cache.GetIfPresent(r.RequestURI); ok && d.revision.Covers(p.revision()) {
		d.Serve(w, r)
		return
	}
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, "/assets/"):
		p.serveFile(w, r, p.assets[path])
	case strings.HasPrefix(path, "/sitemap"):
		p.serveFile(w, r, p.sitemapFile(path))
	case (path == "/favicon.ico" || path == touchIconPath) && p.frame.icon(p.options.Site.Settings()).custom:
		http.Redirect(w, r, p.frame.icon(p.options.Site.Settings()).Address, http.StatusFound)
	case path == customCSSPath:
		p.serveCustomCSS(w, r)
	case path == searchPath:
		p.serveFile(w, r, p.filesNamed().search)
	case path == securityPath:
		p.serveFile(w, r, p.security(time.Now()))
	case strings.HasPrefix(path, badgeFolder):
		p.serveBadge(w, r)
	case p.fixed[path] != nil:
		p.serveFile(w, r, p.fixed[path])
	case strings.HasPrefix(path, "/go/") && p.redirectToWebsite(w, r):
	case path == comparePath && p.redirectToComparison(w, r):
	case strings.HasSuffix(path, previewName) && p.servePreview(w, r):
	case p.serveText(w, r):
	default:
		p.servePage(w, r)
	}
}

// serveFile answers with a file or a plain 404, never with a page: nobody looks at a missing file.
func (p *Pages) serveFile(w http.ResponseWriter, r *http.Request, c *content) {
	if c == nil {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "There is no such file.", http.StatusNotFound)
		return
	}
	c.Serve(w, r)
}

func (p *Pages) servePage(w http.ResponseWriter, r *http.Request) {
	if !p.built {
		w.Header().Set("Retry-After", "60")
		http.Error(w, "The front end has not been built yet. Run `make build` and start again.", http.StatusServiceUnavailable)
		return
	}
	snapshot := p.options.Catalogue.Snapshot()
	a, moved := p.resolve(r.URL, snapshot)
	switch {
	case a.screen == unknown && isImage(r.URL.Path):
		p.serveFile(w, r, nil)
	case moved != "":
		redirect(w, r, moved, a.renamed)
	default:
		if d := p.document(r.Context(), a); d != nil {
			d.Serve(w, r)
			return
		}
		w.Header().Set("Retry-After", "1")
		http.Error(w, "This page cannot be made right now. Please try again.", http.StatusServiceUnavailable)
	}
}
