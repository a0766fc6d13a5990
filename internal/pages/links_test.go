package pages_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// counted remembers what is counted.
type counted []string

func (c *counted) visited(_ *http.Request, product int64) {
	*c = append(*c, fmt.Sprint("visit ", product))
}

// siteWithCounter is a site with a counter and a product whose website has a host in other letters.
func siteWithCounter(t *testing.T) (*pagestest.Site, *counted) {
	seen := &counted{}
	far := pagestest.Tool(2, "Bücher")
	far.Slug, far.Website = "buecher", "https://bücher.example/ä?q=a%20b&x=1#f"
	return pagestest.Open(t, []catalog.Product{pagestest.Tool(1, "ChatGPT"), far}, func(o *pagestest.Options) { o.Visited = seen.visited }), seen
}

// A GET of /go/ redirects to the website and is counted. Other requests are not, and /go/ to nothing is the pages' own not-found page.
func TestGoRedirect(t *testing.T) {
	h, seen := siteWithCounter(t)
	for _, target := range []string{"/go/chatgpt", "/go/1", "/go/ChatGPT", "/go/chatgpt/", "/go/chatgpt?utm_source=mail"} {
		pagestest.Sent(t, target, h.Get(target), http.StatusFound, "Location", "https://chatgpt.example/",
			"X-Robots-Tag", "noindex", "Cache-Control", "no-store", "Referrer-Policy", "no-referrer")
	}
	storetest.Same(t, "counted", []string(*seen), slices.Repeat([]string{"visit 1"}, 5))
	head := h.Ask(http.MethodHead, "/go/chatgpt")
	storetest.Same(t, "HEAD: status and bytes", []int{head.Code, head.Body.Len()}, []int{http.StatusFound, 0})
	pagestest.Sent(t, "POST", h.Ask(http.MethodPost, "/go/chatgpt"), http.StatusMethodNotAllowed)
	missing := h.Body("/nothing")
	for _, target := range []string{"/go/nothing", "/go/", "/go", "/go/01", "/go/chatgpt/more", "/go/" + strings.Repeat("x", 8000)} {
		if w := h.Get(target); w.Code != http.StatusNotFound || w.Body.String() != missing {
			t.Errorf("%.40s: %d %.200s", target, w.Code, w.Body)
		}
	}
	storetest.Same(t, "counted after these", len(*seen), 5)
}

// /go/ leads to the affiliate link in use, with the place of the click and the tool in its sub-id, and never elsewhere: a place
// that somebody made up is "other". A robot that says so, a prefetch and HEAD get the website.
func TestGoAffiliateLink(t *testing.T) {
	h, seen := siteWithCounter(t)
	ended := catalog.PaidLink{ID: 1, URL: "https://old.example/", To: time.Now().Add(-time.Hour)}
	h.Link(2, ended, catalog.PaidLink{ID: 2, URL: "https://net.example/c?a=1#top", SubID: "sid={placement}-{tool}&x=1"}, catalog.PaidLink{ID: 3, URL: "https://third.example/"})
	const leads = "https://net.example/c?a=1&sid=%s-buecher&x=1#top"
	for target, want := range map[string]string{
		"/go/buecher?from=list":                           fmt.Sprintf(leads, "list"),
		"/go/2?from=comparison":                           fmt.Sprintf(leads, "comparison"),
		"/go/buecher":                                     fmt.Sprintf(leads, "other"),
		"/go/buecher?from=issue-7":                        fmt.Sprintf(leads, "other"), // which was never sent
		"/go/buecher?from=https://e.evil/":                fmt.Sprintf(leads, "other"),
		"/go/buecher?from=list%26sid=mine":                fmt.Sprintf(leads, "other"),
		"/go/buecher?to=https://e.evil/":                  fmt.Sprintf(leads, "other"),
		"/go/buecher?from=list&subId=a%0d%0aSet-Cookie:x": fmt.Sprintf(leads, "list"),
		"/go/chatgpt?from=list":                           "https://chatgpt.example/",
	} {
		pagestest.Sent(t, target, h.Get(target), http.StatusFound, "Location", want, "X-Robots-Tag", "noindex", "Cache-Control", "no-store", "Referrer-Policy", "no-referrer")
	}
	storetest.Same(t, "counted", len(*seen), 9)
	const website = "https://xn--bcher-kva.example/%c3%a4?q=a%20b&x=1#f"
	pagestest.Sent(t, "a robot", h.Get("/go/buecher?from=list", "User-Agent", "Googlebot/2.1"), http.StatusFound, "Location", website)
	pagestest.Sent(t, "a prefetch", h.Get("/go/buecher?from=list", "Sec-Purpose", "prefetch"), http.StatusFound, "Location", website)
	pagestest.Sent(t, "a script", h.Get("/go/buecher?from=list", "Sec-Fetch-Mode", "no-cors"), http.StatusFound, "Location", website)
	pagestest.Sent(t, "HEAD", h.Ask(http.MethodHead, "/go/buecher?from=list"), http.StatusFound, "Location", website)
	h.Book(2, catalog.Booking{ID: 12, Place: catalog.HomePlace, From: time.Now().Add(-2 * time.Hour), To: time.Now().Add(-time.Hour)})
	clicks := []pages.Click{}
	h.Options().Clicked = func(_ *http.Request, click pages.Click) { clicks = append(clicks, click) }
	for target, want := range map[string]string{
		"/go/buecher?from=booking-12": fmt.Sprintf(leads, "sponsored"), "/go/buecher?from=booking-012": fmt.Sprintf(leads, "other"), "/go/buecher?from=booking-13": fmt.Sprintf(leads, "other"),
		"/go/chatgpt?from=booking-12": "https://chatgpt.example/",
	} {
		pagestest.Sent(t, target, h.Get(target), http.StatusFound, "Location", want)
	}
	booked := slices.DeleteFunc(slices.Clone(clicks), func(c pages.Click) bool { return c.Booking.ID != 12 || c.Placement != "sponsored" })
	storetest.Same(t, "clicks and those from the place", []int{len(clicks), len(booked)}, []int{3, 1})
	h.Link(2, ended)
	pagestest.Sent(t, "from the place of a tool without a link", h.Get("/go/buecher?from=booking-12"), http.StatusFound, "Location", website)
	storetest.Same(t, "is recorded", len(clicks), 4)
	pagestest.Sent(t, "after the last has ended", h.Get("/go/buecher?from=list"), http.StatusFound, "Location", website)
}

