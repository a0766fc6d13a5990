package api

import (
	"context"
	"math"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/fault"
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

func logoSearch(c *call) (any, error) { return c.options.Store.LogoRun(c.ctx()) }

// onLogoSearch is a handler that changes the search and answers with it.
func onLogoSearch(change func(s LogoSearchStore, ctx context.Context, by string) error) handler {
	return bare(func(c *call) (any, error) {
		if err := change(c.options.Store, c.ctx(), c.by); err != nil {
			return nil, err
		}
		if c.options.LogoSearch != nil {
			c.options.LogoSearch.Wake()
		}
		return logoSearch(c)
	})
}

// logoProposals answers with a page of what was found.
func logoProposals(c *call) (any, error) {
	values, err := queryOf(c.request)
	if err != nil {
		return nil, err
	}
	after, err := wholeNumber("cursor", values.Get("cursor"), 0, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	switch state := logos.State(values.Get("state")); state {
	case "":
		return c.options.Store.LogoProposals(c.ctx(), logos.Proposed, after)
	case logos.Proposed, logos.NotFound, logos.Dismissed:
		return c.options.Store.LogoProposals(c.ctx(), state, after)
	}
	return nil, fault.New(fault.BadRequest, "The key state takes proposed, none or dismissed.")
}

// AcceptLogosInput says which of the logos that were found are accepted.
type AcceptLogosInput struct {
	IDs *[]int64 `json:"ids,omitempty" nullable:"false" doc:"Ids of tools, at most 1,000"`
	All bool     `json:"all,omitempty" doc:"Instead of ids: all"`
}

func acceptLogos(c *call, in AcceptLogosInput) (any, error) {
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
	version, changed, err := c.options.Store.AcceptLogos(c.ctx(), c.by, ids)
	return BulkChanged{version, changed}, err
}

// DismissLogosInput are tools whose logos that were found are dismissed, or restored.
type DismissLogosInput struct {
	IDs       []int64 `json:"ids" nullable:"false" doc:"Ids of tools, at most 1,000"`
	Dismissed *bool   `json:"dismissed,omitempty" nullable:"false" doc:"true without it; false restores the proposals"`
}

func dismissLogos(c *call, in DismissLogosInput) (any, error) {
	if err := logos.CheckIDs(in.IDs); err != nil {
		return nil, err
	}
	return nil, c.options.Store.DismissLogos(c.ctx(), c.by, in.IDs, in.Dismissed == nil || *in.Dismissed)
}

// proposalKeys describes the query of the proposals.
func proposalKeys() []*huma.Param {
	return []*huma.Param{
		query("state", "Only those in this state; without it, proposed", words(string(logos.Proposed), string(logos.NotFound), string(logos.Dismissed))),
		query("cursor", "Where the page begins: next of the page before", &huma.Schema{Type: huma.TypeInteger, Format: "int64"}),
	}
}
