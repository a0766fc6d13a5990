package catalog

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Trash reads the deleted products that can be restored, latest first, at most MaxTrash of them.
func (s *Queries) Trash(ctx context.Context) ([]Deleted, error) {
	var found []Deleted
	err := s.Read(ctx, "read the trash", func(ctx context.Context, tx db.Tx) error {
		var err error
		// The last change of a row in the trash is its deletion: that version's audit entry has the actor. The sum keeps
		// SQLite from reading all entries of that version, as many as products were deleted in it, for each row.
		found, err = db.Collect(ctx, tx, scanDeleted, "SELECT p.id, p.deleted_at, COALESCE(a.actor, '') FROM products p "+
			"LEFT JOIN audit a ON a.version + 0 = p.changed_in AND a.object = 'products' AND a.object_id = CAST(p.id AS TEXT) "+
			"WHERE p.deleted_at > ? ORDER BY p.deleted_at DESC, p.id DESC LIMIT ?",
			s.Now().Add(-TrashRetention).UnixMicro(), MaxTrash)
		if err != nil || len(found) == 0 {
			return err
		}
		return fillDeleted(ctx, tx, found)
	})
	return found, err
}

func scanDeleted(rows *sql.Rows) (Deleted, error) {
	var d Deleted
	var at int64
	err := rows.Scan(&d.Product.ID, &at, &d.DeletedBy)
	d.DeletedAt = db.TimeOf(at)
	return d, err
}

// NewestDeleted reads the newest MaxGonePages of the products in the trash that were deleted since a version, the
// oldest first, without who deleted them.
func NewestDeleted(ctx context.Context, tx db.Tx, since int64, now time.Time) ([]Deleted, error) {
	found, err := db.Collect(ctx, tx, scanDeleted, "SELECT id, deleted_at, '' FROM products WHERE deleted_at > ? AND changed_in > ? "+
		"ORDER BY deleted_at DESC, id DESC LIMIT ?", now.Add(-TrashRetention).UnixMicro(), since, MaxGonePages)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	slices.Reverse(found)
	return found, fillDeleted(ctx, tx, found)
}

// fillDeleted reads the products of the rows found.
func fillDeleted(ctx context.Context, tx db.Tx, found []Deleted) error {
	ids := make([]int64, len(found))
	for i, d := range found {
		ids[i] = d.Product.ID
	}
	products, err := deletedProducts(ctx, tx, db.Placeholders(len(ids)), db.Args(ids)...)
	byID := make(map[int64]Product, len(products))
	for _, p := range products {
		byID[p.ID] = p
	}
	for i, id := range ids {
		found[i].Product = byID[id]
	}
	return err
}

// RestoreProduct restores a product: with entryID 0 out of the trash, as it was when deleted, else to one of the states of
// that audit entry. It restores the whole state, including the display order; only the slug gets a number if another
// product has it by now. NotFound: an unknown product, one that is not in the trash, an entry about something else, or a
// state without the product. A product that has the state already stays as it is.
func (s *Queries) RestoreProduct(ctx context.Context, by string, id, entryID int64, state audit.State) (Product, error) {
	var p Product
	err := s.Write(ctx, db.WriteOptions{By: by, Doing: "restore a product"}, func(ctx context.Context, w *db.WriteTx) error {
		now, want, err := stateFor(ctx, w, id, entryID, state)
		if err != nil {
			return err
		}
		index, err := readCategoryIndex(ctx, w.Tx)
		if err != nil {
			return err
		}
		if p = now.Product; index.isAsLeft(now, Change{After: want}) {
			return db.ErrNoChange
		}
		if err := applyStates(ctx, w, index, db.Entry{Action: "restore"}, []targetState{{now, want}}); err != nil {
			return err
		}
		if p, err = ReadProduct(ctx, w.Tx, id); err != nil {
			return err
		}
		return auditMade(ctx, w, index)
	})
	if err != nil {
		return Product{}, err
	}
	return p, nil
}

// RestoreProducts restores products out of the trash, all or none, as they were when they were deleted, and returns the
// resulting version. If one of them is not in the trash, it is NotFound.
func (s *Queries) RestoreProducts(ctx context.Context, by string, ids []int64) (version int64, err error) {
	if err := CheckRestored(ids); err != nil {
		return 0, err
	}
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "restore products", Long: true}, func(ctx context.Context, w *db.WriteTx) error {
		index, err := readCategoryIndex(ctx, w.Tx)
		if err != nil {
			return err
		}
		version = w.Version
		for batch := range slices.Chunk(ids, undoBatch) {
			if err := restoreDeleted(ctx, w, index, batch); err != nil {
				return err
			}
		}
		return auditMade(ctx, w, index)
	})
	return version, err
}

