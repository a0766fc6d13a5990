package archive_test

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// note is a text about a product.
type note struct {
	Product int64  `json:"product"`
	Text    string `json:"text"`
}

// kinds is what every site has, and notes, which an earlier version of the program did not have.
var kinds = slices.Concat(catalog.Kinds(), []records.Kind{{Table: "notes", Archive: records.Rows[note]{
	Label: "note on product",
	Name:  func(n note) (key, title string) { return records.Number(n.Product), n.Text },
	Read:  func(context.Context, db.Tx) ([]note, error) { return nil, nil },
	Check: func(n note) (note, error) { return note{n.Product, strings.TrimSpace(n.Text)}, nil },
	Among: func(n note, live map[int64]bool) *note {
		if !live[n.Product] {
			return nil
		}
		return &n
	},
	Uploads: func(n note, named func(string)) { named(n.Text) },
}}}, site.Kinds())

// everything returns content with a row of each kind.
func everything() *archive.Content {
	at := time.Date(2026, 1, 2, 3, 4, 5, 678_000, time.UTC)
	hash := strings.Repeat("a", 64)
	c := &archive.Content{Content: records.Content{Kinds: kinds}}
	set(c, "categories", catalog.WholeCategory{Category: catalog.Category{ID: 3, Name: "Éditeur", Slug: "editeur"}, OldNames: []string{"editor"}, OldSlugs: []string{}})
	products := []catalog.Product{{
		ID: 9, Slug: "one", CreatedAt: at, UpdatedAt: at,
		ProductFields: catalog.ProductFields{
			Name: "One <b>", Description: "a\nb", Categories: []string{"Éditeur"}, Tags: []string{}, Type: catalog.Unknown,
			Section: catalog.OurProducts, Website: "https://one.example/", Logo: "/uploads/" + hash + ".jpg", Images: []string{},
		},
	}, {
		ID: 12, Slug: "two", CreatedAt: at, UpdatedAt: at,
		ProductFields: catalog.ProductFields{
			Name: "Two", Description: "b", Categories: []string{"Éditeur"}, Tags: []string{}, Type: catalog.Unknown,
			Section: catalog.OurProducts, Website: "https://two.example/", Images: []string{},
		},
	}}
	for i := range products {
		products[i].Complete()
	}
	set(c, "products", products...)
	set(c, "notes", note{9, "![y](/uploads/c.png)\n</script>"})
	set(c, "site_settings", site.Setting{Name: "index.toolFacts", Value: "3"}, site.Setting{Name: "texts.hero", Value: "Tools <b>"}, site.Setting{Name: "theme.corners", Value: "square"})
	set(c, "product_slugs", catalog.OldSlug{Slug: "uno", ProductID: 9})
	set(c, "legal_pages", site.LegalPage{Type: site.PrivacyPolicy, Title: "T", Content: "![x](/uploads/b.png) \u2028 end", UpdatedAt: at})
	set(c, "social_media_links", site.SocialLink{ID: 1, Platform: "X", URL: "https://x.example/", CreatedAt: at})
	set(c, "logo_settings", site.Logo{ID: 2, Type: site.Favicon, Name: "Icon", FileName: "i.png", FileData: "data:image/png;base64,iVBORw0KGgo=",
		MimeType: "image/png", FileSize: 8, IsActive: true, CreatedAt: at, UpdatedAt: at})
	return c
}

// set replaces the rows of a table.
func set[T any](c *archive.Content, table string, rows ...T) {
	records.SetList(&c.Content, table, rows)
}

// rows returns the rows of a table.
func rows[T any](c *archive.Content, table string) []T { return records.List[T](&c.Content, table) }

// changing returns a change of the first row of a table.
func changing[T any](table string, change func(row *T)) func(*archive.Content) {
	return func(c *archive.Content) { change(&rows[T](c, table)[0]) }
}

// adding returns a change that adds the first row of a table again, changed.
func adding[T any](table string, change func(row *T)) func(*archive.Content) {
	return func(c *archive.Content) {
		list := rows[T](c, table)
		row := list[0]
		change(&row)
		set(c, table, append(list, row)...)
	}
}

