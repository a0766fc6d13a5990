package compare

import (
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// API is the calls about comparisons and verdicts.
type API struct {
	Queries   *Queries
	Catalogue *browse.Live
	Site      *site.Live
	Visits    *visits.Queries
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "comparisons",
		Routes: []httpapi.Route{
			httpapi.Get("/api/products/{x}/comparisons", httpapi.Public, httpapi.Read(a.comparisons),
				httpapi.Answers[[]OtherComparison]("listComparisons", "List the comparisons that the page of a product links")),
			httpapi.Get("/api/compare", httpapi.Public, httpapi.ReadQuery(parseComparison, a.comparison),
				httpapi.Answers[ShownComparison]("comparison", "Compare two to four products", comparisonKeys()...)),
			httpapi.Get("/api/admin/verdicts", httpapi.Catalog.Content(), httpapi.Fetch(a.listVerdicts),
				httpapi.Answers[[]VerdictRow]("listVerdicts", "List the verdicts on comparisons, the latest change first")),
			httpapi.Put("/api/compare/{ids}/verdict", httpapi.Catalog.Change(), httpapi.Save(httpapi.MaxBody, a.saveVerdict),
				httpapi.Answers[Verdict]("saveVerdict", "Save a verdict on two to four products")),
			httpapi.Delete("/api/compare/{ids}/verdict", httpapi.Catalog.Change(), httpapi.Bare(a.deleteVerdict),
				httpapi.Done("deleteVerdict", "Delete a verdict")),
		},
		Params: []*huma.Param{catalog.ProductParam(),
			httpapi.PathParam("ids", "Numbers of two to four products, separated by commas", &huma.Schema{Type: huma.TypeString})},
		Names: map[reflect.Type]string{reflect.TypeFor[ShownComparison](): "Comparison"},
	}
}

// noSuchComparison is the message for products that cannot be compared.
const noSuchComparison = "Please choose two to four different tools of the directory."

// ShownComparison is two to four products next to each other.
type ShownComparison struct {
	Name     string                `json:"name" doc:"Slugs with -vs- between them: the last part of the URL of its page"`
	Products []browse.ShownProduct `json:"products" nullable:"false" doc:"In the order of their slugs"`
	Facts    []Fact                `json:"facts" nullable:"false" doc:"What the catalog says about at least one of them"`
	Verdict  string                `json:"verdict" doc:"What the site says about them: sanitized HTML, or empty"`
	Similar  []SimilarTool         `json:"similar" nullable:"false" doc:"Up to three others to compare as well; none of a comparison of four"`
	Others   []OtherComparison     `json:"others" nullable:"false" doc:"Up to six other comparisons that the pages of these products link"`
}

// SimilarTool is a product that is similar to those of a comparison.
type SimilarTool struct {
	Slug string `json:"slug"`
	browse.ToolLogo
}

// ComparisonLink is a link to a comparison.
type ComparisonLink struct {
	Name  string `json:"name" doc:"The last part of the URL of its page"`
	Title string `json:"title" doc:"The names of the products with vs between them"`
}

// OtherComparison is a comparison that the page of a product or of a comparison links, with the logos of its products.
type OtherComparison struct {
	ComparisonLink
	Tools []browse.ToolLogo `json:"tools" nullable:"false"`
}

// VerdictRow is a verdict in the administrator's list.
type VerdictRow struct {
	Verdict
	ComparisonLink
	Views int64 `json:"views" doc:"How often the comparison was opened in the last 30 days"`
}

// VerdictInput is a verdict on products.
type VerdictInput struct {
	Text string `json:"text" doc:"Markdown, at most 5,000 characters"`
}

func (a API) comparison(q *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := a.Site.Settings()
	snapshot := a.Catalogue.Snapshot()
	found, ok := Listed(snapshot, q.Part)
	if !ok {
		return httpapi.Reply{}, fault.New(fault.NotFound, noSuchComparison)
	}
	products, shown := found.Products(), make([]browse.ShownProduct, len(found.Items))
	for i, item := range found.Items {
		shown[i] = item.Shown()
	}
	verdict, _ := VerdictsIn(settings).Of(found.Key())
	return httpapi.Reply{Body: httpapi.AppendValue(dst, ShownComparison{
		found.Name, shown, Facts(products), verdict.HTML(), similarTools(snapshot, found), otherLinks(snapshot, settings, found),
	})}, nil
}

