package browse

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

func anyProduct() *rapid.Generator[catalog.Product] {
	return rapid.Custom(func(t *rapid.T) catalog.Product {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
			`","useCases":"x`, `\","type":"`, "<script>&\u2028", `,"categories":`, "", strings.Repeat(`"é\`, 150), strings.Repeat("word ", 70),
			"R&D", `\u0026 \\u0026`, `","`,
		}))
		list := rapid.SliceOfN(text, 0, 3)
		return catalog.Product{
			ID: rapid.Int64().Draw(t, "id"), Slug: text.Draw(t, "slug"), CreatedAt: noon.Add(time.Duration(rapid.IntRange(-30, 1).Draw(t, "created")) * 24 * time.Hour), UpdatedAt: noon, Version: 3,
			ProductFields: catalog.ProductFields{
				Name:        text.Draw(t, "name"),
				Description: text.Draw(t, "description"), UseCases: text.Draw(t, "uses"), Categories: list.Draw(t, "categories"),
				Tags: list.Draw(t, "tags"), Phrases: list.Draw(t, "phrases"), Type: catalog.Type(text.Draw(t, "type")), Section: catalog.Section(text.Draw(t, "section")),
				Website: text.Draw(t, "website"), Logo: text.Draw(t, "logo"), LogoColor: text.Draw(t, "color"), Images: list.Draw(t, "images"),
				VideoURL: text.Draw(t, "video"), IsFeatured: rapid.Bool().Draw(t, "featured"), HasLandingPage: rapid.Bool().Draw(t, "landing"),
				HasDeal: rapid.Bool().Draw(t, "deal"), PromoText: text.Draw(t, "promo"), DisplayOrder: rapid.IntRange(0, 9).Draw(t, "order"),
			},
		}
	})
}

// An item, its card and its row have the bytes that encoding/json writes.
func TestItemJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyProduct().Draw(t, "product")
		it := newItem(p, &texts{})
		snapshot := (&Snapshot{alive: &set{}, featured: &set{}, deal: &set{}, inBulk: &set{}, linkedTo: &set{}, dated: &set{}}).at(noon)
		written := func(what string, got []byte, value any) {
			t.Helper()
			want, _ := json.Marshal(value)
			same(t, what, string(got), "x"+string(want))
		}
		link := VisitLink{HasAffiliateLink: rapid.Bool().Draw(t, "paid")}
		it.isPaid = link.HasAffiliateLink
		checked := ""
		if rapid.Bool().Draw(t, "checked") {
			it.more, checked = &more{confirmed: noon.Add(time.Microsecond)}, noon.UTC().Format(time.RFC3339)
		}
		written("item", it.AppendJSON([]byte("x")), ShownProduct{p, link, checked})
		same(t, "read again", it.Product(), p)
		listed := catalog.ListRowAt(p, noon)
		listed.Status = p.Status // which the item was not given at a time
		same(t, "what a list filters it by", ListRow(it), listed)
		short := cutText(p.Description)
		if short != p.Description {
			short += ellipsis
		}
		c := ProductCard{
			p.ID, p.Slug, p.Name, short, p.Categories, p.Type, p.Section, p.Website, p.Logo, p.LogoColor,
			p.IsFeatured, p.HasLandingPage, p.HasDeal, !p.CreatedAt.Before(noon.Add(-14 * 24 * time.Hour)), link,
		}
		written("card", snapshot.AppendCard([]byte("x"), it), c)
		runes := []rune(p.Description)
		c.Description = string(runes[:min(len(runes), RowText)])
		written("row", snapshot.AppendRow([]byte("x"), it, DisplayOrder(it)), ProductRow{c, p.Status, p.PublishAt, p.FeaturedUntil, p.DealTo, p.DisplayOrder, p.CreatedAt, p.Version})
		written("similar product", snapshot.Similar().Append([]byte("x"), it), SimilarProduct{ShownProduct{p, link, checked}, c.IsNew})
		it.visits = 7
		written("tool of a row", it.AppendRowTool([]byte("x")),
			RowTool{p.ID, p.Slug, p.Name, c.Description, p.Type, p.Website, p.Logo, p.LogoColor, p.CreatedAt, p.Categories, 7, link})
	})
}

// Lists of a product are never null, and its times are in UTC.
func TestItemZeroValues(t *testing.T) {
	east := time.FixedZone("east", 3600)
	text := string(newItem(catalog.Product{CreatedAt: noon.In(east), UpdatedAt: noon.In(east)}, &texts{}).AppendJSON(nil))
	if strings.Contains(text, "null") || strings.Count(text, `"2026-01-02T12:00:00Z"`) != 2 {
		t.Error(text)
	}
}

// A card cuts its text at a word.
func TestCardText(t *testing.T) {
	words := strings.Repeat("abcd ", 100)
	for text, want := range map[string]string{
		"short":                                "short",
		strings.Repeat("é", 240):               strings.Repeat("é", 240),
		strings.Repeat("é", 241):               strings.Repeat("é", 240),
		words:                                  strings.TrimSpace(words[:240]),
		"xy" + words:                           "xy" + strings.TrimSpace(words[:235]),
		strings.Repeat("a", 235) + ", bcdefgh": strings.Repeat("a", 235),
		strings.Repeat("a", 240) + " more":     strings.Repeat("a", 240),
	} {
		got := cutText(text)
		if got != want || utf8.RuneCountInString(got) > CardText {
			t.Errorf("%.20s…: %d code points: …%s", text, utf8.RuneCountInString(got), got[max(0, len(got)-20):])
		}
	}
}

// A search reads the website's host and the use cases too.
func TestSearchDocument(t *testing.T) {
	d := Document(tool(1, "one", func(p *catalog.Product) { p.UseCases = "Letters"; p.Website = "https://www.Example.org:8443/x" }))
	if d.Host != "example.org" || !strings.Contains(d.Text, "About one.") || !strings.Contains(d.Text, "Letters") {
		t.Errorf("%+v", d)
	}
}
