package api

import (
	"net/http"

	"vitrine/internal/browse"
	"vitrine/internal/encoding"
	"vitrine/internal/site"
)

// view is what an answer is made from.
type view struct {
	picture    *browse.Picture
	settings   *site.Settings
	siteName   string
	submitForm SubmitForm
	stamp      stamp
}

// stamp says which versions an answer was made from. An answer is good for as long as they are the current ones.
type stamp struct {
	catalogue, site int64 // 0 for a catalogue that the answer does not go by
	popularity      int64 // 0 where the answer does not go by it
}

// view is what a question is answered from.
func (a *API) view(q *question) view {
	settled := a.options.Site.Version() // read before the settings: an answer may be newer than its stamp, never older
	picture := a.options.Catalogue.Picture()
	made := stamp{catalogue: picture.Version(), site: settled}
	if q.route.handler.shelf {
		made.catalogue = 0
	}
	if q.query.Sort == browse.SortPopular {
		made.popularity = picture.Popularity()
	}
	return view{picture, a.options.Site.Settings(), a.options.SiteName, a.options.SubmitForm, made}
}

// respond answers a question: with a stream where the answer may be as large as the catalogue; from what is kept; else,
// when it was asked before or stands on the shelf, with an answer that will be kept; else with one that is forgotten.
func (a *API) respond(w http.ResponseWriter, r *http.Request, q *question, remembered bool) {
	k, v, wanted := a.keeper, a.view(q), encoding.Accepted(r.Header["Accept-Encoding"], encoding.Zstd)
	if q.bulk {
		a.stream(w, r, v, q, wanted)
		return
	}
	e, kept := k.kept(v.stamp, q, wanted)
	var err error
	switch {
	case kept:
	case q.route.handler.shelf || k.askedBefore(v.stamp, q):
		e, err = k.keep(v, q, wanted)
	default:
		if err = k.once(v, q, wanted, func(e *entry) { e.send(w, r) }); err == nil {
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