func comparisonKeys() []*huma.Param {
	products := httpapi.Param("products", "Two to four products: slugs or ids with commas between them, or the last part of the URL of a comparison", &huma.Schema{Type: huma.TypeString})
	products.Required = true
	return []*huma.Param{products}
}

// parseComparison makes the products of the query the part that a question is about.
func parseComparison(q *httpapi.Question, values url.Values) error {
	q.Part = values.Get("products")
	q.Key = q.Pattern + " " + q.Part
	return nil
}

// comparisons answers with the comparisons that a product's page links.
func (a API) comparisons(q *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := a.Site.Settings()
	snapshot := a.Catalogue.Snapshot()
	item, err := browse.FindProduct(snapshot, q.Part)
	if err != nil {
		return httpapi.Reply{}, err
	}
	links := []OtherComparison{}
	for _, c := range Links(snapshot, settings, item) {
		links = append(links, linkTo(c))
	}
	return httpapi.Reply{Body: httpapi.AppendValue(dst, links)}, nil
}

// listVerdicts lists the verdicts, the latest change first. One on a product in the trash has no link.
func (a API) listVerdicts(c *httpapi.Call) (any, error) {
	snapshot, verdicts := a.Catalogue.Snapshot(), VerdictsIn(a.Site.Settings())
	keys := make([]string, len(verdicts))
	for i, verdict := range verdicts {
		keys[i] = verdict.Products
	}
	views, err := a.Visits.RecentViews(c.Ctx(), visits.Comparison, keys...)
	if err != nil {
		return nil, err
	}
	rows := make([]VerdictRow, 0, len(verdicts))
	for _, verdict := range verdicts {
		row := VerdictRow{Verdict: verdict, Views: views[verdict.Products]}
		if found, ok := Listed(snapshot, verdict.Products); ok {
			row.ComparisonLink = ComparisonLink{found.Name, found.Title()}
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b VerdictRow) int { return b.UpdatedAt.Compare(a.UpdatedAt) })
	return rows, nil
}

// saveVerdict stores a verdict on products that are in the catalogue.
func (a API) saveVerdict(c *httpapi.Call, in VerdictInput) (any, error) {
	text, err := CheckVerdict(in.Text)
	if err != nil {
		return nil, err
	}
	products := c.Request.PathValue("ids")
	found, ok := Listed(a.Catalogue.Snapshot(), products)
	if _, isKey := verdictKey(products); !ok || !isKey {
		return nil, fault.New(fault.NotFound, noSuchComparison)
	}
	saved, created, err := a.Queries.SaveVerdict(c.Ctx(), c.By, found.Key(), text)
	c.Created = created
	return saved, err
}

// deleteVerdict deletes a verdict, also one on products that are in the trash.
func (a API) deleteVerdict(c *httpapi.Call) (any, error) {
	products, ok := verdictKey(c.Request.PathValue("ids"))
	if !ok {
		return nil, fault.New(fault.NotFound, noSuchComparison)
	}
	return nil, a.Queries.DeleteVerdict(c.Ctx(), c.By, products)
}

// verdictKey returns the key of ids with commas between them, in any order. It reports false for anything else.
func verdictKey(list string) (string, bool) {
	words := strings.SplitN(list, ",", Max+1)
	if len(words) < 2 || len(words) > Max {
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
	return Key(ids), true
}

// Views are the pages of comparisons, whose views are counted: but not those of a comparison that the site does not link, of which
// there are millions, and not those of another order of its products.
func (a API) Views() visits.PageKind {
	return visits.PageKind{
		Kind: visits.Comparison,
		Find: func(name string) (key string, isCounted, found bool) {
			snapshot := a.Catalogue.Snapshot()
			c, found := Named(snapshot, name)
			if !found {
				return "", false, false
			}
			return c.Key(), c.Name == name && MayBeLinked(c, snapshot, a.Site.Settings()), true
		},
		Address: func(key string) (path, title string, found bool) {
			c, found := Listed(a.Catalogue.Snapshot(), key)
			if !found {
				return "", "", false
			}
			return "/compare/" + c.Name, c.Title(), true
		},
	}
}
