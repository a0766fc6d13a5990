package store

import (
	"context"
	"database/sql"
	"maps"
	"strconv"

	"vitrine/internal/catalog"
)

// categories reads all of them by name, as it is without case and accents.
func (c session) categories(ctx context.Context) ([]catalog.Category, error) {
	return collect(ctx, c, scanCategory, "SELECT id, name, slug FROM categories ORDER BY name_key, id")
}

// oldWords are the words of a table and the categories that they lead to; nil for none.
func (c session) oldWords(ctx context.Context, query string) (map[string]int64, error) {
	var found map[string]int64
	err := c.each(ctx, func(rows *sql.Rows) error {
		var word string
		var id int64
		err := rows.Scan(&word, &id)
		if found == nil {
			found = map[string]int64{}
		}
		found[word] = id
		return err
	}, query)
	return found, err
}

// ledOn are all old slugs and old names. As among those that there are now, a slug counts before a name.
func (c session) ledOn(ctx context.Context) (catalog.OldNames, error) {
	old, err := c.oldWords(ctx, oldNames)
	if err != nil {
		return nil, err
	}
	slugs, err := c.oldWords(ctx, oldSlugs)
	if old == nil {
		return slugs, err
	}
	maps.Copy(old, slugs)
	return old, err
}

const (
	oldSlugs = "SELECT slug, category_id FROM category_slugs"
	oldNames = "SELECT name_key, category_id FROM category_names"
)

// shelf is all categories while products are written: those that are named are found, by old names too, or made.
type shelf struct {
	byKey map[string]catalog.Category
	byID  map[int64]catalog.Category
	old   map[string]int64 // old names, folded
	slugs slugs
	made  []catalog.Category
}

// known finds a category by its folded name, or by one that it had.
func (f *shelf) known(key string) (catalog.Category, bool) {
	category, known := f.byKey[key]
	if !known {
		category, known = f.byID[f.old[key]]
	}
	return category, known
}

// ids are the numbers of the categories of these names; 0 for one that is none's.
func (f *shelf) ids(names []string) []int64 {
	ids := make([]int64, len(names))
	for i, name := range names {
		category, _ := f.known(catalog.Fold(name))
		ids[i] = category.ID
	}
	return ids
}

func (w *writing) shelf(ctx context.Context) (*shelf, error) {
	known, err := w.categories(ctx)
	if err != nil {
		return nil, err
	}
	f := &shelf{byKey: make(map[string]catalog.Category, len(known)), byID: make(map[int64]catalog.Category, len(known)), slugs: slugs{}}
	f.slugs.take("all") // in addresses and queries it means every category
	for _, category := range known {
		f.add(category)
	}
	if f.old, err = w.oldWords(ctx, oldNames); err != nil {
		return nil, err
	}
	old, err := w.oldWords(ctx, oldSlugs)
	for slug := range old { // what leads on goes on leading there
		f.slugs.take(slug)
	}
	return f, err
}

func (f *shelf) add(category catalog.Category) {
	f.byKey[catalog.Fold(category.Name)], f.byID[category.ID] = category, category
	f.slugs.take(category.Slug)
}

// find gives the categories of these names, in this order and each once, and makes the new ones.
func (w *writing) find(ctx context.Context, f *shelf, names []string) ([]catalog.Category, error) {
	found := make([]catalog.Category, 0, len(names))
	seen := make(map[int64]bool, len(names))
	for _, name := range names {
		key := catalog.Fold(name)
		category, known := f.known(key)
		if !known {
			var err error
			if category, err = w.makeCategory(ctx, f, key, name); err != nil {
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

func (w *writing) makeCategory(ctx context.Context, f *shelf, key, name string) (catalog.Category, error) {
	category := catalog.Category{Name: name, Slug: f.slugs.free(catalog.Slug(name))}
	err := w.row(ctx, "INSERT INTO categories (name, name_key, slug) VALUES (?, ?, ?) RETURNING id", name, key, category.Slug).
		Scan(&category.ID)
	if err != nil {
		return category, err
	}
	f.add(category)
	f.made = append(f.made, category)
	return category, nil
}

// auditMade notes the categories that were made.
func (w *writing) auditMade(ctx context.Context, f *shelf) error {
	for _, category := range f.made {
		if err := w.audit(ctx, entry{Action: "create", Object: "categories", ObjectID: category.ID, After: category}); err != nil {
			return err
		}
	}
	return nil
}

// madeNames are the names of the categories that were made.
func (f *shelf) madeNames() []string {
	names := make([]string, len(f.made))
	for i, category := range f.made {
		names[i] = category.Name
	}
	return names
}

// slugs is which slugs are taken, each with the number to try after it.
type slugs map[string]int

func (s slugs) take(slug string) {
	if s[slug] == 0 {
		s[slug] = 2
	}
}

func (s slugs) taken(slug string) bool { return s[slug] != 0 }

// free is the slug, or the first of slug-2, slug-3, … that is not taken.
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
