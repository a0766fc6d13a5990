package pages

import (
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/idna"

	"vitrine/internal/field"
	"vitrine/internal/visits"
)

// redirectToWebsite answers /go/{id or slug} with the way to the product's website, and counts the visit: for feeds, mail and
// programs, which send no beacon. A HEAD only looks, and is not counted. It reports whether there is such a product with
// a website; where there is none, nothing is written.
func (p *Pages) redirectToWebsite(w http.ResponseWriter, r *http.Request) bool {
	name := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/go/"), "/")
	if len(name) > longestName {
		return false
	}
	item, _, found := productNamed(name, p.options.Catalogue.Snapshot())
	if !found || !field.WebURL(item.Product().Website) { // whatever a row of the database says
		return false
	}
	if r.Method == http.MethodGet && p.options.Visits != nil {
		p.options.Visits.Count(r, item.ID(), visits.Visit)
	}
	h := w.Header()
	h.Set("Cache-Control", "no-store") // else the next visit would not be counted
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Referrer-Policy", "no-referrer") // as the Visit button has it
	http.Redirect(w, r, plainHost(item.Product().Website), http.StatusFound)
	return true
}

// plainHost is the address with its host in the letters that every program understands: bücher.example is
// xn--bcher-kva.example. What cannot be written so stays as it is.
func plainHost(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	host, err := idna.Lookup.ToASCII(u.Hostname())
	if err != nil || host == u.Hostname() {
		return address
	}
	return strings.Replace(address, u.Hostname(), host, 1)
}
