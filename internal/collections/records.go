package collections

import (
	"context"
	"database/sql"
	"encoding/json"
	"reflect"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is the collections.
func Kinds() []records.Kind {
	return []records.Kind{{
		Table: "collections", Label: "collection", Many: "Collections", Area: httpapi.Catalog, Archive: archived,
		Uploads: []string{"SELECT introduction, title FROM collections WHERE introduction LIKE " + media.Like},
		Undo:    records.Record[catalog.Collection]{Decode: readCollection, Read: collectionNow, Same: isSameCollection, Put: putCollection}.Undo,
	}}
}

// archived is how collections are in an archive: by id, drafts too, without tools in the trash and without their versions, which
// count the changes of one site.
var archived = records.Rows[catalog.Collection]{
	Label: "collection", Many: "collections", Most: catalog.MaxCollections,
	Name:   func(c catalog.Collection) (key, title string) { return records.Number(c.ID), c.Title },
	Unique: []func(catalog.Collection) string{func(c catalog.Collection) string { return c.Slug }},
	Read: func(ctx context.Context, tx db.Tx) ([]catalog.Collection, error) {
		found, err := Collections(ctx, tx, "")
		for i := range found {
			found[i].Version = 0
		}
		return found, err
	},
	Check: func(c catalog.Collection) (stored catalog.Collection, err error) {
		stored = c
		stored.CollectionFields, err = c.Check()
		if isPublished := c.Status == catalog.CollectionPublished; isPublished == c.PublishedAt.IsZero() || !catalog.ValidOldSlugs(c.OldSlugs) {
			return catalog.Collection{}, err
		}
		return stored, err
	},
	Among: func(c catalog.Collection, live map[int64]bool) *catalog.Collection {
		c.Tools = slices.DeleteFunc(slices.Clone(c.Tools), func(tool catalog.CollectionTool) bool { return !live[tool.ID] })
		return &c
	},
	Uploads:   func(c catalog.Collection, note func(string)) { note(c.Introduction) },
	Replace:   replaceCollections,
	HasSerial: true,
}

// replaceCollections deletes the collections that are not wanted as they are, and inserts the wanted ones with the next version.
func replaceCollections(ctx context.Context, r *records.Replacing, have, want []catalog.Collection) error {
	for i := range want {
		if c := &want[i]; c.OldSlugs == nil { // written by a version that had none
			c.OldSlugs = []string{}
		}
	}
	versions := map[int64]int64{}
	err := r.Each(ctx, func(rows *sql.Rows) error {
		var id, version int64
		err := rows.Scan(&id, &version)
		versions[id] = version
		return err
	}, "SELECT id, version FROM collections")
	if err != nil {
		return err
	}
	gone, missing := records.Differing(have, want, func(c catalog.Collection) string { return records.Number(c.ID) })
	for _, c := range gone {
		if err := r.Exec(ctx, "DELETE FROM collections WHERE id = ?", c.ID); err != nil {
			return err
		}
	}
	for _, c := range missing {
		c.Version = versions[c.ID] + 1
		if err := insertCollection(ctx, r.WriteTx, &c); err != nil {
			return err
		}
	}
	return nil
}

func collectionNow(ctx context.Context, tx db.Tx, of catalog.Collection) (*catalog.Collection, error) {
	found, err := Collections(ctx, tx, "WHERE id = ?", of.ID)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

func putCollection(ctx context.Context, w *db.WriteTx, action string, now, then *catalog.Collection) error {
	switch {
	case then == nil:
		return deleteCollection(ctx, w, action, *now)
	case now != nil:
		return asUndoConflict(replaceCollection(ctx, w, action, *now, then))
	}
	then.UpdatedAt, then.Version = w.At, then.Version+1
	if err := insertCollection(ctx, w, then); err != nil {
		return asUndoConflict(err)
	}
	return w.Audit(ctx, db.Entry{Action: action, Object: "collections", ObjectID: then.ID, After: *then})
}

// readCollection decodes a collection of the audit. Entries of earlier versions have no former slugs.
func readCollection(_ string, text []byte) (*catalog.Collection, error) {
	c := &catalog.Collection{OldSlugs: []string{}}
	return c, json.Unmarshal(text, c)
}

// isSameCollection reports whether two states are equal, apart from what every change sets.
func isSameCollection(one, other catalog.Collection) bool {
	one.UpdatedAt, one.Version, other.UpdatedAt, other.Version = time.Time{}, 0, time.Time{}, 0
	return reflect.DeepEqual(one, other)
}

// asUndoConflict returns the Conflict of an undo that would break a rule.
func asUndoConflict(err error) error {
	if fault.Is(err, fault.Invalid) {
		return fault.Because(fault.Conflict, "Another collection has this URL now, or one of its tools was permanently deleted. Nothing was undone.", err)
	}
	return err
}
