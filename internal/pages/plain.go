package pages

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/site"
)

//go:embed plain.html
var frameText string

// plainTemplate is the frame around what Go writes.
var plainTemplate = template.Must(template.New("plain").Funcs(template.FuncMap{
	"categoryPath": CategoryPath,
	"lang":         languageAttributes,
	"isLast":       func(at int, crumbs []Crumb) bool { return at == len(crumbs)-1 },
}).Parse(frameText))

// plainPage is a page as Go writes it: its text in the frame of the site.
type plainPage struct {
	*Head
	Groups       []browse.CategoryGroup
	Menu, Footer []Crumb // pages of features that are linked there
	Legal        []site.ShownPage
	Social       []site.SocialLink
	Text         plainText
}

// plainText is the text of a page.
type plainText struct {
	Title    string
	HTML     template.HTML
	Contents []site.Heading // empty: not shown
}

// plain returns the body of the page at an address for when React's markup is not available: its Markdown as HTML. It is
// empty for admin screens.
func (v *View) plain(a Address, h *Head) (string, error) {
	if a.Page == &adminPage {
		return "", nil
	}
	m := &Markdown{View: v, ForPeople: true}
	switch {
	case h.Status == http.StatusNotFound || h.Status == http.StatusGone:
		m.writeMissing(a)
	case a.Page.Markdown != nil:
		a.Page.Markdown(v, a, m)
	default:
		m.writeNotice(Notice{a.Page.Title, a.Page.Notice})
	}
	return m.body(h)
}

// body returns the body of a page that has this text.
func (m *Markdown) body(h *Head) (string, error) {
	text := plainText{Title: m.Title, HTML: m.rendered()}
	if m.ShowContents {
		text.Contents = m.contents
	}
	shown := plainPage{Head: h, Groups: m.Snapshot.Categories().Groups(), Legal: m.Settings.Shown, Social: m.Settings.SocialLinks, Text: text}
	for _, page := range m.pages.options.Table {
		if page.Menu != "" {
			shown.Menu = append(shown.Menu, Crumb{page.Menu, page.Paths[0]})
		}
		if page.Footer == nil {
			continue
		}
		if name := page.Footer(m.View); name != "" {
			shown.Footer = append(shown.Footer, Crumb{name, page.Paths[0]})
		}
	}
	var b strings.Builder
	if err := plainTemplate.Execute(&b, shown); err != nil {
		return "", fmt.Errorf("write a plain page: %w", err)
	}
	return b.String(), nil
}

// writeNotice writes a heading, a text and the way home.
func (m *Markdown) writeNotice(n Notice) {
	m.Title = n.Heading
	m.Paragraph(strings.ReplaceAll(n.Text, "{site}", m.SiteName()))
	m.Write("%s\n\n", m.Link("Back to Home", "/"))
}

// WriteSuggestions writes where to go on when nothing was found: the largest categories, and searches to try.
func (m *Markdown) WriteSuggestions() {
	var categories, searches strings.Builder
	for _, c := range m.Snapshot.Home().Largest() {
		fmt.Fprintf(&categories, "- %s: %s\n", m.Link(c.Name, CategoryPath(c.Category)), Count(c.Count, "tool", "tools"))
	}
	for _, s := range m.Snapshot.Home().Searches() {
		fmt.Fprintf(&searches, "- %s\n", m.Link(s.Name, "/"+browse.Query{Search: s.Text}.Encode()))
	}
	m.Part("Categories to browse", categories.String())
	m.Part("Searches to try", searches.String())
}

// writeMissing writes that a name means nothing, and for a product in the trash what is similar.
func (m *Markdown) writeMissing(a Address) {
	m.writeNotice(a.Page.noticeOf404())
	m.WriteSuggestions()
	if deleted, ok := m.Snapshot.Trash().Find(a.Product, time.Now()); ok {
		m.Part("Similar Products", m.Items(m.Snapshot.Trash().Similar(deleted, TwinSimilar)))
	}
}
