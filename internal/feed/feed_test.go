package feed

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// element is a parsed XML element. The tests parse feeds independently of the code that writes them.
type element struct {
	Name     xml.Name
	attrs    map[string]string
	text     string
	children []*element
}

// readXML parses a document, which must be well-formed.
func readXML(t rapid.TB, document []byte) *element {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(document))
	decoder.Strict = true
	root := &element{}
	open := []*element{root}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the document is not well-formed: %v\n%s", err, document)
		}
		parent := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			child := &element{Name: token.Name, attrs: map[string]string{}}
			for _, a := range token.Attr {
				child.attrs[a.Name.Local] = a.Value
			}
			parent.children = append(parent.children, child)
			open = append(open, child)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			parent.text += string(token)
		}
	}
	if len(root.children) != 1 {
		t.Fatalf("%d roots", len(root.children))
	}
	return root.children[0]
}

// all returns the children of this name in Atom's namespace.
func (e *element) all(name string) (found []*element) {
	for _, child := range e.children {
		if child.Name == (xml.Name{Space: "http://www.w3.org/2005/Atom", Local: name}) {
			found = append(found, child)
		}
	}
	return found
}

// one returns the text of the only child of this name.
func (e *element) one(t rapid.TB, name string) string {
	t.Helper()
	found := e.all(name)
	if len(found) != 1 {
		t.Fatalf("%s has %d elements named %s, want one", e.Name.Local, len(found), name)
	}
	return found[0].text
}

// checkAtom checks that a document has the elements that RFC 4287 requires, in the right number and form.
func checkAtom(t rapid.TB, document []byte) *element {
	t.Helper()
	feed := readXML(t, document)
	if feed.Name != (xml.Name{Space: "http://www.w3.org/2005/Atom", Local: "feed"}) {
		t.Fatalf("the root is %v", feed.Name)
	}
	checkCommon(t, feed)
	if len(feed.all("author")) != 1 || len(feed.all("author")[0].all("name")) != 1 {
		t.Error("the feed has no author with a name")
	}
	seen := map[string]bool{}
	for _, entry := range feed.all("entry") {
		checkCommon(t, entry)
		id := entry.one(t, "id")
		if seen[id] {
			t.Errorf("two entries have the id %q", id)
		}
		seen[id] = true
		if content := entry.all("content"); len(content) != 1 || content[0].attrs["type"] != "html" {
			t.Errorf("%s: the content is %v", id, content)
		}
		checkTime(t, entry.one(t, "published"))
	}
	return feed
}

func checkCommon(t rapid.TB, e *element) {
	t.Helper()
	if id, err := url.Parse(e.one(t, "id")); err != nil || !id.IsAbs() {
		t.Errorf("an id is not an absolute IRI: %v", err)
	}
	e.one(t, "title")
	checkTime(t, e.one(t, "updated"))
	alternates := map[string]int{}
	for _, link := range e.all("link") {
		if u, err := url.Parse(link.attrs["href"]); err != nil || !u.IsAbs() {
			t.Errorf("a link has the relative URL %q", link.attrs["href"])
		}
		if link.attrs["rel"] == "alternate" {
			alternates[link.attrs["type"]]++
		}
	}
	for kind, count := range alternates {
		if count != 1 {
			t.Errorf("%d alternates of type %s (RFC 4287, 4.1.1)", count, kind)
		}
	}
}

func checkTime(t rapid.TB, text string) {
	t.Helper()
	if _, err := time.Parse(time.RFC3339, text); err != nil {
		t.Errorf("not an RFC 3339 time: %v", err)
	}
}

// sample returns a feed in which every text is the given one.
func sample(text string, entries int) *Feed {
	f := &Feed{
		ID: "https://tools.example/feed.xml", Title: text, Subtitle: text, Author: text, Home: "https://tools.example/",
		Atom: "https://tools.example/feed.xml", JSON: "https://tools.example/feed.json",
	}
	for i := range entries {
		at := time.Date(2026, 1, 2, 3, 4, 5, 600, time.FixedZone("", 3600*i))
		f.Entries = append(f.Entries, Entry{
			ID: "tag:tools.example,2026:" + string(rune('a'+i)), Title: text, Page: "https://tools.example/products/x", Website: "https://tools.example/go/x",
			Summary: text, HTML: text, Categories: []Category{{text, text}}, Published: at, Updated: at.Add(time.Hour),
		})
	}
	return f
}

// An Atom feed conforms to RFC 4287 whatever the texts.
func TestAtomConformance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, entries := rapid.String().Draw(t, "text"), rapid.IntRange(0, 3).Draw(t, "entries")
		document, err := sample(text, entries).AsAtom()
		if err != nil {
			t.Fatal(err)
		}
		feed := checkAtom(t, document)
		if len(feed.all("entry")) != entries {
			t.Errorf("%d entries, want %d", len(feed.all("entry")), entries)
		}
	})
}

