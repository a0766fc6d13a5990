package pages

import (
	"net/http"
	"net/url"
)

// OldURL is what a URL leads to that a site had before it moved here.
type OldURL struct {
	Status int    // of the redirect, or 410: what was there is gone
	To     string // path and query of the redirect
	Count  func() // counts a request for it
}

// goneOldURL is the page at old URLs whose content is gone.
var goneOldURL = Page{
	Scriptless: true,
	Head: func(_ *View, _ Address, h *Head) {
		h.Status, h.NoIndex = http.StatusGone, true
		h.Title = pageGone.Heading + " – " + h.SiteName
		h.Description = "What was at this URL is gone. " + h.SiteName + " is a directory of AI tools."
	},
	Missing: pageGone,
}

var pageGone = Notice{"Page Gone", "What was at this URL has been permanently removed."}

// serveOldURL answers a request for an address without a page if it is an old URL, and reports whether it is.
func (p *Pages) serveOldURL(w http.ResponseWriter, r *http.Request, a Address) bool {
	// The home page is there, but not what other programs have at /?p=123.
	isQuery := a.Path == "/" && r.URL.RawQuery != ""
	if p.options.OldURL == nil || !isQuery && a.Page.Find == nil && a.Page != &unknownPage {
		return false
	}
	v := p.view()
	old, isOld := p.options.OldURL(v, r.URL)
	if !isOld || !isQuery && v.headOf(a).Status == http.StatusOK {
		return false
	}
	if r.Method == http.MethodGet {
		old.Count()
	}
	if old.Status == http.StatusGone {
		if d := p.document(r.Context(), Address{Page: &goneOldURL, Path: "/page-gone"}); d != nil {
			d.Serve(w, r)
			return true
		}
		http.Error(w, pageGone.Text, http.StatusGone)
		return true
	}
	w.Header().Set("Cache-Control", "no-cache") // an administrator may change it
	http.Redirect(w, r, old.To, old.Status)
	return true
}

// CanonicalOf returns the canonical path and query of one of the site's own URLs, and whether something is there.
func CanonicalOf(v *View, u *url.URL) (canonical string, exists bool) {
	a, moved := v.resolve(u)
	if exists = v.headOf(a).Status == http.StatusOK; exists || moved != "" {
		if moved == "" {
			moved = u.RequestURI()
		}
		return moved, exists
	}
	for _, f := range v.pages.files {
		exists = exists || f.Path == u.Path && f.Serve != nil
	}
	t, isText := v.pages.textAt(u, v)
	return u.RequestURI(), exists || isText && t.make != nil || v.pages.fixed[u.Path] != nil
}
