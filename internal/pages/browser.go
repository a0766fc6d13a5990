package pages

import (
	"bytes"
	"embed"
	"encoding/json"
	"encoding/xml"
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/encoding"
)

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
func (p *Pages) iconFiles() map[string]*content {
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
func (p *Pages) searchEngine(name string) *content {
	escaped := func(text string) string {
		var b bytes.Buffer
		_ = xml.EscapeText(&b, []byte(text)) // a bytes.Buffer never fails
		return b.String()
	}
	return p.file("application/opensearchdescription+xml", fmt.Appendf(nil, xml.Header+`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>%s</ShortName>
<Description>%s</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16">%s</Image>
<Url type="text/html" template="%s"/>
</OpenSearchDescription>
`, escaped(shorten(name, longestEngine)), escaped("Search the AI tools of "+name), escaped(p.origin+"/favicon.ico"), escaped(p.origin+"/?search={searchTerms}")))
}

// manifestIcon is an icon in the web manifest.
type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes,omitempty"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

// manifest returns the web manifest. A site with its own favicon has only that as its icon.
func (p *Pages) manifest(*browse.Snapshot) (*content, error) {
	shown := []manifestIcon{
		{"/icon-192.png", "192x192", "image/png", ""}, {"/icon-512.png", "512x512", "image/png", ""}, {"/icon-maskable.png", "512x512", "image/png", "maskable"},
	}
	if own := p.frame.icon(p.options.Site.Settings()); own.custom {
		shown = []manifestIcon{{Source: own.Address, Type: own.Type}}
		if own.Type == svgType {
			shown[0].Sizes = "any"
		}
	}
	ground := p.options.Site.Settings().Theme.Grounds()[0].Color
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
	}{"/", p.siteName(), shorten(p.siteName(), longestApp), "/", "/", "browser", ground, ground, shown})
	if err != nil {
		return nil, fmt.Errorf("encode the web manifest: %w", err)
	}
	return p.file("application/manifest+json", body), nil
}
