package pages

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/idna"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// redirect redirects to the canonical URL. It forbids caching for a former category name, product or collection slug, because
// another one may take it, and for another name of a comparison, because products get other slugs.
func redirect(w http.ResponseWriter, r *http.Request, canonical string, renamed bool) {
	if renamed {
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, canonical, http.StatusMovedPermanently)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=3600")
	http.Redirect(w, r, canonical, http.StatusPermanentRedirect)
}

// redirectToWebsite redirects /go/{id or slug} to the product's website and counts the visit, for feeds, emails and
// programs, which send no beacon. The links in a newsletter issue name it (?from=issue-12), so the visit counts for the
// issue too. It does not count HEAD. It reports whether such a product with a website exists, or is in the trash; if not,
// it writes nothing.
func (p *Pages) redirectToWebsite(w http.ResponseWriter, r *http.Request) bool {
	name := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/go/"), "/")
	if len(name) > longestName {
		return false
	}
	snapshot := p.options.Catalogue.Snapshot()
	item, found := productNamed(name, snapshot)
	if !found && isGone(name, snapshot) {
		serveGone(w)
		return true
	}
	if !found || !field.WebURL(item.Product().Website) { // the database may hold a URL that is not http(s)
		return false
	}
	if r.Method == http.MethodGet && p.options.Visits != nil {
		p.options.Visits.Count(r, item.ID(), visits.Visit)
		if issue := issueOf(r.URL); p.options.Site.Settings().HasIssue(issue, item.ID()) {
			p.options.Visits.CountFromIssue(r, item.ID(), issue)
		}
	}
	h := w.Header()
	h.Set("Cache-Control", "no-store") // otherwise later visits would not be counted
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Referrer-Policy", "no-referrer") // same as the Visit button
	http.Redirect(w, r, plainHost(item.Product().Website), http.StatusFound)
	return true
}

// isGone reports whether a product that the catalogue does not have is in the trash.
func isGone(name string, snapshot *browse.Snapshot) bool {
	_, deleted := snapshot.Deleted(name, time.Now())
	return deleted
}

// serveGone says that a tool is in the trash, for what is no page. It may be restored.
func serveGone(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, "This tool is no longer listed.", http.StatusGone)
}

// issueOf returns the number of the newsletter issue that a link names (?from=issue-12); 0: none.
func issueOf(link *url.URL) int64 {
	name, isIssue := strings.CutPrefix(link.Query().Get("from"), "issue-")
	number, err := strconv.ParseInt(name, 10, 64)
	if err != nil || !isIssue {
		return 0
	}
	return number
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
