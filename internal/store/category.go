package store

import (
	"context"
	"database/sql"
	"strconv"

	"vitrine/internal/catalog"
)

// categories reads all of them by name, as it is without case and accents.
func (c session) categories(ctx context.Context) ([]catalog.Category, error) {
	found := []catalog.Category{}
	err := c.each(ctx, func(rows *sql.Rows) error {
		var category catalog.Category
		err := rows.Scan(&category.ID, &category.Name, &category.Slug)
		found = append(found, category)
		return err
	}, "SELECT id, name, slug FROM categories ORDER BY name_key, id")
	return found, err
}

// shelf is all categories while products are written: those that are named are found, or made.
type shelf struct {
	byKey map[string]catalog.Category
	slugs slugs
	made  []catalog.Category
}

func (w *writing) shelf(ctx context.Context) (*shelf, error) {
	known, err := w.categories(ctx)
	if err != nil {
		return nil, err
	}
	f := &shelf{byKey: make(map[string]catalog.Category, len(known)), slugs: slugs{}}
	f.slugs.take("all") // in addresses and queries it means every category
	for _, category := range known {
		f.byKey[catalog.Fold(category.Name)] = category
		f.slugs.take(category.Slug)
	}
	return f, nil
}

// find gives the categories of these names, in this order and each once, and makes the new ones.
func (w *writing) find(ctx context.Context, f *shelf, names []string) ([]catalog.Category, error) {
	found := make([]catalog.Category, 0, len(names))
	seen := make(map[int64]bool, len(names))
	for _, name := range names {
		key := catalog.Fold(name)
		category, known := f.byKey[key]
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
	f.slugs.take(category.Slug)
	f.byKey[key] = category
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
