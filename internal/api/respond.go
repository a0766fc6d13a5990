package api

import (
	"net/http"

	"vitrine/internal/browse"
	"vitrine/internal/encoding"
	"vitrine/internal/revision"
	"vitrine/internal/site"
)

// view is what an answer is made from.
type view struct {
	snapshot   *browse.Snapshot
	settings   *site.Settings
	siteName   string
	submitForm SubmitForm
	revision   revision.Revision
}

// view is what a question is answered from.
func (a *API) view(q *question) view {
	r := revision.Current(a.options.Catalogue, a.options.Site)
	if q.route.handler.settingsOnly {
		r.Catalogue = 0
	}
	if q.query.Sort != browse.SortPopular {
		r.Popularity = 0
	}
	return view{a.options.Catalogue.Snapshot(), a.options.Site.Settings(), a.options.SiteName, a.options.SubmitForm, r}
}

// respond answers a question: with a stream where the answer may be as large as the catalogue; from the cache; else,
// when it was asked before or is made from the settings alone, with an answer that will be cached; else with one that
// is not.
func (a *API) respond(w http.ResponseWriter, r *http.Request, q *question, remembered bool) {
	c, v, wanted := a.cache, a.view(q), encoding.Accepted(r.Header["Accept-Encoding"], encoding.Zstd)
	if q.bulk {
		a.stream(w, r, v, q, wanted)
		return
	}
	e, kept := c.cached(v.revision, q, wanted)
	var err error
	switch {
	case kept:
	case q.route.handler.settingsOnly || c.askedBefore(v.revision, q):
		e, err = c.makeAndCache(v, q, wanted)
	default:
		if err = c.once(v, q, wanted, func(e *entry) { e.send(w, r) }); err == nil {
			return
		}
	}
	if err != nil {
		a.fail(w, r, err)
		return
	}
	if !remembered && len(r.RequestURI) <= maxQuestionLine {
		a.questions.Set(r.RequestURI, q)
	}
	e.send(w, r)
}
