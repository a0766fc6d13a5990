package pages

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
)

//go:embed plain.html
var plainTemplate string

// plainTemplates are the frame around what Go writes, and the pages that are no screens.
var plainTemplates = template.Must(template.New("plain").Funcs(template.FuncMap{
	"categoryPath": categoryPath,
	"join":         strings.Join,
	"lang":         languageAttributes,
	"isLast":       func(at int, crumbs []crumb) bool { return at == len(crumbs)-1 },
}).Parse(plainTemplate))

// plainPage is the templates' data. The type of Screen depends on the template.
type plainPage struct {
	*head
	Categories  []catalog.Category
	Collections bool // there are some
	Legal       []site.ShownPage
	Social      []site.SocialLink
	Screen      any
}

// plainText is the screen of a page whose text is Markdown.
type plainText struct {
	Title string
	HTML  template.HTML
}

// plain returns the body of the page at an address for when React's markup is not available: its Markdown as HTML. It is
// empty for admin screens.
func (v *view) plain(a address, h *head) (string, error) {
	if a.page == &adminPage {
		return "", nil
	}
	m := &markdown{view: v, forPeople: true}
	switch {
	case h.Status == http.StatusNotFound || h.Status == http.StatusGone:
		m.writeMissing(a)
	case a.page.markdown != nil:
		a.page.markdown(v, a, m)
	default:
		m.writeNotice(notice{a.page.title, a.page.notice})
	}
	return m.body(h)
}

// body returns the body of a page that has this text.
func (m *markdown) body(h *head) (string, error) {
	return m.framed("text", plainText{m.title, m.rendered()}, h)
}

// writeNotice writes a heading, a text and the way home.
func (m *markdown) writeNotice(n notice) {
	m.title = n.heading
	m.paragraph(strings.ReplaceAll(n.text, "{site}", m.siteName()))
	m.write("%s\n\n", m.link("Back to Home", "/"))
}

// writeMissing writes that a name means nothing, and for a product in the trash what is similar.
func (m *markdown) writeMissing(a address) {
	m.writeNotice(a.page.noticeOf404())
	if deleted, ok := m.snapshot.Deleted(a.product, time.Now()); ok {
		m.part("Similar Products", m.items(m.snapshot.SimilarToDeleted(deleted, twinSimilar)))
	}
}

// framed executes the named template for a screen.
func (v *view) framed(name string, screen any, h *head) (string, error) {
	page := plainPage{h, v.snapshot.Categories(), len(v.snapshot.Collections()) > 0, v.settings.Shown, v.settings.SocialLinks, screen}
	var b strings.Builder
	if err := plainTemplates.ExecuteTemplate(&b, name, page); err != nil {
		return "", fmt.Errorf("write the plain page %s: %w", name, err)
	}
	return b.String(), nil
}
