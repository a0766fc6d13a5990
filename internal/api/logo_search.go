package api

import (
	"context"
	"math"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/logos"
)

// LogoSearchStore has the search for logos, and what it found; by is the admin.
type LogoSearchStore interface {
	LogoRun(ctx context.Context) (logos.Run, error)
	StartLogos(ctx context.Context, by string) error
	PauseLogos(ctx context.Context, by string) error
	ResumeLogos(ctx context.Context, by string) error
	LogoProposals(ctx context.Context, state logos.State, after int64) (logos.Page, error)
	AcceptLogos(ctx context.Context, by string, ids []int64) (version int64, changed int, err error)
	DismissLogos(ctx context.Context, by string, ids []int64, dismissed bool) error
}

// LogoSearch does the search for logos that the store has.
type LogoSearch interface {
	// Wake lets it look for something to do at once.
	Wake()
}

func (o *Options) logoSearch(c *httpapi.Call) (any, error) { return o.Store.LogoRun(c.Ctx()) }

// onLogoSearch is a handler that changes the search and answers with it.
func (o *Options) onLogoSearch(change func(s LogoSearchStore, ctx context.Context, by string) error) httpapi.Handler {
	return httpapi.Bare(func(c *httpapi.Call) (any, error) {
		if err := change(o.Store, c.Ctx(), c.By); err != nil {
			return nil, err
		}
		if o.LogoSearch != nil {
			o.LogoSearch.Wake()
		}
		return o.logoSearch(c)
	})
}

// logoProposals answers with a page of what was found.
func (o *Options) logoProposals(c *httpapi.Call) (any, error) {
	values, err := httpapi.QueryOf(c.Request)
	if err != nil {
		return nil, err
	}
	after, err := httpapi.WholeNumber("cursor", values.Get("cursor"), 0, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	switch state := logos.State(values.Get("state")); state {
	case "":
		return o.Store.LogoProposals(c.Ctx(), logos.Proposed, after)
	case logos.Proposed, logos.NotFound, logos.Dismissed:
		return o.Store.LogoProposals(c.Ctx(), state, after)
	}
	return nil, fault.New(fault.BadRequest, "The key state takes proposed, none or dismissed.")
}

// AcceptLogosInput says which of the logos that were found are accepted.
type AcceptLogosInput struct {
	IDs *[]int64 `json:"ids,omitempty" nullable:"false" doc:"Ids of tools, at most 1,000"`
	All bool     `json:"all,omitempty" doc:"Instead of ids: all"`
}

func (o *Options) acceptLogos(c *httpapi.Call, in AcceptLogosInput) (any, error) {
	var ids []int64
	if in.IDs != nil {
		ids = *in.IDs
	}
	if !in.All || in.IDs != nil {
		if err := logos.CheckIDs(ids); err != nil {
			return nil, err
		}
	}
	if in.All && in.IDs != nil {
		return nil, fault.InvalidFields([]fault.Field{{Field: "all", Message: "Please send either ids or all"}})
	}
	version, changed, err := o.Store.AcceptLogos(c.Ctx(), c.By, ids)
	return catalog.BulkChanged{Version: version, Changed: changed}, err
}

// DismissLogosInput are tools whose logos that were found are dismissed, or restored.
type DismissLogosInput struct {
	IDs       []int64 `json:"ids" nullable:"false" doc:"Ids of tools, at most 1,000"`
	Dismissed *bool   `json:"dismissed,omitempty" nullable:"false" doc:"true without it; false restores the proposals"`
}

func (o *Options) dismissLogos(c *httpapi.Call, in DismissLogosInput) (any, error) {
	if err := logos.CheckIDs(in.IDs); err != nil {
		return nil, err
	}
	return nil, o.Store.DismissLogos(c.Ctx(), c.By, in.IDs, in.Dismissed == nil || *in.Dismissed)
}

// proposalKeys describes the query of the proposals.
func proposalKeys() []*huma.Param {
	return []*huma.Param{
		httpapi.Param("state", "Only those in this state; without it, proposed", httpapi.Enum(logos.Proposed, logos.NotFound, logos.Dismissed)),
		httpapi.Param("cursor", "Where the page begins: next of the page before", &huma.Schema{Type: huma.TypeInteger, Format: "int64"}),
	}
}

// logosCalls are the calls of logos.
func (o *Options) logosCalls() httpapi.Group {
	return httpapi.Group{
		Name: "logos",
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/logo-search", httpapi.Records, httpapi.Fetch(o.logoSearch),
				httpapi.Answers[logos.Run]("logoSearch", "Get the latest search for the logos of tools that have none")),
			httpapi.Post("/api/admin/logo-search/start", httpapi.Admin, o.onLogoSearch(LogoSearchStore.StartLogos),
				httpapi.Answers[logos.Run]("startLogoSearch", "Start to look for the logos of tools that have none, on their websites")),
			httpapi.Post("/api/admin/logo-search/pause", httpapi.Admin, o.onLogoSearch(LogoSearchStore.PauseLogos),
				httpapi.Answers[logos.Run]("pauseLogoSearch", "Pause the search for logos")),
			httpapi.Post("/api/admin/logo-search/resume", httpapi.Admin, o.onLogoSearch(LogoSearchStore.ResumeLogos),
				httpapi.Answers[logos.Run]("resumeLogoSearch", "Go on with the search for logos")),
			httpapi.Get("/api/admin/logo-proposals", httpapi.Records, httpapi.Fetch(o.logoProposals),
				httpapi.Answers[logos.Page]("listLogoProposals", "List the logos that were found for tools without one, or why none was found, a page at a time", proposalKeys()...)),
			httpapi.Post("/api/admin/logo-proposals/accept", httpapi.Admin, httpapi.Write(httpapi.MaxBody, o.acceptLogos),
				httpapi.Answers[catalog.BulkChanged]("acceptLogos", "Accept logos that were found: all that are named, or none")),
			httpapi.Post("/api/admin/logo-proposals/dismiss", httpapi.Admin, httpapi.Write(httpapi.MaxBody, o.dismissLogos),
				httpapi.Done("dismissLogos", "Dismiss logos that were found, or restore them")),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[logos.Run]():      "LogoRun",
			reflect.TypeFor[logos.Page]():     "LogoProposals",
			reflect.TypeFor[logos.Proposal](): "LogoProposal",
		},
	}
}
