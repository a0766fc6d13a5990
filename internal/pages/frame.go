package pages

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/site"
)

// build is one of the front end's browser builds: Vite's manifest, the entry script, and the module of a lazy screen,
// if any.
type build struct{ manifest, entry, screen string }

// The builds share no files, so that public pages load nothing that only the admin screens need.
var (
	publicBuild = build{manifest: ".vite/manifest.json", entry: "src/entry-client.tsx"}
	adminBuild  = build{manifest: ".vite/manifest-admin.json", entry: "src/entry-admin.tsx"}
)

// frame is the part of the head that all documents with the same scripts share.
type frame struct {
	head    *template.Template
	Script  string
	Modules []string // scripts that the entry imports
	Styles  []string
	Fonts   []string
}

// chunk is an entry of Vite's manifest.
type chunk struct {
	File    string   `json:"file"`
	CSS     []string `json:"css"`
	Assets  []string `json:"assets"`
	Imports []string `json:"imports"`
}

// readFrame reads the manifest of a build. It returns fs.ErrNotExist if the manifest does not exist.
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
	for _, name := range []string{b.entry, b.screen} {
		if _, ok := manifest[name]; !ok && name != "" {
			return f, fmt.Errorf("the front end's manifest has no %s", name)
		}
	}
	f.Script = "/" + manifest[b.entry].File
	seen := map[string]bool{b.entry: true}
	f.take(manifest, manifest[b.entry], seen)
	if b.screen != "" {
		f.take(manifest, chunk{Imports: []string{b.screen}}, seen)
	}
	return f, nil
}

// take adds the files that the chunk loads before it runs.
func (f *frame) take(manifest map[string]chunk, c chunk, seen map[string]bool) {
	for _, style := range c.CSS {
		if !slices.Contains(f.Styles, "/"+style) { // several chunks may have the same one
			f.Styles = append(f.Styles, "/"+style)
		}
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

// readScreenFrames reads the frames of the screens with a module.
func readScreenFrames(client fs.FS) (map[screen]*frame, error) {
	frames := map[screen]*frame{}
	for s, info := range screens {
		if info.module == "" {
			continue
		}
		f, err := readFrame(client, build{publicBuild.manifest, publicBuild.entry, info.module})
		if err != nil {
			return nil, err
		}
		frames[screen(s)] = &f
	}
	return frames, nil
}

// frameOf returns the frame of the document at an address.
func (p *Pages) frameOf(a address) *frame {
	if a.screen == admin {
		return &p.admin
	}
	if own, ok := p.screens[a.screen]; ok {
		return own
	}
	return &p.frame
}

// svgType is the media type of an SVG.
const svgType = "image/svg+xml"

// icon is the favicon.
type icon struct {
	Address string
	Type    string
	Touch   string // the icon for Apple's home screen, no SVG; may be empty
	custom  bool
}

// icon returns the favicon from the settings, or the default one.
func (f *frame) icon(s *site.Settings) icon {
	for _, logo := range s.Logos {
		if logo.Type == site.Favicon && logo.IsActive {
			own := icon{Address: logo.Address(), Type: logo.MimeType, custom: true}
			if own.Type != svgType {
				own.Touch = own.Address
			}
			return own
		}
	}
	return icon{Address: "/favicon.svg", Type: svgType, Touch: touchIconPath}
}

//go:embed head.html
var headTemplate string

// writeHead writes a document up to the end of its head.
func (f *frame) writeHead(w io.Writer, h head) error {
	own := *f
	own.Fonts = h.Look.needed(f.Fonts)
	return f.head.Execute(w, struct {
		*frame
		head
	}{&own, h})
}
