package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// undoBatch is how many audit entries an undo reads and reverts at a time.
const undoBatch = 500

// undoProducts reverts every product that a catalogue version changed: changed products to their old state, deleted ones into
// the catalogue, new ones into the trash, moved ones to their old positions. It deletes categories that an import created and
// that are empty then, and recreates a merged category with its products.
func undoProducts(ctx context.Context, of *records.Undo, version int64) (end func(ctx context.Context) error, err error) {
	index, err := readCategoryIndex(ctx, of.Tx)
	if err != nil {
		return nil, err
	}
	u := &undoing{Undo: of, index: index}
	if u.undone.Count, err = countParts(ctx, u.Tx, version); err != nil {
		return nil, err
	}
	if err := u.revertProducts(ctx, version); err != nil {
		return nil, err
	}
	return u.finish, u.undoMerges(ctx, version)
}

// undoing is the state of one undo.
type undoing struct {
	*records.Undo
	index    *categoryIndex
	undone   undoneChange
	reverted int      // products that are already as they were before the change
	changed  []int64  // products that have changed since
	made     []string // categories that an import created
}

// undoneChange is what the entry of an undo tells of a change of several products.
type undoneChange struct {
	Action string   `json:"action"`
	Count  int      `json:"count"`
	Fields []string `json:"fields,omitempty"`
	File   string   `json:"file,omitempty"`
}

// countParts returns how many single products a version changed.
func countParts(ctx context.Context, tx db.Tx, version int64) (count int, err error) {
	err = tx.Row(ctx, "SELECT count(*) FROM audit WHERE version = ? AND object = 'products' AND object_id <> '' AND "+
		"(before IS NOT NULL OR after IS NOT NULL)", version).Scan(&count)
	return count, err
}

// revertProducts reverts all product changes of a version.
func (u *undoing) revertProducts(ctx context.Context, version int64) error {
	for last := int64(0); ; {
		lines, err := auditOf(ctx, u.Tx, version, last)
		if err != nil || len(lines) == 0 {
			return err
		}
		last = lines[len(lines)-1].ID
		if err := u.revertLines(ctx, lines); err != nil {
			return err
		}
	}
}

// finish refuses an undo of products that have changed since, and adds the audit entries beyond those of the products.
func (u *undoing) finish(ctx context.Context) error {
	switch {
	case len(u.changed) > 0:
		return u.changedSince(ctx)
	case u.Restored == 0 && !u.IsDone && u.Left+u.reverted > 0:
		return fault.New(fault.Conflict, "Nothing to undo: every product of this change is as it was before, has changed since or was permanently deleted.")
	}
	for _, name := range u.made {
		if err := u.dropEmpty(ctx, name); err != nil {
			return err
		}
	}
	if u.isOfMany() {
		if err := u.Audit(ctx, db.Entry{Action: "undo", Object: "products", After: undoSummary{u.Restored, u.Left, &u.undone}}); err != nil {
			return err
		}
	}
	return auditMade(ctx, u.WriteTx, u.index)
}

// isOfMany reports whether the undone change was one of several products. Then one entry sums up those of the undo.
func (u *undoing) isOfMany() bool { return u.undone.Count > 1 }

// undoSummary is the audit's entry for the undo of a change of several products.
type undoSummary struct {
	Restored int           `json:"restored"`
	Left     int           `json:"left,omitempty"`
	Of       *undoneChange `json:"of,omitempty"`
}

// dropEmpty deletes a category that no live product has.
func (u *undoing) dropEmpty(ctx context.Context, name string) error {
	category, known := u.index.byKey[Fold(name)]
	if !known {
		return nil
	}
	used, err := isUsed(ctx, u.Tx, category.ID)
	if err != nil || used {
		return err
	}
	return dropCategory(ctx, u.WriteTx, category)
}

