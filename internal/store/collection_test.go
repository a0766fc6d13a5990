package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
)

func collectionFields(title string, ids ...int64) catalog.CollectionFields {
	f := catalog.CollectionFields{Slug: catalog.Slug(title), Title: title, Introduction: "Why <b>", Author: "Ann", Status: catalog.CollectionPublished, Tools: []catalog.CollectionTool{}}
	for _, id := range ids {
		f.Tools = append(f.Tools, catalog.CollectionTool{ID: id, Note: fmt.Sprint("note ", id)})
	}
	return f
}

func createCollection(t *testing.T, s *store.Store, f catalog.CollectionFields) catalog.Collection {
	t.Helper()
	c, err := s.CreateCollection(t.Context(), "editor", f)
	noError(t, err)
	return c
}

func collectionOf(t *testing.T, s *store.Store, id int64) catalog.Collection {
	t.Helper()
	c, err := s.Collection(t.Context(), id)
	noError(t, err)
	return c
}

func TestCollections(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		one, two, three := create(t, s, draft("One", "A")), create(t, s, draft("Two", "A")), create(t, s, draft("Three", "A"))
		before := readAll(t, s).Version
		first := createCollection(t, s, collectionFields("Best", three.ID, one.ID))
		same(t, "published", first.PublishedAt, c.now)
		same(t, "stored", collectionOf(t, s, first.ID), first)
		same(t, "all", readAll(t, s).Collections, []catalog.Collection{first})
		changes, err := s.Changes(t.Context(), before)
		noError(t, err)
		same(t, "changed", changes.Collections, []catalog.Collection{first})
		same(t, "ids", changes.CollectionIDs, []int64{first.ID})
		same(t, "changed products", len(changes.Products), 0)

		created := c.now
		c.now = c.now.Add(time.Minute)
		fields := collectionFields("Better", two.ID, three.ID)
		second, err := s.UpdateCollection(t.Context(), "editor", first.ID, 1, fields)
		noError(t, err)
		same(t, "published at first", second.PublishedAt, created)
		same(t, "changed at", second.UpdatedAt, c.now)
		same(t, "after an update", collectionOf(t, s, first.ID), second)

		check := unchanged(t, s)
		again, err := s.UpdateCollection(t.Context(), "editor", first.ID, 2, fields)
		noError(t, err)
		same(t, "version of the same fields", again.Version, int64(2))
		_, err = s.UpdateCollection(t.Context(), "editor", first.ID, 1, collectionFields("Best"))
		wantFault(t, err, fault.Conflict)
		_, err = s.UpdateCollection(t.Context(), "editor", 99, 0, fields)
		wantFault(t, err, fault.NotFound)
		_, err = s.CreateCollection(t.Context(), "editor", fields)
		wantInvalid(t, err, "slug")
		_, err = s.CreateCollection(t.Context(), "editor", collectionFields("Other", 99))
		wantInvalid(t, err, "tools")
		wantFault(t, s.DeleteCollection(t.Context(), "editor", 99), fault.NotFound)
		check()

		fields.Status = catalog.CollectionDraft
		draft, err := s.UpdateCollection(t.Context(), "editor", first.ID, 0, fields)
		noError(t, err)
		same(t, "draft", draft.PublishedAt, time.Time{})
		remove(t, s, two.ID)
		same(t, "tools with one in the trash", len(collectionOf(t, s, first.ID).Tools), 2)
		c.now = c.now.Add(catalog.TrashRetention)
		_, err = s.PurgeTrash(t.Context(), "w")
		noError(t, err)
		same(t, "tools after a purge", collectionOf(t, s, first.ID).IDs(), []int64{three.ID})
		noError(t, s.DeleteCollection(t.Context(), "editor", first.ID))
		same(t, "after a deletion", len(readAll(t, s).Collections), 0)
	})
}

