package logos

import (
	"context"
	"math"
	"net/url"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// API is the calls about the search for logos.
type API struct {
	Queries *Queries
	Wake    func() // lets the search look for something to do at once; nil: nobody waits for it
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "logos",
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/logo-search", httpapi.Catalog.Records(), httpapi.Fetch(a.logoSearch),
				httpapi.Answers[Run]("logoSearch", "Get the latest search for missing logos")),
			httpapi.Post("/api/admin/logo-search/start", httpapi.Catalog.Change(), httpapi.Bare(a.startLogoSearch),
				httpapi.Answers[Run]("startLogoSearch", "Start a search for missing logos on the products' websites, or for that of one product",
					httpapi.Param("acceptOwn", "Accept what is found at the products' own hosts when the search ends, as one change", &huma.Schema{Type: huma.TypeBoolean}),
					httpapi.Param("product", "Id of the only product to look at, unless its website was looked at before", &huma.Schema{Type: huma.TypeInteger, Format: "int64"}))),
			httpapi.Post("/api/admin/logo-search/pause", httpapi.Catalog.Change(), a.onLogoSearch((*Queries).PauseLogos),
				httpapi.Answers[Run]("pauseLogoSearch", "Pause the search for logos")),
			httpapi.Post("/api/admin/logo-search/resume", httpapi.Catalog.Change(), a.onLogoSearch((*Queries).ResumeLogos),
				httpapi.Answers[Run]("resumeLogoSearch", "Resume the search for logos")),
			httpapi.Get("/api/admin/logo-proposals", httpapi.Catalog.Records(), httpapi.Fetch(a.logoProposals),
				httpapi.Answers[Page]("listLogoProposals", "List the logos that were found for products without one, or why none was found, a page at a time", proposalKeys()...)),
			httpapi.Post("/api/admin/logo-proposals/accept", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, a.acceptLogos),
				httpapi.Answers[catalog.BulkChanged]("acceptLogos", "Accept logos that were found: all that are named, or none")),
			httpapi.Post("/api/admin/logo-proposals/dismiss", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, a.dismissLogos),
				httpapi.Done("dismissLogos", "Dismiss logos that were found, or restore them")),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[Run]():      "LogoRun",
			reflect.TypeFor[Page]():     "LogoProposals",
			reflect.TypeFor[Proposal](): "LogoProposal",
		},
	}
}

func (a API) logoSearch(c *httpapi.Call) (any, error) { return a.Queries.LogoRun(c.Ctx()) }

func (a API) startLogoSearch(c *httpapi.Call) (any, error) {
	values, product, err := queryOf(c)
	if err != nil {
		return nil, err
	}
	if product > 0 {
		err = a.Queries.StartLogo(c.Ctx(), c.By, product)
	} else {
		err = a.Queries.StartLogos(c.Ctx(), c.By, values.Get("acceptOwn") == "true")
	}
	if err != nil {
		return nil, err
	}
	a.wake()
	return a.logoSearch(c)
}

// queryOf returns the parameters of a request, and the product that they name; 0 for none.
func queryOf(c *httpapi.Call) (values url.Values, product int64, err error) {
	if values, err = httpapi.QueryOf(c.Request); err != nil {
		return nil, 0, err
	}
	product, err = httpapi.WholeNumber("product", values.Get("product"), 0, math.MaxInt64)
	return values, product, err
}

func (a API) wake() {
	if a.Wake != nil {
		a.Wake()
	}
}

// onLogoSearch is a handler that changes the search and answers with it.
func (a API) onLogoSearch(change func(q *Queries, ctx context.Context, by string) error) httpapi.Handler {
	return httpapi.Bare(func(c *httpapi.Call) (any, error) {
		if err := change(a.Queries, c.Ctx(), c.By); err != nil {
			return nil, err
		}
		a.wake()
		return a.logoSearch(c)
	})
}

// logoProposals answers with a page of what was found.
func (a API) logoProposals(c *httpapi.Call) (any, error) {
	values, product, err := queryOf(c)
	if err != nil {
		return nil, err
	}
	if product > 0 {
		return a.Queries.LogoProposal(c.Ctx(), product)
	}
	after, err := httpapi.WholeNumber("cursor", values.Get("cursor"), 0, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	switch state := State(values.Get("state")); state {
	case "":
		return a.Queries.LogoProposals(c.Ctx(), Proposed, after)
	case Proposed, NotFound, Dismissed:
		return a.Queries.LogoProposals(c.Ctx(), state, after)
	}
	return nil, fault.New(fault.BadRequest, "The key state takes proposed, none or dismissed.")
}

// AcceptLogosInput says which of the logos that were found are accepted.
type AcceptLogosInput struct {
	IDs *[]int64 `json:"ids,omitempty" nullable:"false" doc:"Ids of products, at most 1,000"`
	All bool     `json:"all,omitempty" doc:"Instead of ids: all"`
}

func (a API) acceptLogos(c *httpapi.Call, in AcceptLogosInput) (any, error) {
	ids, err := catalog.Chosen(in.IDs, in.All)
	if err != nil {
		return nil, err
	}
	version, changed, err := a.Queries.AcceptLogos(c.Ctx(), c.By, ids)
	return catalog.BulkChanged{Version: version, Changed: changed}, err
}

// DismissLogosInput are tools whose logos that were found are dismissed, or restored.
type DismissLogosInput struct {
	IDs       []int64 `json:"ids" nullable:"false" doc:"Ids of products, at most 1,000"`
	Dismissed *bool   `json:"dismissed,omitempty" nullable:"false" doc:"true without it; false restores the proposals"`
}

func (a API) dismissLogos(c *httpapi.Call, in DismissLogosInput) (any, error) {
	if err := catalog.CheckChosen(in.IDs); err != nil {
		return nil, err
	}
	return nil, a.Queries.DismissLogos(c.Ctx(), c.By, in.IDs, in.Dismissed == nil || *in.Dismissed)
}

// proposalKeys describes the query of the proposals.
func proposalKeys() []*huma.Param {
	return []*huma.Param{
		httpapi.Param("state", "Only those in this state; without it, proposed", httpapi.Enum(Proposed, NotFound, Dismissed)),
		httpapi.Param("product", "Instead of a page: only this product, in whatever state, once its website was looked at", &huma.Schema{Type: huma.TypeInteger, Format: "int64"}),
		httpapi.Param("cursor", "Where the page begins: next of the page before", &huma.Schema{Type: huma.TypeInteger, Format: "int64"}),
	}
}
