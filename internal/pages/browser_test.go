package pages

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The search engine that a browser adds leads to the search of the home.
func TestBrowserSearchEngine(t *testing.T) {
	type address struct {
		Type     string `xml:"type,attr"`
		Template string `xml:"template,attr"`
	}
	type engine struct {
		XMLName     xml.Name
		ShortName   string
		Description string
		Image       string
		URL         address `xml:"Url"`
	}
	read := func(name string) (e engine) {
		w := isFile(t, tools(1), named(name), "/opensearch.xml", "application/opensearchdescription+xml")
		storetest.NoError(t, xml.Unmarshal(w.Body.Bytes(), &e))
		return e
	}
	want := engine{
		xml.Name{Space: "http://a9.com/-/spec/opensearch/1.1/", Local: "OpenSearchDescription"},
		"Vitrine", "Search the AI tools of Vitrine", "https://tools.example/favicon.ico",
		address{"text/html", "https://tools.example/?search={searchTerms}"},
	}
	storetest.Same(t, "the engine", read("Vitrine"), want)
	if got := read(hostile); len([]rune(got.ShortName)) > longestEngine || !strings.HasSuffix(got.Description, "& 文 🎨") {
		t.Errorf("with a hostile name: %+v", got)
	}
}

// The manifest has the site's name and its icons, in the sizes that it says.
func TestBrowserManifest(t *testing.T) {
	type manifest struct {
		Name      string `json:"name"`
		ShortName string `json:"short_name"`
		StartURL  string `json:"start_url"`
		Display   string `json:"display"`
		Theme     string `json:"theme_color"`
		Icons     []manifestIcon
	}
	read := func(body []byte) (m manifest) {
		t.Helper()
		storetest.NoError(t, json.Unmarshal(body, &m))
		return m
	}
	h := open(t, nil, nil)
	got := read(isFile(t, nil, nil, "/manifest.webmanifest", "application/manifest+json").Body.Bytes())
	storetest.Same(t, "icons", len(got.Icons), 3)
	storetest.Same(t, "the manifest", got, manifest{"Vitrine", "Vitrine", "/", "browser", h.page("/").metas["theme-color"], got.Icons})
	for _, icon := range append(got.Icons, manifestIcon{Source: "/apple-touch-icon.png", Sizes: "180x180", Type: "image/png"}) {
		w := isFile(t, nil, nil, icon.Source, icon.Type)
		image, err := png.DecodeConfig(bytes.NewReader(w.Body.Bytes()))
		storetest.NoError(t, err)
		storetest.Same(t, icon.Source, fmt.Sprintf("%dx%d", image.Width, image.Height), icon.Sizes)
	}
	got = read(open(t, nil, named(hostile)).get("/manifest.webmanifest").Body.Bytes())
	if got.Name != strings.ToValidUTF8(hostile, "") || len([]rune(got.ShortName)) > longestApp {
		t.Errorf("with a hostile name: %+v", got)
	}
}

// A site's own favicon is also its icon elsewhere.
func TestBrowserOwnIcon(t *testing.T) {
	h := library(t)
	const own = "/logos/favicon?v=1800000000000"
	for mediaType, touch := range map[string]string{"image/png": own, "image/svg+xml": ""} {
		h.changeSettings(func(s *site.Settings) {
			s.Logos = []site.Logo{{Type: site.Favicon, IsActive: true, MimeType: mediaType, UpdatedAt: time.Unix(1_800_000_000, 0)}}
		})
		hasParts(t, "the manifest", h.body("/manifest.webmanifest"), `"icons":[{"src":"`+own+`",`, `"type":"`+mediaType+`"`)
		links := h.page("/").links
		storetest.Same(t, "the icon", links["icon"], []string{own})
		storetest.Same(t, "Apple's icon of "+mediaType, strings.Join(links["apple-touch-icon"], " "), touch)
		h.answersWith(t, map[string]string{"/favicon.ico": "302 " + own, "/apple-touch-icon.png": "302 " + own})
	}
}

// Every page leads to both files and the icon; a hostile name stays an attribute.
func TestBrowserLinks(t *testing.T) {
	h := open(t, tools(1), named(hostile))
	for _, target := range []string{"/", "/products/tool-1", "/privacy-policy", "/nothing", "/admin", "/api"} {
		page := h.page(target)
		storetest.Same(t, target, fmt.Sprint(page.links["search"], page.links["manifest"], page.links["apple-touch-icon"]),
			"[/opensearch.xml] [/manifest.webmanifest] [/apple-touch-icon.png]")
		storetest.Same(t, target+": images", page.tags["img"], 0)
	}
	hasParts(t, "a head, where the media type is not escaped", library(t).body("/"),
		`<link rel="search" type="application/opensearchdescription+xml" title="Vitrine" href="/opensearch.xml">`)
}
