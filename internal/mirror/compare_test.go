package mirror_test

import (
	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/site"
)

func init() {
	featureRows = append(featureRows, func(c *archive.Content) {
		set(c, "comparison_verdicts", site.Verdict{Products: "9,12", Text: "![z](/uploads/d.png) <b>", UpdatedAt: at})
	})
	featureUploads = append(featureUploads, "d.png")
	stillThere["comparison_verdicts"] = func(c *archive.Content) bool { return len(rows[site.Verdict](c, "comparison_verdicts")) == 1 }
	wrong["a verdict on a missing tool"] = changing("comparison_verdicts", func(v *site.Verdict) { v.Products = "9,13" })
	wrong["a verdict in another order"] = changing("comparison_verdicts", func(v *site.Verdict) { v.Products = "12,9" })
	wrong["a verdict on one tool"] = changing("comparison_verdicts", func(v *site.Verdict) { v.Products = "9" })
	wrong["a verdict without text"] = changing("comparison_verdicts", func(v *site.Verdict) { v.Text = "" })
}
