package catalog

import (
	"fmt"
	"slices"
	"strings"
)

// Diff says in a few words each what an alternative has in common with a tool, and what it has besides.
type Diff struct{ Shared, Different []string }

// mostNamed is how many categories a difference names.
const mostNamed = 3

// DiffOf compares an alternative with a tool: their categories, prices and deals. What the alternative lacks is no reason to look at
// it, and is left out.
func DiffOf(tool, alternative Product) Diff {
	var d Diff
	more, missing := namesWithout(alternative.Categories, tool.Categories), namesWithout(tool.Categories, alternative.Categories)
	d.Shared = append(d.Shared, namesWithout(tool.Categories, missing)...)
	price, other := tool.Type, alternative.Type
	switch {
	case other == Unknown:
	case price == other:
		d.Shared = append(d.Shared, string(price))
	case other == Free || price == Unknown || price == Premium:
		d.Different = append(d.Different, string(other))
	}
	switch {
	case tool.HasDeal && alternative.HasDeal:
		d.Shared = append(d.Shared, "Deal")
	case alternative.HasDeal:
		d.Different = append(d.Different, "Deal")
	}
	if len(more) > 0 {
		d.Different = append(d.Different, "Also "+someOf(more))
	}
	return d
}

// someOf lists the first few categories in a sentence: "video, SEO, design and 2 more".
func someOf(categories []string) string {
	words := make([]string, len(categories))
	for i, category := range categories {
		words[i] = InSentence(category)
	}
	if more := len(words) - mostNamed; more > 1 {
		return strings.Join(words[:mostNamed], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(words, ", ")
}

// namesWithout returns the names that are not in the other list.
func namesWithout(names, other []string) []string {
	var left []string
	for _, name := range names {
		if !slices.Contains(other, name) {
			left = append(left, name)
		}
	}
	return left
}

// Limits of an administrator's picks for one tool.
const (
	MaxPinned = 20 // as many as a page of alternatives shows
	MaxHidden = 100
)

// Picks are an administrator's choices for the page of alternatives to a tool, as ids of tools. Those in the trash are
// among them, because they may be restored.
type Picks struct {
	Pinned []int64 `json:"pinned" nullable:"false" doc:"Products that come first, in this order, at most 20"`
	Hidden []int64 `json:"hidden" nullable:"false" doc:"Products that are not shown, at most 100"`
}

// ProductPicks are the picks for a product, as an archive has them.
type ProductPicks struct {
	Product int64 `json:"product"`
	Picks
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
