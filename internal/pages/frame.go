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

// The front end's first scripts in the manifest that Vite writes: of the pages for everybody, and of the administrator's.
const (
	publicEntry = "src/entry-client.tsx"
	adminEntry  = "src/entry-admin.tsx"
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

// readFrames reads the manifest of the built front end. Without one the error is fs.ErrNotExist.
func readFrames(client fs.FS) (public, admin frame, err error) {
	text, err := fs.ReadFile(client, ".vite/manifest.json")
	if err != nil {
		return frame{}, frame{}, fmt.Errorf("read the front end's manifest: %w", err)
	}
	var manifest map[string]chunk
	if err := json.Unmarshal(text, &manifest); err != nil {
		return frame{}, frame{}, fmt.Errorf("read the front end's manifest: %w", err)
	}
	if public, err = newFrame(manifest, publicEntry); err != nil {
		return frame{}, frame{}, err
	}
	admin, err = newFrame(manifest, adminEntry)
	return public, admin, err
}

func newFrame(manifest map[string]chunk, entry string) (frame, error) {
	f := frame{}
	head, err := template.New("head").Parse(headTemplate)
	if err != nil {
		return f, fmt.Errorf("parse the head of documents: %w", err)
	}
	f.head = head
	first, ok := manifest[entry]
	if !ok {
		return f, fmt.Errorf("the front end's manifest has no %s", entry)
	}
	f.Script = "/" + first.File
	f.take(manifest, first, map[string]bool{entry: true})
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
