// Package mirror brings the content of one site to another: all of it as it was at one moment, or nothing.
//
// # To change
//
//   - what a sync compares and writes: here and internal/store/content*.go, decision 12; go test ./internal/store -run
//     Content, and -run "Sync|Deliver" in internal/api
//   - what an export holds: archive.go, file.go; the webhook: internal/store/webhook_notice.go; the logos' status:
//     logos.go
package mirror

import (
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/media"
	"vitrine/internal/site"
)

// Content is all that a site shows, as one transaction saw it: what a sync copies and an export holds. Accounts,
// sessions, submissions, visits, the history and the trash are none of it. Rows keep their numbers, so that addresses
// lead to the same things on both sites.
type Content struct {
	Categories  []Category        // by id
	Products    []catalog.Product // by id; Version is 0: it counts the changes of one site
	LegalPages  []site.LegalPage  // those that are saved, by type
	SocialLinks []site.SocialLink // by id
	Logos       []site.Logo       // by type

	// Of content that was read: the version of the program that wrote it, empty where it is not known, and the kinds of
	// rows and the fields ("products.price") of a later version that this one does not know.
	Program string
	LeftOut []string
}

// Category is a category with what it was called before.
type Category struct {
	catalog.Category
	OldNames []string `json:"oldNames"` // without case and accents, sorted
	OldSlugs []string `json:"oldSlugs"` // sorted
}

// Images are the file names of all uploads that the content names, sorted and each once.
func (c *Content) Images() []string {
	named := map[string]bool{}
	note := func(text string) {
		for _, name := range media.NamesIn(text) {
			named[name] = true
		}
	}
	for _, p := range c.Products {
		note(p.Logo)
		for _, address := range p.Images {
			note(address)
		}
	}
	for _, page := range c.LegalPages {
		note(page.Content)
	}
	names := make([]string, 0, len(named))
	for name := range named {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// kind is one kind of row, by the name of its table.
type kind struct {
	name string
	rows func(*Content) []row
}

// Kinds are the names of all kinds, the images last, which are fetched by themselves.
func Kinds() []string {
	names := make([]string, 0, 6)
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return append(names, "images")
}

// kinds are all kinds, in the order in which they stand in a file: what others refer to comes first.
func kinds() []kind {
	return []kind{
		{"categories", func(c *Content) []row {
			return rowsOf(c.Categories, func(g Category) (string, string) { return number(g.ID), g.Name })
		}},
		{"products", func(c *Content) []row {
			return productRows(c.Products)
		}},
		{"legal_pages", func(c *Content) []row {
			return rowsOf(c.LegalPages, func(p site.LegalPage) (string, string) { return string(p.Type), p.Title })
		}},
		{"social_media_links", func(c *Content) []row {
			return rowsOf(c.SocialLinks, func(l site.SocialLink) (string, string) { return number(l.ID), l.Platform })
		}},
		{"logo_settings", func(c *Content) []row {
			return rowsOf(c.Logos, func(l site.Logo) (string, string) { return string(l.Type), l.Name })
		}},
	}
}

func productRows(list []catalog.Product) []row {
	return rowsOf(list, func(p catalog.Product) (string, string) { return number(p.ID), p.Name })
}
