// Package compare compares products: which a name in a URL means, what the catalogue says about them, and which
// comparisons are linked.
//
// Any two to four products have a comparison, so a catalogue has millions. Nothing here is cached.
//
// # To change
//
//   - how a URL names products: comparison.go; go test ./internal/compare -run Named
//   - its page: pages.go; -run Comparison; what an administrator says about it: verdict.go
//   - what is compared: catalog/fact.go and facts.go, with web/src/public/compare/compare.tsx for how it looks; -run Facts
//   - which comparisons a product's page links: links.go; which of them are indexable: index.go; -run "Links|Indexable"
package compare

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// Max is the largest number of products in a comparison.
const Max = 4

// separator is between the slugs in the name of a comparison.
const separator = "-vs-"

// maxSeparators limits how many separators of a name are tried: each slug may have some of its own.
const maxSeparators = 16

// Comparison is two to four products next to each other, in the order of their slugs.
type Comparison struct {
	Name  string // the slugs with "-vs-" between them: the last part of its URL
	Items []*browse.Item
}

// Products returns the products with all their fields.
func (c Comparison) Products() []catalog.Product {
	products := make([]catalog.Product, len(c.Items))
	for i, item := range c.Items {
		products[i] = item.Product()
	}
	return products
}

// Title returns the names of the products: "Ideogram vs Runway".
func (c Comparison) Title() string {
	names := make([]string, len(c.Items))
	for i, item := range c.Items {
		names[i] = item.Name()
	}
	return strings.Join(names, " vs ")
}

// Key returns the ids of the products as Key does.
func (c Comparison) Key() string {
	ids := make([]int64, len(c.Items))
	for i, item := range c.Items {
		ids[i] = item.ID()
	}
	return Key(ids)
}

// Key returns ids in ascending order with commas between them, which is how a verdict names its products.
func Key(ids []int64) string {
	words := make([]string, 0, len(ids))
	for _, id := range slices.Sorted(slices.Values(ids)) {
		words = append(words, strconv.FormatInt(id, 10))
	}
	return strings.Join(words, ",")
}

// Of returns the comparison of products. It reports false for fewer than two or more than Max, for one product twice,
// and where the name means other products: "a-vs-b" and "c" have the name of "a", "b" and "c".
func Of(s *browse.Snapshot, items ...*browse.Item) (Comparison, bool) {
	c, ok := compared(items)
	if !ok {
		return Comparison{}, false
	}
	meant, ok := named(c.Name, splits(s.Product, c.Name))
	return c, ok && slices.Equal(meant.Items, c.Items)
}

// Named finds a comparison by its name. The products may be in any order, by slug, slug in capitals, former slug or id, so
// the name that it has may be another one. It reports false if no way to split the name gives two to four different products. If
// there are several ways, one that gives this very name comes first, then one with fewer products, then one whose first
// product has the longer name.
func Named(s *browse.Snapshot, name string) (Comparison, bool) {
	ways := splits(s.Product, name)
	if len(ways) == 0 {
		ways = splits(s.ProductByAnySlug, strings.ToLower(name))
	}
	if c, ok := named(name, ways); ok {
		return c, true
	}
	for _, items := range ways {
		if c, ok := Of(s, items...); ok {
			return c, true
		}
	}
	return Comparison{}, false
}

// Listed finds a comparison by the ids or slugs of its products with commas between them, or by its name.
func Listed(s *browse.Snapshot, list string) (Comparison, bool) {
	words := strings.SplitN(list, ",", Max+2)
	if len(words) == 1 {
		return Named(s, list)
	}
	var items []*browse.Item
	for _, word := range words {
		item, found := s.ProductByAnySlug(word)
		if !found {
			return Comparison{}, false
		}
		items = append(items, item)
	}
	return Of(s, items...)
}

// named returns the first of the ways to split a name that gives a comparison with this name.
func named(name string, ways [][]*browse.Item) (Comparison, bool) {
	for _, items := range ways {
		if c, ok := compared(items); ok && c.Name == name {
			return c, true
		}
	}
	return Comparison{}, false
}

// compared returns the comparison of products, whatever else its name may mean.
func compared(items []*browse.Item) (Comparison, bool) {
	if len(items) < 2 || len(items) > Max {
		return Comparison{}, false
	}
	sorted := slices.SortedFunc(slices.Values(items), func(a, b *browse.Item) int { return strings.Compare(a.Slug(), b.Slug()) })
	slugs := make([]string, len(sorted))
	for i, item := range sorted {
		if slugs[i] = item.Slug(); i > 0 && slugs[i-1] == item.Slug() {
			return Comparison{}, false
		}
	}
	return Comparison{strings.Join(slugs, separator), sorted}, true
}

// splits returns every way to read a name as two to four products: those with fewer products first, then those whose
// first product has the longer name. There are at most 696.
func splits(find func(idOrSlug string) (*browse.Item, bool), name string) (found [][]*browse.Item) {
	words := strings.Split(name, separator)
	if len(words)-1 > maxSeparators {
		return nil
	}
	known := map[string]*browse.Item{} // nil: not a product
	product := func(from, to int) *browse.Item {
		word := strings.Join(words[from:to], separator)
		item, tried := known[word]
		if !tried {
			item, _ = find(word)
			known[word] = item
		}
		return item
	}
	var split func(from, parts int, before []*browse.Item)
	split = func(from, parts int, before []*browse.Item) {
		if parts == 1 {
			if item := product(from, len(words)); item != nil {
				found = append(found, append(slices.Clone(before), item))
			}
			return
		}
		for to := len(words) - parts + 1; to > from; to-- {
			if item := product(from, to); item != nil {
				split(to, parts-1, append(slices.Clone(before), item))
			}
		}
	}
	for parts := 2; parts <= min(Max, len(words)); parts++ {
		split(0, parts, nil)
	}
	return found
}
