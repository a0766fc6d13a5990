package browse

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// collect writes a collection in one transaction; one without a title is deleted.
func (s *memoryStore) collect(c catalog.Collection) {
	s.put()
	s.mu.Lock()
	defer s.mu.Unlock()
	c.Version = s.version
	if s.collected == nil {
		s.collected = map[int64]catalog.Collection{}
	}
	if s.collected[c.ID] = c; c.Title == "" {
		delete(s.collected, c.ID)
	}
}

// collections returns those that were written since a version, by id.
func (s *memoryStore) collections(since int64) (list []catalog.Collection) {
	for _, id := range slices.Sorted(maps.Keys(s.collected)) {
		if c := s.collected[id]; c.Version > since {
			list = append(list, c)
		}
	}
	return list
}

// collection returns one that is published after some time; below 0 it is a draft.
func collection(id int64, after time.Duration, tools ...int64) catalog.Collection {
	c := catalog.Collection{ID: id, CollectionFields: catalog.CollectionFields{Slug: "c" + string(rune('0'+id)), Title: "Title", Introduction: "**Why**\n\nMore", Status: catalog.CollectionDraft}}
	if after >= 0 {
		c.Status, c.PublishedAt = catalog.CollectionPublished, time.Now().Add(after)
	}
	for _, id := range tools {
		c.Tools = append(c.Tools, catalog.CollectionTool{ID: id, Note: "note"})
	}
	return c
}

func shownSlugs(s *Snapshot) string {
	var slugs []string
	for _, c := range s.Collections().Published() {
		slugs = append(slugs, c.Slug)
	}
	return strings.Join(slugs, " ")
}

func TestCollections(t *testing.T) {
	s := newStore(tool(1, "one"), tool(2, "two"), tool(3, "three"))
	s.collect(collection(1, 0, 3, 1, 2))
	s.collect(collection(2, -1, 1))
	l := live(t, s)
	found, ok := l.Snapshot().Collections().Find("c1")
	if !ok || found.HTML != "<p><strong>Why</strong></p>\n<p>More</p>" || found.Summary != "Why" {
		t.Fatalf("found %v, %+v", ok, found)
	}
	if _, ok := l.Snapshot().Collections().Find("c2"); ok || len(l.Snapshot().Collections().All()) != 2 {
		t.Error("a draft is public")
	}
	collected := func() (slugs []string) {
		c, _ := l.Snapshot().Collections().Find("c1")
		for _, item := range l.Snapshot().Collections().Items(c) {
			slugs = append(slugs, item.Name()+" "+item.Note)
		}
		return slugs
	}
	same(t, "tools", collected(), []string{"three note", "one note", "two note"})
	s.remove(1)
	renew(t, l)
	same(t, "tools with one in the trash", collected(), []string{"three note", "two note"})
	same(t, "count", l.Snapshot().Collections().Summaries()[0].Count, 2)
	s.put(tool(1, "one"))
	s.collect(collection(2, 0, 1))
	renew(t, l)
	same(t, "tools after a restore", collected(), []string{"three note", "one note", "two note"})
	same(t, "newest first", shownSlugs(l.Snapshot()), "c2 c1")
	s.collect(catalog.Collection{ID: 2})
	renew(t, l)
	same(t, "after a deletion", shownSlugs(l.Snapshot()), "c1")
	same(t, "read anew", shownSlugs(live(t, s).Snapshot()), "c1")
}

// A scheduled collection is shown when its time has come, as a new generation; after a start at once.
func TestScheduledCollection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore(tool(1, "one"))
		s.collect(collection(1, time.Hour, 1))
		l := live(t, s)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go l.KeepTime(ctx)
		same(t, "before", shownSlugs(l.Snapshot()), "")
		s.collect(collection(2, 2*time.Second, 1))
		renew(t, l)
		generation := l.Snapshot().Generation()
		time.Sleep(2*time.Second + 1)
		synctest.Wait()
		same(t, "after two seconds", shownSlugs(l.Snapshot()), "c2")
		same(t, "generation", l.Snapshot().Generation(), generation+1)
		time.Sleep(time.Hour)
		synctest.Wait()
		same(t, "after an hour", shownSlugs(l.Snapshot()), "c1 c2")
		same(t, "after a start", shownSlugs(live(t, s).Snapshot()), "c1 c2")
	})
}