func restoreDeleted(ctx context.Context, w *db.WriteTx, index *categoryIndex, ids []int64) error {
	rows, err := currentStates(ctx, w.Tx, ids)
	if err != nil {
		return err
	}
	// As in Trash, the sum keeps SQLite from reading all entries of that version for each row.
	lines, err := db.Collect(ctx, w, records.ScanLine, "SELECT a.id, a.action, a.object_id, a.before, a.after FROM products p "+
		"JOIN audit a ON a.version + 0 = p.changed_in AND a.object = 'products' AND a.object_id = CAST(p.id AS TEXT) "+
		"WHERE p.deleted_at IS NOT NULL AND p.id IN "+db.Placeholders(len(ids))+" ORDER BY a.id", db.Args(ids)...)
	if err != nil {
		return err
	}
	targets := make([]targetState, 0, len(lines))
	for _, line := range lines {
		c, err := changeOf(line)
		if err != nil {
			return err
		}
		if want := c.in(""); want != nil {
			targets = append(targets, targetState{rows[want.ID], want})
		}
	}
	if len(targets) != len(ids) {
		return fault.New(fault.NotFound, "A product isn't in the trash. It may have been restored or permanently deleted. Nothing was restored.")
	}
	return applyStates(ctx, w, index, db.Entry{Action: "restore"}, targets)
}

// stateFor returns a product as it is now, and the state of it that an audit entry has.
func stateFor(ctx context.Context, w *db.WriteTx, id, entryID int64, state audit.State) (now currentState, want *Product, err error) {
	rows, err := currentStates(ctx, w.Tx, []int64{id})
	if err != nil {
		return now, nil, err
	}
	now, known := rows[id]
	if !known || entryID == 0 && !now.deleted {
		return now, nil, fault.New(fault.NotFound, "This product isn't in the trash. It may have been restored or permanently deleted.")
	}
	query, args := " AND id = ?", []any{id, entryID}
	if entryID == 0 {
		query, args = " AND version + 0 = (SELECT changed_in FROM products WHERE id = ?)", []any{id, id}
	}
	lines, err := db.Collect(ctx, w, records.ScanLine, "SELECT "+records.LineColumns+" FROM audit "+
		"WHERE object = 'products' AND object_id = CAST(CAST(? AS BIGINT) AS TEXT)"+query, args...)
	if err != nil {
		return now, nil, err
	}
	line, err := db.Only(lines, "There is no such entry in this product's history.")
	if err != nil {
		return now, nil, err
	}
	c, err := changeOf(line)
	if want = c.in(state); err == nil && want == nil {
		err = fault.New(fault.NotFound, "The product did not exist in this state, so it cannot be restored.")
	}
	return now, want, err
}

// in returns the product in one of the two states. The zero State is After, or Before if nothing is after the change.
func (c Change) in(state audit.State) *Product {
	if state == audit.Before || state == "" && c.After == nil {
		return c.Before
	}
	return c.After
}

// purgeBatch is how many products one transaction purges.
const purgeBatch = 500

// PurgeTrash permanently deletes the products that have been in the trash for TrashRetention, with their links to
// categories and verdicts on them, and returns how many. RemoveOrphans deletes the uploads that nothing names any more.
func (s *Queries) PurgeTrash(ctx context.Context, by string) (purged int, err error) {
	for {
		count, err := s.purgeSome(ctx, by)
		purged += count
		if err != nil || count < purgeBatch {
			return purged, err
		}
	}
}

func (s *Queries) purgeSome(ctx context.Context, by string) (purged int, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "empty the trash"}, func(ctx context.Context, w *db.WriteTx) error {
		ids, err := db.Collect(ctx, w, db.Column[int64], "SELECT id FROM products WHERE deleted_at <= ? ORDER BY deleted_at, id LIMIT ?",
			w.At.Add(-TrashRetention).UnixMicro(), purgeBatch)
		if err != nil {
			return err
		}
		if purged = len(ids); purged == 0 {
			return db.ErrNoChange
		}
		entries := make([]db.Entry, len(ids))
		for i, id := range ids {
			entries[i] = db.Entry{Action: "purge", Object: "products", ObjectID: id}
		}
		if err := s.Purging(ctx, w, ids); err != nil { // before the names of the products are gone
			return err
		}
		list, args := db.Placeholders(len(ids)), db.Args(ids)
		if err := w.Exec(ctx, "DELETE FROM product_categories WHERE product_id IN "+list, args...); err != nil {
			return err
		}
		if err := w.Exec(ctx, "DELETE FROM products WHERE id IN "+list, args...); err != nil {
			return err
		}
		return w.Audit(ctx, entries...)
	})
	return purged, err
}

