package pages_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// atom is what the tests here read of a feed; internal/feed holds the rest against its RFC.
type atom struct {
	ID      string `xml:"id"`
	Title   string `xml:"title"`
	Updated string `xml:"updated"`
	Links   []struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	} `xml:"link"`
	Entries []atom `xml:"entry"`
	Content string `xml:"content"`
}

func (a atom) link(rel string) string {
	for _, link := range a.Links {
		if link.Rel == rel {
			return link.Href
		}
	}
	return ""
}

// leads checks that a feed or an entry stands for a page, and has another link.
func (a atom) leads(t *testing.T, alternate, rel, link string) {
	t.Helper()
	storetest.Same(t, "links", []string{a.link("alternate"), a.link(rel)}, []string{alternate, link})
}

// atomAt reads the feed at an address.
func atomAt(h *pagestest.Site, target string) (feed atom) {
	h.T.Helper()
	w := h.Get(target)
	pagestest.Sent(h.T, target, w, http.StatusOK, "Content-Type", "application/atom+xml; charset=utf-8")
	storetest.NoError(h.T, xml.Unmarshal(w.Body.Bytes(), &feed))
	return feed
}

// A feed has the fifty newest tools, the newest first.
func TestFeedEntries(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(120), nil)
	feed := atomAt(h, "/feed.xml")
	storetest.Same(t, "entries", []any{len(feed.Entries), feed.Entries[0].Title, feed.Entries[49].Title}, []any{50, "Tool 120", "Tool 71"})
	storetest.Same(t, "updated", feed.Updated, pagestest.Tools(120)[119].UpdatedAt.Format(time.RFC3339))
	empty := atomAt(pagestest.Open(t, nil, nil), "/feed.xml")
	storetest.Same(t, "the feed of an empty catalogue", []any{len(empty.Entries), empty.ID}, []any{0, feed.ID})
}

// The links of a feed to websites are counted ones. An affiliate link is named before it.
func TestFeedLinks(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(1), nil)
	entry := atomAt(h, "/feed.xml").Entries[0]
	entry.leads(t, "https://tools.example/products/tool-1", "related", "https://tools.example/go/tool-1?from=feed")
	pagestest.HasParts(t, "the content", entry.Content, `<p><a href="https://tools.example/go/tool-1?from=feed">`)
	pagestest.Lacks(t, "the feeds", h.Body("/feed.xml")+h.Body("/feed.json"), "tool-1.example")
	h.Link(1, catalog.PaidLink{URL: "https://net.example/"})
	pagestest.HasParts(t, "the content", atomAt(h, "/feed.xml").Entries[0].Content, `<p>Affiliate link: <a href="https://tools.example/go/tool-1?from=feed">`)
	pagestest.Lacks(t, "the feeds", h.Body("/feed.xml")+h.Body("/feed.json"), "net.example")
}

// The ID of an entry stays the same, whatever is changed.
func TestFeedEntryID(t *testing.T) {
	one := pagestest.Tool(7, "Before")
	h := pagestest.Open(t, []catalog.Product{one}, nil)
	before := atomAt(h, "/feed.xml").Entries[0]
	one.Name, one.Slug, one.UpdatedAt = "After", "after", one.UpdatedAt.Add(time.Hour)
	h.Move(one)
	after := atomAt(h, "/feed.xml").Entries[0]
	if before.ID != after.ID || before.ID != "tag:tools.example,2026-01-02:product/7" || after.Title != "After" || after.Updated == before.Updated {
		t.Errorf("before %+v, after %+v", before, after)
	}
	other := pagestest.Open(t, []catalog.Product{one}, func(o *pagestest.Options) { o.PublicURL = "http://tools.example:8080" })
	storetest.Same(t, "the ID with another port", atomAt(other, "/feed.xml").Entries[0].ID, before.ID)
}

// The tag URI of an entry is valid for every host.
func TestFeedEntryTagHost(t *testing.T) {
	for origin, want := range map[string]string{
		"https://tools.example": "tools.example", "http://localhost:8080": "localhost", "http://[::1]:80": "--1",
		"http://127.0.0.1:1": "127.0.0.1", "https://bücher.example": "xn--bcher-kva.example",
	} {
		storetest.Same(t, origin, pages.Authority(origin), want)
	}
}

