package browse

import (
	"hash/fnv"
	"hash/maphash"
	"iter"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// hashFacts returns a hash of each fact of a product, whatever the order of its values; 0: the catalogue does not know it. That
// there is no deal is known.
func hashFacts(p catalog.Product) (hashes [catalog.FactCount]uint32) {
	for i, kind := range catalog.FactKinds() {
		values := kind.Of(p)
		if len(values) == 0 && kind != catalog.DealFact {
			continue
		}
		slices.Sort(values)
		h := fnv.New32a()
		for _, value := range values {
			_, _ = h.Write([]byte(value)) // never fails
			_, _ = h.Write([]byte{0})
		}
		hashes[i] = max(1, h.Sum32())
	}
	return hashes
}

// Differing returns how many facts are not the same for all products of which they are known. It reads hashes, so that a
// sitemap can ask it of every product.
func Differing(items ...*Item) (count int) {
	for i := range catalog.FactCount {
		known := uint32(0)
		for _, it := range items {
			if hash := it.compared[i]; known == 0 {
				known = hash
			} else if hash != 0 && hash != known {
				count++
				break
			}
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
	return hashKey(catalog.Fold(string(beginning[:min(len(beginning), OwnBeginning)])))
}

// hashKey returns a hash of what spellings of one thing have in common; 0 for nothing.
func hashKey(key string) uint64 {
	if key == "" {
		return 0
	}
	return max(1, maphash.String(hashSeed, key))
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

// Doubles returns the items that have the website of another, and those that have much the same name (catalog.WebsiteKey, NameKey); those of one
// website or name are next to each other.
func Doubles(items iter.Seq[*Item]) (websites, names []*Item) {
	return doubles(items, func(it *Item) uint64 { return it.website }), doubles(items, func(it *Item) uint64 { return it.named })
}

func doubles(items iter.Seq[*Item], key func(it *Item) uint64) (list []*Item) {
	first, more, keys := map[uint64]*Item{}, map[uint64][]*Item{}, []uint64{}
	for it := range items {
		switch k := key(it); {
		case k == 0:
		case first[k] == nil:
			first[k] = it
		default:
			if len(more[k]) == 0 {
				keys = append(keys, k)
			}
			more[k] = append(more[k], it)
		}
	}
	for _, k := range keys {
		list = append(append(list, first[k]), more[k]...)
	}
	return list
}
