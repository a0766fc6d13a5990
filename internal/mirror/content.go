// Package mirror copies the content of one site to another: a consistent snapshot of all of it, or nothing.
//
// # To change
//
//   - what a sync compares and writes: {queries_content,content_*}.go, decision 12; go test ./internal/store -run
//     Content, and -run "Sync|Deliver" in internal/app
//   - what an export holds: archive.go, file.go; the webhook: webhook_notice.go; the logos' status:
//     logos.go
package mirror

import (
	"maps"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Content is everything that editors of a site write and visitors see, read in one transaction: what a sync copies and an
// export contains. What it leaves out, and why, is a list in docs/development-site.md. Rows keep their ids, so that URLs
// lead to the same things on both sites.
type Content struct {
	Categories  []Category           // by id
	Products    []catalog.Product    // by id; Version is 0, because it counts the changes of one site
	OldSlugs    []catalog.OldSlug    // of these products, by slug
	Picks       []Picks              // of alternatives, by product, without tools in the trash
	Collections []catalog.Collection // by id, drafts too, without tools in the trash; Version is 0
	Verdicts    []site.Verdict       // on comparisons of these products, by Products in bytes
	LegalPages  []site.LegalPage     // the saved ones, by type
	SocialLinks []site.SocialLink    // by id
	Logos       []site.Logo          // by type
	Settings    []Setting            // those that differ from their defaults and are site.IsPortable, by name

	// Set by reading: the version of the program that wrote the content (empty: unknown), the name of its file (empty: none),
	// and the kinds of rows and the fields ("products.price") that a later version wrote and this one does not know.
	Program string
	File    string
	LeftOut []string

	unknown map[string]bool // kinds of rows that the program that wrote the content did not have
}

// Picks are an administrator's choices for the page of alternatives to a product.
type Picks struct {
	Product int64 `json:"product"`
	catalog.Picks
}

// Setting is a row of the settings that have a default.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// SettingsOf returns the rows of settings in the order of a Content.
func SettingsOf(rows map[string]string) []Setting {
	list := make([]Setting, 0, len(rows))
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		list = append(list, Setting{name, rows[name]})
	}
	return list
}

// SettingRows returns the settings by name.
func (c *Content) SettingRows() map[string]string {
	rows := make(map[string]string, len(c.Settings))
	for _, setting := range c.Settings {
		rows[setting.Name] = setting.Value
	}
	return rows
}

// Category is a category with its former names and slugs.
type Category struct {
	catalog.Category
	OldNames []string `json:"oldNames"` // folded (no case, no accents), sorted
	OldSlugs []string `json:"oldSlugs"` // sorted
}

// Images returns the file names of all uploads that the content refers to, sorted, without duplicates.
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
	for _, collection := range c.Collections {
		note(collection.Introduction)
	}
	for _, verdict := range c.Verdicts {
		note(verdict.Text)
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

// kind is one kind of row, named after its table.
type kind struct {
	name string
	rows func(*Content) []row
}

// Kinds returns the names of all kinds. The images come last, because they are fetched separately.
func Kinds() []string {
	var names []string
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return append(names, "images")
}

// kinds returns all kinds in the order of a file: rows that others refer to come first.
func kinds() []kind {
	return []kind{
		{"categories", func(c *Content) []row {
			return rowsOf(c.Categories, func(g Category) (string, string) { return number(g.ID), g.Name })
		}},
		{"products", func(c *Content) []row {
			return productRows(c.Products)
		}},
		{"product_slugs", func(c *Content) []row {
			return rowsOf(c.OldSlugs, func(s catalog.OldSlug) (string, string) { return s.Slug, s.Slug })
		}},
		{"alternative_picks", func(c *Content) []row {
			return rowsOf(c.Picks, func(p Picks) (string, string) { return number(p.Product), "Product " + number(p.Product) })
		}},
		{"collections", func(c *Content) []row {
			return rowsOf(c.Collections, func(c catalog.Collection) (string, string) { return number(c.ID), c.Title })
		}},
		{"comparison_verdicts", func(c *Content) []row {
			return rowsOf(c.Verdicts, func(v site.Verdict) (string, string) { return v.Products, "Products " + v.Products })
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
		{"site_settings", func(c *Content) []row {
			return rowsOf(c.Settings, func(s Setting) (string, string) { return s.Name, s.Name })
		}},
	}
}

func productRows(list []catalog.Product) []row {
	return rowsOf(list, func(p catalog.Product) (string, string) { return number(p.ID), p.Name })
}