// A category has a feed of its own.
func TestFeedOfCategory(t *testing.T) {
	film := pagestest.Tool(2, "Film")
	film.Categories = []string{"Video & Film", "Writing"}
	h := pagestest.Open(t, []catalog.Product{pagestest.Tool(1, "Pen"), film}, nil)
	feed, all := atomAt(h, "/category/video-film/feed.xml"), atomAt(h, "/feed.xml")
	storetest.Same(t, "title and tools", []any{feed.Title, len(feed.Entries), feed.Entries[0].Title},
		[]any{"New Video & Film tools – Vitrine", 1, "Film"})
	feed.leads(t, "https://tools.example/category/video-film", "self", "https://tools.example/category/video-film/feed.xml")
	storetest.Same(t, "of all tools: another feed, and its tools", []any{all.ID != feed.ID, len(all.Entries)}, []any{true, 2})
}

// Old names and other spellings lead to a text.
func TestTextRedirects(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(1), nil)
	h.Store.OldNames = catalog.OldNames{"prose": 1}
	h.Move(pagestest.Tools(1)...)
	h.AnswersWith(t, map[string]string{
		"/category/prose/feed.xml":    "301 /category/writing/feed.xml",
		"/category/prose/feed.json":   "301 /category/writing/feed.json",
		"/category/WRITING/feed.xml":  "308 /category/writing/feed.xml",
		"/category/all/feed.xml":      "308 /feed.xml",
		"/product/tool-1.md":          "308 /products/tool-1.md",
		"/products/1.md":              "308 /products/tool-1.md",
		"/products/TOOL-1.md":         "308 /products/tool-1.md",
		"/category/nothing/feed.xml":  "404",
		"/category//feed.xml":         "404",
		"/products/nothing.md":        "404",
		"/products/.md":               "404",
		"/category/writing/other.xml": "404",
	})
	for _, target := range []string{"/product/tool-1.md", "/products/1.md", "/products/TOOL-1.md", "/products/nothing.md", "/products/.md"} {
		pagestest.Lacks(t, target, h.Body(target), "<html")
	}
}

// Texts are cached until something changes.
func TestTextCaching(t *testing.T) {
	list := pagestest.Tools(3)
	list[0].UseCases = strings.Repeat("One more. ", 200)
	h := pagestest.Open(t, list, nil)
	for _, target := range []string{"/feed.xml", "/feed.json", "/category/writing/feed.xml", "/llms.txt", "/products/tool-1.md"} {
		first := h.Get(target, "Accept-Encoding", "br")
		pagestest.Sent(t, target, first, http.StatusOK, "Content-Encoding", "br", "Cache-Control", "no-cache")
		if _, ok := h.Cache().GetIfPresent(target); !ok {
			t.Errorf("%s is not kept", target)
		}
		h.IsKept(t, target+"?utm_source=x", first, "Accept-Encoding", "br")
	}
	before := h.Get("/feed.xml").Header().Get("Etag")
	h.Move(pagestest.Tools(4)...)
	changed := h.Get("/feed.xml", "If-None-Match", before)
	pagestest.Sent(t, "after a change", changed, http.StatusOK)
	pagestest.HasParts(t, "the changed feed", changed.Body.String(), "Tool 4")
}

// Texts stay bounded with ten thousand products.
func TestTextSizeLimits(t *testing.T) {
	many := pagestest.Tools(10_000)
	for i := range many {
		if i >= len(many)-500 { // the newest, which stand in all of them
			many[i].Description = strings.Repeat("word ", 4_000)
		}
		many[i].Categories = []string{fmt.Sprint("Category ", i%500), "Writing"}
	}
	h := pagestest.Open(t, many, nil)
	for target, most := range map[string]int{"/feed.xml": 300_000, "/feed.json": 300_000, "/llms.txt": 64_000, "/category/writing/feed.xml": 300_000} {
		if w := h.Get(target); w.Code != http.StatusOK || w.Body.Len() > most {
			t.Errorf("%s: %d, %d bytes", target, w.Code, w.Body.Len())
		}
	}
	if links := strings.Count(h.Body("/llms.txt"), "/category/category-"); links >= 100+1 {
		t.Errorf("%d categories are listed", links)
	}
}

