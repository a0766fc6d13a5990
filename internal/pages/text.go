package pages

import (
	"cmp"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/idna"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/feed"
)

// TwinSuffix follows the path of a page in the path of its Markdown twin.
const TwinSuffix = ".md"

// programText is a file for programs, generated from the catalogue.
type programText struct {
	path    string                        // canonical
	query   string                        // canonical, of a search: too many to cache
	renamed bool                          // the request used a former name of the category, or slug of the product or collection
	gone    bool                          // its product is in the trash
	make    func(*View) (*content, error) // nil, also as its result: the catalogue does not have its subject
}

// texts are the texts for programs that belong to no page.
var texts = []struct {
	path string
	make func(*View) (*content, error)
}{
	{"/llms.txt", llms}, {manifestPath, manifest},
}

// serveText serves a text for programs, and reports whether the URL is one. A missing text gets no page.
func (p *Pages) serveText(w http.ResponseWriter, r *http.Request) bool {
	if !readable(r.URL.Path) {
		return false
	}
	t, ours := p.textAt(r.URL, p.view())
	switch {
	case !ours:
		return false
	case t.gone:
		serveGone(w)
	case t.make == nil:
		serveFile(w, r, nil)
	case t.path != r.URL.EscapedPath():
		redirect(w, r, t.path+t.query, t.renamed)
	default:
		p.sendText(w, r, t)
	}
	return true
}

// sendText sends the cached text, or generates it once for all concurrent requests.
func (p *Pages) sendText(w http.ResponseWriter, r *http.Request, t programText) {
	if t.query != "" {
		c, err := t.make(p.view())
		sendMade(p, w, r, t, c, err)
		return
	}
	now := p.revisionOf(Address{})
	if d, ok := p.cache.Current(t.path, now); ok {
		d.Serve(w, r)
		return
	}
	made, err, _ := p.texts.Do(now.String()+t.path, func() (any, error) {
		c, err := t.make(p.view())
		if err != nil || c == nil {
			return c, err
		}
		p.cache.Set(t.path, &document{content: c, revision: now})
		return c, nil
	})
	c, _ := made.(*content)
	sendMade(p, w, r, t, c, err)
}

// sendMade sends a text, or a 404 if it is nil, or says that it could not be made.
func sendMade(p *Pages, w http.ResponseWriter, r *http.Request, t programText, c *content, err error) {
	if err != nil {
		p.options.Logger.ErrorContext(r.Context(), "a feed or Markdown page could not be written", "path", t.path, "error", err)
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "This file can't be created right now.", http.StatusInternalServerError)
		return
	}
	serveFile(w, r, c)
}

// textAt returns the text at a URL; ours reports whether the URL belongs to a text.
func (p *Pages) textAt(u *url.URL, v *View) (t programText, ours bool) {
	path := u.EscapedPath()
	for _, text := range texts {
		if strings.EqualFold(path, text.path) {
			return programText{path: text.path, make: text.make}, true
		}
	}
	end := strings.LastIndexByte(path, '/') + 1
	folder, name := path[:end], path[end:]
	number, isPart := llmsPartOf(name)
	switch {
	case isPart && folder == "/":
		return llmsPart(p, number), true
	case isFeed(name):
		return v.feedAt(cmp.Or(strings.TrimSuffix(folder, "/"), "/"), name, browse.ParsePageQuery(u.RawQuery))
	case name == TwinSuffix:
		return programText{}, true
	case strings.HasSuffix(name, TwinSuffix):
		return v.twinAt(strings.TrimSuffix(path, TwinSuffix))
	}
	return programText{}, false
}

// twinAt returns the Markdown twin of the page at a path.
func (v *View) twinAt(path string) (t programText, ours bool) {
	a, renamed := v.follow(path)
	h := v.headOf(a)
	switch {
	case a.Page == &unknownPage || h.Twin.Path == "" && a.Page.Find == nil:
		return programText{}, false
	case h.Twin.Path == "":
		return programText{gone: IsGone(a.Product, v.Snapshot)}, true
	}
	return programText{path: h.Twin.Path + TwinSuffix, renamed: renamed, make: func(v *View) (*content, error) {
		h := v.headOf(a)
		if h.Twin.Path == "" { // gone since the request began
			return nil, nil
		}
		page := v.Origin + h.Twin.Path
		m := &Markdown{View: v, Ending: MarkdownLink("This page", page) + " on " + MarkdownLink(v.SiteName(), v.Origin+"/")}
		a.Page.Markdown(v, a, m)
		text := "# " + MarkdownWords(m.Title) + "\n\n" + m.text.String() + "---\n\n" + m.Ending + ".\n"
		return v.File("text/markdown; charset=utf-8", []byte(text), header("Link", "<"+page+`>; rel="canonical"`)), nil
	}}, true
}

