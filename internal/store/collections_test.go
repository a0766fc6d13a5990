package store_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/collections"
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
	return must(collectionsOf(s).CreateCollection(t.Context(), "editor", f))(t)
}

func collectionOf(t *testing.T, s *store.Store, id int64) catalog.Collection {
	t.Helper()
	return must(collectionsOf(s).Collection(t.Context(), id))(t)
}

func TestCollections(t *testing.T) {
	eachWorld(t, worldTests{
		"are created, changed, made a draft and deleted": func(t *testing.T, s *store.Store, w *world) {
			one, two, three := create(t, s, draft("One", "A")), create(t, s, draft("Two", "A")), create(t, s, draft("Three", "A"))
			before := readAll(t, s).Version
			first := createCollection(t, s, collectionFields("Best", three.ID, one.ID))
			same(t, "published", first.PublishedAt, w.now)
			same(t, "stored", collectionOf(t, s, first.ID), first)
			same(t, "all", readAll(t, s).Collections, []catalog.Collection{first})
			changes := must(s.Changes(t.Context(), before))(t)
			same(t, "changed", changes.Collections, []catalog.Collection{first})
			same(t, "ids", changes.CollectionIDs, []int64{first.ID})
			same(t, "changed products", len(changes.Products), 0)

			created := w.now
			w.now = w.now.Add(time.Minute)
			fields := collectionFields("Better", two.ID, three.ID)
			second := must(collectionsOf(s).UpdateCollection(t.Context(), "editor", first.ID, 1, fields))(t)
			same(t, "published at first", second.PublishedAt, created)
			same(t, "changed at", second.UpdatedAt, w.now)
			same(t, "after an update", collectionOf(t, s, first.ID), second)

			check := unchanged(t, s)
			same(t, "version of the same fields", must(collectionsOf(s).UpdateCollection(t.Context(), "editor", first.ID, 2, fields))(t).Version, int64(2))
			wantFault(t, errOf(collectionsOf(s).UpdateCollection(t.Context(), "editor", first.ID, 1, collectionFields("Best"))), fault.Conflict)
			wantFault(t, errOf(collectionsOf(s).UpdateCollection(t.Context(), "editor", 99, 0, fields)), fault.NotFound)
			wantInvalid(t, errOf(collectionsOf(s).CreateCollection(t.Context(), "editor", fields)), "slug")
			wantInvalid(t, errOf(collectionsOf(s).CreateCollection(t.Context(), "editor", collectionFields("Other", 99))), "tools")
			wantFault(t, collectionsOf(s).DeleteCollection(t.Context(), "editor", 99), fault.NotFound)
			check()

			fields.Status = catalog.CollectionDraft
			same(t, "draft", must(collectionsOf(s).UpdateCollection(t.Context(), "editor", first.ID, 0, fields))(t).PublishedAt, time.Time{})
			remove(t, s, two.ID)
			same(t, "tools with one in the trash", len(collectionOf(t, s, first.ID).Tools), 2)
			w.now = w.now.Add(catalog.TrashRetention)
			noError(t, errOf(s.PurgeTrash(t.Context(), "w")))
			same(t, "tools after a purge", collectionOf(t, s, first.ID).IDs(), []int64{three.ID})
			noError(t, collectionsOf(s).DeleteCollection(t.Context(), "editor", first.ID))
			same(t, "after a deletion", len(readAll(t, s).Collections), 0)
		},
		"have the slugs under which visitors saw them, also after a rename back and an undo": func(t *testing.T, s *store.Store, w *world) {
			fields := collectionFields("Draft")
			fields.Status = catalog.CollectionDraft
			id := createCollection(t, s, fields).ID
			rename := func(title string, want ...string) {
				t.Helper()
				w.now = w.now.Add(time.Minute)
				noError(t, errOf(collectionsOf(s).UpdateCollection(t.Context(), "editor", id, 0, collectionFields(title))))
				same(t, "former slugs as "+title, collectionOf(t, s, id).OldSlugs, append([]string{}, want...))
			}
			rename("A")
			rename("B", "a")
			rename("C", "a", "b")
			rename("A", "b", "c")
			noError(t, errOf(s.Undo(t.Context(), "editor", readAll(t, s).Version, "")))
			same(t, "former slugs after the undo", collectionOf(t, s, id).OldSlugs, []string{"b", "a"})
			same(t, "all", readAll(t, s).Collections, []catalog.Collection{collectionOf(t, s, id)})
			for i := range 110 {
				w.now = w.now.Add(time.Minute)
				noError(t, errOf(collectionsOf(s).UpdateCollection(t.Context(), "editor", id, 0, collectionFields(fmt.Sprint("N ", i)))))
			}
			old := collectionOf(t, s, id).OldSlugs
			same(t, "number of former slugs", len(old), 100)
			same(t, "last former slug", old[99], "n-108")
		},
		"that were scheduled are published now when their time is taken away": func(t *testing.T, s *store.Store, w *world) {
			fields := collectionFields("Best")
			fields.PublishedAt = w.now.Add(time.Hour)
			created := createCollection(t, s, fields)
			same(t, "scheduled", collectionOf(t, s, created.ID).PublishedAt, fields.PublishedAt)
			fields.PublishedAt = time.Time{}
			same(t, "published", must(collectionsOf(s).UpdateCollection(t.Context(), "editor", created.ID, 0, fields))(t).PublishedAt, w.now)
		},
		"have a limit": func(t *testing.T, s *store.Store, _ *world) {
			for i := range catalog.MaxCollections {
				createCollection(t, s, collectionFields(fmt.Sprint("Best ", i)))
			}
			wantFault(t, errOf(collectionsOf(s).CreateCollection(t.Context(), "editor", collectionFields("One more"))), fault.Conflict)
		},
		"are reverted by an undo, be it a creation, change or deletion, unless changed since": func(t *testing.T, s *store.Store, _ *world) {
			one, two := create(t, s, draft("One", "A")), create(t, s, draft("Two", "A"))
			first := createCollection(t, s, collectionFields("Best", two.ID, one.ID))
			created := readAll(t, s).Version
			changed := versionAfter(t, s, errOf(collectionsOf(s).UpdateCollection(t.Context(), "editor", first.ID, 0, collectionFields("Worse", one.ID))))
			wantFault(t, errOf(s.Undo(t.Context(), "w", created, "")), fault.Conflict)
			same(t, "undone", undo(t, s, changed), 1)
			same(t, "fields after an undo", collectionOf(t, s, first.ID).CollectionFields, first.CollectionFields)
			same(t, "version after an undo", collectionOf(t, s, first.ID).Version, int64(3))
			same(t, "line", lastLine(t, s).Action, "undo")

			deleted := versionAfter(t, s, collectionsOf(s).DeleteCollection(t.Context(), "editor", first.ID))
			same(t, "undone deletion", undo(t, s, deleted), 1)
			same(t, "fields after a deletion", collectionOf(t, s, first.ID).CollectionFields, first.CollectionFields)
			same(t, "undone undo", undo(t, s, readAll(t, s).Version), 1)
			same(t, "deleted again", len(readAll(t, s).Collections), 0)
			createCollection(t, s, collectionFields("Best"))
			wantFault(t, errOf(s.Undo(t.Context(), "w", deleted, "")), fault.Conflict)

			same(t, "undone creation", undo(t, s, readAll(t, s).Version), 1)
			same(t, "no collections", len(readAll(t, s).Collections), 0)
		},
	})
}

func collectionsOf(s *store.Store) *collections.Queries { return &collections.Queries{DB: s.DB} }

func init() { plans = append(plans, plan{reflect.TypeFor[*collections.Queries](), planCollections}) }

func planCollections(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	ctx := t.Context()
	look("Collection")(collectionsOf(s).Collection(ctx, 77))
	look("UpdateCollection")(collectionsOf(s).UpdateCollection(ctx, "w", 77, 0, collectionFields("Changed", 78, 79)))
	look("DeleteCollection")(collectionsOf(s).DeleteCollection(ctx, "w", 77))
	look("CreateCollection")(collectionsOf(s).CreateCollection(ctx, "w", collectionFields("New", 78, 79)))
}