// The head of a page names the other forms of it.
func TestHeadAlternates(t *testing.T) {
	h := pagestest.Library(t)
	const all = "https://tools.example/feed.xml https://tools.example/feed.json"
	for target, want := range map[string]string{
		"/":                  all,
		"/submit":            all,
		"/products/chatgpt":  "https://tools.example/products/chatgpt.md " + all,
		"/category/writing":  "https://tools.example/category/writing/feed.xml https://tools.example/category/writing/feed.json https://tools.example/category/writing.md " + all,
		"/?category=writing": "https://tools.example/category/writing/feed.xml https://tools.example/category/writing/feed.json https://tools.example/category/writing.md " + all,
		"/admin":             "",
	} {
		storetest.Same(t, target+": its alternates", strings.Join(h.Page(target).Links["alternate"], " "), want)
		for _, address := range h.Page(target).Links["alternate"] {
			storetest.Same(t, target+" names "+address, h.Get(strings.TrimPrefix(address, "https://tools.example")).Code, http.StatusOK)
		}
	}
	pagestest.HasParts(t, "a head, where media types are not escaped", h.Body("/products/chatgpt"),
		`<link rel="alternate" type="application/atom+xml" title="New tools – Vitrine" href="https://tools.example/feed.xml">`,
		`<link rel="alternate" type="text/markdown" title="ChatGPT" href="https://tools.example/products/chatgpt.md">`)
}

// A Markdown twin says what the page says.
func TestTwinContent(t *testing.T) {
	one := pagestest.Tool(1, "One_Two")
	one.Description, one.UseCases, one.PromoText = "First.\n\nSecond *line*.", "- this\n- that", "Half price"
	one.HasDeal, one.VideoURL, one.Images = true, "https://video.example/a(b)", []string{"/uploads/a.jpg"}
	h := pagestest.Open(t, []catalog.Product{one, pagestest.Tool(2, "Other")}, nil)
	h.IsTwin(t, "/products/one-two", "# One\\_Two\n\nFirst.\n\nSecond \\*line\\*.\n\n",
		"- Website: [one-two.example](https://tools.example/go/one-two)\n", "- Type: Free\n", "- Section: Our Products\n",
		"- Categories: [Writing](https://tools.example/category/writing)\n", "- Deal: available\n- Offer: Half price\n", "[video.example](https://video.example/a%28b%29)",
		"## Use Cases\n\n\\- this  \n\\- that\n\n", "[Screenshot 1](https://tools.example/uploads/a.jpg)", "- [Other](https://tools.example/products/other.md): What Other does.\n",
	)
}

// Texts for programs have web addresses only.
func TestTextUnsafeAddress(t *testing.T) {
	for _, unsafe := range pagestest.UnsafeAddresses {
		bad := pagestest.Tool(1, "Bad")
		bad.Website, bad.VideoURL, bad.Logo, bad.Images = unsafe, unsafe, "x"+unsafe, []string{"x" + unsafe}
		h := pagestest.Open(t, []catalog.Product{bad}, nil)
		for _, target := range []string{"/llms.txt", "/products/bad.md", "/feed.xml", "/feed.json", "/sitemap.xml"} {
			pagestest.Lacks(t, target+" with the website "+unsafe, strings.ToLower(h.Body(target)), "script:", "data:", "file:", "https:evil", "evil.example")
		}
		pagestest.Lacks(t, "the twin with the website "+unsafe, h.Body("/products/bad.md"), "- Website", "- Video")
		pagestest.Lacks(t, "the head with the website "+unsafe, h.Body("/products/bad"), "sameAs")
	}
}

// Hostile text stays text for programs.
func TestTextHostile(t *testing.T) {
	h, paths := pagestest.HostileSite(t)
	for _, feed := range []string{"/feed.xml", paths["/tag/:tag"] + "/feed.xml"} {
		entry := atomAt(h, feed).Entries[0]
		storetest.Same(t, "the title", entry.Title, "Tool 60"+pagestest.Hostile)
		page := pagestest.Parse(t, strings.NewReader(entry.Content))
		page.IsHarmless(t, feed, 0)
		storetest.Same(t, "scripts", page.Tags["script"], 0)
		pagestest.Lacks(t, "the links", " "+strings.Join(page.Links["a"], " "), " javascript:")
		pagestest.HasParts(t, "the content", entry.Content, "&lt;script&gt;")
	}
	storetest.Same(t, "the feed is valid JSON", json.Valid([]byte(h.Body("/feed.json"))), true)
	for _, target := range []string{"/llms.txt", "/llms-full.txt", "/products/first.md"} {
		body := strings.NewReplacer(`\<`, "", `\](`, "").Replace(h.Body(target))
		pagestest.Lacks(t, target, body, "<script", "](javascript:")
	}
}

