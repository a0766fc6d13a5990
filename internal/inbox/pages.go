package inbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"net/url"

	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/pages"
)

// PagesOptions say what /submit shows.
type PagesOptions struct {
	// Submit accepts our own form as a browser without scripts posts it, and returns the path of the submission's status
	// page; nil: forms are disabled.
	Submit     func(ctx context.Context, form url.Values) (path string, err error)
	FormURL    string // another host's form; empty: our own
	FormScript string // script that the form's host requires; may be empty
}

// Pages returns the page with the form for a new tool, and the status of what was submitted.
func Pages(o PagesOptions) ([]*pages.Page, error) {
	page := submitPage
	if o.FormURL == "" {
		page.Submit = o.Submit
		return []*pages.Page{&page, &submissionPage}, nil
	}
	form, err := embedded(o.FormURL, o.FormScript)
	if err != nil {
		return nil, err
	}
	page.Files = []pages.File{{Path: EmbedPath, Serve: func(_ *pages.View, w http.ResponseWriter, r *http.Request) bool {
		form.Serve(w, r)
		return true
	}}}
	return []*pages.Page{&page, &submissionPage}, nil
}

var submitPage = pages.Page{
	Paths:       []string{"/submit"},
	Module:      "src/public/submit/submit.tsx",
	Title:       "Submit Your AI Tool",
	Description: "Have an AI tool you'd like to feature on {site}? Tell us what it does, where to find it and what it costs.",
	Notice:      "Have an AI tool you'd like to feature on {site}? Reload the page if the form doesn't appear.",
}

// submissionPage is the status of a submission, for its sender.
var submissionPage = pages.Page{
	Paths:       []string{"/submit/status/:key"},
	Unlisted:    true,
	Private:     true,
	Module:      "src/public/submit/submission.tsx",
	Title:       "Your submission",
	Description: "The status of a tool submitted to {site}.",
	Notice:      "Reload the page to see the status of your submission.",
}

// EmbedPath is the URL of the document that embeds another host's form, for the frame of /submit. The form needs its
// own document for two reasons: a content security policy belongs to a document, and the browser also reaches /submit
// from home without loading a new one; and a script in our own documents could call our API as the administrator. Here
// the sandbox removes the origin, and with it access to cookies, storage and our API's answers.
const EmbedPath = "/embed/submit"

//go:embed embed.html
var embedTemplate string

// embedScript reports the state of the form's script to the page around the frame. It is the only script of ours there.
//
//go:embed embed.js
var embedScript string

// embedded returns the document with another host's form.
func embedded(form, script string) (*encoding.Content, error) {
	t, err := template.New("embed").Parse(embedTemplate)
	if err != nil {
		return nil, fmt.Errorf("parse the document of the submit form: %w", err)
	}
	policy, err := embedPolicy(form, script)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, struct {
		Form, Script string
		Own          template.JS
	}{form, script, template.JS(embedScript)}) //nolint:gosec // our own file
	if err != nil {
		return nil, fmt.Errorf("write the document of the submit form: %w", err)
	}
	return encoding.NewContent(encoding.Shared(), encoding.Response{Body: b.Bytes(), Effort: encoding.Best, Header: []encoding.Line{
		encoding.Header("Content-Type", "text/html; charset=utf-8"),
		encoding.Header("Cache-Control", "no-cache"),
		encoding.Header("Content-Security-Policy", policy),
		encoding.Header("X-Frame-Options", "SAMEORIGIN"),
		encoding.Header("X-Robots-Tag", "noindex"),
		encoding.Header("Referrer-Policy", "no-referrer"),
	}}), nil
}

// embedPolicy returns a policy that allows only the hosts of the form and of its script.
func embedPolicy(form, script string) (string, error) {
	hosts := ""
	for _, address := range []string{form, script} {
		if address == "" {
			continue
		}
		u, err := url.Parse(address)
		if err != nil || u.Host == "" {
			return "", fmt.Errorf("the submit form's address cannot be read")
		}
		if host := u.Scheme + "://" + u.Host; hosts != " "+host {
			hosts += " " + host
		}
	}
	sum := sha256.Sum256([]byte(embedScript))
	own := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	return "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox; default-src 'none'; script-src " + own + hosts +
		"; frame-src" + hosts + "; style-src 'unsafe-inline'" + hosts + "; img-src data:" + hosts + "; font-src data:" + hosts + "; connect-src" + hosts +
		"; form-action" + hosts + "; base-uri 'none'; frame-ancestors 'self'", nil
}
