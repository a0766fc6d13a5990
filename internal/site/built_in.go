package site

import (
	"embed"
	"fmt"
	"net/url"
	"strings"
	"text/template"
)

// builtInTexts are the legal pages shown until the administrator saves a text: templates, whose data is the Policy.
//
//go:embed legal/*.md
var builtInTexts embed.FS

// Policy is what the built-in legal pages say of the site.
type Policy struct {
	SiteName   string
	Contact    string // email address; empty: the pages refer to the foot of the page
	Accounts   bool   // readers can have accounts
	Mail       bool   // the site sends email
	Newsletter bool   // visitors can subscribe to it
}

// with returns the policy of a site with these texts.
func (p Policy) with(texts Texts) Policy {
	p.SiteName, p.Contact = texts.Name, texts.Contact
	return p
}

// builtIn returns the built-in text of a legal page.
func builtIn(kind LegalType, policy Policy) string {
	policy.SiteName = escaped(policy.SiteName)
	if policy.Contact != "" {
		policy.Contact = "[" + escaped(policy.Contact) + "](mailto:" + url.PathEscape(policy.Contact) + ")"
	}
	var text strings.Builder
	page, err := template.ParseFS(builtInTexts, "legal/"+string(kind)+".md")
	if err == nil {
		err = page.Execute(&text, policy)
	}
	if err != nil { // there is one for each type, as a test checks
		panic(fmt.Sprintf("read a text that comes with the program: %v", err))
	}
	return text.String()
}

// escaped escapes a text so that Markdown shows it literally.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < 128 && strings.ContainsRune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
