package compare

import (
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// Fact is what the catalogue says of one thing about each product of a comparison.
type Fact struct {
	Kind   catalog.FactKind `json:"kind" enum:"price,categories,deal,useCases,video"`
	Values [][]string       `json:"values" nullable:"false" doc:"Of each product, in their order; an empty list: the catalog does not say"`
	Same   bool             `json:"same" doc:"Whether all products have the same"`
}

// Facts returns what the catalogue says about products, without facts that it has of none of them.
func Facts(products []catalog.Product) (facts []Fact) {
	for _, kind := range catalog.FactKinds() {
		f := Fact{Kind: kind, Values: make([][]string, len(products)), Same: true}
		known := false
		for i, product := range products {
			f.Values[i] = kind.Of(product)
			known = known || len(f.Values[i]) > 0
			f.Same = f.Same && slices.Equal(slices.Sorted(slices.Values(f.Values[i])), slices.Sorted(slices.Values(f.Values[0])))
		}
		if known {
			facts = append(facts, f)
		}
	}
	return facts
}
