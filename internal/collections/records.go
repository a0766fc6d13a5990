package collections

import (
	"context"
	"encoding/json"
	"reflect"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is the collections.
func Kinds() []records.Kind {
	return []records.Kind{records.Record[catalog.Collection]{
		Table: "collections", Label: "collection",
		Uploads: []string{"SELECT introduction, title FROM collections WHERE introduction LIKE " + media.Like},
		Decode:  readCollection, Read: collectionNow, Same: isSameCollection, Put: putCollection,
	}.Kind()}
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
	if err := InsertCollection(ctx, w, then); err != nil {
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
		return fault.Because(fault.Conflict, "Another collection has this address now, or a tool of it was deleted for good. Nothing was undone.", err)
	}
	return err
}
