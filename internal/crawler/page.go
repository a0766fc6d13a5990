package crawler

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// page is what was read at an address.
type page struct {
	depth   int // clicks from the home page
	inbound int // pages that link to it
	status  int // after redirects
	hops    int // redirects
	isHTML  bool

	noIndex     bool
	canonical   string // address without the origin; "" if the page names none
	title       string
	description string
	headings    int      // of the first level
	links       []string // addresses on the site, none twice
}

// indexable reports whether a search engine may index the page under this address.
func (p *page) indexable(address string) bool {
	return p.status == http.StatusOK && p.hops == 0 && p.isHTML && !p.noIndex && p.canonical == address
}

// parse reads the response at an address and closes its body.
func (p *page) parse(response *http.Response, address, publicURL string) error {
	defer response.Body.Close()
	p.isHTML = strings.HasPrefix(response.Header.Get("Content-Type"), "text/html")
	if p.status != http.StatusOK || !p.isHTML {
		if _, err := io.Copy(io.Discard, response.Body); err != nil {
			return fmt.Errorf("read %s: %w", address, err)
		}
		return nil
	}
	tree, err := html.Parse(response.Body)
	if err != nil {
		return fmt.Errorf("read %s: %w", address, err)
	}
	p.noIndex = strings.Contains(response.Header.Get("X-Robots-Tag"), "noindex")
	for node := range tree.Descendants() {
		if node.Type == html.ElementNode {
			p.read(node, address, publicURL)
		}
	}
	slices.Sort(p.links)
	p.links = slices.Compact(p.links)
	return nil
}

// read reads one element of the page at an address.
func (p *page) read(element *html.Node, address, publicURL string) {
	switch element.Data {
	case "title":
		if p.title == "" && element.FirstChild != nil && element.Namespace == "" { // an SVG image may have titles too
			p.title = element.FirstChild.Data
		}
	case "h1":
		p.headings++
	case "meta":
		content := value(element, "content")
		switch value(element, "name") {
		case "description":
			p.description = content
		case "robots":
			p.noIndex = p.noIndex || strings.Contains(content, "noindex")
		}
	case "link":
		target, ours := local(value(element, "href"), address, publicURL)
		switch relation := value(element, "rel"); {
		case !ours:
		case relation == "canonical":
			p.canonical = target
		case relation == "alternate":
			p.links = append(p.links, target)
		}
	case "a":
		if target, ours := local(value(element, "href"), address, publicURL); ours && target != address && value(element, "href") != "" {
			p.links = append(p.links, target)
		}
	}
}

// value returns an attribute, or "".
func value(element *html.Node, name string) string {
	for _, attribute := range element.Attr {
		if attribute.Key == name {
			return attribute.Val
		}
	}
	return ""
}
