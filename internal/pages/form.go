package pages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// maxForm is the largest posted form in bytes, the same as in the API.
const maxForm = 256 << 10

// serveForm handles the form of a page as browsers without scripts post it, and reports whether the path has one. It
// redirects an accepted form and shows a refused one again with its input and errors.
func (p *Pages) serveForm(w http.ResponseWriter, r *http.Request) bool {
	at := slices.IndexFunc(p.options.Table, func(page *Page) bool { return page.Submit != nil && slices.Contains(page.Paths, r.URL.Path) })
	if at < 0 || p.frames == nil {
		return false
	}
	page := p.options.Table[at]
	w.Header().Set("Cache-Control", "no-store")
	path, err := takeForm(page, w, r)
	if err == nil {
		http.Redirect(w, r, path, http.StatusSeeOther)
		return true
	}
	refusal := fault.From(err)
	if refusal.Kind == fault.Internal {
		p.options.Logger.ErrorContext(r.Context(), "a form could not be processed", "error", err)
	}
	if refusal.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(refusal.RetryAfter.Seconds()))))
	}
	c, err := refusedForm(r.Context(), p, Address{Page: page, Path: r.URL.Path}, r.PostForm, refusal)
	if err != nil { // only a mistake in a template can cause this
		p.options.Logger.ErrorContext(r.Context(), "a refused form could not be shown", "error", err)
		http.Error(w, refusal.Message, refusal.Status())
		return true
	}
	c.Serve(w, r)
	return true
}

func takeForm(page *Page, w http.ResponseWriter, r *http.Request) (path string, err error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	var large *http.MaxBytesError
	switch err := r.ParseForm(); {
	case errors.As(err, &large):
		return "", fault.New(fault.TooLarge, "This form is larger than 256 KB.")
	case err != nil:
		return "", fault.Because(fault.BadRequest, "This form can't be read.", err)
	}
	return page.Submit(r.Context(), r.PostForm)
}

// refusedForm answers with the form and the submitted values. If the body is too large or the page cannot be rendered,
// it shows only the error, until scripts fill in the form again.
func refusedForm(ctx context.Context, p *Pages, a Address, form url.Values, refusal *fault.Fault) (*content, error) {
	v := p.view()
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
	known, err := state(v, []string{a.Path}, []Answer{answer})
	if err != nil {
		return nil, err
	}
	m := &Markdown{View: v, ForPeople: true}
	m.writeNotice(Notice{a.Page.Title, refusal.Message + " Go back to find what you typed."})
	markup, err := m.body(h)
	if err != nil {
		return nil, err
	}
	return p.bind(p.frames.plain(a.Page), h, root{markup, true}, known)
}

func renderForm(ctx context.Context, v *View, a Address, answer Answer) (markup string, known []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, v.pages.options.Timeout)
	defer cancel()
	needs, err := v.needs(ctx, a)
	if err != nil {
		return "", nil, err
	}
	if known, err = v.stateOf(ctx, needs, map[string]Answer{a.Path: answer}); err != nil {
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