// The sub-id goes into the query of a link, whatever that has already.
func TestLinkAddress(t *testing.T) {
	for address, want := range map[string]string{
		"https://net.example": "https://net.example?s=list", "https://net.example/?": "https://net.example/?s=list", "https://net.example/?a": "https://net.example/?a&s=list",
		"https://net.example/?a=1&": "https://net.example/?a=1&s=list", "https://net.example/#f?g": "https://net.example/?s=list#f?g",
	} {
		storetest.Same(t, address, catalog.PaidLink{URL: address, SubID: "s={placement}"}.Address("list", "pen"), want)
	}
	storetest.Same(t, "a slug of another script", catalog.PaidLink{URL: "https://net.example/", SubID: "s={tool}"}.Address("list", "ペン"), "https://net.example/?s=%E3%83%9A%E3%83%B3")
	storetest.Same(t, "without a sub-id", catalog.PaidLink{URL: "https://net.example/?a=1"}.Address("list", "pen"), "https://net.example/?a=1")
}

// /go/ redirects to web addresses only.
func TestGoUnsafeWebsite(t *testing.T) {
	for _, website := range pagestest.UnsafeAddresses {
		bad := pagestest.Tool(1, "Bad")
		bad.Website = website
		seen := &counted{}
		h := pagestest.Open(t, []catalog.Product{bad}, func(o *pagestest.Options) { o.Visited = seen.visited })
		pagestest.Sent(t, website, h.Get("/go/bad"), http.StatusNotFound, "Location", "")
		storetest.Same(t, "counted for "+website, len(*seen), 0)
	}
}

// /go/ writes a host so that every program understands it.
func TestGoHostEncoding(t *testing.T) {
	h, _ := siteWithCounter(t)
	storetest.Same(t, "the location", h.Get("/go/2").Header().Get("Location"), "https://xn--bcher-kva.example/%c3%a4?q=a%20b&x=1#f")
	for _, as := range []string{"https://a.example/?next=https://b.example", "http://[::1]:8080/", "http://h:8080/", "https://a_b.example/"} {
		storetest.Same(t, as, pages.PlainHost(as), as)
	}
}

