package pages

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// counted is a Counter that remembers.
type counted []string

func (c *counted) Count(_ *http.Request, product int64, kind visits.Kind) {
	*c = append(*c, fmt.Sprint(kind, " ", product))
}

func (c *counted) CountFromIssue(_ *http.Request, product, issue int64) {
	*c = append(*c, fmt.Sprint("visit ", product, " from issue ", issue))
}

// siteWithCounter is a site with a counter and a product whose website has a host in other letters.
func siteWithCounter(t *testing.T) (*testSite, *counted) {
	seen := &counted{}
	far := tool(2, "Bücher")
	far.Slug, far.Website = "buecher", "https://bücher.example/ä?q=a%20b&x=1#f"
	return open(t, []catalog.Product{tool(1, "ChatGPT"), far}, func(o *Options) { o.Visits = seen }), seen
}

// A GET of /go/ redirects to the website and is counted. Other requests are not, and /go/ to nothing is the pages' own not-found page.
func TestGoRedirect(t *testing.T) {
	h, seen := siteWithCounter(t)
	for _, target := range []string{"/go/chatgpt", "/go/1", "/go/ChatGPT", "/go/chatgpt/", "/go/chatgpt?utm_source=mail"} {
		sent(t, target, h.get(target), http.StatusFound, "Location", "https://chatgpt.example/",
			"X-Robots-Tag", "noindex", "Cache-Control", "no-store", "Referrer-Policy", "no-referrer")
	}
	storetest.Same(t, "counted", []string(*seen), slices.Repeat([]string{"visit 1"}, 5))
	head := h.ask(http.MethodHead, "/go/chatgpt")
	storetest.Same(t, "HEAD: status and bytes", []int{head.Code, head.Body.Len()}, []int{http.StatusFound, 0})
	sent(t, "POST", h.ask(http.MethodPost, "/go/chatgpt"), http.StatusMethodNotAllowed)
	missing := h.body("/nothing")
	for _, target := range []string{"/go/nothing", "/go/", "/go", "/go/01", "/go/chatgpt/more", "/go/" + strings.Repeat("x", 8000)} {
		if w := h.get(target); w.Code != http.StatusNotFound || w.Body.String() != missing {
			t.Errorf("%.40s: %d %.200s", target, w.Code, w.Body)
		}
	}
	storetest.Same(t, "counted after these", len(*seen), 5)
}

// A visit that comes from a newsletter issue counts for the issue too, if it was sent and has the product.
func TestGoFromIssue(t *testing.T) {
	h, seen := siteWithCounter(t)
	h.changeSettings(func(s *site.Settings) {
		s.Issues = []site.Issue{{Number: 4, IssueContent: site.IssueContent{Sections: []site.IssueSection{
			{Kind: site.NewProducts, Products: []site.IssueProduct{{ID: 9}}}, {Kind: site.Deals, Products: []site.IssueProduct{{ID: 1}}},
		}}}}
	})
	for _, target := range []string{"/go/1?from=issue-4", "/go/2?from=issue-4", "/go/1?from=issue-5", "/go/1?from=4", "/go/1?from=issue-", "/go/1?from=issue-99999999999999999999"} {
		storetest.Same(t, target, h.get(target).Code, http.StatusFound)
	}
	storetest.Same(t, "counted", []string(*seen), []string{"visit 1", "visit 1 from issue 4", "visit 2", "visit 1", "visit 1", "visit 1", "visit 1"})
}

// /go/ redirects to web addresses only.
func TestGoUnsafeWebsite(t *testing.T) {
	for _, website := range unsafeAddresses {
		bad := tool(1, "Bad")
		bad.Website = website
		seen := &counted{}
		h := open(t, []catalog.Product{bad}, func(o *Options) { o.Visits = seen })
		sent(t, website, h.get("/go/bad"), http.StatusNotFound, "Location", "")
		storetest.Same(t, "counted for "+website, len(*seen), 0)
	}
}

// /go/ writes a host so that every program understands it.
func TestGoHostEncoding(t *testing.T) {
	h, _ := siteWithCounter(t)
	storetest.Same(t, "the location", h.get("/go/2").Header().Get("Location"), "https://xn--bcher-kva.example/%c3%a4?q=a%20b&x=1#f")
	for _, as := range []string{"https://a.example/?next=https://b.example", "http://[::1]:8080/", "http://h:8080/", "https://a_b.example/"} {
		storetest.Same(t, as, plainHost(as), as)
	}
}

// Only pages that depend on visits are made again when visits change.
func TestChangeOfVisits(t *testing.T) {
	h := library(t)
	ask := func() int64 {
		before := h.answers.asked.Load()
		h.get("/?sort=popular")
		h.get("/category/writing?sort=popular")
		h.get("/")
		h.get("/products/chatgpt")
		return h.answers.asked.Load() - before
	}
	first := ask()
	if again := ask(); again != 0 {
		t.Fatalf("%d answers were asked for again though nothing moved", again)
	}
	h.options.Catalogue.SetVisits(map[int64]int64{1: 3})
	storetest.Same(t, "answers asked for when visits move: those of the two lists", ask(), first/2)
	storetest.Same(t, "answers asked for once more", ask(), int64(0))
}
