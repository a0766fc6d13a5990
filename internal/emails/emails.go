// Package emails composes every email that the site sends: a subject, a plain-text part and an HTML part. Both parts
// show the same content in one layout. The HTML holds in Gmail and Outlook (tables, inline styles), follows the
// reader's dark mode, and loads nothing but the images of the newsletter, from the site.
//
// # To change
//
//   - what an email says: its function in messages.go; those to administrators: digest.go
//   - what an issue of the newsletter shows: issue.go, issue.html and issue.txt; its introduction: markup.go
//   - how all of them look: parts.html; the others but the newsletter: layout.html and layout.txt; the colors are those of
//     web/src/theme.css
//   - then go test ./internal/emails -update, read the difference in testdata, and open the HTML files in a browser
package emails

import (
	"embed"
	"fmt"
	html "html/template"
	"strings"
	text "text/template"
)

//go:embed *.html *.txt
var layouts embed.FS

// Site is the site that sends.
type Site struct {
	Name string
	URL  string // origin without a trailing slash
}

// String returns the site as sentences name it.
func (s Site) String() string { return fmt.Sprintf("%s (%s)", s.Name, s.URL) }

// Message is a composed email.
type Message struct {
	// To is the only address that it may go to: a stored one, or the one for which its code or link was made, and never just
	// what a visitor typed. Whoever composes the message sets it.
	To                  string
	Subject, Text, HTML string
	Unsubscribe         string // absolute URL that unsubscribes with one click, for the headers; empty: none
}

// Templates composes the emails of one site. It is safe for concurrent use.
type Templates struct {
	site func() Site
	text *text.Template
	html *html.Template
}

// New returns the templates of a site, whose name may change.
func New(site func() Site) *Templates {
	functions := html.FuncMap{"outlook": forOutlook}
	return &Templates{
		site: func() Site {
			now := site()
			now.Name = line(now.Name)
			return now
		},
		text: text.Must(text.New("").Funcs(text.FuncMap{"upper": strings.ToUpper}).ParseFS(layouts, "*.txt")),
		html: html.Must(html.New("").Funcs(functions).ParseFS(layouts, "*.html")),
	}
}

// forOutlook returns markup that only Outlook on Windows reads. html/template removes comments that are written in a
// template.
func forOutlook(markup html.HTML) html.HTML { return "<!--[if mso]>" + markup + "<![endif]-->" }

// content is what one email says. Everything but the subject and the paragraphs may be empty.
type content struct {
	Site       Site
	Subject    string
	Heading    string
	Paragraphs []string // the first is also the preview in the reader's list of emails
	Quote      []string // lines of a text that the site did not write
	Code       string
	Links      []link // the first is a button
	NotYou     string // what to do if the reader did not cause the email
	Why        string // the reader gets it
}

type link struct{ Label, URL string }

// Preview is what the reader's list of emails shows after the subject.
func (c content) Preview() string { return c.Paragraphs[0] }

// compose renders the content with both layouts.
func (t *Templates) compose(c content) Message {
	c.Site, c.Subject = t.site(), line(c.Subject)
	plain, rich := t.render("layout", c)
	return Message{Subject: c.Subject, Text: plain, HTML: rich}
}

// render renders both templates of a name.
func (t *Templates) render(name string, data any) (plain, rich string) {
	var p, r strings.Builder
	if err := t.text.ExecuteTemplate(&p, name+".txt", data); err != nil {
		panic(fmt.Sprintf("render the text of an email: %v", err)) // a broken template, which the tests would find
	}
	if err := t.html.ExecuteTemplate(&r, name+".html", data); err != nil {
		panic(fmt.Sprintf("render the HTML of an email: %v", err))
	}
	return p.String(), r.String()
}
