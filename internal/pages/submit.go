package pages

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"net/url"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

var submitPage = Page{
	Paths:       []string{submitPath},
	Module:      "src/public/submit/submit.tsx",
	Title:       "Submit Your AI Tool",
	Description: "Have an AI tool you'd like to feature on {site}? Tell us what it does, where to find it and what it costs.",
	Notice:      "Have an AI tool you'd like to feature on {site}? Reload the page if the form doesn't appear.",
}

// submissionPage is the status of a submission, for its sender.
var submissionPage = Page{
	Paths:       []string{submitPath + "/status/:key"},
	Unlisted:    true,
	Private:     true,
	Module:      "src/public/submit/submission.tsx",
	Title:       "Your submission",
	Description: "The status of a tool submitted to {site}.",
	Notice:      "Reload the page to see the status of your submission.",
}

// submitPath is the page with the form for a new tool, and the URL that browsers without scripts post it to.
const submitPath = "/submit"

// maxForm is the largest posted form in bytes, the same as in the API.
const maxForm = 256 << 10

// takesForms reports whether /submit shows our own form.
func takesForms(p *Pages) bool {
	return p.frames != nil && p.options.Submit != nil && p.options.FormURL == ""
}

// submitForm handles the form of /submit as browsers without scripts post it. It redirects an accepted form to its
// status page and shows a refused one again with its input and errors.
func submitForm(p *Pages, w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	path, err := takeForm(p, w, r)
	if err == nil {
		http.Redirect(w, r, path, http.StatusSeeOther)
		return
	}
	refusal := fault.From(err)
	if refusal.Kind == fault.Internal {
		p.options.Logger.ErrorContext(r.Context(), "take a form", "error", err)
	}
	if refusal.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(refusal.RetryAfter.Seconds()))))
	}
	c, err := refusedForm(r.Context(), p, r.PostForm, refusal)
	if err != nil { // only a mistake in a template can cause this
		p.options.Logger.ErrorContext(r.Context(), "write a refused form", "error", err)
		http.Error(w, refusal.Message, refusal.Status())
		return
	}
	c.Serve(w, r)
}

func takeForm(p *Pages, w http.ResponseWriter, r *http.Request) (path string, err error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	var large *http.MaxBytesError
	switch err := r.ParseForm(); {
	case errors.As(err, &large):
		return "", fault.New(fault.TooLarge, "This form is larger than 256 KB.")
	case err != nil:
		return "", fault.Because(fault.BadRequest, "This form cannot be read.", err)
	}
	return p.options.Submit(r.Context(), r.PostForm)
}

// refusedForm answers with the form and the submitted values. If the body is too large or the page cannot be rendered,
// it shows only the error, until scripts fill in the form again.
func refusedForm(ctx context.Context, p *Pages, form url.Values, refusal *fault.Fault) (*content, error) {
	a, v := Address{Page: &submitPage, Path: submitPath}, p.view()
	h := v.headOf(a)
	h.Status, h.Private, h.NoIndex = refusal.Status(), true, true
	answer, err := answerOf(form, refusal)
	if err != nil {
		return nil, err
	}
	if refusal.Kind != fault.TooMany {
		markup, known, err := renderForm(ctx, v, a, answer)
		if err == nil {
			return p.bind(p.frames.of(a.Page), h, root{markup: markup}, known)
		}
		p.alarm.raise(a, err)
	}
	known, err := state(v.SiteName(), []string{submitPath}, []Answer{answer})
	if err != nil {
		return nil, err
	}
	m := &Markdown{View: v, ForPeople: true}
	m.writeNotice(Notice{submitPage.Title, refusal.Message + " Go back to find what you typed."})
	markup, err := m.body(h)
	if err != nil {
		return nil, err
	}
	return p.bind(p.frames.plain(a.Page), h, root{markup, true}, known)
}

func renderForm(ctx context.Context, v *View, a Address, answer Answer) (markup string, known []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, v.options.Timeout)
	defer cancel()
	needs, err := v.needs(ctx, a)
	if err != nil {
		return "", nil, err
	}
	if known, err = v.stateOf(ctx, needs, map[string]Answer{submitPath: answer}); err != nil {
		return "", nil, err
	}
	markup, err = v.render(ctx, a, known)
	return markup, known, err
}

// answerOf returns the response for a refused form, in the format of the front end (web/src/api/submissions.ts).
func answerOf(form url.Values, refusal *fault.Fault) (Answer, error) {
	values := map[string]string{}
	for name := range form {
		values[name] = form.Get(name)
	}
	body, err := json.Marshal(map[string]any{"values": values, "fields": append([]fault.Field{}, refusal.Fields...), "error": refusal.Message})
	if err != nil {
		return Answer{}, fmt.Errorf("encode a form: %w", err)
	}
	return Answer{Status: http.StatusOK, Body: body}, nil
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

// embedded returns the document with the configured form, or nil if none is configured.
func (v *View) embedded() (*content, error) {
	form, script := v.options.FormURL, v.options.FormScript
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
	return newContent(v.packer, encoding.Best, http.StatusOK, b.Bytes(),
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
