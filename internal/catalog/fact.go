package catalog

import (
	"strings"
	"time"
)

// FactKind is a row of a comparison.
type FactKind string

// The facts, in the order of the rows.
const (
	PriceFact      FactKind = "price"
	CategoriesFact FactKind = "categories"
	DealFact       FactKind = "deal"
	UseCasesFact   FactKind = "useCases"
	VideoFact      FactKind = "video"
	AddedFact      FactKind = "added"
)

// Label returns the name of the fact on screen. The front end has it too (web/src/public/compare/fact-table.tsx).
func (k FactKind) Label() string {
	switch k {
	case PriceFact:
		return "Price"
	case CategoriesFact:
		return "Categories"
	case DealFact:
		return "Deal"
	case UseCasesFact:
		return "Use cases"
	case VideoFact:
		return "Video demo"
	case AddedFact:
		return "Added"
	}
	return ""
}

// FactCount is the number of facts.
const FactCount = 6

// FactKinds returns all facts, in the order of the rows.
func FactKinds() [FactCount]FactKind {
	return [...]FactKind{PriceFact, CategoriesFact, DealFact, UseCasesFact, VideoFact, AddedFact}
}

// Of returns what the catalogue says about a product; an empty list, never nil: nothing.
func (k FactKind) Of(p Product) []string {
	values := []string{}
	add := func(is bool, value string) {
		if is {
			values = append(values, value)
		}
	}
	switch k {
	case PriceFact:
		add(p.Type != Unknown, string(p.Type))
	case CategoriesFact:
		values = append(values, p.Categories...)
	case DealFact:
		add(p.PromoText != "", p.PromoText)
		add(p.HasDeal && p.PromoText == "", "Available")
	case UseCasesFact:
		values = append(values, useCases(p.UseCases)...)
	case VideoFact:
		add(p.VideoURL != "", "Available")
	case AddedFact:
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
