package browse

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// oldSlugs are the former slugs of products, by slug. A change that concerns none shares the list; another one copies it,
// which takes a few milliseconds for 100,000.
type oldSlugs []catalog.OldSlug

// find returns where the slug is in the list, or would be.
func (s oldSlugs) find(slug string) (at int, ok bool) {
	return sort.Find(len(s), func(i int) int { return strings.Compare(slug, s[i].Slug) })
}

// patched returns the list with the added slugs, which redirect there now, and without the slugs that products have now.
func (s oldSlugs) patched(added []catalog.OldSlug, now map[string]bool) oldSlugs {
	redirects := map[string]int64{} // of the slugs that change; 0: none
	for _, a := range added {
		if at, ok := s.find(a.Slug); !ok || s[at] != a {
			redirects[a.Slug] = a.ProductID
		}
	}
	for slug := range now {
		delete(redirects, slug)
		if _, ok := s.find(slug); ok {
			redirects[slug] = 0
		}
	}
	if len(redirects) == 0 {
		return s
	}
	next, from := make(oldSlugs, 0, len(s)+len(added)), 0
	for _, slug := range slices.Sorted(maps.Keys(redirects)) {
		at, ok := s.find(slug)
		next = append(next, s[from:at]...)
		if from = at; ok {
			from++
		}
		if id := redirects[slug]; id != 0 {
			next = append(next, catalog.OldSlug{Slug: slug, ProductID: id})
		}
	}
	return append(next, s[from:]...)
}
