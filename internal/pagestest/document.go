package pagestest

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// Document is a document as a browser reads it.
type Document struct {
	Status  int
	Title   string
	Metas   map[string]string   // by name or property
	Links   map[string][]string // addresses by rel; those of the content by "a"
	Blocks  map[string]string   // scripts' text by type
	Tags    map[string]int
	Heading string
	Root    string // text of #root
	Main    string // text of the main part
	Plain   bool   // Go has written it
	Attrs   []string
}

// Parse reads a document.
func Parse(t testing.TB, document io.Reader) Document {
	t.Helper()
	tree, err := html.Parse(document)
	storetest.NoError(t, err)
	p := Document{Metas: map[string]string{}, Links: map[string][]string{}, Blocks: map[string]string{}, Tags: map[string]int{}}
	for node := range tree.Descendants() {
		if node.Type == html.ElementNode {
			p.element(node)
		}
	}
	return p
}

func (p *Document) element(node *html.Node) {
	value := func(name string) string {
		at := slices.IndexFunc(node.Attr, func(a html.Attribute) bool { return a.Key == name })
		if at < 0 {
			return ""
		}
		return node.Attr[at].Val
	}
	for _, a := range node.Attr {
		p.Attrs = append(p.Attrs, a.Key)
	}
	p.Tags[node.Data]++
	switch {
	case node.Data == "title":
		p.Title = text(node)
	case node.Data == "meta":
		p.Metas[value("name")+value("property")] = value("content")
	case node.Data == "link":
		p.Links[value("rel")] = append(p.Links[value("rel")], value("href"))
	case node.Data == "a":
		p.Links["a"] = append(p.Links["a"], value("href"))
	case node.Data == "main":
		p.Main = strings.Join(strings.Fields(text(node)), " ")
	case node.Data == "h1":
		p.Heading = text(node)
	case node.Data == "script":
		p.Blocks[value("type")] += value("src") + text(node)
	case value("id") == "root":
		p.Root = strings.Join(strings.Fields(text(node)), " ")
		p.Plain = slices.ContainsFunc(node.Attr, func(a html.Attribute) bool { return a.Key == "data-plain" })
	}
}

func text(node *html.Node) string {
	var b strings.Builder
	for child := range node.Descendants() {
		if child.Type == html.TextNode {
			b.WriteString(child.Data)
		}
	}
	return b.String()
}

// IsHarmless checks that no text is markup: the page has at most so many images, at most three scripts, and no handlers of events.
func (p *Document) IsHarmless(t testing.TB, what string, images int) {
	t.Helper()
	if p.Tags["script"] > 3 || p.Tags["img"] > images || slices.ContainsFunc(p.Attrs, func(name string) bool { return strings.HasPrefix(name, "on") }) {
		t.Errorf("%s has elements that the text made: %v %v", what, p.Tags, p.Attrs)
	}
}

// Page is the document at an address, read.
func (h *Site) Page(target string) Document {
	h.T.Helper()
	w := h.Get(target)
	p := Parse(h.T, w.Body)
	p.Status = w.Code
	return p
}

// Headline is how a page is titled, its address for others (without the origin), and what robots may do.
type Headline [3]string

// IsHeaded checks the head of the pages at these addresses.
func (h *Site) IsHeaded(t *testing.T, want map[string]Headline) {
	t.Helper()
	for target, want := range want {
		page, canonical := h.Page(target), ""
		if want[1] != "" {
			canonical = "https://tools.example" + want[1]
		}
		storetest.Same(t, target+": the titles", []string{page.Title, page.Metas["og:title"], page.Metas["twitter:title"]}, slices.Repeat([]string{want[0]}, 3))
		storetest.Same(t, target+": the address for others", page.Metas["og:url"], canonical)
		if want[2] != "" {
			canonical = "" // a page that is not indexed stands for no other
		}
		storetest.Same(t, target+": the canonical URL", strings.Join(page.Links["canonical"], " "), canonical)
		storetest.Same(t, target+": robots", page.Metas["robots"], want[2])
	}
}

// Graph is the structured data of a page. It is one block of valid JSON that nothing in it can end.
func (p *Document) Graph(t testing.TB, target string) []map[string]any {
	t.Helper()
	block := p.Blocks["application/ld+json"]
	if block == "" {
		return nil
	}
	var data struct {
		Context string           `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal([]byte(block), &data); err != nil || data.Context != "https://schema.org" || strings.ContainsAny(block, "<>&\u2028\u2029") {
		t.Errorf("%s: %v, context %q, %.300q", target, err, data.Context, block)
	}
	return data.Graph
}

// Data is the page's structured data by type.
func (h *Site) Data(target string) map[string]map[string]any {
	h.T.Helper()
	page := h.Page(target)
	byType := map[string]map[string]any{}
	for _, node := range page.Graph(h.T, target) {
		byType[node["@type"].(string)] = node
	}
	return byType
}

// BreadcrumbOf returns the breadcrumb in the structured data of a page, as text.
func (h *Site) BreadcrumbOf(target string) string {
	h.T.Helper()
	list, _ := h.Data(target)["BreadcrumbList"]["itemListElement"].([]any)
	var crumbs []string
	for _, element := range list {
		e := element.(map[string]any)
		crumbs = append(crumbs, fmt.Sprint(e["position"], " ", e["name"], " ", strings.TrimPrefix(e["item"].(string), "https://tools.example")))
	}
	return strings.Join(crumbs, ", ")
}

// IsTwin checks the Markdown twin of the page at a path: its type, that it names its page, how it begins and what it says.
func (h *Site) IsTwin(t *testing.T, path, begins string, parts ...string) {
	t.Helper()
	w := h.Get(path + ".md")
	Sent(t, path+".md", w, http.StatusOK, "Content-Type", "text/markdown; charset=utf-8",
		"Link", "<https://tools.example"+path+`>; rel="canonical"`)
	if !strings.HasPrefix(w.Body.String(), begins) {
		t.Errorf("%s.md does not begin with %q", path, begins)
	}
	HasParts(t, path+".md", w.Body.String(), parts...)
}

// SitemapEntries reads a sitemap: "address time" of each entry.
func SitemapEntries(t *testing.T, body string) (list []string) {
	t.Helper()
	var file struct {
		Entries []struct {
			Loc     string `xml:"loc"`
			Lastmod string `xml:"lastmod"`
		} `xml:",any"`
	}
	storetest.NoError(t, xml.Unmarshal([]byte(body), &file))
	for _, entry := range file.Entries {
		list = append(list, entry.Loc+" "+entry.Lastmod)
	}
	return list
}

// Answer is what the API says, in a document's state.
type Answer struct {
	Status int
	Body   map[string]string
}

// Answered is a document's state, read.
func (p Document) Answered(t testing.TB) (site string, answers map[string]Answer) {
	t.Helper()
	var s struct {
		Site    struct{ Name string }
		Answers map[string]Answer
	}
	storetest.NoError(t, json.Unmarshal([]byte(p.Blocks["application/json"]), &s))
	return s.Site.Name, s.Answers
}