// auditOf reads a version's next audit entries about products.
func auditOf(ctx context.Context, tx db.Tx, version, after int64) ([]records.Line, error) {
	return db.Collect(ctx, tx, records.ScanLine, "SELECT "+records.LineColumns+" FROM audit "+
		"WHERE version = ? AND id > ? AND object = 'products' ORDER BY id LIMIT ?", version, after, undoBatch)
}

// revertLines reverts the changes of some audit entries.
func (u *undoing) revertLines(ctx context.Context, lines []records.Line) error {
	var changes []Change
	for _, line := range lines {
		if line.Key == "" {
			if err := u.revertMany(ctx, line); err != nil {
				return err
			}
			continue
		}
		u.undone.Action = line.Action
		c, err := changeOf(line)
		if err != nil {
			return err
		}
		if c != (Change{}) { // a purged product has neither state
			changes = append(changes, c)
		}
	}
	return u.revertChanges(ctx, changes, db.Entry{Action: "undo", IsPart: u.isOfMany()})
}

// changeOf returns the change of an entry about one product.
func changeOf(l records.Line) (c Change, err error) {
	if c.Before, err = records.Decode[Product](l.Before); err != nil {
		return c, err
	}
	c.After, err = records.Decode[Product](l.After)
	return c, err
}

// manyChanged is an entry about many products: a new order, a move, or the sum of the entries of its parts.
type manyChanged struct {
	orderChange
	importSummary
	Move singleMove `json:"move"`
}

// revertMany reverts an entry about many products. Of a sum of parts it notes what the entry of the undo says of it.
func (u *undoing) revertMany(ctx context.Context, line records.Line) error {
	var summary manyChanged
	if err := json.Unmarshal(line.After, &summary); err != nil {
		return err
	}
	switch {
	case len(summary.Runs) > 0:
		return u.undoOrder(ctx, summary.orderChange)
	case summary.Move.ID != 0:
		return u.undoMove(ctx, summary.Move)
	case summary.Created+summary.Updated > 0 && u.undone.Count == 0:
		return fault.New(fault.Conflict, "This import cannot be undone: an earlier version of the program made it and did not record each product.")
	}
	u.made = summary.Categories
	u.undone.Action, u.undone.Fields, u.undone.File = line.Action, summary.Fields, summary.File
	return nil
}

// namedChanges is how many changed products a Conflict names.
const namedChanges = 5

// changedSince returns the Conflict that names the products that have changed since.
func (u *undoing) changedSince(ctx context.Context) error {
	ids := u.changed[:min(namedChanges, len(u.changed))]
	names, err := db.Collect(ctx, u, db.Column[string], "SELECT name FROM products WHERE id IN "+db.Placeholders(len(ids))+" ORDER BY id", db.Args(ids)...)
	if err != nil {
		return err
	}
	message := "Some of these products were permanently deleted." // the rows with their names are gone
	if len(names) > 0 {
		message = "Changed since: “" + strings.Join(names, "”, “") + "”"
		if more := len(u.changed) - len(names); more > 0 {
			message += fmt.Sprintf(" and %d more", more)
		}
		message += "."
	}
	return fault.New(fault.Conflict, message+" Nothing was undone.")
}

// reverts reports whether the undo reverts a product, and counts it if not.
func (u *undoing) reverts(id int64, found records.Standing) bool {
	switch {
	case found == records.AsLeft, found == records.Changed && u.Since == audit.Revert:
		return true
	case u.Since == "":
		u.changed = append(u.changed, id)
	case found == records.Reverted:
		u.reverted++
	default:
		u.Left++
	}
	return false
}

