package browse

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// LeastTagged is how many products a tag needs to have a page.
const LeastTagged = 8

// tag is the group of products with a tag. Spellings with the same slug are one tag.
type tag struct {
	slug  string
	name  string   // as the product with the lowest id spells it
	first int64    // the id of that product
	slots []uint32 // ascending
}

// Tag is a tag that has a page.
type Tag struct {
	Slug string `json:"slug"`
	Name string `json:"name"`
}

// TagCount is a tag and the number of products with it.
type TagCount struct {
	Tag
	Count int `json:"count"`
}

// TagSlug returns the slug of a tag; empty if nothing in it is alphanumeric.
func TagSlug(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	return catalog.Slug(name)
}

func (r *reader) tag() string {
	value := r.text("tag")
	if r.lenient || value == "" {
		return value
	}
	if len(value) > maxValueBytes {
		return unknown
	}
	return cmp.Or(TagSlug(value), unknown)
}

// Tags is a Snapshot read by its tags.
type Tags Snapshot

// Tags returns the snapshot to be read by its tags.
func (s *Snapshot) Tags() *Tags { return (*Tags)(s) }

// Find finds a tag that has a page by its slug or another spelling: at least LeastTagged products have it, and no category
// with products has its name.
func (s *Tags) Find(slugOrName string) (TagCount, bool) {
	t, ok := s.group(TagSlug(slugOrName))
	if !ok || !s.hasPage(t) {
		return TagCount{}, false
	}
	return t.counted(), true
}

// Category returns the category that is shown instead of a tag with its name.
func (s *Tags) Category(slugOrName string) (catalog.Category, bool) {
	if t, ok := s.group(TagSlug(slugOrName)); ok && len(t.slots) >= LeastTagged {
		if index, ok := s.namesake(t); ok {
			return s.categories[index].Category, true
		}
	}
	return catalog.Category{}, false
}

// All returns the tags that have a page, those with the most products first and equal ones by slug.
func (s *Tags) All() []TagCount {
	var list []TagCount
	for _, t := range s.tags {
		if s.hasPage(t) {
			list = append(list, t.counted())
		}
	}
	slices.SortStableFunc(list, func(a, b TagCount) int { return cmp.Compare(b.Count, a.Count) })
	return list
}

// listedTags is how many tags are below the list of all categories. With those that have a second page among them, no page is
// more than four links from the home page; of 47,529 tools 270 tags have one.
const listedTags = 300

// MostUsed returns the tags below the list of all categories.
func (s *Tags) MostUsed() []TagCount {
	tags := s.All()
	return tags[:min(listedTags, len(tags))]
}

// Of returns the tags of an item of this snapshot that have a page, in the item's order.
func (s *Tags) Of(it *Item) []Tag {
	var list []Tag
	for slug := range it.tags() {
		if t, ok := s.group(slug); ok && s.hasPage(t) {
			list = append(list, Tag{t.slug, t.name})
		}
	}
	return list
}

// Items iterates over the products with a tag, by its slug, in no particular order.
func (s *Tags) Items(slug string) iter.Seq[*Item] {
	return func(yield func(*Item) bool) {
		if t, ok := s.group(slug); ok {
			for _, slot := range t.slots {
				if !yield(s.items[slot]) {
					return
				}
			}
		}
	}
}

func (s *Tags) group(slug string) (*tag, bool) {
	at, ok := slices.BinarySearchFunc(s.tags, slug, compareTag)
	if !ok {
		return nil, false
	}
	return s.tags[at], true
}

// slots returns the products with a tag that can have a page.
func (s *Tags) slots(slug string) []uint32 {
	if t, ok := s.group(slug); ok && len(t.slots) >= LeastTagged {
		return t.slots
	}
	return nil
}

func compareTag(t *tag, slug string) int { return strings.Compare(t.slug, slug) }

func (s *Tags) hasPage(t *tag) bool {
	if len(t.slots) < LeastTagged {
		return false
	}
	_, isCategory := s.namesake(t)
	return !isCategory
}

// namesake returns the category that has the name of the tag, and products.
func (s *Tags) namesake(t *tag) (uint32, bool) {
	index, ok := s.bySlug[catalog.Fold(t.slug)]
	if !ok {
		index, ok = s.byFold[catalog.Fold(t.name)]
	}
	return index, ok && s.categories[index].members.count > 0
}

func (t *tag) counted() TagCount { return TagCount{Tag{t.slug, t.name}, len(t.slots)} }

// tags iterates over the slugs of the item's tags, each with its first spelling.
func (it *Item) tags() iter.Seq2[string, string] {
	return func(yield func(slug, name string) bool) {
		var names []string
		if err := json.Unmarshal([]byte(strings.TrimPrefix(it.part("tags"), `,"tags":`)), &names); err != nil {
			panic(fmt.Sprintf("browse: the tags of product %d do not read back: %v", it.id, err)) // we encoded them ourselves
		}
		seen := map[string]bool{"": true}
		for _, name := range names {
			if slug := TagSlug(name); !seen[slug] {
				seen[slug] = true
				if !yield(slug, name) {
					return
				}
			}
		}
	}
}

// retag updates the tags for a product that was old and is now it; nil: not there.
func (e *editor) retag(old, it *Item) {
	if old != nil && it != nil && old.part("tags") == it.part("tags") {
		return
	}
	if old != nil {
		for slug := range old.tags() {
			t := e.editedTag(slug)
			if at, ok := slices.BinarySearch(t.slots, old.slot); ok {
				t.slots = slices.Delete(t.slots, at, at+1)
			}
			if t.first == old.id {
				e.unnamed[slug] = true
			}
		}
	}
	if it != nil {
		for slug, name := range it.tags() {
			t := e.editedTag(slug)
			if at, ok := slices.BinarySearch(t.slots, it.slot); !ok {
				t.slots = slices.Insert(t.slots, at, it.slot)
			}
			if it.id < t.first {
				t.first, t.name = it.id, strings.Clone(name)
			}
		}
	}
}

// editedTag returns the editor's own copy of a tag, or a new one.
func (e *editor) editedTag(slug string) *tag {
	t, ok := e.edited[slug]
	if !ok {
		t = &tag{slug: slug, first: math.MaxInt64}
		if last, exists := e.last.Tags().group(slug); exists {
			*t = *last
			t.slots = slices.Clone(last.slots)
		}
		e.edited[slug] = t
	}
	return t
}

// finishTags puts the edited tags into the list of all, without those that no product has any more.
func (e *editor) finishTags() {
	if len(e.edited) == 0 {
		return
	}
	for slug := range e.unnamed {
		e.name(e.edited[slug])
	}
	rest := e.last.tags
	next := make([]*tag, 0, len(rest)+len(e.edited))
	for _, slug := range slices.Sorted(maps.Keys(e.edited)) {
		at, found := slices.BinarySearchFunc(rest, slug, compareTag)
		next = append(next, rest[:at]...)
		if rest = rest[at:]; found {
			rest = rest[1:]
		}
		if t := e.edited[slug]; len(t.slots) > 0 {
			next = append(next, t)
		}
	}
	e.tags = append(next, rest...)
}

// name gives a tag the spelling of the product with the lowest id.
func (e *editor) name(t *tag) {
	t.first = math.MaxInt64
	var first *Item
	for _, slot := range t.slots {
		if it := e.items[slot]; it.id < t.first {
			t.first, first = it.id, it
		}
	}
	if first == nil {
		return
	}
	for slug, name := range first.tags() {
		if slug == t.slug {
			t.name = strings.Clone(name)
		}
	}
}
