package linkchecks

import (
	"context"
	"math"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// API is the calls about the checks of links.
type API struct {
	Queries *Queries
	Wake    func() // lets the job look for something to do at once
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "linkchecks",
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/links", httpapi.Catalog.Records(), httpapi.Fetch(a.run),
				httpapi.Answers[Run]("linkRun", "Get the latest check of the products' websites, and how many are in each state")),
			httpapi.Post("/api/admin/links/start", httpapi.Catalog.Change(), a.change((*Queries).Start),
				httpapi.Answers[Run]("startLinkRun", "Check the products' websites now, except for those that were checked in the last 24 hours")),
			httpapi.Post("/api/admin/links/pause", httpapi.Catalog.Change(), a.change((*Queries).Pause),
				httpapi.Answers[Run]("pauseLinkRun", "Pause the checks of websites, also the scheduled ones")),
			httpapi.Post("/api/admin/links/resume", httpapi.Catalog.Change(), a.change((*Queries).Resume),
				httpapi.Answers[Run]("resumeLinkRun", "Resume the checks of websites")),
			httpapi.Get("/api/admin/link-checks", httpapi.Catalog.Records(), httpapi.Fetch(a.checks),
				httpapi.Answers[Page]("listLinkChecks", "List the products whose website is in a state, a page at a time",
					httpapi.Param("state", "Only those in this state; without it, gone", httpapi.Enum(listed...)),
					httpapi.Param("cursor", "Where the page begins: next of the page before", &huma.Schema{Type: huma.TypeInteger, Format: "int64"}))),
			httpapi.Post("/api/admin/link-checks/accept", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, a.accept),
				httpapi.Answers[catalog.BulkChanged]("acceptLinkChecks", "Give products that have moved their new website, or move those with a broken one to the trash, as one change")),
			httpapi.Post("/api/admin/link-checks/confirm", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, a.confirm),
				httpapi.Done("confirmLinks", "Note that a person has checked websites and they are right, which visitors see; or undo that")),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[Run]():    "LinkRun",
			reflect.TypeFor[Counts](): "LinkCounts",
			reflect.TypeFor[Page]():   "LinkChecks",
			reflect.TypeFor[Check]():  "LinkCheck",
		},
	}
}

// listed are the states by which links are listed.
var listed = []State{Gone, TakenOver, Parked, Moved, Refused, OK}

func (a API) run(c *httpapi.Call) (any, error) { return a.Queries.LinkRun(c.Ctx()) }

// change is a handler that changes the run and answers with it.
func (a API) change(change func(q *Queries, ctx context.Context, by string) error) httpapi.Handler {
	return httpapi.Bare(func(c *httpapi.Call) (any, error) {
		if err := change(a.Queries, c.Ctx(), c.By); err != nil {
			return nil, err
		}
		a.Wake()
		return a.run(c)
	})
}

func (a API) checks(c *httpapi.Call) (any, error) {
	values, err := httpapi.QueryOf(c.Request)
	if err != nil {
		return nil, err
	}
	after, err := httpapi.WholeNumber("cursor", values.Get("cursor"), 0, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	state := State(values.Get("state"))
	if state == "" {
		state = Gone
	}
	if !slices.Contains(listed, state) {
		return nil, fault.New(fault.BadRequest, "The key state takes gone, taken_over, parked, moved, refused or ok.")
	}
	return a.Queries.Checks(c.Ctx(), state, after)
}

// AcceptLinkChecksInput says what is accepted of what was found.
type AcceptLinkChecksInput struct {
	State State    `json:"state" enum:"gone,taken_over,parked,moved" doc:"What was found. A product in another state by now stays as it is"`
	IDs   *[]int64 `json:"ids,omitempty" nullable:"false" doc:"Ids of products, at most 1,000"`
	All   bool     `json:"all,omitempty" doc:"Instead of ids: all in this state"`
}

func (a API) accept(c *httpapi.Call, in AcceptLinkChecksInput) (any, error) {
	ids, err := catalog.Chosen(in.IDs, in.All)
	if err != nil {
		return nil, err
	}
	version, changed, err := a.Queries.Accept(c.Ctx(), c.By, in.State, ids)
	return catalog.BulkChanged{Version: version, Changed: changed}, err
}

// ConfirmLinksInput are products whose websites a person has checked.
type ConfirmLinksInput struct {
	IDs       []int64 `json:"ids" nullable:"false" doc:"Ids of products, at most 1,000"`
	Confirmed *bool   `json:"confirmed,omitempty" nullable:"false" doc:"true without it; false: nobody has"`
}

func (a API) confirm(c *httpapi.Call, in ConfirmLinksInput) (any, error) {
	if err := catalog.CheckChosen(in.IDs); err != nil {
		return nil, err
	}
	return nil, a.Queries.Confirm(c.Ctx(), c.By, in.IDs, in.Confirmed == nil || *in.Confirmed)
}
