package browse

import (
	"hash/fnv"
	"hash/maphash"
	"slices"
	"strings"

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

// hashSeed makes it impossible to write two descriptions with equal hashes on purpose.
var hashSeed = maphash.MakeSeed()

// OwnBeginning is how many code points of a description must not begin another one: a page's description in search results
// has at least as many of them, so it differs from those of the other indexable pages.
const OwnBeginning = 80

// hashOf returns a hash of the beginning of a text without regard to case, accents and white space; 0 for none.
func hashOf(text string) uint64 {
	if text == "" {
		return 0
	}
	beginning := []rune(strings.Join(strings.Fields(text), " "))
	return max(1, maphash.String(hashSeed, catalog.Fold(string(beginning[:min(len(beginning), OwnBeginning)]))))
}

// OwnText returns the length of the product's own description in code points (catalog.ProductFields.OwnDescription).
func (it *Item) OwnText() int { return int(it.length) }

// Facts returns the number of facts of the product (catalog.ProductFields.Facts).
func (it *Item) Facts() int { return int(it.facts) }

// SharesText reports whether another product of the snapshot has the same description as this item of it, or one with the
// same beginning, without regard to case, accents and white space.
func (s *Similar) SharesText(it *Item) bool {
	o := s.orders[byText]
	at := int(o.positions[it.slot])
	same := func(at int) bool { return at >= 0 && at < len(o.slots) && s.items[o.slots[at]].text == it.text }
	return it.text != 0 && (same(at-1) || same(at+1))
}
