package store_test

import (
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/compare"
)

func init() {
	drawn = append(drawn, drawVerdicts)
	belonging["comparison_verdicts"] = belongings{"products", "INSERT INTO comparison_verdicts VALUES ('1,3', 'x', 1), ('2,3', 'x', 1), ('3,4', 'x', 1)", func(want *archive.Content) {
		setList(want, "comparison_verdicts", compare.Verdict{Products: "3,4", Text: "x", UpdatedAt: time.UnixMicro(1).UTC()})
	}, []string{"3,4"}}
}

// drawVerdicts draws verdicts on neighbors.
func drawVerdicts(t *rapid.T, c *archive.Content) {
	var verdicts []compare.Verdict
	products := c.Products()
	for i, p := range products[min(1, len(products)):] {
		if rapid.Bool().Draw(t, "is compared") {
			text := rapid.SampledFrom([]string{"art", "code"}).Draw(t, "verdict")
			verdicts = append(verdicts, compare.Verdict{Products: compare.Key([]int64{products[i].ID, p.ID}), Text: text, UpdatedAt: time.UnixMicro(1).UTC()})
		}
	}
	setList(c, "comparison_verdicts", verdicts...)
}
