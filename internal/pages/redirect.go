package pages

import (
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/idna"

	"vitrine/internal/field"
	"vitrine/internal/visits"
)

// redirectToWebsite redirects /go/{id or slug} to the product's website and counts the visit, for feeds, mail and
// programs, which send no beacon. It does not count HEAD. It reports whether such a product with a website exists; if
// not, it writes nothing.
func (p *Pages) redirectToWebsite(w http.ResponseWriter, r *http.Request) bool {
	name := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/go/"), "/")
	if len(name) > longestName {
		return false
	}
	item, _, found := productNamed(name, p.options.Catalogue.Snapshot())
	if !found || !field.WebURL(item.Product().Website) { // the database may hold a URL that is not http(s)
		return false
	}
	if r.Method == http.MethodGet && p.options.Visits != nil {
		p.options.Visits.Count(r, item.ID(), visits.Visit)
	}
	h := w.Header()
	h.Set("Cache-Control", "no-store") // otherwise later visits would not be counted
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Referrer-Policy", "no-referrer") // same as the Visit button
	http.Redirect(w, r, plainHost(item.Product().Website), http.StatusFound)
	return true
}

// plainHost returns the URL with its host in ASCII (punycode): bücher.example becomes xn--bcher-kva.example. A host
// that cannot be converted stays as it is.
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
