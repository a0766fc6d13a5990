package catalog

import (
	"context"
	"maps"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// ReadCategories reads all categories, ordered by name without case and accents.
func ReadCategories(ctx context.Context, tx db.Tx) ([]Category, error) {
	return db.Collect(ctx, tx, scanCategory, "SELECT "+categoryColumns+" FROM categories ORDER BY name_key, id")
}

// ReadOldNames maps all former slugs and names to category ids. A slug wins over a name, as with current ones.
func ReadOldNames(ctx context.Context, tx db.Tx) (OldNames, error) {
	old, err := pairs[string, int64](ctx, tx, oldNameRows)
	if err != nil {
		return nil, err
	}
	slugs, err := pairs[string, int64](ctx, tx, oldSlugQuery)
	if old == nil {
		return slugs, err
	}
	maps.Copy(old, slugs)
	return old, err
}

const (
	oldSlugQuery = "SELECT slug, category_id FROM category_slugs"
	oldNameRows  = "SELECT name_key, category_id FROM category_names"
)

// categoryIndex holds all categories during a write of products, to find them by current or former name, or create them.
type categoryIndex struct {
	byKey map[string]Category
	byID  map[int64]Category
	old   map[string]int64 // former names, folded
	slugs slugs
	made  []Category
}

// known finds a category by its folded name, current or former.
func (x *categoryIndex) known(key string) (Category, bool) {
	category, known := x.byKey[key]
	if !known {
		category, known = x.byID[x.old[key]]
	}
	return category, known
}

// ids returns the ids of the categories with these names; 0 for an unknown name.
func (x *categoryIndex) ids(names []string) []int64 {
	ids := make([]int64, len(names))
	for i, name := range names {
		category, _ := x.known(Fold(name))
		ids[i] = category.ID
	}
	return ids
}

func readCategoryIndex(ctx context.Context, tx db.Tx) (*categoryIndex, error) {
	known, err := ReadCategories(ctx, tx)
	if err != nil {
		return nil, err
	}
	x := &categoryIndex{byKey: make(map[string]Category, len(known)), byID: make(map[int64]Category, len(known)), slugs: slugs{}}
	x.slugs.reserve("all") // in URLs and queries it means every category
	for _, category := range known {
		x.add(category)
	}
	if x.old, err = pairs[string, int64](ctx, tx, oldNameRows); err != nil {
		return nil, err
	}
	old, err := pairs[string, int64](ctx, tx, oldSlugQuery)
	for slug := range old { // former slugs keep their redirects
		x.slugs.reserve(slug)
	}
	return x, err
}

func (x *categoryIndex) add(category Category) {
	x.byKey[Fold(category.Name)], x.byID[category.ID] = category, category
	x.slugs.reserve(category.Slug)
}

// find returns the categories with these names, in this order and each once, and creates the missing ones.
func find(ctx context.Context, w *db.WriteTx, x *categoryIndex, names []string) ([]Category, error) {
	found := make([]Category, 0, len(names))
	seen := make(map[int64]bool, len(names))
	for _, name := range names {
		key := Fold(name)
		category, known := x.known(key)
		if !known {
			var err error
			if category, err = makeCategory(ctx, w, x, key, name); err != nil {
				return nil, err
			}
		}
		if !seen[category.ID] {
			seen[category.ID] = true
			found = append(found, category)
		}
	}
	return found, nil
}

func makeCategory(ctx context.Context, w *db.WriteTx, x *categoryIndex, key, name string) (Category, error) {
	category := Category{Name: name, Slug: x.slugs.free(Slug(name))}
	err := w.Row(ctx, "INSERT INTO categories (name, name_key, slug) VALUES (?, ?, ?) RETURNING id", name, key, category.Slug).
		Scan(&category.ID)
	if err != nil {
		return category, err
	}
	x.add(category)
	x.made = append(x.made, category)
	return category, nil
}

// auditMade writes an audit entry for each created category.
func auditMade(ctx context.Context, w *db.WriteTx, x *categoryIndex) error {
	for _, category := range x.made {
		if err := w.Audit(ctx, db.Entry{Action: "create", Object: "categories", ObjectID: category.ID, After: category}); err != nil {
			return err
		}
	}
	return nil
}

// madeNames returns the names of the created categories.
func (x *categoryIndex) madeNames() []string {
	names := make([]string, len(x.made))
	for i, category := range x.made {
		names[i] = category.Name
	}
	return names
}

// slugs maps each taken slug to the next number to try.
type slugs map[string]int

func (s slugs) reserve(slug string) {
	if s[slug] == 0 {
		s[slug] = 2
	}
}

func (s slugs) taken(slug string) bool { return s[slug] != 0 }

// free returns slug, or the first of slug-2, slug-3, … that is not taken.
func (s slugs) free(slug string) string {
	for s.taken(slug) {
		numbered := slug + "-" + strconv.Itoa(s[slug])
		s[slug]++
		if !s.taken(numbered) {
			return numbered
		}
	}
	return slug
}
