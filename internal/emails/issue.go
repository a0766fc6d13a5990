package emails

import (
	"fmt"
	html "html/template"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// Issue is an issue of the newsletter for one subscriber. URLs are absolute.
type Issue struct {
	Subject     string
	Intro       string // sanitized HTML
	Cadence     string // weekly or monthly
	Sections    []IssueSection
	Archive     string // the same in a browser
	Settings    string // where the subscriber chooses topics and unsubscribes
	Unsubscribe string // for the header; empty: none
}

// IssueSection is a part of an issue.
type IssueSection struct {
	Title    string
	Products []IssueProduct
}

// IssueProduct is a product of an issue.
type IssueProduct struct {
	Name        string
	Description string
	Categories  []string // the main one first
	Badges      []string // Free, Deal
	Image       string   // of the site; empty: none
	Page        string   // of the product on the site
	Website     string   // leads to the product's own
	IsAffiliate bool     // over an affiliate link, which has to be said
}

// maxHTML is how large the HTML of an issue may be, in bytes. Gmail cuts emails at 102 KB.
const maxHTML = 100 << 10

// detail is how much an issue shows of each product, in code points.
type detail struct {
	name, description, category, categories int
	isPlain                                 bool // no images, and an introduction without formatting
}

// details are tried until an issue fits. The first shows all that the newsletter gives.
var details = []detail{
	{name: maxInHeading, description: 200, category: 40, categories: 3},
	{name: maxInHeading, description: 100, category: 40, categories: 2},
	{name: 60, description: 50, category: 30, categories: 1, isPlain: true},
	{name: 40, category: 20, categories: 1, isPlain: true},
}

// issueView is an issue as the templates show it.
type issueView struct {
	Issue
	Site      Site
	Preview   string
	Intro     html.HTML
	IntroText string
	IsPlain   bool
	Why       string
}

// Issue writes the email of an issue. One that would be too large shows less of each product.
func (t *Templates) Issue(i Issue) Message {
	i.Subject = line(i.Subject)
	intro := parseMarkup(i.Intro, t.site().URL)
	view := issueView{Site: t.site(), IntroText: intro.text(true), Preview: i.preview(intro)}
	view.Why = fmt.Sprintf("You are receiving this because you subscribed to the %s newsletter of %s.", i.Cadence, t.site())
	m := Message{Subject: i.Subject, Unsubscribe: i.Unsubscribe}
	for _, d := range details {
		view.Issue, view.Intro, view.IsPlain = i.cut(d), intro.html(), d.isPlain
		if d.isPlain {
			view.Intro = intro.plain()
		}
		var text string
		text, m.HTML = t.render("issue", view)
		if m.Text == "" {
			m.Text = text
		}
		if len(m.HTML) <= maxHTML {
			break
		}
	}
	return m
}

// preview returns the beginning of the introduction or, without one, the first products.
func (i Issue) preview(intro markup) string {
	if text := line(intro.text(false)); text != "" {
		return cut(text, 120)
	}
	var names []string
	for _, section := range i.Sections {
		for _, p := range section.Products {
			names = append(names, cut(line(p.Name), 40))
		}
	}
	return strings.Join(names[:min(len(names), 4)], ", ")
}

// cut returns the issue with texts that are lines, and no more of each than the detail says.
func (i Issue) cut(d detail) Issue {
	sections := make([]IssueSection, len(i.Sections))
	for at, section := range i.Sections {
		sections[at].Title = section.Title
		for _, p := range section.Products {
			p.Name, p.Description = cut(line(p.Name), d.name), cut(line(p.Description), d.description)
			var categories []string
			for _, category := range p.Categories[:min(len(p.Categories), d.categories)] {
				categories = append(categories, cut(line(category), d.category))
			}
			p.Categories = categories
			sections[at].Products = append(sections[at].Products, p)
		}
	}
	i.Sections = sections
	return i
}

// cut returns a line cut to a length in code points, with an ellipsis.
func cut(line string, most int) string {
	switch {
	case most == 0:
		return ""
	case utf8.RuneCountInString(line) <= most:
		return line
	}
	return strings.TrimSpace(string([]rune(line)[:most-1])) + "…"
}

// Initial returns what stands for a missing image: the first character of the name.
func (p IssueProduct) Initial() string {
	r, _ := utf8.DecodeRuneInString(p.Name)
	return strings.ToUpper(string(r))
}

// Topics returns the categories in one line.
func (p IssueProduct) Topics() string { return strings.Join(p.Categories, " · ") }

// Facts returns the categories and badges in one line.
func (p IssueProduct) Facts() string {
	return strings.Join(slices.Concat(p.Categories, p.Badges), " · ")
}

// absolute returns a URL of a text on the site; "" if it is none.
func absolute(reference, site string) string {
	base, err := url.Parse(site + "/")
	if err != nil {
		return ""
	}
	u, err := base.Parse(reference)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "mailto" {
		return ""
	}
	return u.String()
}