// revertChanges reverts products from the state after a change to the state before it, and adds an audit entry for each, with
// line as the template. Once an undo is refused for a product, it only looks for others.
func (u *undoing) revertChanges(ctx context.Context, changes []Change, line db.Entry) error {
	if len(changes) == 0 {
		return nil
	}
	rows, err := currentStates(ctx, u.Tx, idsOfChanges(changes))
	if err != nil {
		return err
	}
	var targets []targetState
	for _, c := range changes {
		now, known := rows[c.id()]
		c = c.withPosition(now)
		if u.reverts(c.id(), u.index.standing(now, known, c)) {
			targets = append(targets, targetState{now, c.Before})
		}
	}
	if len(u.changed) > 0 {
		return nil
	}
	u.Restored += len(targets)
	return applyStates(ctx, u.WriteTx, u.index, line, targets)
}

func idsOfChanges(changes []Change) []int64 {
	ids := make([]int64, len(changes))
	for i, c := range changes {
		ids[i] = c.id()
	}
	return ids
}

// standing compares a product's row, if there is one, with the states before and after a change.
func (x *categoryIndex) standing(now currentState, known bool, c Change) records.Standing {
	switch {
	case !known:
		return records.Purged
	case x.isAsLeft(now, c):
		return records.AsLeft
	case c.Before == nil && now.deleted, c.Before != nil && !now.deleted && x.isAsLeft(now, Change{After: c.Before}):
		return records.Reverted
	}
	return records.Changed
}

// withPosition returns the change with the product's current display order, unless the change itself moved the product: a
// move of others past a product does not change that product.
func (c Change) withPosition(now currentState) Change {
	if now.deleted || c.After == nil || c.Before != nil && c.Before.DisplayOrder != c.After.DisplayOrder {
		return c
	}
	for _, side := range []**Product{&c.Before, &c.After} {
		if *side != nil {
			moved := **side
			moved.DisplayOrder = now.DisplayOrder
			*side = &moved
		}
	}
	return c
}

func (c Change) id() int64 {
	if c.Before != nil {
		return c.Before.ID
	}
	return c.After.ID
}

// isAsLeft reports whether a product is as a change left it, even if its categories were renamed. For a deleted product it
// ignores the categories, which may have been deleted since, and the slug, which others could take: if one did, the product
// came back under another slug until that was undone.
func (x *categoryIndex) isAsLeft(now currentState, c Change) bool {
	if now.deleted != (c.After == nil) {
		return false
	}
	then := c.After
	if then == nil {
		then = c.Before
	}
	if now.deleted {
		now.Slug = then.Slug
	} else if !slices.Equal(x.ids(now.Categories), x.ids(then.Categories)) {
		return false
	}
	return reflect.DeepEqual(withoutVolatile(now.Product), withoutVolatile(*then))
}

// withoutVolatile returns the product without categories and the fields that every change sets, its logo as the audit has it.
func withoutVolatile(p Product) Product {
	p.Categories, p.Version, p.UpdatedAt = nil, 0, time.Time{}
	p.Logo = logoMark(p.Logo)
	return p
}

// Kinds is the categories, the products and their former slugs.
func Kinds() []records.Kind {
	return []records.Kind{categoryKind, productKind, {Table: "product_slugs", Label: "former slug", Archive: oldSlugRows}}
}

// productKind is the products, with their order and the merges of categories.
var productKind = records.Kind{
	Table: "products", Label: "product", Many: "Products", Area: httpapi.Catalog,
	Undo:     undoProducts,
	Undoable: func(action string) bool { return action != "purge" },
	Preview:  previewProducts,
	Named:    partsNamed,
	Summary:  func() db.Summary { return &productChanges{Names: []string{}} },
	Shorten:  shortOrder,
	Uploads:  []string{"SELECT logo, images FROM products WHERE changed_in > ? AND (logo LIKE " + media.Like + " OR images LIKE " + media.Like + ")"},
	CanPurge: true,
	Archive:  productRows,
}

// categoryKind is the categories. The undo of products reverts their merges.
var categoryKind = records.Kind{
	Table: "categories", Label: "category", Many: "Categories", Area: httpapi.Catalog,
	UndoneBy: "products",
	Undoable: func(action string) bool { return action == "merge" },
	Shorten:  shortMerge,
	Archive:  categoryRows,
}
