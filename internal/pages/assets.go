package pages

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// mediaType returns the media type of a front-end file and reports whether compression makes the file smaller.
func mediaType(name string) (mediaType string, packs bool) {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8", true
	case ".css":
		return "text/css; charset=utf-8", true
	case ".svg":
		return "image/svg+xml", true
	case ".json", ".map":
		return "application/json", true
	case ".woff2":
		return "font/woff2", false
	case ".png":
		return "image/png", false
	case ".webp":
		return "image/webp", false
	case ".jpg":
		return "image/jpeg", false
	}
	return "application/octet-stream", false
}

// packedByBuild is the extension of a file that the build compressed with Brotli.
const packedByBuild = ".br"

// readAssets reads the files of /assets/ by path. Their names change with their content, so browsers may cache them for
// ever. The build compresses them with Brotli; the server produces other encodings on request.
func readAssets(client fs.FS, p *encoding.Packer) (map[string]*content, error) {
	assets := map[string]*content{}
	err := fs.WalkDir(client, "assets", func(name string, file fs.DirEntry, err error) error {
		if err != nil || file.IsDir() || path.Ext(name) == packedByBuild {
			return err
		}
		body, err := fs.ReadFile(client, name)
		if err != nil {
			return err
		}
		kind, packs := mediaType(name)
		c := encoding.NewContent(p, encoding.Response{Body: body, Effort: encoding.Best, Plain: !packs, Header: []line{
			header("Content-Type", kind),
			header("Cache-Control", "public, max-age=31536000, immutable"),
		}})
		if packed, err := fs.ReadFile(client, name+packedByBuild); err == nil {
			c.Has(encoding.Brotli, packed)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		assets["/"+name] = c
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the front end's files: %w", err)
	}
	return assets, nil
}

// favicon is the default icon: a glass case with a light in it.
//
//go:embed favicon.svg
var favicon []byte

// fixedFiles returns the files that do not change while the program runs.
func fixedFiles(v *View) map[string]*content {
	icon := newContent(v.pages.packer, encoding.Best, http.StatusOK, favicon,
		header("Content-Type", "image/svg+xml"),
		header("Cache-Control", "public, max-age=86400"),
		header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
	)
	// Robots may fetch the links in /llms.txt. They see "X-Robots-Tag: noindex" at /go/ only if they may request it.
	robots := newContent(v.pages.packer, encoding.Best, http.StatusOK,
		[]byte("User-agent: *\nAllow: /\nAllow: /api/products\nAllow: /api/categories\nDisallow: /api/\nDisallow: /admin\n\nSitemap: "+v.Origin+"/sitemap.xml\n"),
		header("Content-Type", "text/plain; charset=utf-8"),
		header("Cache-Control", "public, max-age=3600"),
	)
	files := iconFiles(v)
	maps.Copy(files, map[string]*content{
		"/favicon.svg": icon, "/favicon.ico": icon, "/robots.txt": robots, descriptionPath: description(v),
	})
	return files
}

// namedFiles are the files with nothing from the catalogue in them but the site's name.
type namedFiles struct {
	name   string
	search *content
	badge  map[string]*content // by theme
}

// filesNamed returns the files with the current name.
func (p *Pages) filesNamed() *namedFiles {
	v := p.view()
	if files := p.named.Load(); files != nil && files.name == v.SiteName() {
		return files
	}
	files := &namedFiles{v.SiteName(), searchEngine(v), badges(p.packer, v.SiteName())}
	p.named.Store(files)
	return files
}

func serveAsset(v *View, w http.ResponseWriter, r *http.Request) bool {
	serveFile(w, r, v.pages.assets[r.URL.Path])
	return true
}

func serveSearchEngine(v *View, w http.ResponseWriter, r *http.Request) bool {
	serveFile(w, r, v.pages.filesNamed().search)
	return true
}

// serveOwnIcon redirects to the site's own favicon, if it has one.
func serveOwnIcon(v *View, w http.ResponseWriter, r *http.Request) bool {
	own := iconOf(v.Settings)
	if own.custom {
		http.Redirect(w, r, own.Address, http.StatusFound)
	}
	return own.custom
}

// isImage reports whether a path ends in an image extension. Browsers probe several URLs for images; a missing one does
// not get a page.
func isImage(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".avif", ".gif", ".ico", ".jpeg", ".jpg", ".png", ".svg", ".webp":
		return true
	}
	return false
}

// URLs of the files with which a browser takes the site into its search engines and onto a home screen.
const (
	searchPath    = "/opensearch.xml"
	manifestPath  = "/manifest.webmanifest"
	touchIconPath = "/apple-touch-icon.png"
)

// Longest names in code points: of a search engine by the OpenSearch specification, 1.1 draft 6, and of an app below its
// icon, which Android cuts.
const (
	longestEngine = 16
	longestApp    = 12
)

// icons are favicon.svg as images. The maskable one and Apple's fill their square, because systems cut their own shape.
//
//go:embed icons
var icons embed.FS

// iconFiles returns the icons by path.
func iconFiles(v *View) map[string]*content {
	files := map[string]*content{}
	for _, path := range []string{"/icon-192.png", "/icon-512.png", "/icon-maskable.png", touchIconPath} {
		body, err := icons.ReadFile("icons" + path)
		if err != nil {
			panic(err) // cannot happen: they are embedded
		}
		files[path] = encoding.NewContent(nil, encoding.Response{Body: body, Plain: true, Header: []line{
			header("Content-Type", "image/png"),
			header("Cache-Control", "public, max-age=86400"),
		}})
	}
	return files
}

// searchEngine returns the OpenSearch description of the directory's search.
func searchEngine(v *View) *content {
	name := v.SiteName()
	escaped := func(text string) string {
		var b bytes.Buffer
		_ = xml.EscapeText(&b, []byte(text)) // a bytes.Buffer never fails
		return b.String()
	}
	return v.File("application/opensearchdescription+xml", fmt.Appendf(nil, xml.Header+`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>%s</ShortName>
<Description>%s</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16">%s</Image>
<Url type="text/html" template="%s"/>
</OpenSearchDescription>
`, escaped(Shorten(name, longestEngine)), escaped("Search the AI tools of "+name), escaped(v.Origin+"/favicon.ico"), escaped(v.Origin+"/?search={searchTerms}")))
}

// manifestIcon is an icon in the web manifest.
type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes,omitempty"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

// manifest returns the web manifest. A site with its own favicon has only that as its icon.
func manifest(v *View) (*content, error) {
	shown := []manifestIcon{
		{"/icon-192.png", "192x192", "image/png", ""}, {"/icon-512.png", "512x512", "image/png", ""}, {"/icon-maskable.png", "512x512", "image/png", "maskable"},
	}
	if own := iconOf(v.Settings); own.custom {
		shown = []manifestIcon{{Source: own.Address, Type: own.Type}}
		if own.Type == svgType {
			shown[0].Sizes = "any"
		}
	}
	ground := v.Settings.Theme.Grounds()[0].Color
	body, err := json.Marshal(struct {
		ID         string         `json:"id"`
		Name       string         `json:"name"`
		ShortName  string         `json:"short_name"`
		StartURL   string         `json:"start_url"`
		Scope      string         `json:"scope"`
		Display    string         `json:"display"`
		Theme      string         `json:"theme_color"`
		Background string         `json:"background_color"`
		Icons      []manifestIcon `json:"icons"`
	}{"/", v.SiteName(), Shorten(v.SiteName(), longestApp), "/", "/", "browser", ground, ground, shown})
	if err != nil {
		return nil, fmt.Errorf("encode the web manifest: %w", err)
	}
	return v.File("application/manifest+json", body), nil
}

// customCSSPath is the URL path of the administrator's own style sheet.
const customCSSPath = "/custom.css"

// customCSSInterval is the time between two looks at whether the file has changed.
const customCSSInterval = 2 * time.Second

// customCSS is the administrator's own style sheet; nil before a file is found.
type customCSS struct {
	number int64 // grows with each change
	hash   string
	*content
}

// url returns the URL of the style sheet, which changes with it; empty without one.
func (c *customCSS) url() string {
	if c == nil || c.content == nil {
		return ""
	}
	return customCSSPath + "?v=" + c.hash
}

// version identifies the style sheet in the revision of documents.
func (c *customCSS) version() int64 {
	if c == nil {
		return 0
	}
	return c.number
}

// fileStatus tells versions of a file apart.
type fileStatus struct {
	size    int64
	changed time.Time
}

// customCSSFile is the file of the administrator's own style sheet, as it was read last.
type customCSSFile struct {
	name    string // empty: none
	log     *slog.Logger
	packer  *encoding.Packer
	current atomic.Pointer[customCSS]
	read    fileStatus // of the file when it was read
}

// renew reads the style sheet if its file has changed since the last time. If that fails, the one before stays.
func (f *customCSSFile) renew(ctx context.Context) {
	var now fileStatus
	if info, err := os.Stat(f.name); err == nil {
		now = fileStatus{info.Size(), info.ModTime()}
	}
	if now == f.read {
		return
	}
	f.read = now // before it is read: the next call detects a change in between
	text, err := theme.ReadCustomCSS(f.name)
	if err != nil {
		f.log.ErrorContext(ctx, "custom.css could not be read and is not used", "error", err)
		return
	}
	old := f.current.Load()
	next := &customCSS{number: old.version() + 1}
	if len(text) > 0 {
		sum := sha256.Sum256(text)
		next.hash = hex.EncodeToString(sum[:8])
		next.content = newContent(f.packer, encoding.Default, http.StatusOK, text,
			header("Content-Type", "text/css; charset=utf-8"),
			header("Cache-Control", "public, max-age=31536000, immutable"),
		)
	}
	if old.url() != next.url() {
		f.current.Store(next)
	}
}

// FollowCustomCSS reads the style sheet again after each change of its file, until ctx ends.
func (p *Pages) FollowCustomCSS(ctx context.Context) {
	ticker := time.NewTicker(customCSSInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			p.custom.renew(ctx)
		}
	}
}

// serveCustomCSS answers with the style sheet. Only the URL with its own hash may be cached: an old page may have another.
func serveCustomCSS(v *View, w http.ResponseWriter, r *http.Request) bool {
	current := v.pages.custom.current.Load()
	switch {
	case current.url() == "":
		serveFile(w, r, nil)
	case r.URL.RequestURI() != current.url():
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, current.url(), http.StatusFound)
	default:
		current.Serve(w, r)
	}
	return true
}