// A collection has the slugs under which visitors saw it, also after a rename back and an undo.
func TestCollectionOldSlugs(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		fields := collectionFields("Draft")
		fields.Status = catalog.CollectionDraft
		id := createCollection(t, s, fields).ID
		rename := func(title string, want ...string) {
			t.Helper()
			c.now = c.now.Add(time.Minute)
			_, err := s.UpdateCollection(t.Context(), "editor", id, 0, collectionFields(title))
			noError(t, err)
			same(t, "former slugs as "+title, collectionOf(t, s, id).OldSlugs, append([]string{}, want...))
		}
		rename("A")
		rename("B", "a")
		rename("C", "a", "b")
		rename("A", "b", "c")
		_, err := s.Undo(t.Context(), "editor", readAll(t, s).Version)
		noError(t, err)
		same(t, "former slugs after the undo", collectionOf(t, s, id).OldSlugs, []string{"b", "a"})
		same(t, "all", readAll(t, s).Collections, []catalog.Collection{collectionOf(t, s, id)})
		for i := range 110 {
			c.now = c.now.Add(time.Minute)
			_, err := s.UpdateCollection(t.Context(), "editor", id, 0, collectionFields(fmt.Sprint("N ", i)))
			noError(t, err)
		}
		old := collectionOf(t, s, id).OldSlugs
		same(t, "number of former slugs", len(old), 100)
		same(t, "last former slug", old[99], "n-108")
	})
}

// One that was scheduled is published now when its time is taken away.
func TestScheduledCollection(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		fields := collectionFields("Best")
		later := c.now.Add(time.Hour)
		fields.PublishedAt = later
		created := createCollection(t, s, fields)
		same(t, "scheduled", collectionOf(t, s, created.ID).PublishedAt, later)
		fields.PublishedAt = time.Time{}
		now, err := s.UpdateCollection(t.Context(), "editor", created.ID, 0, fields)
		noError(t, err)
		same(t, "published", now.PublishedAt, c.now)
	})
}

func TestTooManyCollections(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		for i := range catalog.MaxCollections {
			createCollection(t, s, collectionFields(fmt.Sprint("Best ", i)))
		}
		_, err := s.CreateCollection(t.Context(), "editor", collectionFields("One more"))
		wantFault(t, err, fault.Conflict)
	})
}

// An undo reverts a creation, a change and a deletion, unless the collection has changed since.
func TestUndoCollections(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		one, two := create(t, s, draft("One", "A")), create(t, s, draft("Two", "A"))
		first := createCollection(t, s, collectionFields("Best", two.ID, one.ID))
		created := readAll(t, s).Version
		_, err := s.UpdateCollection(t.Context(), "editor", first.ID, 0, collectionFields("Worse", one.ID))
		noError(t, err)
		changed := readAll(t, s).Version
		_, err = s.Undo(t.Context(), "w", created)
		wantFault(t, err, fault.Conflict)
		same(t, "undone", undo(t, s, changed), 1)
		restored := collectionOf(t, s, first.ID)
		same(t, "fields after an undo", restored.CollectionFields, first.CollectionFields)
		same(t, "version after an undo", restored.Version, int64(3))
		same(t, "line", lastLine(t, s).Action, "undo")

		noError(t, s.DeleteCollection(t.Context(), "editor", first.ID))
		deleted := readAll(t, s).Version
		same(t, "undone deletion", undo(t, s, deleted), 1)
		same(t, "fields after a deletion", collectionOf(t, s, first.ID).CollectionFields, first.CollectionFields)
		same(t, "undone undo", undo(t, s, readAll(t, s).Version), 1)
		same(t, "deleted again", len(readAll(t, s).Collections), 0)
		createCollection(t, s, collectionFields("Best"))
		_, err = s.Undo(t.Context(), "w", deleted)
		wantFault(t, err, fault.Conflict)

		same(t, "undone creation", undo(t, s, readAll(t, s).Version), 1)
		same(t, "no collections", len(readAll(t, s).Collections), 0)
	})
}
