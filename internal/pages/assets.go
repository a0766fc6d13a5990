package pages

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/encoding"
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
func (p *Pages) fixedFiles() map[string]*content {
	icon := newContent(p.packer, encoding.Best, http.StatusOK, favicon,
		header("Content-Type", "image/svg+xml"),
		header("Cache-Control", "public, max-age=86400"),
		header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
	)
	// Robots may fetch the links in /llms.txt. They see "X-Robots-Tag: noindex" at /go/ only if they may request it.
	robots := newContent(p.packer, encoding.Best, http.StatusOK,
		[]byte("User-agent: *\nAllow: /\nAllow: /api/products\nAllow: /api/categories\nDisallow: /api/\nDisallow: /admin\n\nSitemap: "+p.origin+"/sitemap.xml\n"),
		header("Content-Type", "text/plain; charset=utf-8"),
		header("Cache-Control", "public, max-age=3600"),
	)
	files := p.iconFiles()
	maps.Copy(files, map[string]*content{
		"/favicon.svg": icon, "/favicon.ico": icon, "/robots.txt": robots, descriptionPath: p.description(),
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
	name := p.siteName()
	if files := p.named.Load(); files != nil && files.name == name {
		return files
	}
	files := &namedFiles{name, p.searchEngine(name), p.badges(name)}
	p.named.Store(files)
	return files
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
