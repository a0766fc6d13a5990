package api

import (
	"cmp"
	"context"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// alternatives answers with the alternatives to a product, compared with it.
func alternatives(v view, q *question, dst []byte) (reply, error) {
	item, err := find(v, q)
	if err != nil {
		return reply{}, err
	}
	tool, list := item.Product(), v.snapshot.Alternatives(item)
	others := make([]catalog.Product, len(list))
	for i, other := range list {
		others[i] = other.Product()
	}
	dst = appendList(append(dst, `{"reasons":`...), catalog.ReasonsToSwitch(tool, others), appendText)
	dst = append(dst, `,"alternatives":[`...)
	for i, other := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendAlternative(dst, v.snapshot, other, catalog.DiffOf(tool, others[i]))
	}
	return reply{body: append(dst, `]}`...)}, nil
}

func appendAlternative(dst []byte, snapshot *browse.Snapshot, a browse.Alternative, c catalog.Diff) []byte {
	dst = snapshot.AppendCard(append(dst, `{"product":`...), a.Item)
	dst = appendValue(append(dst, `,"isPick":`...), a.IsPick)
	dst = appendList(append(dst, `,"shared":`...), c.Shared, appendText)
	dst = appendList(append(dst, `,"different":`...), c.Different, appendText)
	return append(dst, '}')
}

// PicksStore changes an administrator's picks of alternatives to a product; by is the admin.
type PicksStore interface {
	AlternativePicks(ctx context.Context, id int64) (picks catalog.Picks, version int64, err error)
	SetAlternativePicks(ctx context.Context, by string, id, version int64, picks catalog.Picks) (next int64, err error)
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

// noList is the message for a list that is missing.
const noList = "Please give a list, which may be empty"

func getPicks(c *call) (any, error) {
	read := func(c *call, id int64, _ nothing) (any, error) {
		picks, version, err := c.options.Store.AlternativePicks(c.ctx(), id)
		if err != nil {
			return nil, err
		}
		key := strconv.FormatInt(id, 10)
		views, err := c.pageViews(visits.Alternatives, key)
		return ShownPicks{AlternativePicks{picks, version}, views[key]}, err
	}
	return withID(noSuchProduct, read)(c, nothing{})
}

func setPicks(c *call, id int64, in PicksInput) (any, error) {
	var missing []fault.Field
	if in.Pinned == nil {
		missing = append(missing, fault.Field{Field: "pinned", Message: noList})
	}
	if in.Hidden == nil {
		missing = append(missing, fault.Field{Field: "hidden", Message: noList})
	}
	if err := cmp.Or(fault.InvalidFields(missing), in.Check(id)); err != nil {
		return nil, err
	}
	version, err := c.options.Store.SetAlternativePicks(c.ctx(), c.by, id, in.Version, in.Picks)
	return AlternativePicks{in.Picks, version}, err
}
