package catalog

import (
	"cmp"
	"context"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// WholeCategory is a category with its former names and slugs.
type WholeCategory struct {
	Category
	OldNames []string `json:"oldNames"` // folded (no case, no accents), sorted
	OldSlugs []string `json:"oldSlugs"` // sorted
}

// How the catalogue is in an archive: categories by id, products by id without their versions, which count the changes of one
// site, and their former slugs. Categories are added before their products, and deleted after them.
var (
	categoryRows = records.Rows[WholeCategory]{
		Label: "category",
		Name:  func(c WholeCategory) (key, title string) { return records.Number(c.ID), c.Name },
		Unique: []func(WholeCategory) string{
			func(c WholeCategory) string { return c.Slug },
			func(c WholeCategory) string { return Fold(c.Name) },
		},
		Read:      wholeCategories,
		Check:     func(c WholeCategory) (WholeCategory, error) { return c, c.Check() },
		Replace:   putCategories,
		HasSerial: true,
	}
	productRows = records.Rows[Product]{
		Label: "product", Many: "products", Most: MaxProducts,
		Name:   func(p Product) (key, title string) { return records.Number(p.ID), p.Name },
		Unique: []func(Product) string{func(p Product) string { return p.Slug }},
		Read: func(ctx context.Context, tx db.Tx) ([]Product, error) {
			found, err := AllProducts(ctx, tx)
			for i := range found {
				found[i].Version = 0
			}
			return found, err
		},
		Check:    func(p Product) (Product, error) { return p, p.Check() },
		CheckAll: checkCategoriesOf,
		Uploads: func(p Product, note func(string)) {
			note(p.Logo)
			for _, address := range p.Images {
				note(address)
			}
		},
		Replace:   replaceProducts,
		HasSerial: true,
	}
	oldSlugRows = records.Rows[OldSlug]{
		Label:    "former slug",
		Name:     func(s OldSlug) (key, title string) { return s.Slug, s.Slug },
		Read:     func(ctx context.Context, tx db.Tx) ([]OldSlug, error) { return ReadOldSlugs(ctx, tx, liveIDs) },
		CheckAll: checkOldSlugs,
		Replace:  replaceOldSlugs,
	}
)

const (
	liveIDs    = "(SELECT id FROM products WHERE deleted_at IS NULL)"
	deletedIDs = "(SELECT id FROM products WHERE deleted_at IS NOT NULL)"
)

// wholeCategories reads all categories, ordered by id, with their former names and slugs.
func wholeCategories(ctx context.Context, tx db.Tx) ([]WholeCategory, error) {
	known, err := ReadCategories(ctx, tx)
	if err != nil {
		return nil, err
	}
	found := make([]WholeCategory, len(known))
	at := make(map[int64]*WholeCategory, len(known))
	for i, category := range known {
		found[i] = WholeCategory{Category: category, OldNames: []string{}, OldSlugs: []string{}}
		at[category.ID] = &found[i]
	}
	names, err := pairs[string, int64](ctx, tx, oldNameRows)
	if err != nil {
		return nil, err
	}
	slugs, err := pairs[string, int64](ctx, tx, oldSlugQuery)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		at[names[name]].OldNames = append(at[names[name]].OldNames, name)
	}
	for _, slug := range slices.Sorted(maps.Keys(slugs)) {
		at[slugs[slug]].OldSlugs = append(at[slugs[slug]].OldSlugs, slug)
	}
	slices.SortFunc(found, func(a, b WholeCategory) int { return cmp.Compare(a.ID, b.ID) })
	return found, nil
}

// checkCategoriesOf refuses products of categories that are not in the content.
func checkCategoriesOf(list []Product, in *records.Content) error {
	known := map[string]bool{}
	for _, category := range records.List[WholeCategory](in, "categories") {
		known[category.Name] = true
	}
	for _, p := range list {
		if slices.ContainsFunc(p.Categories, func(name string) bool { return !known[name] }) {
			return records.Broken("product", records.Number(p.ID), fault.New(fault.Invalid, "Its category doesn't exist."))
		}
	}
	return nil
}

// checkOldSlugs refuses former slugs of no product, and such as another product has or had.
func checkOldSlugs(list []OldSlug, in *records.Content) error {
	live := in.ProductIDs()
	var slugs []string
	for _, p := range records.List[Product](in, "products") {
		slugs = append(slugs, p.Slug)
	}
	for _, s := range list {
		slugs = append(slugs, s.Slug)
		if !ValidSlug(s.Slug) || !live[s.ProductID] {
			return records.Broken("former slug", s.Slug, fault.New(fault.Invalid, "It isn't a slug, or its product doesn't exist."))
		}
	}
	return records.Once("product", slugs, func(slug string) string { return slug })
}

