package store_test

import (
	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
)

func init() {
	drawn = append(drawn, drawPicks)
	belonging["alternative_picks"] = belongings{"product_id", "INSERT INTO alternative_picks VALUES (1, 3, 0), (3, 4, 0), (4, 2, 0)", func(want *archive.Content) {
		setList(want, "alternative_picks", catalog.ProductPicks{Product: 3, Picks: catalog.Picks{Pinned: []int64{4}, Hidden: []int64{}}})
	}, []string{"3"}}
}

// drawPicks draws the picks of products.
func drawPicks(t *rapid.T, c *archive.Content) {
	var chosen []catalog.ProductPicks
	products := c.Products()
	for i, p := range products[min(1, len(products)):] {
		other := products[i].ID
		switch picks := (catalog.ProductPicks{Product: p.ID, Picks: catalog.Picks{Pinned: []int64{}, Hidden: []int64{}}}); rapid.IntRange(0, 2).Draw(t, "picks") {
		case 1:
			picks.Pinned = []int64{other}
			chosen = append(chosen, picks)
		case 2:
			picks.Hidden = []int64{other}
			chosen = append(chosen, picks)
		}
	}
	setList(c, "alternative_picks", chosen...)
}
