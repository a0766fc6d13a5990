package site

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// MaxVerdicts is the largest number of verdicts: all of them are in memory.
const MaxVerdicts = 1_000

// MaxCompared is the largest number of products in a comparison.
const MaxCompared = 4

// maxVerdict is the largest number of code points of a verdict.
const maxVerdict = 5_000

// Verdict is what an administrator says about products that are compared.
type Verdict struct {
	Products  string    `json:"products" db:"products,key" doc:"Ids of the products in ascending order with commas between them"`
	Text      string    `json:"text" db:"text" doc:"Markdown"`
	UpdatedAt time.Time `json:"updatedAt" db:"updated_at"`
	HTML      string    `json:"-"` // sanitized; set by Live
}

// ProductIDs returns the ids of the products, which must be in the form of Verdict.Products: two to MaxCompared ids.
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
	if len(ids) < 2 || len(ids) > MaxCompared {
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

// Verdict returns the verdict on products, by their ids as Verdict has them.
func (s *Settings) Verdict(products string) (Verdict, bool) {
	at, found := slices.BinarySearchFunc(s.Verdicts, products, func(v Verdict, products string) int { return cmp.Compare(v.Products, products) })
	if !found {
		return Verdict{}, false
	}
	return s.Verdicts[at], true
}

// printVerdicts renders the verdicts, and reuses those that have not changed.
func (l *Live) printVerdicts(verdicts []Verdict) {
	var before Settings
	if old := l.current.Load(); old != nil {
		before = old.settings
	}
	for i, v := range verdicts {
		if same, found := before.Verdict(v.Products); found && same.Text == v.Text {
			verdicts[i].HTML = same.HTML
			continue
		}
		verdicts[i].HTML = l.printer.renderer.Render(v.Text).HTML
	}
}

// ErrTooManyVerdicts is the fault for more than MaxVerdicts verdicts.
func ErrTooManyVerdicts() error {
	return fault.New(fault.Conflict, fmt.Sprintf("There can be at most %d verdicts. Please delete one first.", MaxVerdicts))
}
