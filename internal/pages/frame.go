package pages

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"vitrine/internal/site"
)

// build is one of the front end's builds for browsers: the manifest that Vite has written, and the first script in it.
type build struct{ manifest, entry string }

// The builds share no file, so that no page for everybody loads anything that only the administrator needs.
var (
	publicBuild = build{".vite/manifest.json", "src/entry-client.tsx"}
	adminBuild  = build{".vite/manifest-admin.json", "src/entry-admin.tsx"}
)

// frame is what the heads of all documents with the same first script have in common.
type frame struct {
	head    *template.Template
	Script  string
	Modules []string // scripts that the first one imports
	Styles  []string
	Fonts   []string
}

// chunk is one entry of Vite's manifest.
type chunk struct {
	File    string   `json:"file"`
	CSS     []string `json:"css"`
	Assets  []string `json:"assets"`
	Imports []string `json:"imports"`
}

// readFrame reads the manifest of a build. Without one the error is fs.ErrNotExist.
func readFrame(client fs.FS, b build) (frame, error) {
	f := frame{}
	head, err := template.New("head").Parse(headTemplate)
	if err != nil {
		return f, fmt.Errorf("parse the head of documents: %w", err)
	}
	f.head = head
	text, err := fs.ReadFile(client, b.manifest)
	if err != nil {
		return f, fmt.Errorf("read the front end's manifest: %w", err)
	}
	var manifest map[string]chunk
	if err := json.Unmarshal(text, &manifest); err != nil {
		return f, fmt.Errorf("read the front end's manifest: %w", err)
	}
	first, ok := manifest[b.entry]
	if !ok {
		return f, fmt.Errorf("the front end's manifest has no %s", b.entry)
	}
	f.Script = "/" + first.File
	f.take(manifest, first, map[string]bool{b.entry: true})
	return f, nil
}

// take adds what the chunk loads before it runs.
func (f *frame) take(manifest map[string]chunk, c chunk, seen map[string]bool) {
	for _, style := range c.CSS {
		f.Styles = append(f.Styles, "/"+style)
	}
	for _, asset := range c.Assets {
		if strings.HasSuffix(asset, ".woff2") {
			f.Fonts = append(f.Fonts, "/"+asset)
		}
	}
	for _, name := range c.Imports {
		if !seen[name] {
			seen[name] = true
			f.Modules = append(f.Modules, "/"+manifest[name].File)
			f.take(manifest, manifest[name], seen)
		}
	}
}

// icon is the site's picture in a browser's tab.
type icon struct {
	Address string
	Type    string
	custom  bool
}

// icon is the favicon that the administrator has set, or our own.
func (f *frame) icon(s *site.Settings) icon {
	for _, logo := range s.Logos {
		if logo.Type == site.Favicon && logo.IsActive {
			version := strconv.FormatInt(logo.UpdatedAt.Unix(), 10)
			return icon{"/logos/favicon?v=" + version, logo.MimeType, true}
		}
	}
	return icon{"/favicon.svg", "image/svg+xml", false}
}

//go:embed head.html
var headTemplate string

// writeHead writes a document up to the end of its head.
func (f *frame) writeHead(w io.Writer, h head) error {
	return f.head.Execute(w, struct {
		*frame
		head
	}{f, h})
}
