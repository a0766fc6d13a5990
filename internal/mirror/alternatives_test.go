package mirror_test

import (
	"github.com/vitrine-directory/vitrine/internal/alternatives"
	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
)

func init() {
	featureRows = append(featureRows, func(c *archive.Content) {
		set(c, "alternative_picks", alternatives.ProductPicks{Product: 9, Picks: catalog.Picks{Pinned: []int64{12}, Hidden: []int64{}}})
	})
	stillThere["alternative_picks"] = func(c *archive.Content) bool {
		return len(rows[alternatives.ProductPicks](c, "alternative_picks")) == 1
	}
	wrong["picks of no product"] = changing("alternative_picks", func(p *alternatives.ProductPicks) { p.Product = 8 })
	wrong["a pick that doesn't exist"] = changing("alternative_picks", func(p *alternatives.ProductPicks) { p.Hidden = []int64{8} })
	wrong["a pick of the tool itself"] = changing("alternative_picks", func(p *alternatives.ProductPicks) { p.Hidden = []int64{9} })
	wrong["picks twice"] = adding("alternative_picks", func(*alternatives.ProductPicks) {})
}
