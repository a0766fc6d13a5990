package pages

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"net/url"

	"github.com/vitrine-directory/vitrine/internal/encoding"
)

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

// embedded returns the document with the configured form, or nil if none is configured.
func (p *Pages) embedded() (*content, error) {
	form, script := p.options.FormURL, p.options.FormScript
	if form == "" {
		return nil, nil
	}
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
	return newContent(p.packer, encoding.Best, http.StatusOK, b.Bytes(),
		header("Content-Type", "text/html; charset=utf-8"),
		header("Cache-Control", "no-cache"),
		header("Content-Security-Policy", policy),
		header("X-Frame-Options", "SAMEORIGIN"),
		header("X-Robots-Tag", "noindex"),
		header("Referrer-Policy", "no-referrer"),
	), nil
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