// The text of what was deleted is not served to who asked before.
func TestTextDeleted(t *testing.T) {
	t.Parallel()
	gone := pagestest.Tool(2, "Gone")
	gone.Categories = []string{"Going"}
	for _, target := range []string{"/products/gone.md", "/category/going/feed.xml", "/category/going/feed.json"} {
		t.Run("is not served to who asked before "+target, func(t *testing.T) {
			h := pagestest.Open(t, append(pagestest.Tools(1), gone), nil)
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil)
			asked, ours := h.TextAt(r.URL, h.View())
			if !ours {
				t.Fatalf("%s is no text", target)
			}
			h.Move(pagestest.Tools(1)...)
			w := httptest.NewRecorder()
			h.SendText(w, r, asked)
			pagestest.Sent(t, "the answer", w, http.StatusNotFound, "Cache-Control", "no-store")
			pagestest.Sent(t, "the next answer", h.Get(target), http.StatusNotFound)
		})
	}
}

// A feed announces no tool that came by a bulk import.
func TestFeedWithoutBulk(t *testing.T) {
	list := pagestest.Tools(60)
	for i := range list {
		list[i].InBulk = i > 2
	}
	h := pagestest.Open(t, list, pagestest.PlainOnly)
	storetest.Same(t, "entries", len(atomAt(h, "/feed.xml").Entries), 3)
	storetest.Same(t, "entries of a search", len(atomAt(h, "/feed.xml?search=tool").Entries), 3)
}

// A search has a feed of what it finds, the newest first, which its page names; such feeds are not cached.
func TestFeedOfSearch(t *testing.T) {
	list := pagestest.Tools(60)
	for i := range list {
		if i%2 == 0 {
			list[i].Name, list[i].Type = fmt.Sprint("Camera ", i), catalog.Premium
		}
	}
	h := pagestest.Open(t, list, nil)
	before := h.Cache().EstimatedSize()
	feed := atomAt(h, "/feed.xml?search=camera&sort=name&utm_source=x")
	storetest.Same(t, "title and tools", []any{feed.Title, len(feed.Entries), feed.Entries[0].Title, feed.Entries[29].Title},
		[]any{"“camera”: New tools – Vitrine", 30, "Camera 58", "Camera 0"})
	feed.leads(t, "https://tools.example/?search=camera", "self", "https://tools.example/feed.xml?search=camera")
	free := atomAt(h, "/category/writing/feed.xml?search=camera&pricing=Free")
	free.leads(t, "https://tools.example/category/writing?search=camera&pricing=Free", "self",
		"https://tools.example/category/writing/feed.xml?search=camera&pricing=Free")
	storetest.Same(t, "its ID, another one, and the free ones", []any{feed.ID, free.ID != feed.ID, len(free.Entries)},
		[]any{feed.link("self"), true, 0})
	first := h.Get("/feed.json?search=camera")
	storetest.Same(t, "the feed is valid JSON", json.Valid(first.Body.Bytes()), true)
	h.IsKept(t, "/feed.json?search=camera", first)
	for i := range 500 {
		h.Get(fmt.Sprintf("/feed.xml?search=made+up+%d", i))
	}
	storetest.Same(t, "cached feeds", h.Cache().EstimatedSize(), before)
	storetest.Same(t, "without a search", atomAt(h, "/feed.xml?pricing=Free").Title, "New tools – Vitrine")
	h.AnswersWith(t, map[string]string{
		"/category/WRITING/feed.xml?search=a%20b&x=y": "308 /category/writing/feed.xml?search=a%20b", "/feed.xml?search=%00": "404",
		"/feed.xml?search=" + strings.Repeat("x", 5_000): "200",
	})
	for target, want := range map[string]string{
		"/?search=camera&sort=name":       "https://tools.example/feed.xml?search=camera",
		"/category/writing?search=camera": "https://tools.example/category/writing/feed.xml?search=camera",
	} {
		storetest.Same(t, target, h.Page(target).Links["alternate"][0], want)
	}
	bad := atomAt(h, "/feed.xml?search="+url.QueryEscape("<img src=x>]]>&\""))
	storetest.Same(t, "the title of a hostile search", bad.Title, "“<img src=x>]]>&\"”: New tools – Vitrine")
}
