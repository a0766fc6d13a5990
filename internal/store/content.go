package store

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Content reads all content of the site in one transaction.
func (s *Store) Content(ctx context.Context) (*mirror.Content, error) {
	var found *mirror.Content
	err := s.read(ctx, "read the content", func(ctx context.Context, tx transaction) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		var err error
		found, err = tx.content(ctx)
		return err
	})
	return found, err
}

func (tx transaction) content(ctx context.Context) (*mirror.Content, error) {
	var found mirror.Content
	var err error
	if found.Categories, err = tx.wholeCategories(ctx); err != nil {
		return nil, err
	}
	if found.Products, err = tx.allProducts(ctx); err != nil {
		return nil, err
	}
	if found.OldSlugs, err = tx.oldSlugs(ctx, "(SELECT id FROM products WHERE deleted_at IS NULL)"); err != nil {
		return nil, err
	}
	for i := range found.Products {
		found.Products[i].Version = 0
	}
	live := liveIDs(found.Products)
	if found.Picks, err = tx.contentPicks(ctx, live); err != nil {
		return nil, err
	}
	if found.Verdicts, err = tx.verdicts(ctx); err != nil {
		return nil, err
	}
	found.Verdicts = mirror.VerdictsAmong(found.Verdicts, live)
	slices.SortFunc(found.Verdicts, func(a, b site.Verdict) int { return cmp.Compare(a.Products, b.Products) })
	settings, err := tx.values(ctx)
	if err != nil {
		return nil, err
	}
	found.Settings = mirror.SettingsOf(settings.Portable())
	if found.Collections, err = tx.contentCollections(ctx, found.Products); err != nil {
		return nil, err
	}
	if found.LegalPages, err = db.Collect(ctx, tx, scanLegalPage, "SELECT "+legalColumns+" FROM legal_pages ORDER BY type"); err != nil {
		return nil, err
	}
	if found.SocialLinks, err = db.Collect(ctx, tx, scanSocialLink, "SELECT "+socialColumns+" FROM social_media_links ORDER BY id"); err != nil {
		return nil, err
	}
	if found.Logos, err = db.Collect(ctx, tx, scanLogo, "SELECT "+logoColumns+" FROM logo_settings ORDER BY type"); err != nil {
		return nil, err
	}
	slices.SortFunc(found.LegalPages, func(a, b site.LegalPage) int { return cmp.Compare(a.Type, b.Type) })
	slices.SortFunc(found.Logos, func(a, b site.Logo) int { return cmp.Compare(a.Type, b.Type) })
	return &found, nil
}

// wholeCategories reads all categories, ordered by id, with their former names and slugs.
func (tx transaction) wholeCategories(ctx context.Context) ([]mirror.Category, error) {
	known, err := tx.categories(ctx)
	if err != nil {
		return nil, err
	}
	found := make([]mirror.Category, len(known))
	at := make(map[int64]*mirror.Category, len(known))
	for i, category := range known {
		found[i] = mirror.Category{Category: category, OldNames: []string{}, OldSlugs: []string{}}
		at[category.ID] = &found[i]
	}
	names, err := tx.idsByOldName(ctx, oldNames)
	if err != nil {
		return nil, err
	}
	slugs, err := tx.idsByOldName(ctx, oldSlugs)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		at[names[name]].OldNames = append(at[names[name]].OldNames, name)
	}
	for _, slug := range slices.Sorted(maps.Keys(slugs)) {
		at[slugs[slug]].OldSlugs = append(at[slugs[slug]].OldSlugs, slug)
	}
	slices.SortFunc(found, func(a, b mirror.Category) int { return cmp.Compare(a.ID, b.ID) })
	return found, nil
}
