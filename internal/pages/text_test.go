package pages

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
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

// atom reads the feed at an address.
func (h *testSite) atom(target string) atom {
	h.t.Helper()
	w := h.get(target)
	if kind := w.Header().Get("Content-Type"); w.Code != http.StatusOK || kind != "application/atom+xml; charset=utf-8" {
		h.t.Fatalf("%s gave %d, %s", target, w.Code, kind)
	}
	var feed atom
	if err := xml.Unmarshal(w.Body.Bytes(), &feed); err != nil {
		h.t.Fatalf("%s: %v", target, err)
	}
	return feed
}

// A feed has the fifty newest tools, the newest first.
func TestFeedEntries(t *testing.T) {
	h := open(t, tools(120), nil)
	feed := h.atom("/feed.xml")
	if len(feed.Entries) != 50 || feed.Entries[0].Title != "Tool 120" || feed.Entries[49].Title != "Tool 71" {
		t.Errorf("%d entries from %q to %q", len(feed.Entries), feed.Entries[0].Title, feed.Entries[len(feed.Entries)-1].Title)
	}
	storetest.Same(t, "updated", feed.Updated, tools(120)[119].UpdatedAt.Format(time.RFC3339))
	if got := open(t, nil, nil).atom("/feed.xml"); len(got.Entries) != 0 || got.ID != feed.ID {
		t.Errorf("an empty catalogue has the feed %+v", got)
	}
}

// The links of a feed to websites are counted ones.
func TestFeedLinks(t *testing.T) {
	h := open(t, tools(1), nil)
	entry := h.atom("/feed.xml").Entries[0]
	if entry.link("alternate") != "https://tools.example/products/tool-1" || entry.link("related") != "https://tools.example/go/tool-1" {
		t.Errorf("the links are %v", entry.Links)
	}
	if body := h.get("/feed.xml").Body.String() + h.get("/feed.json").Body.String(); strings.Contains(body, "tool-1.example") || !strings.Contains(entry.Content, `href="https://tools.example/go/tool-1"`) {
		t.Errorf("the website is named past the counter: %s", body)
	}
}

// The ID of an entry stays the same, whatever is changed.
func TestFeedEntryID(t *testing.T) {
	one := tool(7, "Before")
	h := open(t, []catalog.Product{one}, nil)
	before := h.atom("/feed.xml").Entries[0]
	one.Name, one.Slug, one.UpdatedAt = "After", "after", one.UpdatedAt.Add(time.Hour)
	h.move(one)
	after := h.atom("/feed.xml").Entries[0]
	if before.ID != after.ID || before.ID != "tag:tools.example,2026-01-02:product/7" || after.Title != "After" || after.Updated == before.Updated {
		t.Errorf("before %+v, after %+v", before, after)
	}
	other := open(t, []catalog.Product{one}, func(o *Options) { o.PublicURL = "http://tools.example:8080" })
	storetest.Same(t, "the ID with another port", other.atom("/feed.xml").Entries[0].ID, before.ID)
}

// The tag URI of an entry is valid for every host.
func TestFeedEntryTagHost(t *testing.T) {
	for origin, want := range map[string]string{
		"https://tools.example": "tools.example", "http://localhost:8080": "localhost", "http://[::1]:80": "--1",
		"http://127.0.0.1:1": "127.0.0.1", "https://bücher.example": "xn--bcher-kva.example",
	} {
		storetest.Same(t, origin, authority(origin), want)
	}
}

// A category has a feed of its own.
func TestFeedOfCategory(t *testing.T) {
	film := tool(2, "Film")
	film.Categories = []string{"Video & Film", "Writing"}
	h := open(t, []catalog.Product{tool(1, "Pen"), film}, nil)
	feed := h.atom("/category/video-film/feed.xml")
	if len(feed.Entries) != 1 || feed.Entries[0].Title != "Film" || feed.Title != "New Video & Film tools – Vitrine" {
		t.Errorf("the feed is %+v", feed)
	}
	if feed.link("self") != "https://tools.example/category/video-film/feed.xml" || feed.link("alternate") != "https://tools.example/category/video-film" {
		t.Errorf("the feed leads to %v", feed.Links)
	}
	if all := h.atom("/feed.xml"); all.ID == feed.ID || len(all.Entries) != 2 {
		t.Errorf("all of it is %+v", all)
	}
}

