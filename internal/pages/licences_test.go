package pages

import (
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The page lists the projects with their versions and licences, and each text once with the names of its projects.
func TestLicences(t *testing.T) {
	const notices = `{"packages": [{"name": "alpha", "version": "1.2.3", "licences": ["MIT"], "texts": [0]}, {"name": "beta", "version": "v2", "licences": ["BSD-3-Clause", "MIT"], "texts": [1, 0]},
		{"name": "</td><img src=x onerror=alert(1)>", "version": "", "licences": ["ISC"], "texts": []}], "texts": ["Do as you like.", "Name <us>."]}`
	withNotices := func(o *Options) { o.Notices = []byte(notices) }
	w := isFile(t, nil, withNotices, "/about/licences", "text/html; charset=utf-8")
	text := w.Body.String()
	hasParts(t, "the page", text, `<a href="#text-1">alpha</a></td><td>1.2.3</td><td>MIT</td>`, `<a href="#text-2">beta</a></td><td>v2</td><td>BSD-3-Clause, MIT</td>`,
		`<h3 id="text-1" class="wrap-anywhere">alpha, beta</h3><pre tabindex="0">Do as you like.</pre>`, `<h3 id="text-2" class="wrap-anywhere">beta</h3><pre tabindex="0">Name &lt;us&gt;.</pre>`)
	page := parse(t, strings.NewReader(text))
	page.isHarmless(t, "the page", 0)
	storetest.Same(t, "title, heading and robots", []string{page.title, page.heading, page.metas["robots"]},
		[]string{"Licences – Vitrine", "Licences", "noindex,follow"})
	hasParts(t, "the page about the API", open(t, nil, withNotices).body("/api"), `href="/about/licences"`)
}

// Before the front end has been built nothing was collected, so there is no page.
func TestLicencesMissing(t *testing.T) {
	h := open(t, nil, nil)
	sent(t, "the page", h.get("/about/licences"), http.StatusNotFound)
	lacks(t, "the page about the API", h.body("/api"), "/about/licences")
}

func TestLicencesBad(t *testing.T) {
	for _, bad := range []string{"{", `{"packages": [{"name": "alpha", "texts": [1]}], "texts": ["MIT"]}`, `{"packages": [{"name": "alpha", "texts": [-1]}]}`} {
		if n, err := readNotices([]byte(bad)); err == nil {
			t.Errorf("%s is read as %+v", bad, n)
		}
	}
}
