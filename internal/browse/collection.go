package browse

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Collection is a collection of a snapshot, with its introduction rendered. It is immutable.
type Collection struct {
	catalog.Collection
	HTML    string // the introduction, sanitized
	Summary string // its first paragraph, as plain text
}

// CollectedItem is a product of a collection with its note.
type CollectedItem struct {
	*Item
	Note string
}

// CollectionSummary is a collection as lists show it.
type CollectionSummary struct {
	*Collection
	Count int     // its products, without those in the trash
	Tools []*Item // at most three of them in their order, those with a logo first
}

var introductions = site.NewRenderer()

// NewCollection renders the introduction of a collection.
func NewCollection(c catalog.Collection) *Collection {
	rendered := introductions.Render(c.Introduction)
	return &Collection{c, rendered.HTML, rendered.Summary}
}

// Collections is a Snapshot read by its collections.
type Collections Snapshot

// Collections returns the snapshot to be read by its collections.
func (s *Snapshot) Collections() *Collections { return (*Collections)(s) }

// Published returns the published collections, the latest publication first.
func (s *Collections) Published() []*Collection { return s.published }

// All returns all collections, drafts too, the latest change first. The caller may change the slice.
func (s *Collections) All() []*Collection {
	return slices.SortedFunc(slices.Values(s.collections), func(a, b *Collection) int {
		return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(b.ID, a.ID))
	})
}

// Find finds a published collection by its slug.
func (s *Collections) Find(slug string) (*Collection, bool) {
	at := slices.IndexFunc(s.published, func(c *Collection) bool { return c.Slug == slug })
	if at < 0 {
		return nil, false
	}
	return s.published[at], true
}

// FindByAnySlug finds a published collection by its slug, or else by one that it had before.
func (s *Collections) FindByAnySlug(slug string) (*Collection, bool) {
	if c, ok := s.Find(slug); ok {
		return c, true
	}
	at := slices.IndexFunc(s.published, func(c *Collection) bool { return slices.Contains(c.OldSlugs, slug) })
	if at < 0 {
		return nil, false
	}
	return s.published[at], true
}

// Items returns the products of a collection in its order, without those in the trash.
func (s *Collections) Items(c *Collection) []CollectedItem {
	list := make([]CollectedItem, 0, len(c.Tools))
	for _, tool := range c.Tools {
		if item, exists := (*Snapshot)(s).find(byID, &Item{id: tool.ID}); exists {
			list = append(list, CollectedItem{item, tool.Note})
		}
	}
	return list
}

// Summary returns a collection as lists show it.
func (s *Collections) Summary(c *Collection) CollectionSummary {
	var items []*Item
	for _, collected := range s.Items(c) {
		items = append(items, collected.Item)
	}
	return CollectionSummary{c, len(items), withLogoFirst(items, summaryTools)}
}

// Summaries returns the published collections, the latest publication first.
func (s *Collections) Summaries() []CollectionSummary {
	list := make([]CollectionSummary, len(s.published))
	for i, c := range s.published {
		list[i] = s.Summary(c)
	}
	return list
}

// replace replaces the changed collections and removes those that are none of ids.
func (s *Collections) replace(changed []catalog.Collection, ids []int64) {
	byID := make(map[int64]*Collection, len(ids))
	for _, c := range s.collections {
		byID[c.ID] = c
	}
	for _, c := range changed {
		byID[c.ID] = NewCollection(c)
	}
	s.collections = make([]*Collection, 0, len(ids))
	for _, id := range ids {
		s.collections = append(s.collections, byID[id])
	}
}

// publish sets the collections that visitors see at a time, and when that changes.
func (s *Collections) publish(now time.Time) {
	s.published, s.publication = nil, time.Time{}
	for _, c := range s.collections {
		switch {
		case c.IsPublic(now):
			s.published = append(s.published, c)
		case !c.PublishedAt.IsZero() && (s.publication.IsZero() || c.PublishedAt.Before(s.publication)):
			s.publication = c.PublishedAt
		}
	}
	slices.SortFunc(s.published, func(a, b *Collection) int {
		return cmp.Or(b.PublishedAt.Compare(a.PublishedAt), strings.Compare(a.Slug, b.Slug))
	})
}

// longestWait is how long KeepTime waits at most before it looks at the clock, which may have been set meanwhile.
const longestWait = time.Minute

// nextChange returns when the snapshot changes by itself: a scheduled collection is published, an affiliate link or a deal begins
// or ends, a product is published or no longer featured. Zero: it does not.
func nextChange(s *Snapshot) time.Time {
	return earliest(earliest(s.publication, s.linkChange), s.dateChange)
}

// KeepTime changes the snapshot when a time that it waits for has come, until ctx ends. Each copy of the program does so by its own
// clock; a snapshot that is read later is right anyway.
func (l *Live) KeepTime(ctx context.Context) {
	for {
		var due <-chan time.Time
		if next := nextChange(l.Snapshot()); !next.IsZero() {
			due = time.After(min(time.Until(next), longestWait))
		}
		select {
		case <-ctx.Done():
			return
		case <-l.scheduled:
		case <-due:
			l.changeDue()
		}
	}
}

// changeDue replaces the snapshot if a time has come.
func (l *Live) changeDue() {
	l.lock <- struct{}{}
	defer func() { <-l.lock }()
	last, now := l.Snapshot(), time.Now()
	if due := nextChange(last); due.IsZero() || due.After(now) {
		return
	}
	next := *last
	next.generation++
	next.Collections().publish(now)
	l.show(&next)
}