// Only pages that depend on visits are made again when visits change.
func TestChangeOfVisits(t *testing.T) {
	h := pagestest.Library(t)
	ask := func() int64 {
		before := h.API.Asked.Load()
		h.Get("/?sort=popular")
		h.Get("/category/writing?sort=popular")
		h.Get("/")
		h.Get("/products/chatgpt")
		return h.API.Asked.Load() - before
	}
	first := ask()
	if again := ask(); again != 0 {
		t.Fatalf("%d answers were asked for again though nothing moved", again)
	}
	h.Catalogue.SetVisits(map[int64]int64{1: 3})
	storetest.Same(t, "answers asked for when visits move: those of the two lists", ask(), first/2)
	storetest.Same(t, "answers asked for once more", ask(), int64(0))
}

// drawnBadge is a badge as an XML reader sees it.
type drawnBadge struct {
	Width  int    `xml:"width,attr"`
	Height int    `xml:"height,attr"`
	Title  string `xml:"title"`
	Texts  []struct {
		X      int    `xml:"x,attr"`
		Length int    `xml:"textLength,attr"`
		Text   string `xml:",chardata"`
	} `xml:"g>text"`
}

func readBadge(t *testing.T, body string) (b drawnBadge) {
	t.Helper()
	storetest.NoError(t, xml.Unmarshal([]byte(body), &b))
	return b
}

// A badge is an image that other sites may show, and that does nothing else.
func TestBadge(t *testing.T) {
	w := pagestest.IsFile(t, pagestest.Tools(1), nil, "/badge/tool-1.svg?theme=light", "image/svg+xml")
	pagestest.Sent(t, "the badge", w, http.StatusOK, "Cache-Control", "public, max-age=86400", "Cross-Origin-Resource-Policy", "cross-origin",
		"X-Robots-Tag", "noindex", "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	h := pagestest.Open(t, pagestest.Tools(1), nil)
	dark := h.Body("/badge/tool-1.svg?theme=dark")
	if dark == w.Body.String() || dark != h.Body("/badge/tool-1.svg") || dark != h.Body("/badge/tool-1.svg?theme=%3Cscript%3E") {
		t.Error("the themes are the same, or dark is not the default")
	}
	got := readBadge(t, dark)
	storetest.Same(t, "title, height and texts", []any{got.Title, got.Height, len(got.Texts), got.Texts[1].Text},
		[]any{"Listed on Vitrine", 40, 2, "Vitrine"})
}

// Only tools have a badge, each at one address.
func TestBadgeAddress(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(2), nil)
	h.AnswersWith(t, map[string]string{
		"/badge/tool-1.svg": "200", "/badge/TOOL-1.svg?theme=light": "308 /badge/tool-1.svg?theme=light", "/badge/2.svg": "308 /badge/tool-2.svg",
		"/badge/nothing.svg": "404", "/badge/tool-1": "404", "/badge/tool-1.png": "404", "/badge/": "404", "/badge/.svg": "404", "/badge/tool-1.svg/more": "404",
		"/badge/" + strings.Repeat("x", 5_000) + ".svg": "404", "/badge/%00%ff%0d%0aX.svg": "404",
	})
	pagestest.Sent(t, "a missing one", h.Get("/badge/nothing.svg"), http.StatusNotFound, "Cache-Control", "no-store")
	pagestest.Sent(t, "one of an empty catalogue", pagestest.Open(t, nil, nil).Get("/badge/tool-1.svg"), http.StatusNotFound)
}

// The texts of a badge fit, whatever the name of the site, and a hostile one is only text.
func TestBadgeNames(t *testing.T) {
	for _, name := range []string{"A", "Vitrine", "WWWWWWWWWWWWWWWWWWWW", "iiiiiiiiiiiii", "人工智能工具目录", "🎨🎨🎨", "Ünïcödé & <Co>", strings.Repeat("long ", 50), pagestest.Hostile} {
		body := pagestest.Open(t, pagestest.Tools(1), pagestest.Named(name)).Body("/badge/tool-1.svg")
		got := readBadge(t, body)
		words, site := got.Texts[0], got.Texts[1]
		if site.Text != pages.Shorten(name, pages.BadgeName) || words.X+words.Length >= site.X || site.X+site.Length >= got.Width || got.Width > 700 || site.Length < len([]rune(site.Text)) {
			t.Errorf("%.20q: %+v", name, got)
		}
		allowed := map[string]bool{"svg": true, "title": true, "rect": true, "g": true, "path": true, "text": true}
		for tokens := xml.NewDecoder(strings.NewReader(body)); ; {
			token, err := tokens.Token()
			if err == io.EOF {
				break
			}
			storetest.NoError(t, err)
			if element, ok := token.(xml.StartElement); ok && !allowed[element.Name.Local] {
				t.Errorf("%.20q: the element %s", name, element.Name.Local)
			}
		}
	}
}