// categoriesToMove returns the categories whose name or slug changes, and those to delete.
func categoriesToMove(have, want []WholeCategory) (renamed, gone []int64) {
	wanted := make(map[int64]Category, len(want))
	for _, category := range want {
		wanted[category.ID] = category.Category
	}
	for _, category := range have {
		to, stays := wanted[category.ID]
		switch {
		case !stays:
			gone = append(gone, category.ID)
		case to != category.Category:
			renamed = append(renamed, category.ID)
		}
	}
	return renamed, gone
}

// putCategories writes the wanted categories with their former names. First it frees the names of those that change or
// go, because another category may take them.
func putCategories(ctx context.Context, r *records.Replacing, have, want []WholeCategory) error {
	if reflect.DeepEqual(have, want) {
		return nil
	}
	renamed, gone := categoriesToMove(have, want)
	for _, id := range slices.Concat(renamed, gone) {
		freed := "\u0001" + strconv.FormatInt(id, 10) // no name starts like this
		if err := r.Exec(ctx, "UPDATE categories SET name = ?, name_key = ?, slug = ? WHERE id = ?", freed, freed, freed, id); err != nil {
			return err
		}
	}
	for _, table := range []string{"category_names", "category_slugs"} {
		if err := r.Exec(ctx, "DELETE FROM "+table); err != nil {
			return err
		}
	}
	for _, category := range want {
		if err := putCategory(ctx, r.WriteTx, category); err != nil {
			return err
		}
	}
	return nil
}

func putCategory(ctx context.Context, w *db.WriteTx, category WholeCategory) error {
	err := w.Exec(ctx, `INSERT INTO categories (id, name, name_key, slug, "group") VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET `+db.SetExcluded(`name, name_key, slug, "group"`),
		category.ID, category.Name, Fold(category.Name), category.Slug, category.Group)
	if err != nil {
		return err
	}
	for _, name := range category.OldNames {
		if err := w.Exec(ctx, "INSERT INTO category_names (name_key, category_id) VALUES (?, ?)", name, category.ID); err != nil {
			return err
		}
	}
	for _, slug := range category.OldSlugs {
		if err := w.Exec(ctx, "INSERT INTO category_slugs (slug, category_id) VALUES (?, ?)", slug, category.ID); err != nil {
			return err
		}
	}
	return nil
}

// replaceProducts writes the products that differ, or all of them if categories have changed, because products refer to
// categories by id. Then it deletes the categories that are not wanted: only products in the trash still have them.
func replaceProducts(ctx context.Context, r *records.Replacing, have, want []Product) error {
	renamed, gone := categoriesToMove(records.List[WholeCategory](r.Have, "categories"), records.List[WholeCategory](r.Want, "categories"))
	moved := len(renamed)+len(gone) > 0
	had := make(map[int64]Product, len(have))
	for _, p := range have {
		had[p.ID] = p
	}
	var changed []Product
	var freed []int64 // existing products that change: their slugs become free
	for _, p := range want {
		old, known := had[p.ID]
		delete(had, p.ID)
		if !moved && known && reflect.DeepEqual(old, p) {
			continue
		}
		if changed = append(changed, p); known {
			freed = append(freed, p.ID)
		}
	}
	if err := binProducts(ctx, r.WriteTx, had); err != nil {
		return err
	}
	replaced, err := dropReplaced(ctx, r, have)
	if err != nil {
		return err
	}
	err = db.InBatches(freed, func(ids []int64) error {
		return r.Exec(ctx, "UPDATE products SET deleted_at = 0 WHERE id IN "+db.Placeholders(len(ids)), db.Args(ids)...)
	})
	if err != nil {
		return err
	}
	if err := putProductsOf(ctx, r, changed, replaced); err != nil {
		return err
	}
	for _, query := range []string{"DELETE FROM product_categories WHERE category_id IN ", "DELETE FROM categories WHERE id IN "} {
		err := db.InBatches(gone, func(ids []int64) error { return r.Exec(ctx, query+db.Placeholders(len(ids)), db.Args(ids)...) })
		if err != nil {
			return err
		}
	}
	return nil
}