// Limits of a feed.
const (
	FeedEntries = 50  // newest products
	FeedSummary = 300 // code points of an entry's summary
)

const (
	AtomName = "feed.xml"
	JSONName = "feed.json"
)

// FeedQuery returns the part of a page's query that a feed follows: a search with its filters. Without a search it is
// empty.
func FeedQuery(q browse.Query) browse.Query {
	if q.Search == "" {
		return browse.Query{}
	}
	return browse.Query{Search: q.Search, Type: q.Type, Section: q.Section, Featured: q.Featured, Deal: q.Deal}
}

// NewFeed returns an empty feed of the page at a path, "" for home; with a search, of what it finds. All have the same ID
// but for the search: the feed of a part of the site adds to it.
func (v *View) NewFeed(path, title, subtitle string, q browse.Query) *feed.Feed {
	folder, query := v.Origin+path, q.Encode()
	return &feed.Feed{
		ID: v.Origin + "/" + AtomName + query, Title: title + " – " + v.SiteName(), Author: v.SiteName(), Subtitle: subtitle,
		Home: v.Origin + cmp.Or(path, "/") + query, Atom: folder + "/" + AtomName + query, JSON: folder + "/" + JSONName + query,
		Icon: v.Absolute(iconOf(v.Settings).Address),
	}
}

// FeedsAt returns the feeds below a path as alternates for a head; with a search, those of what it finds.
func (v *View) FeedsAt(path, title string, q browse.Query) []Alternate {
	title += " – " + v.SiteName()
	return []Alternate{
		{atomType, title, v.Origin + path + "/" + AtomName + q.Encode()},
		{jsonFeedType, title, v.Origin + path + "/" + JSONName + q.Encode()},
	}
}

// TagURI returns a permanent ID for an entry of a feed, a tag URI (RFC 4151): it stays the same when the site moves to https
// or another port, and when the item is renamed.
func (v *View) TagURI(created time.Time, kind string, id int64) string {
	return fmt.Sprintf("tag:%s,%s:%s/%d", authority(v.Origin), created.UTC().Format(time.DateOnly), kind, id)
}

// authority returns the host of an origin in the characters that a tag URI allows.
func authority(origin string) string {
	u, err := url.Parse(origin)
	if err != nil {
		return "localhost" // cannot happen: New validates the origin
	}
	host := u.Hostname()
	if ip := net.ParseIP(host); ip != nil {
		return strings.ReplaceAll(ip.String(), ":", "-")
	}
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		return ascii
	}
	return host
}

// Paragraphs splits a text at empty lines. A paragraph has one line or more.
func Paragraphs(text string) []string {
	var list []string
	var lines []string
	end := func() {
		if len(lines) > 0 {
			list = append(list, strings.Join(lines, "\n"))
		}
		lines = nil
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			end()
			continue
		}
		lines = append(lines, line)
	}
	end()
	return list
}

func isFeed(name string) bool { return name == AtomName || name == JSONName }

// feedAt returns the feed of the page at a path as Atom or JSON, by its file name; with a search, of what it finds.
func (v *View) feedAt(path, name string, q browse.Query) (t programText, ours bool) {
	a, renamed := v.follow(path)
	if a.Page.Feed == nil || a.Query.Page > 1 {
		return programText{}, false
	}
	q = FeedQuery(q)
	if _, err := q.Strict(); err != nil {
		return programText{}, true
	}
	folder := strings.TrimSuffix(a.Path, "/") + "/"
	return programText{path: folder + name, query: q.Encode(), renamed: renamed, make: func(v *View) (*content, error) {
		list := a.Page.Feed(v, a, q)
		if list == nil {
			return nil, nil
		}
		written, kind := list.AsAtom, "application/atom+xml; charset=utf-8"
		if name == JSONName {
			written, kind = list.AsJSON, "application/feed+json; charset=utf-8"
		}
		body, err := written()
		return v.File(kind, body), err
	}}, true
}
