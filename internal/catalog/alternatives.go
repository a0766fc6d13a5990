package catalog

import (
	"fmt"
	"slices"
	"strings"
)

// Diff says in a few words each what an alternative has in common with a tool, and in what it differs.
type Diff struct{ Shared, Different []string }

// mostNamed is how many categories a difference names.
const mostNamed = 3

// DiffOf compares an alternative with a tool: their categories, prices and deals.
func DiffOf(tool, alternative Product) Diff {
	var d Diff
	more, missing := namesWithout(alternative.Categories, tool.Categories), namesWithout(tool.Categories, alternative.Categories)
	d.Shared = append(d.Shared, namesWithout(tool.Categories, missing)...)
	price, other := tool.Type, alternative.Type
	switch {
	case price == other && price != Unknown:
		d.Shared = append(d.Shared, string(price))
	case price == other:
	case other == Unknown:
		d.Different = append(d.Different, other.Label())
	case price == Unknown:
		d.Different = append(d.Different, string(other))
	default:
		d.Different = append(d.Different, fmt.Sprintf("%s instead of %s", other, price))
	}
	switch {
	case tool.HasDeal && alternative.HasDeal:
		d.Shared = append(d.Shared, "Deal")
	case alternative.HasDeal:
		d.Different = append(d.Different, "Has a deal")
	case tool.HasDeal:
		d.Different = append(d.Different, "No deal")
	}
	if len(more) > 0 {
		d.Different = append(d.Different, "Also for "+someOf(more))
	}
	if len(missing) > 0 {
		d.Different = append(d.Different, "Not for "+someOf(missing))
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

// numbers are the words of small numbers, at the beginning of a sentence.
var numbers = [...]string{2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine"}

// ReasonsToSwitch returns what alternatives offer that a tool does not, as sentences made from facts of the catalogue: a
// lower or a listed price, a deal, a category. There may be none.
func ReasonsToSwitch(tool Product, alternatives []Product) []string {
	reasons := []string{}
	of := func(n int, one, many string) string {
		if n == 1 {
			return "One of these " + one
		}
		if n < len(numbers) {
			return numbers[n] + " of these " + many
		}
		return fmt.Sprintf("%d of these %s", n, many)
	}
	prices, deals := map[Type]int{}, 0
	further := map[string]int{}
	for _, other := range alternatives {
		prices[other.Type]++
		if other.HasDeal {
			deals++
		}
		for _, name := range namesWithout(other.Categories, tool.Categories) {
			further[name]++
		}
	}
	listed := len(alternatives) - prices[Unknown]
	switch {
	case tool.Type == Premium && prices[Free]+prices[Freemium] > 0:
		reasons = append(reasons, tool.Name+" is premium. "+of(prices[Free]+prices[Freemium], "is", "are")+" free or freemium.")
	case tool.Type == Freemium && prices[Free] > 0:
		reasons = append(reasons, tool.Name+" is freemium. "+of(prices[Free], "is", "are")+" free.")
	case tool.Type == Unknown && listed > 0:
		reasons = append(reasons, tool.Name+" doesn't list a price. "+of(listed, "does", "do")+": "+priceCounts(prices)+".")
	}
	if deals > 0 && !tool.HasDeal {
		reasons = append(reasons, of(deals, "has", "have")+" a deal right now. "+tool.Name+" doesn't.")
	}
	if name, n := mostFrequent(further); n > 1 {
		reasons = append(reasons, of(n, "is", "are")+" also for "+InSentence(name)+". "+tool.Name+" isn't.")
	}
	return reasons
}

// priceCounts lists how many have each known price: "3 free, 2 premium".
func priceCounts(prices map[Type]int) string {
	var parts []string
	for _, price := range Types() {
		if n := prices[price]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, strings.ToLower(string(price))))
		}
	}
	return strings.Join(parts, ", ")
}

// mostFrequent returns the name with the highest count, the first by the alphabet among equal ones.
func mostFrequent(counts map[string]int) (name string, n int) {
	for other, count := range counts {
		if count > n || count == n && other < name {
			name, n = other, count
		}
	}
	return name, n
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