// Old names and other spellings lead to a text.
func TestTextRedirects(t *testing.T) {
	h := open(t, tools(1), nil)
	h.store.old = catalog.OldNames{"prose": 1}
	h.move(tools(1)...)
	h.answersWith(t, map[string]string{
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
		if strings.Contains(h.get(target).Body.String(), "<html") {
			t.Errorf("%s is answered with a page", target)
		}
	}
}

// Texts are cached until something changes.
func TestTextCaching(t *testing.T) {
	list := tools(3)
	list[0].UseCases = strings.Repeat("One more. ", 200)
	h := open(t, list, nil)
	for _, target := range []string{"/feed.xml", "/feed.json", "/category/writing/feed.xml", "/llms.txt", "/api", "/products/tool-1.md"} {
		first := h.get(target, "Accept-Encoding", "br")
		tag := first.Header().Get("Etag")
		if first.Code != http.StatusOK || tag == "" || first.Header().Get("Content-Encoding") != "br" || first.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %d, %v", target, first.Code, first.Header())
		}
		if d, ok := h.cache.GetIfPresent(target); !ok || d.written[2].body == nil {
			t.Errorf("%s is not kept packed", target)
		}
		if w := h.get(target+"?utm_source=x", "Accept-Encoding", "br", "If-None-Match", tag); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
			t.Errorf("%s again: %d", target, w.Code)
		}
		head := h.ask(http.MethodHead, target, "Accept-Encoding", "br")
		if head.Code != http.StatusOK || head.Body.Len() != 0 || head.Header().Get("Content-Length") != fmt.Sprint(first.Body.Len()) {
			t.Errorf("%s looked at: %d, %v", target, head.Code, head.Header())
		}
		storetest.Same(t, "POST "+target, h.ask(http.MethodPost, target).Code, http.StatusMethodNotAllowed)
	}
	before := h.get("/feed.xml").Header().Get("Etag")
	h.move(tools(4)...)
	if w := h.get("/feed.xml", "If-None-Match", before); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "Tool 4") {
		t.Errorf("after a change: %d", w.Code)
	}
}

// Texts stay bounded with ten thousand products.
func TestTextSizeLimits(t *testing.T) {
	many := tools(10_000)
	for i := range many {
		if i >= len(many)-500 { // the newest, which stand in all of them
			many[i].Description = strings.Repeat("word ", 4_000)
		}
		many[i].Categories = []string{fmt.Sprint("Category ", i%500), "Writing"}
	}
	h := open(t, many, nil)
	for target, most := range map[string]int{"/feed.xml": 300_000, "/feed.json": 300_000, "/llms.txt": 64_000, "/category/writing/feed.xml": 300_000} {
		if w := h.get(target); w.Code != http.StatusOK || w.Body.Len() > most {
			t.Errorf("%s: %d, %d bytes", target, w.Code, w.Body.Len())
		}
	}
	if links := strings.Count(h.get("/llms.txt").Body.String(), "/category/category-"); links >= llmsCategories+1 {
		t.Errorf("%d categories are listed", links)
	}
}

// The head of a page names the other forms of it.
func TestHeadAlternates(t *testing.T) {
	h := library(t)
	const all = "https://tools.example/feed.xml https://tools.example/feed.json"
	for target, want := range map[string]string{
		"/":                  all,
		"/veo3-generator":    all,
		"/products/chatgpt":  "https://tools.example/products/chatgpt.md " + all,
		"/category/writing":  "https://tools.example/category/writing/feed.xml https://tools.example/category/writing/feed.json https://tools.example/category/writing.md " + all,
		"/?category=writing": "https://tools.example/category/writing/feed.xml https://tools.example/category/writing/feed.json https://tools.example/category/writing.md " + all,
		"/admin":             "",
	} {
		storetest.Same(t, target+": its alternates", strings.Join(h.page(target).links["alternate"], " "), want)
		for _, address := range h.page(target).links["alternate"] {
			storetest.Same(t, target+" names "+address, h.get(strings.TrimPrefix(address, "https://tools.example")).Code, http.StatusOK)
		}
	}
	hasParts(t, "a head, where media types are not escaped", h.get("/products/chatgpt").Body.String(),
		`<link rel="alternate" type="application/atom+xml" title="New tools – Vitrine" href="https://tools.example/feed.xml">`,
		`<link rel="alternate" type="text/markdown" title="ChatGPT" href="https://tools.example/products/chatgpt.md">`)
}

