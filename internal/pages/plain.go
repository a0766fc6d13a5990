package pages

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
)

//go:embed plain.html
var plainTemplates string

// parsePlain parses the templates of the plain pages, which replace screens that failed to render.
func (p *Pages) parsePlain() (err error) {
	p.plainPages, err = template.New("plain").Funcs(template.FuncMap{
		"categoryPath":     categoryPath,
		"productPath":      productPath,
		"alternativesPath": alternativesPath,
		"image":            p.absolute,
		"inc":              func(n int) int { return n + 1 },
		"isNew":            func(product catalog.Product) bool { return p.options.Catalogue.Snapshot().IsNew(product) },
		"join":             strings.Join,
		"lower":            func(kind catalog.Type) string { return strings.ToLower(string(kind)) },
		"sanitised":        func(html string) template.HTML { return template.HTML(html) }, //nolint:gosec // site's renderer has sanitised it
		"comparisonPath":   comparisonPath,
		"tagPath":          tagPath,
		"lang":             languageAttributes,
		"isLast":           func(at int, crumbs []crumb) bool { return at == len(crumbs)-1 },
	}).Parse(plainTemplates)
	if err != nil {
		return fmt.Errorf("parse the plain pages: %w", err)
	}
	return nil
}

// plainPage is the templates' data. The type of Screen depends on the template.
type plainPage struct {
	head
	Categories  []catalog.Category
	Collections bool // there are some
	Legal       []site.ShownPage
	Social      []site.SocialLink
	Screen      any
}

// notice is a screen with only a heading and a text.
type notice struct{ Heading, Text string }

// plain returns the body of the page at an address, written by Go from the snapshot for when React's markup is not
// available: heading, text, facts and links. It is empty for admin screens.
func (p *Pages) plain(a address, h head, snapshot *browse.Snapshot) (string, error) {
	if a.screen == admin {
		return "", nil
	}
	name, screen := p.plainScreen(a, h, snapshot)
	return p.plainFrom(name, screen, h, snapshot)
}

// plainFrom executes the named template for a screen.
func (p *Pages) plainFrom(name string, screen any, h head, snapshot *browse.Snapshot) (string, error) {
	settings := p.options.Site.Settings()
	page := plainPage{h, snapshot.Categories(), len(snapshot.Collections()) > 0, settings.Shown, settings.SocialLinks, screen}
	var b strings.Builder
	if err := p.plainPages.ExecuteTemplate(&b, name, page); err != nil {
		return "", fmt.Errorf("write the plain page %s: %w", name, err)
	}
	return b.String(), nil
}

// plainScreen returns the template for the screen at an address, and its data.
func (p *Pages) plainScreen(a address, h head, snapshot *browse.Snapshot) (template string, content any) {
	info := &screens[a.screen]
	switch {
	case h.Status == http.StatusGone:
		deleted, _ := snapshot.Deleted(a.product, time.Now())
		return "gone", plainGone{noProduct, productsOf(snapshot.SimilarToDeleted(deleted, twinSimilar))}
	case (a.screen == product || a.screen == alternatives) && h.Status == http.StatusNotFound:
		return "missing", noProduct
	case a.screen == issue && h.Status == http.StatusNotFound:
		return "missing", notice{"Issue Not Found", "No issue of the newsletter has this number."}
	case a.screen == comparison && h.Status == http.StatusNotFound:
		return "missing", notice{"Comparison Not Found", "We compare two to four different tools of this directory. One of these isn't here, or is named twice."}
	case a.screen == collection && h.Status == http.StatusNotFound:
		return "missing", notice{"Collection Not Found", "This collection doesn't exist, or isn't published."}
	case h.Status == http.StatusNotFound:
		return "missing", notice{"Page Not Found", "Did you forget to add the page to the router?"}
	case info.plain != nil:
		return info.plain(p, a, snapshot)
	}
	return "notice", notice{info.title, strings.ReplaceAll(info.notice, "{site}", h.SiteName)}
}

func productsOf(items []*browse.Item) []catalog.Product {
	products := make([]catalog.Product, len(items))
	for i, item := range items {
		products[i] = item.Product()
	}
	return products
}
