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

	"vitrine/internal/encoding"
)

// EmbedPath is where the document stands that holds another host's form, alone: for the frame of /submit. A policy
// belongs to a document, and /submit is also reached from home without a new one; and a script that ran in our own
// documents could call our API in the administrator's name. In this one it can do neither: the sandbox takes its origin
// away, and with it cookies, storage and every answer of ours.
const EmbedPath = "/embed/submit"

//go:embed embed.html
var embedTemplate string

// embedScript reports to the page around the frame how the form's script fares. It is the only script of ours in there.
//
//go:embed embed.js
var embedScript string

// embedded is the document with the configured form; nil where none is configured.
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

// embedPolicy lets the form's host and its script's in, and nobody else.
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