// A Markdown twin says what the page says.
func TestTwinContent(t *testing.T) {
	one := tool(1, "One_Two")
	one.Description, one.UseCases, one.PromoText = "First.\n\nSecond *line*.", "- this\n- that", "Half price"
	one.HasDeal, one.VideoURL, one.Images = true, "https://video.example/a(b)", []string{"/uploads/a.jpg"}
	h := open(t, []catalog.Product{one, tool(2, "Other")}, nil)
	w := h.get("/products/one-two.md")
	if w.Header().Get("Content-Type") != "text/markdown; charset=utf-8" || w.Header().Get("Link") != `<https://tools.example/products/one-two>; rel="canonical"` {
		t.Errorf("the header is %v", w.Header())
	}
	hasParts(t, "the twin", w.Body.String(),
		"# One\\_Two\n\nFirst.\n\nSecond \\*line\\*.\n\n", "- Website: [one-two.example](https://tools.example/go/one-two)\n", "- Type: Free\n", "- Section: Our Products\n",
		"- Categories: [Writing](https://tools.example/category/writing)\n", "- Deal: available\n- Offer: Half price\n", "[video.example](https://video.example/a%28b%29)",
		"## Use Cases\n\n\\- this  \n\\- that\n\n", "[Screenshot 1](https://tools.example/uploads/a.jpg)", "- [Other](https://tools.example/products/other.md): What Other does.\n",
	)
}

// llms.txt names what programs read.
func TestLLMSText(t *testing.T) {
	text := library(t).get("/llms.txt").Body.String()
	if !strings.HasPrefix(text, "# Vitrine\n\n> A directory of AI tools: ") {
		t.Errorf("it begins %.80q", text)
	}
	hasParts(t, "the text", text, "/api/products", "https://tools.example/sitemap.xml", "https://tools.example/feed.xml",
		"[Writing](https://tools.example/category/writing)", "`https://tools.example/compare/{slug}-vs-{slug}.md` compares up to 4 tools", "[ChatGPT](https://tools.example/products/chatgpt.md)")
	if empty := open(t, nil, nil).get("/llms.txt"); empty.Code != http.StatusOK || strings.Contains(empty.Body.String(), "## Tools") {
		t.Errorf("of an empty catalogue: %d %s", empty.Code, empty.Body)
	}
}

// llms.txt and the page about the API name /mcp where there is one.
func TestLLMSTextMCP(t *testing.T) {
	const part = "## Model Context Protocol\n\nAssistants can search and compare all tools at `https://tools.example/mcp`: streamable HTTP, read-only, without signing in.\n\n"
	for _, on := range []bool{true, false} {
		h := open(t, tools(1), func(o *Options) { o.MCP = on })
		text := h.get("/llms.txt").Body.String()
		if strings.Contains(text, part) != on || strings.Contains(text, "mcp") != on {
			t.Errorf("with MCP %t:\n%s", on, text)
		}
		if page := h.get("/api").Body.String(); strings.Contains(page, "<code>https://tools.example/mcp</code>") != on {
			t.Errorf("with MCP %t the page about the API says:\n%s", on, page)
		}
	}
}

// Robots may read what llms.txt names.
func TestLLMSTextRobots(t *testing.T) {
	h := open(t, tools(30), func(o *Options) { o.MCP = true })
	named := regexp.MustCompile(`https://tools\.example(/[^)`+"`"+`]*)`).FindAllStringSubmatch(h.get("/llms.txt").Body.String(), -1)
	if len(named) < 8 {
		t.Fatalf("it names %q", named)
	}
	rules := h.get("/robots.txt").Body.String()
	for _, address := range named {
		longest, allowed := "", true // RFC 9309: the longest rule that fits counts
		for line := range strings.Lines(rules) {
			verb, path, _ := strings.Cut(strings.TrimSpace(line), ": ")
			if (verb == "Allow" || verb == "Disallow") && strings.HasPrefix(address[1], path) && len(path) > len(longest) {
				longest, allowed = path, verb == "Allow"
			}
		}
		if !allowed {
			t.Errorf("%s is forbidden by %s", address[1], longest)
		}
	}
}