// written returns the content as a file.
func written(t *testing.T, c *archive.Content) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := archive.Write(&file, c); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// Content is the same after writing and reading.
func TestContentRoundTrip(t *testing.T) {
	want := everything()
	if err := want.Check(); err != nil {
		t.Fatal(err)
	}
	file := written(t, want)
	got, err := archive.Read(kinds, bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if difference := archive.Compare(got, want); !difference.Empty() || !bytes.Equal(written(t, got), file) {
		t.Errorf("the content differs: %s", difference)
	}
	if images := strings.Join(got.Uploads(), " "); images != strings.Repeat("a", 64)+".jpg b.png c.png" {
		t.Errorf("got images %s", images)
	}
}

// Truncated or malformed content is refused.
func TestContentTruncated(t *testing.T) {
	file := written(t, everything())
	for length := range len(file) - 1 { // only the last newline may be missing
		if _, err := archive.Read(kinds, bytes.NewReader(file[:length])); !errors.Is(err, archive.ErrNotContent) {
			t.Fatalf("the first %d bytes of %d: %v", length, len(file), err)
		}
	}
	lines := bytes.SplitAfter(file, []byte("\n"))
	for i := range lines[:len(lines)-1] {
		without := bytes.Join(append(append([][]byte{}, lines[:i]...), lines[i+1:]...), nil)
		if _, err := archive.Read(kinds, bytes.NewReader(without)); !errors.Is(err, archive.ErrNotContent) {
			t.Errorf("without line %d: %v", i+1, err)
		}
	}
	for name, invalid := range map[string]string{
		"no format":    strings.Replace(string(file), `"format":1`, `"form":1`, 1),
		"an HTML page": "<html>",
		"a second end": string(file) + string(lines[len(lines)-2]),
	} {
		if _, err := archive.Read(kinds, strings.NewReader(invalid)); !errors.Is(err, archive.ErrNotContent) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Check applies every rule to another site's content.
func TestContentCheck(t *testing.T) {
	for name, change := range map[string]func(c *archive.Content){
		"a script as website":              changing("products", func(p *catalog.Product) { p.Website = "javascript:alert(1)" }),
		"an untrimmed name":                changing("products", func(p *catalog.Product) { p.Name = " One" }),
		"a product without ID":             changing("products", func(p *catalog.Product) { p.ID = 0 }),
		"a product without slug":           changing("products", func(p *catalog.Product) { p.Slug = "" }),
		"a former slug of another product": changing("product_slugs", func(s *catalog.OldSlug) { s.ProductID = 8 }),
		"a former slug that is present":    changing("product_slugs", func(s *catalog.OldSlug) { s.Slug = "one" }),
		"a former slug that is no slug":    changing("product_slugs", func(s *catalog.OldSlug) { s.Slug = "../x" }),
		"an unknown category":              changing("products", func(p *catalog.Product) { p.Categories = []string{"Other"} }),
		"two products with a slug":         adding("products", func(p *catalog.Product) { p.ID++ }),
		"a product twice":                  adding("products", func(p *catalog.Product) { p.Slug = "three" }),
		"two spellings of a category":      adding("categories", func(g *catalog.WholeCategory) { g.ID, g.Slug, g.Name = 4, "x", "EDITEUR" }),
		"a note twice":                     adding("notes", func(*note) {}),
		"a note on a missing tool":         changing("notes", func(n *note) { n.Product = 13 }),
		"an untrimmed note":                changing("notes", func(n *note) { n.Text += " " }),
		"a setting in another form":        changing("site_settings", func(s *site.Setting) { s.Value = "03" }),
		"a setting out of range":           changing("site_settings", func(s *site.Setting) { s.Value = "99" }),
		"a setting of the site's address":  changing("site_settings", func(s *site.Setting) { *s = site.Setting{Name: "indexNow.key", Value: "0123456789"} }),
		"a default as a setting":           changing("site_settings", func(s *site.Setting) { s.Value = "2" }),
		"colors that nobody can read":      changing("site_settings", func(s *site.Setting) { *s = site.Setting{Name: "theme.darkText", Value: "#000000"} }),
		"a setting twice":                  adding("site_settings", func(*site.Setting) {}),
		"a category without slug":          changing("categories", func(g *catalog.WholeCategory) { g.Slug = "A B" }),
		"an unknown legal page":            changing("legal_pages", func(p *site.LegalPage) { p.Type = "imprint" }),
		"a link that is a script":          changing("social_media_links", func(l *site.SocialLink) { l.URL = "javascript:alert(1)" }),
		"a logo of another type":           changing("logo_settings", func(l *site.Logo) { l.MimeType = "text/html" }),
		"a logo without an image":          changing("logo_settings", func(l *site.Logo) { l.FileData = "data:image/png;base64,PGI+" }),
		"a drawing with a script": changing("logo_settings", func(l *site.Logo) {
			l.MimeType, l.FileSize = "image/svg+xml", 65
			l.FileData = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxzY3JpcHQvPjwvc3ZnPg=="
		}),
	} {
		c := everything()
		change(c)
		if err := c.Check(); !fault.Is(err, fault.Invalid) || strings.Contains(err.Error(), "000") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A long text is shown from where it differs.
func TestCompareProduct(t *testing.T) {
	long := strings.Repeat("é", 1_000)
	for name, c := range map[string]struct{ before, after, wantBefore, wantAfter string }{
		"short texts":                    {"Draws.", "Paints.", "Draws.", "Paints."},
		"long texts":                     {"a" + long, "b", "a" + long[:2*299] + "…", "b"},
		"long texts with a common start": {long + "a", long + "b", "…" + long[:2*30] + "a", "…" + long[:2*30] + "b"},
		"a long text with an addition":   {long, long + "!", "…" + long[:2*30], "…" + long[:2*30] + "!"},
	} {
		t.Run(name, func(t *testing.T) {
			got := archive.CompareProduct(&catalog.Product{ID: 7, ProductFields: catalog.ProductFields{Name: "Old", Description: c.before}}, catalog.Product{ID: 7, ProductFields: catalog.ProductFields{Name: "New", Description: c.after}})
			want := archive.RowDifference{ID: "7", Name: "New", Change: "changed", Fields: []archive.FieldDifference{
				{Field: "description", Before: c.wantBefore, After: c.wantAfter}, {Field: "name", Before: "Old", After: "New"}}}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v\nwant %+v", got, want)
			}
		})
	}
}
