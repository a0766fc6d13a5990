package pages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// maxForm is the largest posted form in bytes, the same as in the API.
const maxForm = 256 << 10

// takesForms reports whether /submit shows our own form.
func (p *Pages) takesForms() bool {
	return p.built && p.options.Submit != nil && p.options.FormURL == ""
}

// submitForm handles the form of /submit as browsers without scripts post it. It redirects an accepted form to its
// status page and shows a refused one again with its input and errors.
func (p *Pages) submitForm(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	path, err := p.takeForm(w, r)
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
	c, err := p.refusedForm(r.Context(), r.PostForm, refusal)
	if err != nil { // only a mistake in a template can cause this
		p.options.Logger.ErrorContext(r.Context(), "write a refused form", "error", err)
		http.Error(w, refusal.Message, refusal.Status())
		return
	}
	c.Serve(w, r)
}

func (p *Pages) takeForm(w http.ResponseWriter, r *http.Request) (path string, err error) {
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
func (p *Pages) refusedForm(ctx context.Context, form url.Values, refusal *fault.Fault) (*content, error) {
	a, snapshot := address{screen: submit, path: submitPath}, p.options.Catalogue.Snapshot()
	h := p.headOf(a, snapshot)
	h.Status, h.Private, h.NoIndex = refusal.Status(), true, true
	answer, err := answerOf(form, refusal)
	if err != nil {
		return nil, err
	}
	if refusal.Kind != fault.TooMany {
		markup, known, err := p.renderForm(ctx, a, answer)
		if err == nil {
			return p.bind(p.frameOf(a), h, root{markup: markup}, known)
		}
		p.alarm.raise(a, err)
	}
	known, err := state(p.siteName(), []string{submitPath}, []Answer{answer})
	if err != nil {
		return nil, err
	}
	markup, err := p.plainFrom("notice", notice{"Submit Your AI Tool", refusal.Message + " Go back to find what you typed."}, h, snapshot)
	if err != nil {
		return nil, err
	}
	return p.bind(p.frameOf(a), h, root{markup, true}, known)
}

func (p *Pages) renderForm(ctx context.Context, a address, answer Answer) (markup string, known []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, p.options.Timeout)
	defer cancel()
	needs, err := p.needs(ctx, a)
	if err != nil {
		return "", nil, err
	}
	if known, err = p.stateOf(ctx, needs, map[string]Answer{submitPath: answer}); err != nil {
		return "", nil, err
	}
	markup, err = p.render(ctx, a, known)
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
