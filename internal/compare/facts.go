package compare

import (
	"slices"
	"strings"
	"time"

	"vitrine/internal/catalog"
)

// Kind is a row of a comparison.
type Kind string

// The facts, in the order of the rows.
const (
	Price      Kind = "price"
	Categories Kind = "categories"
	Deal       Kind = "deal"
	UseCases   Kind = "useCases"
	Video      Kind = "video"
	Added      Kind = "added"
)

// Kinds returns all facts, in the order of the rows.
func Kinds() []Kind {
	return []Kind{Price, Categories, Deal, UseCases, Video, Added}
}

// Fact is what the catalogue says of one thing about each product of a comparison.
type Fact struct {
	Kind   Kind       `json:"kind" enum:"price,categories,deal,useCases,video,added"`
	Values [][]string `json:"values" nullable:"false" doc:"Of each product, in their order; an empty list: the catalogue does not say"`
	Same   bool       `json:"same" doc:"Whether all products have the same"`
}

// Facts returns what the catalogue says about products, without facts that it has of none of them.
func Facts(products []catalog.Product) (facts []Fact) {
	for _, kind := range Kinds() {
		f := Fact{Kind: kind, Values: make([][]string, len(products)), Same: true}
		known := false
		for i, product := range products {
			f.Values[i] = kind.of(product)
			known = known || len(f.Values[i]) > 0
			f.Same = f.Same && slices.Equal(slices.Sorted(slices.Values(f.Values[i])), slices.Sorted(slices.Values(f.Values[0])))
		}
		if known {
			facts = append(facts, f)
		}
	}
	return facts
}

// Differing returns the number of facts that are not the same for all products.
func Differing(facts []Fact) (count int) {
	for _, f := range facts {
		if !f.Same {
			count++
		}
	}
	return count
}

// of returns what the catalogue says about a product; an empty list, never nil: nothing.
func (k Kind) of(p catalog.Product) []string {
	values := []string{}
	add := func(is bool, value string) {
		if is {
			values = append(values, value)
		}
	}
	switch k {
	case Price:
		add(p.Type != catalog.Unknown, string(p.Type))
	case Categories:
		values = append(values, p.Categories...)
	case Deal:
		add(p.PromoText != "", p.PromoText)
		add(p.HasDeal && p.PromoText == "", "Available")
	case UseCases:
		values = append(values, useCases(p.UseCases)...)
	case Video:
		add(p.VideoURL != "", "Available")
	case Added:
		add(true, p.CreatedAt.UTC().Format(time.DateOnly))
	}
	return values
}

// useCases returns the lines of use cases without bullets. The front end has the same rule for a product's page
// (product-detail.tsx).
func useCases(text string) (lines []string) {
	for line := range strings.Lines(strings.ReplaceAll(text, "\r", "\n")) {
		line = strings.TrimSpace(line)
		if mark, rest, found := strings.Cut(line, " "); found && len([]rune(mark)) == 1 && strings.Contains("-–—•*", mark) {
			line = strings.TrimSpace(rest)
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