// Texts with markup are escaped.
func TestAtomHostileText(t *testing.T) {
	const hostile = `</title><script>alert(1)</script> ]]> & "quotes" 'x' <!-- é 文 🎨`
	document, err := sample(hostile, 1).AsAtom()
	if err != nil {
		t.Fatal(err)
	}
	feed := checkAtom(t, document)
	entry := feed.all("entry")[0]
	for name, got := range map[string]string{
		"title": entry.one(t, "title"), "summary": entry.one(t, "summary"), "content": entry.one(t, "content"),
		"label": entry.all("category")[0].attrs["label"], "author": feed.all("author")[0].one(t, "name"),
	} {
		if got != hostile {
			t.Errorf("%s is parsed as %q", name, got)
		}
	}
}

// Characters that XML forbids are dropped or replaced.
func TestAtomInvalidCharacters(t *testing.T) {
	document, err := sample("a\x00b\x0bc\uFFFEd\xff", 1).AsAtom()
	if err != nil || !utf8.Valid(document) {
		t.Fatalf("%v, valid %t", err, utf8.Valid(document))
	}
	checkAtom(t, document)
}

// A feed has the updated time of its latest change, or 1970 without entries.
func TestAtomUpdated(t *testing.T) {
	f := sample("x", 2)
	if got := atomOf(t, f).one(t, "updated"); got != stamp(f.Entries[0].Updated) {
		t.Errorf("updated %s, want %s", got, stamp(f.Entries[0].Updated))
	}
	if got := atomOf(t, sample("x", 0)).one(t, "updated"); got != "1970-01-01T00:00:00Z" {
		t.Errorf("an empty feed has the updated time %s", got)
	}
}

func atomOf(t *testing.T, f *Feed) *element {
	t.Helper()
	document, err := f.AsAtom()
	if err != nil {
		t.Fatal(err)
	}
	return checkAtom(t, document)
}

// An entry links to its page and to the redirect to its website.
func TestAtomEntryLinks(t *testing.T) {
	entry := atomOf(t, sample("x", 1)).all("entry")[0]
	var links []string
	for _, link := range entry.all("link") {
		links = append(links, link.attrs["rel"]+" "+link.attrs["href"])
	}
	if want := []string{"alternate https://tools.example/products/x", "related https://tools.example/go/x"}; !slices.Equal(links, want) {
		t.Errorf("the links are %v, want %v", links, want)
	}
}

// A JSON feed has the fields that version 1.1 requires.
func TestJSONFeedConformance(t *testing.T) {
	for _, entries := range []int{0, 2} {
		document, err := sample("</script>\u2028", entries).AsJSON()
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Version, Title string
			HomePageURL    string           `json:"home_page_url"`
			FeedURL        string           `json:"feed_url"`
			Items          []map[string]any `json:"items"`
		}
		if err := json.Unmarshal(document, &got); err != nil {
			t.Fatal(err)
		}
		if got.Version != "https://jsonfeed.org/version/1.1" || got.Title == "" || got.HomePageURL == "" || got.FeedURL == "" || got.Items == nil || len(got.Items) != entries {
			t.Errorf("got %s", document)
		}
		for _, item := range got.Items {
			for _, name := range []string{"id", "url", "external_url", "content_html", "date_published", "date_modified"} {
				if value, ok := item[name].(string); !ok || value == "" {
					t.Errorf("an item lacks %s: %v", name, item)
				}
			}
			checkTime(t, item["date_published"].(string))
		}
		if bytes.ContainsAny(document, "<>") {
			t.Errorf("the feed has unescaped angle brackets, which could close a script element: %s", document)
		}
	}
}

// No two entries share a time, however many came at once, and an edit changes the updated time of one alone.
func TestSpaced(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	f := &Feed{}
	for i := range 50 {
		entry := Entry{ID: string(rune('A' + i)), Published: at, Updated: at}
		if i < 2 { // after the import, in the same second as one another
			entry.Published, entry.Updated = at.Add(time.Hour), at.Add(time.Hour)
		}
		f.Entries = append(f.Entries, entry)
	}
	times := func() (published, updated []string) {
		for _, entry := range f.spaced() {
			published, updated = append(published, stamp(entry.Published)), append(updated, stamp(entry.Updated))
		}
		return published, updated
	}
	published, updated := times()
	for _, list := range [][]string{published, updated} {
		if distinct := slices.Compact(slices.Sorted(slices.Values(list))); len(distinct) != 50 {
			t.Errorf("%d times for 50 entries", len(distinct))
		}
	}
	if !slices.IsSortedFunc(published, func(a, b string) int { return strings.Compare(b, a) }) {
		t.Errorf("not the newest first: %v", published)
	}
	f.Entries[20].Updated = at.Add(2 * time.Hour)
	publishedAfter, updatedAfter := times()
	if !slices.Equal(published, publishedAfter) {
		t.Error("an edit changes a published time")
	}
	for i := range updated {
		if (updated[i] != updatedAfter[i]) != (i == 20) {
			t.Errorf("entry %d was updated %s, then %s", i, updated[i], updatedAfter[i])
		}
	}
	for i := range f.Entries { // a change of all
		f.Entries[i].Updated = at.Add(3 * time.Hour)
	}
	if _, updated := times(); len(slices.Compact(slices.Sorted(slices.Values(updated)))) != 50 {
		t.Error("entries that were changed together share a time")
	}
}
