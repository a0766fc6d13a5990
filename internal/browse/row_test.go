package browse

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"vitrine/internal/catalog"
)

// row is the fields of a row, as encoding/json would write them.
type row struct {
	card
	DisplayOrder int       `json:"displayOrder"`
	CreatedAt    time.Time `json:"createdAt"`
	Version      int64     `json:"version"`
}

// A row is a card with less text and with more fields behind it.
func TestRowJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyProduct().Draw(t, "product")
		short := p.Description
		if runes := []rune(short); len(runes) > RowText {
			short = string(runes[:RowText])
		}
		want, _ := json.Marshal(row{card{
			p.ID, p.Slug, p.Name, short, p.Categories, p.Type, p.Section, p.Website, p.Logo, p.LogoColor,
			p.IsFeatured, p.HasLandingPage, p.HasDeal,
		}, p.DisplayOrder, p.CreatedAt, p.Version})
		if got := string(newItem(p).AppendRow([]byte("x"))); got != "x"+string(want) {
			t.Fatalf("row %s, want %s", got, want)
		}
	})
}

// Every category is counted, the empty ones too.
func TestCategoryCounts(t *testing.T) {
	s := newStore(tool(1, "a", in("Video", "Writing")), tool(2, "b", in("Writing")))
	s.categories = append(s.categories, catalog.Category{ID: 9, Name: "Empty", Slug: "empty"})
	want := map[string]int{"Empty": 0, "Video": 1, "Writing": 2}
	counts := s.snapshot().CategoryCounts()
	for _, c := range counts {
		if c.Count != want[c.Name] {
			t.Errorf("%s: %d, want %d", c.Name, c.Count, want[c.Name])
		}
	}
	if len(counts) != len(want) || counts[0].Name != "Empty" {
		t.Errorf("got %v", counts)
	}
}
