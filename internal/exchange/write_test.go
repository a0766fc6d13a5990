package exchange

import (
	"bytes"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// storedProduct draws a product as the store has it: its draft has passed Check.
func storedProduct(t *rapid.T, words *rapid.Generator[string]) catalog.Product {
	d, err := catalog.Draft{
		ProductFields: catalog.ProductFields{
			Name: "T " + words.Draw(t, "name"), Description: rapid.SampledFrom([]string{"D\t", "=D", "'", "'='"}).Draw(t, "beginning") + words.Draw(t, "description") + "\n2", UseCases: words.Draw(t, "use cases"),
			Categories: append([]string{rapid.SampledFrom([]string{"Writing", "d, e", "=SUM(A1)", "'+x"}).Draw(t, "first")}, rapid.SliceOfN(words, 0, 3).Draw(t, "categories")...),
			Tags:       rapid.SliceOfN(words, 0, 3).Draw(t, "tags"), Type: rapid.SampledFrom(catalog.Types()).Draw(t, "type"),
			Section: rapid.SampledFrom(catalog.Sections()).Draw(t, "section"), Website: "https://example.com/?a,b;c=\"d\"", Logo: "/uploads/a.jpg", LogoColor: "#aabbcc",
			Images: []string{"https://example.com/1.png", "/uploads/b.jpg"}, HasDeal: rapid.Bool().Draw(t, "deal"), PromoText: words.Draw(t, "promo"),
			DisplayOrder: rapid.IntRange(0, 9).Draw(t, "order"),
		},
	}.Check(false)
	if err != nil {
		t.Fatal(err)
	}
	return catalog.Product{
		ID: rapid.Int64Range(1, 9).Draw(t, "id"), Slug: "a-slug", CreatedAt: time.UnixMicro(1_767_225_600_000_001).UTC(),
		ProductFields: catalog.ProductFields{
			Name: d.Name, Description: d.Description, UseCases: d.UseCases,
			Categories: d.Categories, Tags: d.Tags, Type: d.Type, Section: d.Section, Website: d.Website, Logo: d.Logo, LogoColor: d.LogoColor,
			Images: d.Images, HasDeal: d.HasDeal, PromoText: d.PromoText, DisplayOrder: d.DisplayOrder,
		},
	}
}

// A product is the same after writing and reading.
func TestWriteRoundTrip(t *testing.T) {
	words := rapid.SampledFrom([]string{"", "a", "b, c", `"quoted"`, "=1+1", "'=1+1", "''@x", "-5", "'-5", "-", "+x", "'x", "<b>", "é", "'", "two words"})
	for _, format := range []Format{JSONLines, CSV} {
		rapid.Check(t, func(t *rapid.T) {
			p := storedProduct(t, words)
			var file bytes.Buffer
			if err := Write(&file, format, slices.Values([]catalog.Product{p}), nil); err != nil {
				t.Fatal(err)
			}
			got, err := Read(&file, format, catalog.MatchAsk)
			if err != nil || len(got.Rows) != 1 {
				t.Fatalf("%v, bad rows %+v of %+v", err, got.Bad, p)
			}
			d := got.Rows[0].Draft
			if got.Rows[0].ID != p.ID || !got.Rows[0].CreatedAt.Equal(p.CreatedAt) || d.Slug != p.Slug || d.Name != p.Name || d.Description != p.Description || d.UseCases != p.UseCases ||
				!reflect.DeepEqual(d.Categories, p.Categories) || len(d.Tags)+len(p.Tags) > 0 && !reflect.DeepEqual(d.Tags, p.Tags) || d.Website != p.Website ||
				!reflect.DeepEqual(d.Images, p.Images) || d.PromoText != p.PromoText || d.HasDeal != p.HasDeal || d.DisplayOrder != p.DisplayOrder {
				t.Fatalf("%+v became %+v", p, d)
			}
		})
	}
}

// A category with a semicolon cannot be written as CSV.
func TestWriteCSVSemicolon(t *testing.T) {
	p := catalog.Product{ID: 7, ProductFields: catalog.ProductFields{Categories: []string{"a;b"}}}
	if err := Write(&bytes.Buffer{}, CSV, slices.Values([]catalog.Product{p}), nil); !fault.Is(err, fault.Invalid) {
		t.Errorf("got %v", err)
	}
	if err := Write(&bytes.Buffer{}, JSONLines, slices.Values([]catalog.Product{p}), nil); err != nil {
		t.Error(err)
	}
}
