package feed

import (
	"encoding/xml"
	"fmt"
)

type atomFeed struct {
	XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Language string      `xml:"xml:lang,attr"`
	ID       string      `xml:"id"`
	Title    string      `xml:"title"`
	Subtitle string      `xml:"subtitle,omitempty"`
	Updated  string      `xml:"updated"`
	Author   string      `xml:"author>name"`
	Links    []atomLink  `xml:"link"`
	Icon     string      `xml:"icon,omitempty"`
	Entries  []atomEntry `xml:"entry"`
}

type atomEntry struct {
	ID         string         `xml:"id"`
	Title      string         `xml:"title"`
	Published  string         `xml:"published"`
	Updated    string         `xml:"updated"`
	Links      []atomLink     `xml:"link"`
	Categories []atomCategory `xml:"category"`
	Summary    string         `xml:"summary,omitempty"`
	Content    atomText       `xml:"content"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomCategory struct {
	Term  string `xml:"term,attr"`
	Label string `xml:"label,attr"`
}

type atomText struct {
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

// AsAtom returns the feed as Atom. It replaces characters that XML forbids by U+FFFD.
func (f *Feed) AsAtom() ([]byte, error) {
	list := atomFeed{
		Language: "en", ID: f.ID, Title: f.Title, Subtitle: f.Subtitle, Updated: stamp(f.updated()), Author: f.Author, Icon: f.Icon,
		Links: []atomLink{
			{"self", "application/atom+xml", f.Atom},
			{"alternate", "text/html", f.Home},
			{"alternate", "application/feed+json", f.JSON},
		},
	}
	for _, entry := range f.spaced() {
		list.Entries = append(list.Entries, entry.atom())
	}
	text, err := xml.Marshal(list)
	if err != nil {
		return nil, fmt.Errorf("write a feed as Atom: %w", err)
	}
	return append([]byte(xml.Header), text...), nil
}

func (e Entry) atom() atomEntry {
	entry := atomEntry{
		ID: e.ID, Title: e.Title, Published: stamp(e.Published), Updated: stamp(e.Updated), Summary: e.Summary,
		Links:   []atomLink{{"alternate", "text/html", e.Page}},
		Content: atomText{"html", e.HTML},
	}
	if e.Website != "" {
		entry.Links = append(entry.Links, atomLink{Rel: "related", Href: e.Website})
	}
	for _, category := range e.Categories {
		entry.Categories = append(entry.Categories, atomCategory{category.Slug, category.Name})
	}
	return entry
}
