package browse

import (
	"hash/fnv"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// hashFacts returns a hash of each fact of a product, whatever the order of its values.
func hashFacts(p catalog.Product) (hashes [catalog.FactCount]uint32) {
	for i, kind := range catalog.FactKinds() {
		values := kind.Of(p)
		slices.Sort(values)
		h := fnv.New32a()
		for _, value := range values {
			_, _ = h.Write([]byte(value)) // never fails
			_, _ = h.Write([]byte{0})
		}
		hashes[i] = h.Sum32()
	}
	return hashes
}

// Differing returns how many facts are not the same for all products. It reads hashes, so that a sitemap can ask it of
// every product.
func Differing(first *Item, others ...*Item) (count int) {
	for i, hash := range first.compared {
		if slices.ContainsFunc(others, func(it *Item) bool { return it.compared[i] != hash }) {
			count++
		}
	}
	return count
}
