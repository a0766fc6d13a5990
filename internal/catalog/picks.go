package catalog

import "fmt"

// Limits of an administrator's picks for one tool.
const (
	MaxPinned = 20 // as many as a page of alternatives shows
	MaxHidden = 100
)

// Picks are an administrator's choices for the page of alternatives to a tool, as ids of tools. Those in the trash are
// among them, because they may be restored.
type Picks struct {
	Pinned []int64 `json:"pinned" nullable:"false" doc:"Tools that come first, in this order, at most 20"`
	Hidden []int64 `json:"hidden" nullable:"false" doc:"Tools that are not shown, at most 100"`
}

// Check checks the picks for a tool: not too many, each tool once, and not the tool itself. The fault names the field
// "pinned" or "hidden".
func (p Picks) Check(product int64) error {
	var c checker
	seen := map[int64]bool{product: true}
	for _, list := range []struct {
		field string
		ids   []int64
		most  int
	}{{"pinned", p.Pinned, MaxPinned}, {"hidden", p.Hidden, MaxHidden}} {
		if len(list.ids) > list.most {
			c.Fail(list.field, fmt.Sprintf("Please choose at most %d tools", list.most))
			continue
		}
		for _, id := range list.ids {
			if seen[id] {
				c.Fail(list.field, "Please choose each tool once, and not the tool itself")
				break
			}
			seen[id] = true
		}
	}
	return c.Fault()
}
