package pages

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/revision"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// schemeScript shows the color scheme that a visitor has chosen before anything is painted, and switches it.
//
//go:embed scheme.js
var schemeScript string

// ContentSecurityPolicy is the policy of every document: only the site's own script files and schemeScript run. It allows
// inline styles, because all visitors share a cached document, which rules out a nonce per response.
var ContentSecurityPolicy = "default-src 'none'; script-src 'self' '" + hashOf(schemeScript) + "'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data: https:; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self' https:; " +
	"object-src 'none'; worker-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// hashOf returns the hash of an inline script as a source of a policy.
func hashOf(script string) string {
	sum := sha256.Sum256([]byte(script))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// revision returns the current revision of documents that depend on popularity.
func (p *Pages) revision() revision.Revision {
	r := browse.Revision(p.options.Catalogue, p.options.Site)
	r.Style = p.custom.current.Load().version()
	return r
}

// revisionOf returns the current revision of the document at an address.
func (p *Pages) revisionOf(a Address) revision.Revision {
	r := p.revision()
	if a.Query.Sort != browse.SortPopular {
		r.Popularity = 0
	}
	return r
}

// document is a finished page.
type document struct {
	*content
	revision     revision.Revision
	renderNumber int64             // number of the render that produced it
	needs        []string          // URLs of the API answers in it
	digest       [sha256.Size]byte // of its head and state; zero: not computed
}

// From returns the revision from which it was made.
func (d *document) From() revision.Revision { return d.revision }

// weight estimates the size of the document in bytes, with its compressed forms.
func (d *document) weight() uint32 {
	if d.Body() == nil {
		return uint32(len(d.In(encoding.Brotli))) + 3<<9
	}
	return uint32(len(d.Body())*8/5) + 2<<10
}

// renewed returns the document with a later revision that did not change its inputs.
func (d *document) renewed(r revision.Revision) *document {
	next := *d
	next.revision = r
	return &next
}

// packed returns the document for the cache: compressed with Brotli, the source of other encodings on request.
func (d *document) packed(forms *encoding.Forms) *document {
	next := *d
	next.content = d.content.Packed(forms)
	return &next
}

// digestOf returns the digest of all inputs of the document at an address: its head, and its state, which is the only
// input of its markup. Equal digests mean equal documents.
func (p *Pages) digestOf(a Address, h *Head, state []byte) (digest [sha256.Size]byte, err error) {
	hash := sha256.New()
	fmt.Fprintf(hash, "%d %t\n", h.Status, h.Private)
	if err := p.frames.of(a.Page).writeHead(hash, h); err != nil {
		return digest, fmt.Errorf("write the head of a document: %w", err)
	}
	hash.Write(state)
	return [sha256.Size]byte(hash.Sum(nil)), nil
}

// state returns the JSON of a document's state block: the site's name, whether search engines may follow links that pay nothing, and
// the API answers of the page. The browser requests missing answers.
func state(v *View, addresses []string, answers []Answer) ([]byte, error) {
	name, err := json.Marshal(v.SiteName())
	if err != nil {
		return nil, fmt.Errorf("encode the site's name: %w", err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"site":{"name":%s`, name)
	if !v.Settings.Links.NoFollow {
		b.WriteString(`,"follow":true`)
	}
	b.WriteByte('}')
	for i, target := range addresses {
		key, err := json.Marshal(target)
		if err != nil {
			return nil, fmt.Errorf("encode an address: %w", err)
		}
		if !json.Valid(answers[i].Body) {
			return nil, fmt.Errorf("the answer to %s is no JSON", target)
		}
		b.WriteString([...]string{`,"answers":{`, `,`}[min(i, 1)])
		fmt.Fprintf(&b, `%s:{"status":%d,"body":`, key, answers[i].Status)
		json.HTMLEscape(&b, answers[i].Body)
		b.WriteByte('}')
	}
	if len(addresses) > 0 {
		b.WriteByte('}')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// input returns the renderer's input: the state with the address before it.
func input(a Address, state []byte) ([]byte, error) {
	at, err := json.Marshal(struct {
		Path   string `json:"path"`
		Search string `json:"search"`
	}{a.Path, a.Search()})
	if err != nil {
		return nil, fmt.Errorf("encode the URL of a page: %w", err)
	}
	at[len(at)-1] = ','
	return append(at, state[1:]...), nil
}

// root is the content of a document's root element: HTML with all user text escaped, or empty.
type root struct {
	markup string
	plain  bool // written by Go, not React: the browser renders the screen again, and nothing caches the document
}

// bind assembles a document; one without a state runs no scripts.
func (p *Pages) bind(f *frame, h *Head, r root, state []byte) (*content, error) {
	var b bytes.Buffer
	b.Grow(len(r.markup) + len(state) + 8<<10)
	if err := f.writeHead(&b, h); err != nil {
		return nil, fmt.Errorf("write the head of a document: %w", err)
	}
	open, caching := `<body><div id="root">`, "no-cache"
	if r.plain {
		open = `<body><div id="root" data-plain>`
	}
	if r.plain || h.Private {
		caching = "no-store"
	}
	b.WriteString(open)
	b.WriteString(r.markup)
	b.WriteString(`</div>`)
	if state != nil {
		b.WriteString(`<script type="application/json" id="state">`)
		b.Write(state)
		b.WriteString("</script>")
	}
	b.WriteString("</body></html>\n")
	return newContent(p.packer, encoding.Default, h.Status, b.Bytes(),
		header("Content-Type", "text/html; charset=utf-8"),
		header("Cache-Control", caching),
		header("Content-Security-Policy", ContentSecurityPolicy),
	), nil
}

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
	f.addFiles(manifest, manifest[b.entry], seen)
	if b.screen != "" {
		f.addFiles(manifest, chunk{Imports: []string{b.screen}}, seen)
	}
	return f, nil
}

// addFiles adds the files that the chunk loads before it runs.
func (f *frame) addFiles(manifest map[string]chunk, c chunk, seen map[string]bool) {
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
			f.addFiles(manifest, manifest[name], seen)
		}
	}
}

// frames are the frames of all pages.
type frames struct {
	public, admin frame
	own           map[*Page]*frame // of public pages with their own module, or without scripts
}

// readFrames reads the manifests of the two front-end builds. It returns nil if they do not exist yet.
func readFrames(client fs.FS, table []*Page) (*frames, error) {
	public, err := readFrame(client, publicBuild)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	admin, err := readFrame(client, adminBuild)
	if err != nil {
		return nil, err
	}
	read := &frames{public, admin, map[*Page]*frame{}}
	for _, page := range table {
		if page.Module == "" {
			continue
		}
		f, err := readFrame(client, build{publicBuild.manifest, publicBuild.entry, page.Module})
		if err != nil {
			return nil, err
		}
		read.own[page] = &f
	}
	bare := *read.of(&legalPage) // its style sheet has text in columns
	bare.Script, bare.Modules = "", nil
	for _, page := range table {
		if page.Scriptless {
			read.own[page] = &bare
		}
	}
	return read, nil
}

// of returns the frame of a page's documents.
func (f *frames) of(page *Page) *frame {
	if page == &adminPage {
		return &f.admin
	}
	if own, ok := f.own[page]; ok {
		return own
	}
	return &f.public
}

// plain returns the frame of a page's plain document, with the style sheet of texts, which most screens don't need.
func (f *frames) plain(page *Page) *frame {
	styled := *f.of(page)
	for _, style := range f.of(&legalPage).Styles {
		if !slices.Contains(styled.Styles, style) {
			styled.Styles = append(slices.Clone(styled.Styles), style)
		}
	}
	return &styled
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

// iconOf returns the favicon from the settings, or the default one.
func iconOf(s *site.Settings) icon {
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
var headText string

var headTemplate = template.Must(template.New("head").Parse(headText))

// writeHead writes a document up to the end of its head.
func (f *frame) writeHead(w io.Writer, h *Head) error {
	own := *f
	own.Fonts = h.Look.needed(f.Fonts)
	return headTemplate.Execute(w, struct {
		*frame
		*Head
	}{&own, h})
}
