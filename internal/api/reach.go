package api

import (
	"fmt"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/reach"
)

const (
	defaultReachPages = 50
	maxReachPages     = 200
	maxReachCursor    = 10_000_000
)

// ReachPages is a part of the pages of a finding.
type ReachPages struct {
	Pages []reach.FoundPage `json:"pages" nullable:"false"`
	Next  int64             `json:"next" doc:"Cursor of the next part; 0 on the last one"`
}

func getReach(c *call) (any, error) { return c.reach.Report(c.ctx()) }

func reachPages(c *call) (any, error) {
	values, err := queryOf(c.request)
	if err != nil {
		return nil, err
	}
	limit, err := wholeNumber("limit", values.Get("limit"), defaultReachPages, maxReachPages)
	if err != nil {
		return nil, err
	}
	cursor, err := wholeNumber("cursor", values.Get("cursor"), 0, maxReachCursor)
	if err != nil {
		return nil, err
	}
	report, err := c.reach.Report(c.ctx())
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
		query("rule", "Id of a finding", &huma.Schema{Type: huma.TypeString}),
		query("cursor", "Where the part begins: next of the part before", number),
		query("limit", fmt.Sprintf("Pages in a part, at most %d; %d without it", maxReachPages, defaultReachPages), number),
	}
}
