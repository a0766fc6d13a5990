// Package collections keeps the lists of tools that an editor puts together, with their introductions and notes.
//
// # To change
//
//   - the rows: queries.go; their undo: records.go; the rules: internal/catalog/collection.go
//   - its pages and their feed: pages.go; go test ./internal/collections
package collections

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
)

const noCollection = "There is no such collection. It may have been deleted."

// row is a collection as its table has it: without its tools.
type row struct {
	catalog.Collection
	ChangedIn int64 `db:"changed_in"` // version of the catalogue
}

var table = db.TableOf[row]("collections")

// Collection reads a collection, with its tools in the trash. An unknown id is NotFound.
func (s *Queries) Collection(ctx context.Context, id int64) (c catalog.Collection, err error) {
	err = s.Read(ctx, "read a collection", func(ctx context.Context, tx db.Tx) error {
		c, err = collection(ctx, tx, id)
		return err
	})
	return c, err
}

func collection(ctx context.Context, tx db.Tx, id int64) (catalog.Collection, error) {
	found, err := Collections(ctx, tx, "WHERE id = ?", id)
	if err != nil {
		return catalog.Collection{}, err
	}
	return db.Only(found, noCollection)
}

// Collections reads the collections in the condition by id, with their tools in order, also those in the trash.
func Collections(ctx context.Context, tx db.Tx, condition string, args ...any) ([]catalog.Collection, error) {
	rows, err := table.Select(ctx, tx, condition+" ORDER BY id", args...)
	found := make([]catalog.Collection, len(rows))
	if err != nil || len(rows) == 0 {
		return found, err
	}
	at := make(map[int64]*catalog.Collection, len(rows))
	for i, row := range rows {
		c := &found[i]
		if *c = row.Collection; c.PublishedAt.IsZero() {
			c.Status = catalog.CollectionDraft
		} else {
			c.Status = catalog.CollectionPublished
		}
		c.Tools, at[c.ID] = []catalog.CollectionTool{}, c
	}
	err = tx.Each(ctx, func(rows *sql.Rows) error {
		var collection int64
		var tool catalog.CollectionTool
		err := rows.Scan(&collection, &tool.ID, &tool.Note)
		at[collection].Tools = append(at[collection].Tools, tool)
		return err
	}, "SELECT collection_id, product_id, note FROM collection_products WHERE collection_id IN (SELECT id FROM collections "+condition+
		") ORDER BY collection_id, position", args...)
	return found, err
}

// CreateCollection stores a new collection, whose fields have passed Check, and returns it as stored. A slug that is taken
// and a tool that does not exist are Invalid, one more than catalog.MaxCollections is a Conflict.
func (s *Queries) CreateCollection(ctx context.Context, by string, f catalog.CollectionFields) (c catalog.Collection, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "create a collection"}, func(ctx context.Context, w *db.WriteTx) error {
		return idempotency.Once(ctx, w, &c, func() error {
			c = catalog.Collection{CollectionFields: f, OldSlugs: []string{}, CreatedAt: w.At, UpdatedAt: w.At, Version: 1}
			c.PublishedAt = publishedAt(f, time.Time{}, w.At)
			if err := insertCollection(ctx, w, &c); err != nil {
				return err
			}
			return w.Audit(ctx, db.Entry{Action: "create", Object: "collections", ObjectID: c.ID, After: c})
		})
	})
	return c, err
}

// publishedAt returns when a collection with these fields is published; before is when it was published so far.
func publishedAt(f catalog.CollectionFields, before, now time.Time) time.Time {
	switch {
	case f.Status == catalog.CollectionDraft:
		return time.Time{}
	case !f.PublishedAt.IsZero():
		return f.PublishedAt
	case !before.IsZero() && !before.After(now):
		return before
	}
	return now
}

