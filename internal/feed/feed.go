// Package feed writes feeds of new items for programs that poll: Atom (RFC 4287) and JSON Feed 1.1.
//
// # To change
//
//   - how Atom and JSON Feed are written: here; an entry's text and links: internal/pages/feed.go;
//     go test ./internal/feed ./internal/pages
package feed

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Feed is a list of new items, the newest first. All its URLs are absolute.
type Feed struct {
	ID       string // permanent
	Title    string
	Subtitle string
	Author   string
	Home     string // URL of the page with the same list
	Atom     string // URL of the feed as Atom
	JSON     string
	Icon     string
	Entries  []Entry
}

// Entry is one item of a feed.
type Entry struct {
	ID         string // permanent
	Title      string
	Page       string // URL of its page on this site
	Website    string // URL outside this site
	Summary    string // plain text
	HTML       string // the whole text, sanitized
	Categories []Category
	Published  time.Time
	Updated    time.Time
}

// Category is a group of entries.
type Category struct{ Slug, Name string }

// updated returns the latest change of any entry. For an empty feed it returns 1970: the format requires a time, and it
// must stay the same.
func (f *Feed) updated() time.Time {
	latest := time.Unix(0, 0)
	for _, entry := range f.Entries {
		if entry.Updated.After(latest) {
			latest = entry.Updated
		}
	}
	return latest
}

// spaced returns the entries with times of whole seconds that no two share, each as much earlier as it takes: readers sort by
// them, and what was imported together has one time. What an edit changes is the times of its own entry alone, unless others
// were changed in the same second.
func (f *Feed) spaced() []Entry {
	entries := slices.Clone(f.Entries)
	published, updated := map[int64]bool{}, map[int64]bool{}
	for i := range entries {
		e := &entries[i]
		at := free(published, e.Published.Unix())
		e.Updated = time.Unix(free(updated, e.Updated.Unix()-(e.Published.Unix()-at)), 0)
		e.Published = time.Unix(at, 0)
	}
	return entries
}

// free returns the latest second up to at that is not taken, and takes it.
func free(taken map[int64]bool, at int64) int64 {
	for taken[at] {
		at--
	}
	taken[at] = true
	return at
}

// stamp formats a time by RFC 3339.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

type jsonFeed struct {
	Version     string       `json:"version"`
	Title       string       `json:"title"`
	HomePageURL string       `json:"home_page_url"`
	FeedURL     string       `json:"feed_url"`
	Description string       `json:"description,omitempty"`
	Icon        string       `json:"favicon,omitempty"`
	Language    string       `json:"language"`
	Authors     []jsonAuthor `json:"authors"`
	Items       []jsonItem   `json:"items"`
}

type jsonAuthor struct {
	Name string `json:"name"`
}

type jsonItem struct {
	ID            string   `json:"id"`
	URL           string   `json:"url"`
	ExternalURL   string   `json:"external_url,omitempty"`
	Title         string   `json:"title"`
	ContentHTML   string   `json:"content_html"`
	Summary       string   `json:"summary,omitempty"`
	DatePublished string   `json:"date_published"`
	DateModified  string   `json:"date_modified"`
	Tags          []string `json:"tags,omitempty"`
}

// AsJSON returns the feed as JSON Feed 1.1.
func (f *Feed) AsJSON() ([]byte, error) {
	list := jsonFeed{
		Version: "https://jsonfeed.org/version/1.1", Title: f.Title, HomePageURL: f.Home, FeedURL: f.JSON, Description: f.Subtitle,
		Icon: f.Icon, Language: "en", Authors: []jsonAuthor{{f.Author}}, Items: make([]jsonItem, len(f.Entries)),
	}
	for i, entry := range f.spaced() {
		list.Items[i] = entry.item()
	}
	text, err := json.Marshal(list)
	if err != nil {
		return nil, fmt.Errorf("write a feed as JSON: %w", err)
	}
	return text, nil
}

func (e Entry) item() jsonItem {
	item := jsonItem{
		ID: e.ID, URL: e.Page, ExternalURL: e.Website, Title: e.Title, ContentHTML: e.HTML, Summary: e.Summary,
		DatePublished: stamp(e.Published), DateModified: stamp(e.Updated),
	}
	for _, category := range e.Categories {
		item.Tags = append(item.Tags, category.Name)
	}
	return item
}