// binProducts moves products to the trash, each with an audit entry to restore it from.
func binProducts(ctx context.Context, w *db.WriteTx, products map[int64]Product) error {
	return db.InBatches(slices.Sorted(maps.Keys(products)), func(ids []int64) error {
		changes := make([]Change, len(ids))
		for i, id := range ids {
			p := products[id]
			changes[i] = Change{Before: &p}
		}
		if err := deleteProducts(ctx, w, ids); err != nil {
			return err
		}
		return AuditProducts(ctx, w, nil, "delete", changes...)
	})
}

// Replaced returns the ids that have another tool in the content than in before: neither the website nor any slug, present
// or former, is the same. old are the former slugs of before. What belongs to the tool that goes must not pass to the other.
func Replaced(c *records.Content, before []Product, old []OldSlug) map[int64]bool {
	list, oldSlugs := records.List[Product](c, "products"), records.List[OldSlug](c, "product_slugs")
	after := make(map[int64]*Product, len(list))
	slugs := make(map[OldSlug]bool, len(list)+len(oldSlugs))
	for i, p := range list {
		after[p.ID] = &list[i]
		slugs[OldSlug{p.Slug, p.ID}] = true
	}
	for _, s := range oldSlugs {
		slugs[s] = true
	}
	same := map[int64]bool{}
	for _, s := range old {
		same[s.ProductID] = same[s.ProductID] || slugs[s]
	}
	replaced := map[int64]bool{}
	for _, p := range before {
		other, taken := after[p.ID]
		if taken && !same[p.ID] && !slugs[OldSlug{p.Slug, p.ID}] && WebsiteKey(p.Website) != WebsiteKey(other.Website) {
			replaced[p.ID] = true
		}
	}
	return replaced
}

// dropReplaced deletes what belongs to products, in the trash too, whose id has another tool in what is wanted: with the row go
// the rows that reference it (picks, favorites, former slugs, proposed logos). It returns the versions of the deleted rows.
func dropReplaced(ctx context.Context, r *records.Replacing, have []Product) (versions map[int64]int64, err error) {
	trash, err := deletedProducts(ctx, r.Tx, deletedIDs)
	if err != nil {
		return nil, err
	}
	old, err := AllOldSlugs(ctx, r.Tx)
	if err != nil {
		return nil, err
	}
	replaced := Replaced(r.Want, slices.Concat(have, trash), old)
	versions = make(map[int64]int64, len(replaced))
	if len(replaced) == 0 {
		return versions, nil
	}
	err = db.InBatches(slices.Sorted(maps.Keys(replaced)), func(ids []int64) error {
		list, args := db.Placeholders(len(ids)), db.Args(ids)
		found, err := productVersions(ctx, r.Tx, ids)
		if err != nil {
			return err
		}
		maps.Copy(versions, found)
		if err := r.Exec(ctx, "DELETE FROM product_categories WHERE product_id IN "+list, args...); err != nil {
			return err
		}
		return r.Exec(ctx, "DELETE FROM products WHERE id IN "+list, args...)
	})
	if err != nil {
		return nil, err
	}
	return versions, r.DropReplaced(ctx, replaced)
}

// putProductsOf inserts or overwrites whole products by id. replaced has the versions of ids that had another tool.
func putProductsOf(ctx context.Context, r *records.Replacing, products []Product, replaced map[int64]int64) error {
	byName := map[string]Category{}
	for _, category := range records.List[WholeCategory](r.Want, "categories") {
		byName[category.Name] = category.Category
	}
	done := 0
	return db.InBatches(products, func(batch []Product) error {
		ids := make([]int64, len(batch))
		for i, p := range batch {
			ids[i] = p.ID
		}
		versions, err := productVersions(ctx, r.Tx, ids)
		if err != nil {
			return err
		}
		rows := make([]*ProductRow, len(batch))
		for i, p := range batch {
			p.Version = cmp.Or(replaced[p.ID], versions[p.ID]) + 1
			rows[i] = &ProductRow{Product: p, moved: true}
			for _, name := range p.Categories {
				rows[i].categoryRows = append(rows[i].categoryRows, byName[name])
			}
		}
		if err := putProducts(ctx, r.WriteTx, rows); err != nil {
			return err
		}
		done += len(batch)
		r.Progress(done, len(products))
		return nil
	})
}

// productVersions reads the versions of those of the products that have a row, in the trash too.
func productVersions(ctx context.Context, tx db.Tx, ids []int64) (map[int64]int64, error) {
	return pairs[int64, int64](ctx, tx, "SELECT id, version FROM products WHERE id IN "+db.Placeholders(len(ids)), db.Args(ids)...)
}