// currentState is a product as its row is now, live or in the trash.
type currentState struct {
	Product
	deleted bool
}

// currentStates reads products by id. A product that is neither live nor in the trash has no entry.
func currentStates(ctx context.Context, tx db.Tx, ids []int64) (map[int64]currentState, error) {
	list, args := db.Placeholders(len(ids)), db.Args(ids)
	live, err := ReadProducts(ctx, tx, list, args...)
	found := make(map[int64]currentState, len(ids))
	for _, p := range live {
		found[p.ID] = currentState{p, false}
	}
	if err != nil || len(live) == len(ids) {
		return found, err
	}
	deleted, err := deletedProducts(ctx, tx, list, args...)
	for _, p := range deleted {
		found[p.ID] = currentState{p, true}
	}
	return found, err
}

// targetState is a product's current state and the wanted one; nil: deleted.
type targetState struct {
	now  currentState
	want *Product
}

// applyStates brings products to their wanted states, and adds an audit entry for each, with line as the template.
func applyStates(ctx context.Context, w *db.WriteTx, x *categoryIndex, line db.Entry, targets []targetState) error {
	var rows []*ProductRow
	var gone []int64
	var changes []Change
	taken, err := takenSlugs(ctx, w, targets, line.Action == "undo")
	if err != nil {
		return err
	}
	for _, target := range targets {
		c := Change{}
		if !target.now.deleted {
			c.Before = &target.now.Product
		}
		switch {
		case target.want != nil:
			r, err := targetRow(ctx, w, x, target, taken)
			if err != nil {
				return err
			}
			rows, c.After = append(rows, r), &r.Product
		case !target.now.deleted:
			gone = append(gone, target.now.ID)
		}
		changes = append(changes, c)
	}
	if err := UpdateProducts(ctx, w, rows); err != nil {
		return err
	}
	if len(gone) > 0 {
		if err := deleteProducts(ctx, w, gone); err != nil {
			return err
		}
	}
	return auditChanges(ctx, w, line, changes)
}

// targetRow returns the wanted product with its current version. It finds renamed categories by their old names and creates
// deleted ones again. If another product has the slug by now, or had it later, it appends a number.
func targetRow(ctx context.Context, w *db.WriteTx, x *categoryIndex, target targetState, taken map[string]int64) (*ProductRow, error) {
	r := &ProductRow{Product: *target.want, before: &target.now.Product, wasDeleted: target.now.deleted}
	r.Version = target.now.Version
	var err error
	if r.Logo, err = logoOf(ctx, w, r.Logo, target.now.Logo); err != nil {
		return nil, err
	}
	if taken[r.Slug] != r.ID {
		used, err := slugsLike(ctx, w, r.Slug)
		if err != nil {
			return nil, err
		}
		for slug := range taken {
			used.reserve(slug)
		}
		r.Slug = used.free(r.Slug)
	}
	taken[r.Slug] = r.ID
	categories, err := find(ctx, w, x, r.Categories)
	r.setCategories(categories)
	r.moved = !slices.Equal(target.now.Categories, r.Categories)
	return r, err
}

// takenSlugs returns the wanted slugs, each with the product that has it now or that it redirects to, or else the first one
// that wants it. An undo takes a slug back from a redirect: one undone change may have given it to another product, and
// the changes before it could not be undone if the product came back under another slug.
func takenSlugs(ctx context.Context, w *db.WriteTx, targets []targetState, isUndo bool) (map[string]int64, error) {
	taken := map[string]int64{}
	args := make([]any, 0, len(targets))
	for _, target := range slices.Backward(targets) {
		if target.want != nil {
			args = append(args, target.want.Slug)
			taken[target.want.Slug] = target.now.ID
		}
	}
	if len(args) == 0 {
		return taken, nil
	}
	list := db.Placeholders(len(args))
	query := "SELECT slug, id FROM products WHERE deleted_at IS NULL AND slug IN " + list
	if !isUndo {
		query += " UNION ALL SELECT slug, product_id FROM product_slugs WHERE slug IN " + list
		args = append(args, args...)
	}
	owners, err := pairs[string, int64](ctx, w.Tx, query, args...)
	maps.Copy(taken, owners)
	return taken, err
}

// Queries read and write products and categories.
type Queries struct {
	*db.DB
	// Purging is called in the transaction that deletes products for good, before it does.
	Purging func(ctx context.Context, w *db.WriteTx, ids []int64) error
	// Merging is called in the transaction that merges a category into another, before it does.
	Merging func(ctx context.Context, w *db.WriteTx, from, into int64) error
	// Linking stores the affiliate link of a row of an import, and reports whether that changes something; nil: nothing does.
	Linking func(ctx context.Context, w *db.WriteTx, product int64, link LinkDraft) (changed bool, err error)
}
