package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// MaxVerdicts is the largest number of verdicts: all of them are in memory.
const MaxVerdicts = 1_000

// maxVerdict is the largest number of code points of a verdict.
const maxVerdict = 5_000

// Verdict is what an administrator says about products that are compared.
type Verdict struct {
	Products  string    `json:"products" db:"products,key" doc:"Ids of the products in ascending order with commas between them"`
	Text      string    `json:"text" db:"text" doc:"Markdown"`
	UpdatedAt time.Time `json:"updatedAt" db:"updated_at"`
}

// ProductIDs returns the ids of the products, which must be in the form of Verdict.Products: two to Max ids.
func (v Verdict) ProductIDs() ([]int64, error) {
	var ids []int64
	for word := range strings.SplitSeq(v.Products, ",") {
		id, err := strconv.ParseInt(word, 10, 64)
		isNext := id > 0 && (len(ids) == 0 || id > ids[len(ids)-1])
		if err != nil || !isNext || strconv.FormatInt(id, 10) != word {
			return nil, fmt.Errorf("read the products of a verdict: %.80q", v.Products)
		}
		ids = append(ids, id)
	}
	if len(ids) < 2 || len(ids) > Max {
		return nil, fmt.Errorf("read the products of a verdict: %.80q", v.Products)
	}
	return ids, nil
}

// CheckVerdict cleans the text of a verdict and checks its rules.
func CheckVerdict(text string) (string, error) {
	var c field.Checker
	text = c.Text("text", text, maxVerdict, "Please enter a verdict")
	return text, c.Fault()
}

var renderer = site.NewRenderer()

// HTML returns the text, rendered and sanitized.
func (v Verdict) HTML() string { return renderer.Render(v.Text).HTML }

// Verdicts are those on comparisons, by Products in bytes.
type Verdicts []Verdict

// Of returns the verdict on products, by their ids as Verdict has them.
func (list Verdicts) Of(products string) (Verdict, bool) {
	at, found := slices.BinarySearchFunc(list, products, func(v Verdict, products string) int { return cmp.Compare(v.Products, products) })
	if !found {
		return Verdict{}, false
	}
	return list[at], true
}

// VerdictsIn returns the verdicts of a site.
func VerdictsIn(s *site.Settings) Verdicts { return site.Added[Verdicts](s) }

// ErrTooManyVerdicts is the fault for more than MaxVerdicts verdicts.
func ErrTooManyVerdicts() error {
	return fault.New(fault.Conflict, fmt.Sprintf("There can be at most %d verdicts. Please delete one first.", MaxVerdicts))
}
