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
var frameText string

// plainTemplate is the frame around what Go writes.
var plainTemplate = template.Must(template.New("plain").Funcs(template.FuncMap{
	"categoryPath": categoryPath,
	"lang":         languageAttributes,
	"isLast":       func(at int, crumbs []crumb) bool { return at == len(crumbs)-1 },
}).Parse(frameText))

// plainPage is a page as Go writes it: its text in the frame of the site.
type plainPage struct {
	*head
	Categories  []catalog.Category
	Collections bool // there are some
	Legal       []site.ShownPage
	Social      []site.SocialLink
	Text        plainText
}

// plainText is the text of a page.
type plainText struct {
	Title    string
	HTML     template.HTML
	Contents []site.Heading // empty: not shown
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
	text := plainText{Title: m.title, HTML: m.rendered()}
	if m.showContents {
		text.Contents = m.contents
	}
	page := plainPage{h, m.snapshot.Categories(), len(m.snapshot.Collections()) > 0, m.settings.Shown, m.settings.SocialLinks, text}
	var b strings.Builder
	if err := plainTemplate.Execute(&b, page); err != nil {
		return "", fmt.Errorf("write a plain page: %w", err)
	}
	return b.String(), nil
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
