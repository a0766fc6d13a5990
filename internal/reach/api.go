package reach

import (
	"fmt"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// API is the calls about reach.
type API struct {
	Reporter *Reporter
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "reach",
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/reach", httpapi.Insights.Content(), httpapi.Fetch(a.getReach),
				httpapi.Answers[Report]("reach", "Report which pages search engines may index, why others are excluded, and how links reach them")),
			httpapi.Get("/api/admin/reach/pages", httpapi.Insights.Content(), httpapi.Fetch(a.reachPages),
				httpapi.Answers[ReachPages]("reachPages", "List the pages of a finding about reach", reachKeys()...)),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[Report]():    "Reach",
			reflect.TypeFor[KindCount](): "ReachKind",
			reflect.TypeFor[Finding]():   "ReachFinding",
			reflect.TypeFor[FoundPage](): "ReachPage",
			reflect.TypeFor[Inbound]():   "ReachInbound",
		},
	}
}

const (
	defaultReachPages = 50
	maxReachPages     = 200
	maxReachCursor    = 10_000_000
)

// ReachPages is a part of the pages of a finding.
type ReachPages struct {
	Pages []FoundPage `json:"pages" nullable:"false"`
	Next  int64       `json:"next" doc:"Cursor of the next part; 0 on the last one"`
}

func (a API) getReach(c *httpapi.Call) (any, error) { return a.Reporter.Report(c.Ctx()) }

func (a API) reachPages(c *httpapi.Call) (any, error) {
	values, err := httpapi.QueryOf(c.Request)
	if err != nil {
		return nil, err
	}
	limit, err := httpapi.WholeNumber("limit", values.Get("limit"), defaultReachPages, maxReachPages)
	if err != nil {
		return nil, err
	}
	cursor, err := httpapi.WholeNumber("cursor", values.Get("cursor"), 0, maxReachCursor)
	if err != nil {
		return nil, err
	}
	report, err := a.Reporter.Report(c.Ctx())
	if err != nil {
		return nil, err
	}
	pages, ok := report.Pages(values.Get("rule"))
	if !ok {
		return nil, fault.New(fault.BadRequest, "The key rule takes the id of a finding, as tool-description or orphans.")
	}
	begin, end := min(cursor, int64(len(pages))), min(cursor+limit, int64(len(pages)))
	part := ReachPages{Pages: pages[begin:end]}
	if end < int64(len(pages)) {
		part.Next = end
	}
	return part, nil
}

func reachKeys() []*huma.Param {
	number := &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
	return []*huma.Param{
		httpapi.Param("rule", "Id of a finding", &huma.Schema{Type: huma.TypeString}),
		httpapi.Param("cursor", "Where the part begins: next of the part before", number),
		httpapi.Param("limit", fmt.Sprintf("Pages in a part, at most %d; %d without it", maxReachPages, defaultReachPages), number),
	}
}
