package browse

import (
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// deletions are the newest deleted products, whose pages say so and show similar ones. It is immutable; a change that deletes
// and restores none shares it.
type deletions struct {
	list   []catalog.Deleted // the oldest first
	byID   map[int64]int     // index in list
	bySlug map[string]int    // of the one that had it last
}

// patched returns the trash with the added products, and without those that are live now.
func (t *deletions) patched(added []catalog.Deleted, live []catalog.Product) *deletions {
	gone := map[int64]bool{}
	for _, p := range live {
		if _, ok := t.byID[p.ID]; ok {
			gone[p.ID] = true
		}
	}
	if len(gone)+len(added) == 0 {
		return t
	}
	for _, d := range added {
		gone[d.Product.ID] = true
	}
	list := slices.DeleteFunc(slices.Clone(t.list), func(d catalog.Deleted) bool { return gone[d.Product.ID] })
	for _, d := range added {
		if is, _ := d.Product.PhaseAt(d.DeletedAt); !is.IsPublic {
			continue // visitors never saw it, or no longer
		}
		list = append(list, catalog.Deleted{Product: inBrief(d.Product), DeletedAt: d.DeletedAt})
	}
	list = slices.Clip(list[max(0, len(list)-catalog.MaxGonePages):])
	next := &deletions{list, make(map[int64]int, len(list)), make(map[string]int, len(list))}
	for i, d := range list {
		next.byID[d.Product.ID], next.bySlug[d.Product.Slug] = i, i
	}
	return next
}

// inBrief returns what finds similar products, in little memory.
func inBrief(p catalog.Product) catalog.Product {
	return catalog.Product{ID: p.ID, Slug: p.Slug, ProductFields: catalog.ProductFields{
		Name: p.Name, Description: cutText(p.Description), Categories: p.Categories, Tags: p.Tags, Type: p.Type, Website: p.Website,
	}}
}

// Trash is a Snapshot read by its deleted products.
type Trash Snapshot

// Trash returns the snapshot to be read by its deleted products.
func (s *Snapshot) Trash() *Trash { return (*Trash)(s) }

// Find finds a product in the trash by its id, its slug or a former slug. The products of the catalogue take
// precedence: ProductByAnySlug finds them. Its description is short, and it has no other texts.
func (s *Trash) Find(idOrSlug string, now time.Time) (catalog.Deleted, bool) {
	at, ok := s.trash.bySlug[idOrSlug]
	if !ok {
		id, err := strconv.ParseInt(idOrSlug, 10, 64)
		isID := err == nil && strconv.FormatInt(id, 10) == idOrSlug
		old, isOld := s.oldSlugs.find(idOrSlug)
		if isOld {
			id = s.oldSlugs[old].ProductID
		}
		if at, ok = s.trash.byID[id]; !ok || !isID && !isOld {
			return catalog.Deleted{}, false
		}
	}
	d := s.trash.list[at]
	return d, now.Sub(d.DeletedAt) < catalog.TrashRetention
}

// Since returns the products that were deleted after a time and whose slug no other product has, the oldest
// first.
func (s *Trash) Since(since time.Time) (found []catalog.Deleted) {
	for _, d := range s.trash.list {
		if _, isTaken := (*Snapshot)(s).Product(d.Product.Slug); !isTaken && d.DeletedAt.After(since) {
			found = append(found, d)
		}
	}
	return found
}

// Similar returns the products that a deleted product would show as similar if it was restored.
func (s *Trash) Similar(d catalog.Deleted, limit int) []*Item {
	snapshot, it := with((*Snapshot)(s), d.Product)
	if it == nil {
		return nil
	}
	return snapshot.Similar().To(it, limit)
}

// with returns the snapshot as it would be with another product, and that product; nil if visitors would not see it.
func with(s *Snapshot, p catalog.Product) (*Snapshot, *Item) {
	next := s.patched(catalog.Changes{Version: s.version, Categories: s.Categories().All(), Products: []catalog.Product{p}})
	it, _ := next.find(byID, &Item{id: p.ID})
	return next, it
}

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
