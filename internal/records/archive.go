package records

import (
	"context"
	"maps"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// Archive is how a kind is in an archive of the site, and how another site takes it over. Rows makes one.
type Archive interface {
	read(ctx context.Context, tx db.Tx) (list any, err error)
	decode(list any, row []byte) (longer any, unknown []string, err error)
	rows(list any) []Row
	ids(list any) map[int64]bool
	among(list any, products func() map[int64]bool) any
	uploads(list any, note func(text string))
	checkCount(list any) error
	check(list any, in *Content) error
	checkUnique(list any) error
	replace(ctx context.Context, r *Replacing, table string) error
}

// Row is a row in the form in which it is compared and written.
type Row struct {
	Key, Title string
	JSON       []byte
}

// Archived returns the kinds that are in an archive, in their order: rows that others name come first.
func (kinds Kinds) Archived() Kinds {
	return slices.DeleteFunc(slices.Clone(kinds), func(k Kind) bool { return k.Archive == nil })
}

// Content is everything that editors of a site write and visitors see: the rows of the kinds that are in an archive. Rows keep
// their ids, so that URLs lead to the same things on each site that has them.
type Content struct {
	Kinds Kinds
	lists map[string]any // by table: the []T of its Rows[T]
}

// Content reads all content of the site.
func (kinds Kinds) Content(ctx context.Context, tx db.Tx) (Content, error) {
	c := Content{Kinds: kinds, lists: map[string]any{}}
	for _, k := range kinds.Archived() {
		list, err := k.Archive.read(ctx, tx)
		if err != nil {
			return c, err
		}
		c.lists[k.Table] = k.Archive.among(list, c.ProductIDs)
	}
	return c, nil
}

// List returns the rows of a table whose Archive is a Rows[T].
func List[T any](c *Content, table string) []T {
	list, _ := c.lists[table].([]T)
	return list
}

// SetList replaces the rows of a table whose Archive is a Rows[T].
func SetList[T any](c *Content, table string, list []T) {
	if c.lists == nil {
		c.lists = map[string]any{}
	}
	c.lists[table] = list
}

// Decode adds a row from its JSON, and reports whether its kind is known. It skips fields, and rows, that this program does not
// know, and returns their names.
func (c *Content) Decode(table string, row []byte) (unknown []string, isKnown bool, err error) {
	for _, k := range c.Kinds.Archived() {
		if k.Table != table {
			continue
		}
		longer, unknown, err := k.Archive.decode(c.lists[table], row)
		if c.lists == nil {
			c.lists = map[string]any{}
		}
		c.lists[table] = longer
		return unknown, true, err
	}
	return nil, false, nil
}

// Rows returns the rows of a kind as they are compared and written.
func (c *Content) Rows(k Kind) []Row { return k.Archive.rows(c.lists[k.Table]) }

// productTable is the table whose rows those of other kinds name, by their keys.
const productTable = "products"

// ProductIDs returns the ids of the products.
func (c *Content) ProductIDs() map[int64]bool {
	for _, k := range c.Kinds {
		if k.Table == productTable {
			return k.Archive.ids(c.lists[k.Table])
		}
	}
	return nil
}

// Uploads returns the file names of all uploads that the content refers to, sorted, without duplicates.
func (c *Content) Uploads() []string {
	named := map[string]bool{}
	for _, k := range c.Kinds.Archived() {
		k.Archive.uploads(c.lists[k.Table], func(text string) {
			for _, name := range media.NamesIn(text) {
				named[name] = true
			}
		})
	}
	return slices.Sorted(maps.Keys(named))
}

// Check checks every row against the rules for data typed in on this site, and checks that keys are unique. The fault is
// Invalid and names the first row that breaks a rule.
func (c *Content) Check() error {
	for _, check := range []func(a Archive, list any) error{
		Archive.checkCount,
		func(a Archive, list any) error { return a.check(list, c) },
		Archive.checkUnique,
	} {
		for _, k := range c.Kinds.Archived() {
			if err := check(k.Archive, c.lists[k.Table]); err != nil {
				return err
			}
		}
	}
	return nil
}

// Keeping returns the content with another's rows of some tables, without those about other products than these.
func (c *Content) Keeping(other *Content, tables map[string]bool, products map[int64]bool) Content {
	kept := Content{c.Kinds, maps.Clone(c.lists)}
	for _, k := range c.Kinds.Archived() {
		if tables[k.Table] {
			kept.lists[k.Table] = k.Archive.among(other.lists[k.Table], func() map[int64]bool { return products })
		}
	}
	return kept
}

// Replacing is a replacement of the site's content in progress.
type Replacing struct {
	*db.WriteTx
	Have, Want *Content
	Progress   func(done, total int) // of products
}

// All writes what is wanted, kind by kind.
func (r *Replacing) All(ctx context.Context) error {
	for _, k := range r.Want.Kinds.Archived() {
		if err := k.Archive.replace(ctx, r, k.Table); err != nil {
			return err
		}
	}
	return r.Analyze(ctx)
}

// DropReplaced drops what names products that are about to be replaced by other tools with their ids.
func (r *Replacing) DropReplaced(ctx context.Context, ids map[int64]bool) error {
	for _, k := range r.Want.Kinds {
		if k.Replaced == nil {
			continue
		}
		if err := k.Replaced(ctx, r.WriteTx, ids); err != nil {
			return err
		}
	}
	return nil
}