// unsafeAddresses are what no form takes, but a row of the database may have.
var unsafeAddresses = []string{"javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//evil.example/", "/admin", "vbscript:x", "https:evil", ""}

// Texts for programs have web addresses only.
func TestTextUnsafeAddress(t *testing.T) {
	for _, unsafe := range unsafeAddresses {
		bad := tool(1, "Bad")
		bad.Website, bad.VideoURL, bad.Logo, bad.Images = unsafe, unsafe, "x"+unsafe, []string{"x" + unsafe}
		h := open(t, []catalog.Product{bad}, nil)
		for _, target := range []string{"/llms.txt", "/products/bad.md", "/feed.xml", "/feed.json", "/sitemap.xml"} {
			body := h.get(target).Body.String()
			for _, scheme := range []string{"script:", "data:", "file:", "https:evil", "evil.example"} {
				if strings.Contains(strings.ToLower(body), scheme) {
					t.Errorf("%s with the website %q has %s:\n%s", target, unsafe, scheme, body)
				}
			}
		}
		if body := h.get("/products/bad.md").Body.String(); strings.Contains(body, "- Website") || strings.Contains(body, "- Video") {
			t.Errorf("with the website %q:\n%s", unsafe, body)
		}
		if head := h.get("/products/bad").Body.String(); strings.Contains(head, "sameAs") {
			t.Errorf("with the website %q:\n%s", unsafe, head)
		}
	}
}

// Hostile text stays text for programs.
func TestTextHostile(t *testing.T) {
	bad := hostileTool()
	bad.VideoURL = "https://video.example/)[x](javascript:alert(1)"
	h := open(t, []catalog.Product{bad}, func(o *Options) { o.Site = siteNamed(hostile) })
	entry := h.atom("/feed.xml").Entries[0]
	storetest.Same(t, "the title", entry.Title, bad.Name)
	if page := parse(t, strings.NewReader(entry.Content)); page.tags["script"] != 0 || slices.Contains(page.links["a"], "javascript:alert(1)") || !strings.Contains(entry.Content, "&lt;script&gt;") {
		t.Errorf("the content is %s", entry.Content)
	}
	if !json.Valid(h.get("/feed.json").Body.Bytes()) {
		t.Error("the feed is not valid JSON")
	}
	for _, target := range []string{"/llms.txt", "/products/bad.md"} {
		if body := h.get(target).Body.String(); strings.Contains(body, "](javascript:") && !strings.Contains(body, `\](javascript:`) || strings.Contains(strings.ReplaceAll(body, `\<`, ""), "<script") {
			t.Errorf("%s is\n%s", target, body)
		}
	}
}

// The text of what was deleted is not served to who asked before.
func TestTextDeleted(t *testing.T) {
	t.Parallel()
	gone := tool(2, "Gone")
	gone.Categories = []string{"Going"}
	for _, target := range []string{"/products/gone.md", "/category/going/feed.xml", "/category/going/feed.json"} {
		t.Run("is not served to who asked before "+target, func(t *testing.T) {
			h := open(t, append(tools(1), gone), nil)
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil)
			asked, ours := h.textAt(r.URL, h.options.Catalogue.Snapshot())
			if !ours {
				t.Fatalf("%s is no text", target)
			}
			h.move(tools(1)...)
			w := httptest.NewRecorder()
			h.sendText(w, r, asked)
			if w.Code != http.StatusNotFound || w.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("got %d, %s: %.200s", w.Code, w.Header().Get("Cache-Control"), w.Body)
			}
			if again := h.get(target); again.Code != http.StatusNotFound {
				t.Errorf("after it %d: %.200s", again.Code, again.Body)
			}
		})
	}
}
