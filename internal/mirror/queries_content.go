package mirror

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Content reads all content of the site in one transaction.
func (s *Queries) Content(ctx context.Context) (*Content, error) {
	var found *Content
	err := s.Read(ctx, "read the content", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		var err error
		found, err = content(ctx, tx)
		return err
	})
	return found, err
}

func content(ctx context.Context, tx db.Tx) (*Content, error) {
	var found Content
	var err error
	if found.Categories, err = wholeCategories(ctx, tx); err != nil {
		return nil, err
	}
	if found.Products, err = catalog.AllProducts(ctx, tx); err != nil {
		return nil, err
	}
	if found.OldSlugs, err = catalog.ReadOldSlugs(ctx, tx, "(SELECT id FROM products WHERE deleted_at IS NULL)"); err != nil {
		return nil, err
	}
	for i := range found.Products {
		found.Products[i].Version = 0
	}
	live := liveIDs(found.Products)
	if found.Picks, err = contentPicks(ctx, tx, live); err != nil {
		return nil, err
	}
	if found.Verdicts, err = compare.Verdicts(ctx, tx); err != nil {
		return nil, err
	}
	found.Verdicts = VerdictsAmong(found.Verdicts, live)
	slices.SortFunc(found.Verdicts, func(a, b site.Verdict) int { return cmp.Compare(a.Products, b.Products) })
	settings, err := site.ReadValues(ctx, tx)
	if err != nil {
		return nil, err
	}
	found.Settings = SettingsOf(settings.Portable())
	if found.Collections, err = contentCollections(ctx, tx, found.Products); err != nil {
		return nil, err
	}
	if found.LegalPages, err = db.Collect(ctx, tx, site.ScanLegalPage, "SELECT "+site.LegalColumns+" FROM legal_pages ORDER BY type"); err != nil {
		return nil, err
	}
	if found.SocialLinks, err = db.Collect(ctx, tx, site.ScanSocialLink, "SELECT "+site.SocialColumns+" FROM social_media_links ORDER BY id"); err != nil {
		return nil, err
	}
	if found.Logos, err = db.Collect(ctx, tx, site.ScanLogo, "SELECT "+site.LogoColumns+" FROM logo_settings ORDER BY type"); err != nil {
		return nil, err
	}
	slices.SortFunc(found.LegalPages, func(a, b site.LegalPage) int { return cmp.Compare(a.Type, b.Type) })
	slices.SortFunc(found.Logos, func(a, b site.Logo) int { return cmp.Compare(a.Type, b.Type) })
	return &found, nil
}

// wholeCategories reads all categories, ordered by id, with their former names and slugs.
func wholeCategories(ctx context.Context, tx db.Tx) ([]Category, error) {
	known, err := catalog.ReadCategories(ctx, tx)
	if err != nil {
		return nil, err
	}
	found := make([]Category, len(known))
	at := make(map[int64]*Category, len(known))
	for i, category := range known {
		found[i] = Category{Category: category, OldNames: []string{}, OldSlugs: []string{}}
		at[category.ID] = &found[i]
	}
	names, err := catalog.IDsByOldName(ctx, tx, catalog.OldNameRows)
	if err != nil {
		return nil, err
	}
	slugs, err := catalog.IDsByOldName(ctx, tx, catalog.OldSlugs)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		at[names[name]].OldNames = append(at[names[name]].OldNames, name)
	}
	for _, slug := range slices.Sorted(maps.Keys(slugs)) {
		at[slugs[slug]].OldSlugs = append(at[slugs[slug]].OldSlugs, slug)
	}
	slices.SortFunc(found, func(a, b Category) int { return cmp.Compare(a.ID, b.ID) })
	return found, nil
}
