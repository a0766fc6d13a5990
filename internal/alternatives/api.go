package alternatives

import (
	"cmp"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// API is the calls about alternatives.
type API struct {
	Queries   *Queries
	Catalogue *browse.Live
	Visits    *visits.Queries
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "alternatives",
		Routes: []httpapi.Route{
			httpapi.Get("/api/products/{x}/alternatives", httpapi.Public, httpapi.Read(a.alternatives),
				httpapi.Answers[Alternatives]("alternatives", "List up to 20 alternatives to a product, each compared with it")),
			httpapi.Get("/api/admin/products/{x}/picks", httpapi.Catalog.Content(), httpapi.Fetch(httpapi.ByID(catalog.NoProduct, a.getPicks)),
				httpapi.Answers[ShownPicks]("alternativePicks", "Get the pinned and hidden alternatives to a product")),
			httpapi.Put("/api/admin/products/{x}/picks", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, httpapi.WithID(catalog.NoProduct, a.setPicks)),
				httpapi.Answers[AlternativePicks]("setAlternativePicks", "Pin alternatives to a product, and hide others")),
		},
		Params: []*huma.Param{catalog.ProductParam()},
	}
}

// alternatives answers with the alternatives to a product, compared with it.
func (a API) alternatives(q *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	snapshot := a.Catalogue.Snapshot()
	item, err := browse.FindProduct(snapshot, q.Part)
	if err != nil {
		return httpapi.Reply{}, err
	}
	tool, list := item.Product(), snapshot.Similar().Alternatives(item)
	others := make([]catalog.Product, len(list))
	for i, other := range list {
		others[i] = other.Product()
	}
	dst = httpapi.AppendList(append(dst, `{"reasons":`...), reasonsToSwitch(tool, others), httpapi.AppendText)
	dst = append(dst, `,"alternatives":[`...)
	said := standouts(tool, others)
	for i, other := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendAlternative(dst, snapshot, other, catalog.DiffOf(tool, others[i]), said[i])
	}
	return httpapi.Reply{Body: append(dst, `]}`...)}, nil
}

func appendAlternative(dst []byte, snapshot *browse.Snapshot, a browse.Alternative, c catalog.Diff, standout string) []byte {
	dst = snapshot.AppendCard(append(dst, `{"product":`...), a.Item)
	dst = httpapi.AppendValue(append(dst, `,"isPick":`...), a.IsPick)
	dst = httpapi.AppendList(append(dst, `,"shared":`...), c.Shared, httpapi.AppendText)
	dst = httpapi.AppendList(append(dst, `,"different":`...), c.Different, httpapi.AppendText)
	dst = httpapi.AppendText(append(dst, `,"standout":`...), standout)
	return append(dst, '}')
}

// AlternativePicks are an administrator's picks of alternatives to a product.
type AlternativePicks struct {
	catalog.Picks
	Version int64 `json:"version" doc:"Version of the product"`
}

// ShownPicks are the picks with how often the page of alternatives was opened.
type ShownPicks struct {
	AlternativePicks
	Views int64 `json:"views" doc:"How often the page of alternatives was opened in the last 30 days"`
}

// PicksInput are the picks in an admin's request.
type PicksInput struct {
	catalog.Picks
	Version int64 `json:"version,omitempty" doc:"Version that was changed; when another one is current by now, the answer is 409"`
}

func (a API) getPicks(c *httpapi.Call, id int64) (any, error) {
	picks, version, err := a.Queries.AlternativePicks(c.Ctx(), id)
	if err != nil {
		return nil, err
	}
	key := strconv.FormatInt(id, 10)
	views, err := a.Visits.RecentViews(c.Ctx(), visits.Alternatives, key)
	return ShownPicks{AlternativePicks{picks, version}, views[key]}, err
}

func (a API) setPicks(c *httpapi.Call, id int64, in PicksInput) (any, error) {
	var missing []fault.Field
	if in.Pinned == nil {
		missing = append(missing, fault.Field{Field: "pinned", Message: catalog.NoList})
	}
	if in.Hidden == nil {
		missing = append(missing, fault.Field{Field: "hidden", Message: catalog.NoList})
	}
	if err := cmp.Or(fault.InvalidFields(missing), in.Check(id)); err != nil {
		return nil, err
	}
	version, err := a.Queries.SetAlternativePicks(c.Ctx(), c.By, id, in.Version, in.Picks)
	return AlternativePicks{in.Picks, version}, err
}

// Alternatives are the alternatives to a product, and why one may switch to them.
type Alternatives struct {
	Reasons      []string      `json:"reasons" nullable:"false" doc:"What they offer that the product does not, as sentences made from facts"`
	Alternatives []Alternative `json:"alternatives" nullable:"false" doc:"The picks of the editors in their order, then the most similar first"`
}

// Alternative is an alternative to a product.
type Alternative struct {
	Product   browse.ProductCard `json:"product"`
	IsPick    bool               `json:"isPick" doc:"Picked by the editors of the site"`
	Shared    []string           `json:"shared" nullable:"false" doc:"What both have in common: categories, price, deal"`
	Different []string           `json:"different" nullable:"false" doc:"What is different about it"`
	Standout  string             `json:"standout" doc:"What it has that the product's listing doesn't mention, as a sentence made from its own listing; empty: nothing"`
}

// Views are the pages of alternatives, whose views are counted.
func (a API) Views() visits.PageKind {
	return visits.PageKind{
		Kind: visits.Alternatives,
		Find: func(name string) (key string, isCounted, found bool) {
			item, found := a.Catalogue.Snapshot().Product(name)
			if !found {
				return "", false, false
			}
			return strconv.FormatInt(item.ID(), 10), true, true
		},
		Address: func(key string) (path, title string, found bool) {
			item, found := a.Catalogue.Snapshot().Product(key)
			if !found {
				return "", "", false
			}
			return "/alternatives/" + item.Slug(), "Alternatives to " + item.Name(), true
		},
	}
}