// insertCollection inserts a collection with its tools, and sets its id if it has none.
func insertCollection(ctx context.Context, w *db.WriteTx, c *catalog.Collection) error {
	var count int
	if err := w.Row(ctx, "SELECT count(*) FROM collections").Scan(&count); err != nil {
		return err
	}
	if count >= catalog.MaxCollections {
		return fault.New(fault.Conflict, fmt.Sprintf("There can be at most %d collections. Please delete one first.", catalog.MaxCollections))
	}
	if err := checkCollection(ctx, w, *c); err != nil {
		return err
	}
	stored := row{*c, w.Version}
	if err := table.Insert(ctx, w, &stored); err != nil {
		return err
	}
	c.ID = stored.ID
	return insertCollectionTools(ctx, w, *c)
}

// checkCollection refuses a slug that another collection has, and tools that do not exist.
func checkCollection(ctx context.Context, w *db.WriteTx, c catalog.Collection) error {
	var taken int
	if err := w.Row(ctx, "SELECT count(*) FROM collections WHERE slug = ? AND id <> ?", c.Slug, c.ID).Scan(&taken); err != nil {
		return err
	}
	if taken > 0 {
		return fault.InvalidFields([]fault.Field{{Field: "slug", Message: "Another collection already has this URL. Please choose another one"}})
	}
	return catalog.CheckExist(ctx, w, "tools", c.IDs())
}

func insertCollectionTools(ctx context.Context, w *db.WriteTx, c catalog.Collection) error {
	if len(c.Tools) == 0 {
		return nil
	}
	var args []any
	for position, tool := range c.Tools {
		args = append(args, c.ID, tool.ID, position, tool.Note)
	}
	return w.Exec(ctx, "INSERT INTO collection_products (collection_id, product_id, position, note) VALUES "+db.Rows(len(c.Tools), 4), args...)
}

// UpdateCollection replaces the fields, which have passed Check, and returns the collection as stored. A version other
// than 0 and the collection's is a Conflict. Fields that are there already are not written again.
func (s *Queries) UpdateCollection(ctx context.Context, by string, id, version int64, f catalog.CollectionFields) (c catalog.Collection, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "change a collection"}, func(ctx context.Context, w *db.WriteTx) error {
		before, err := collection(ctx, w.Tx, id)
		if err != nil {
			return err
		}
		if version != 0 && version != before.Version {
			return fault.New(fault.Conflict, "Someone else changed this collection. Please reload it and try again.")
		}
		c = before
		c.CollectionFields = f
		if c.PublishedAt = publishedAt(f, before.PublishedAt, w.At); reflect.DeepEqual(c, before) {
			return db.ErrNoChange
		}
		return replaceCollection(ctx, w, "update", before, &c)
	})
	return c, err
}

// replaceCollection writes what differs from before, as the next version, with its audit entry.
func replaceCollection(ctx context.Context, w *db.WriteTx, action string, before catalog.Collection, c *catalog.Collection) error {
	c.UpdatedAt, c.Version = w.At, before.Version+1
	c.RenamedFrom(before, w.At)
	if err := checkCollection(ctx, w, *c); err != nil {
		return err
	}
	if err := table.Update(ctx, w, &row{*c, w.Version}); err != nil {
		return err
	}
	if err := w.Exec(ctx, "DELETE FROM collection_products WHERE collection_id = ?", c.ID); err != nil {
		return err
	}
	if err := insertCollectionTools(ctx, w, *c); err != nil {
		return err
	}
	return w.Audit(ctx, db.Entry{Action: action, Object: "collections", ObjectID: c.ID, Before: before, After: *c})
}

// DeleteCollection deletes a collection, which an undo brings back. An unknown id is NotFound.
func (s *Queries) DeleteCollection(ctx context.Context, by string, id int64) error {
	return s.Write(ctx, db.WriteOptions{By: by, Doing: "delete a collection"}, func(ctx context.Context, w *db.WriteTx) error {
		before, err := collection(ctx, w.Tx, id)
		if err != nil {
			return err
		}
		return deleteCollection(ctx, w, "delete", before)
	})
}

func deleteCollection(ctx context.Context, w *db.WriteTx, action string, before catalog.Collection) error {
	if err := w.Exec(ctx, "DELETE FROM collections WHERE id = ?", before.ID); err != nil {
		return err
	}
	return w.Audit(ctx, db.Entry{Action: action, Object: "collections", ObjectID: before.ID, Before: before})
}

// Queries read and write collections.
type Queries struct{ *db.DB }
