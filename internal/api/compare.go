package api

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

const comparisonPath = "/api/compare"

// noSuchComparison is the message for products that cannot be compared.
const noSuchComparison = "Please name two to four different tools of the directory."

// VerdictStore changes verdicts on comparisons.
type VerdictStore interface {
	SaveVerdict(ctx context.Context, by, products, text string) (saved site.Verdict, created bool, err error)
	DeleteVerdict(ctx context.Context, by, products string) error
}

// Comparison is two to four products next to each other.
type Comparison struct {
	Name     string            `json:"name" doc:"Slugs with -vs- between them: the last part of the address of its page"`
	Products []catalog.Product `json:"products" nullable:"false" doc:"In the order of their slugs"`
	Facts    []compare.Fact    `json:"facts" nullable:"false" doc:"What the catalogue says about at least one of them"`
	Verdict  string            `json:"verdict" doc:"What the site says about them: sanitised HTML, or empty"`
}

// ComparisonLink is a comparison that a product's page links.
type ComparisonLink struct {
	Name  string `json:"name" doc:"The last part of the address of its page"`
	Title string `json:"title" doc:"The names of the products with vs between them"`
}

// VerdictRow is a verdict in the administrator's list.
type VerdictRow struct {
	site.Verdict
	ComparisonLink
	Views int64 `json:"views" doc:"How often the comparison was opened in the last 30 days"`
}

// VerdictInput is a verdict on products.
type VerdictInput struct {
	Text string `json:"text" doc:"Markdown, at most 5,000 characters"`
}

func comparison(v view, q *question, dst []byte) (reply, error) {
	found, ok := compare.Listed(v.snapshot, q.part)
	if !ok {
		return reply{}, fault.New(fault.NotFound, noSuchComparison)
	}
	products := found.Products()
	verdict, _ := v.settings.Verdict(found.Key())
	return reply{body: appendValue(dst, Comparison{found.Name, products, compare.Facts(products), verdict.HTML})}, nil
}

func comparisonKeys() []*huma.Param {
	products := query("products", "Two to four products: slugs or ids with commas between them, or the last part of the address of a comparison", &huma.Schema{Type: huma.TypeString})
	products.Required = true
	return []*huma.Param{products}
}

// comparisonQuestion is the question of a request for a comparison.
func (rt *route) comparisonQuestion(r *http.Request) (*question, error) {
	values, err := queryOf(r)
	if err != nil {
		return nil, err
	}
	products := values.Get("products")
	return &question{route: rt, part: products, key: rt.pattern + " " + products}, nil
}

// comparisons answers with the comparisons that a product's page links.
func comparisons(v view, q *question, dst []byte) (reply, error) {
	item, err := find(v, q)
	if err != nil {
		return reply{}, err
	}
	links := []ComparisonLink{}
	for _, c := range compare.Links(v.snapshot, v.settings, item) {
		links = append(links, ComparisonLink{c.Name, c.Title()})
	}
	return reply{body: appendValue(dst, links)}, nil
}

// listVerdicts lists the verdicts, the latest change first. One on a product in the trash has no link.
func listVerdicts(c *call) (any, error) {
	snapshot, verdicts := c.options.Catalogue.Snapshot(), c.options.Site.Settings().Verdicts
	keys := make([]string, len(verdicts))
	for i, verdict := range verdicts {
		keys[i] = verdict.Products
	}
	views, err := c.pageViews(visits.Comparison, keys...)
	if err != nil {
		return nil, err
	}
	rows := make([]VerdictRow, 0, len(verdicts))
	for _, verdict := range verdicts {
		row := VerdictRow{Verdict: verdict, Views: views[verdict.Products]}
		if found, ok := compare.Listed(snapshot, verdict.Products); ok {
			row.ComparisonLink = ComparisonLink{found.Name, found.Title()}
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b VerdictRow) int { return b.UpdatedAt.Compare(a.UpdatedAt) })
	return rows, nil
}

// saveVerdict stores a verdict on products that are in the catalogue.
func saveVerdict(c *call, in VerdictInput) (any, error) {
	text, err := site.CheckVerdict(in.Text)
	if err != nil {
		return nil, err
	}
	products := c.request.PathValue("ids")
	found, ok := compare.Listed(c.options.Catalogue.Snapshot(), products)
	if _, isKey := verdictKey(products); !ok || !isKey {
		return nil, fault.New(fault.NotFound, noSuchComparison)
	}
	saved, created, err := c.options.Store.SaveVerdict(c.ctx(), c.by, found.Key(), text)
	c.created = created
	return saved, err
}

// deleteVerdict deletes a verdict, also one on products that are in the trash.
func deleteVerdict(c *call) (any, error) {
	products, ok := verdictKey(c.request.PathValue("ids"))
	if !ok {
		return nil, fault.New(fault.NotFound, noSuchComparison)
	}
	return nil, c.options.Store.DeleteVerdict(c.ctx(), c.by, products)
}

// verdictKey returns the key of ids with commas between them, in any order. It reports false for anything else.
func verdictKey(list string) (string, bool) {
	words := strings.SplitN(list, ",", compare.Max+1)
	if len(words) < 2 || len(words) > compare.Max {
		return "", false
	}
	ids := make([]int64, len(words))
	for i, word := range words {
		id, err := strconv.ParseInt(word, 10, 64)
		if err != nil || id < 1 {
			return "", false
		}
		ids[i] = id
	}
	return compare.Key(ids), true
}
