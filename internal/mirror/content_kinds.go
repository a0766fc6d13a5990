package mirror

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/alternatives"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/collections"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// liveIDs returns the ids of products as a set.
func liveIDs(products []catalog.Product) map[int64]bool {
	ids := make(map[int64]bool, len(products))
	for _, p := range products {
		ids[p.ID] = true
	}
	return ids
}

// contentPicks reads the picks of alternatives of these products, without those in the trash.
func contentPicks(ctx context.Context, tx db.Tx, live map[int64]bool) ([]Picks, error) {
	found, err := alternatives.Picks(ctx, tx, "")
	if err != nil {
		return nil, err
	}
	var list []Picks
	for _, id := range slices.Sorted(maps.Keys(found)) {
		list = append(list, Picks{Product: id, Picks: found[id]})
	}
	return PicksAmong(list, live), nil
}

// dropReplaced deletes what belongs to products, in the trash too, whose id has another tool in want: with the row go the
// rows that reference it (picks, favorites, former slugs, proposed logos); verdicts and counts have no references. It
// returns the versions of the deleted rows.
func (r replacing) dropReplaced(ctx context.Context) (versions map[int64]int64, err error) {
	trash, err := catalog.DeletedProducts(ctx, r.Tx, "(SELECT id FROM products WHERE deleted_at IS NOT NULL)")
	if err != nil {
		return nil, err
	}
	old, err := catalog.AllOldSlugs(ctx, r.Tx)
	if err != nil {
		return nil, err
	}
	replaced := r.want.Replaced(slices.Concat(r.have.Products, trash), old)
	versions = make(map[int64]int64, len(replaced))
	if len(replaced) == 0 {
		return versions, nil
	}
	err = db.InBatches(slices.Sorted(maps.Keys(replaced)), func(ids []int64) error {
		list, args := db.Placeholders(len(ids)), db.Args(ids)
		found, err := r.versions(ctx, ids)
		if err != nil {
			return err
		}
		maps.Copy(versions, found)
		for _, query := range []string{
			"DELETE FROM visits WHERE product_id IN ",
			"DELETE FROM newsletter_visits WHERE product_id IN ",
			"DELETE FROM product_categories WHERE product_id IN ",
			"DELETE FROM products WHERE id IN ",
		} {
			if err := r.Exec(ctx, query+list, args...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return versions, r.dropNaming(ctx, replaced)
}

// dropNaming deletes the verdicts on and the views of comparisons and alternatives of these products, which are found by
// the text of their keys.
func (r replacing) dropNaming(ctx context.Context, products map[int64]bool) error {
	for _, of := range []struct{ table, column, where string }{
		{"comparison_verdicts", "products", ""},
		{"page_views", "key", " AND kind IN ('alternatives', 'comparison')"},
	} {
		keys, err := db.Collect(ctx, r, db.Column[string], "SELECT DISTINCT "+of.column+" FROM "+of.table+" WHERE TRUE"+of.where)
		if err != nil {
			return err
		}
		for _, key := range keys {
			if !compare.NamesOne(key, products) {
				continue
			}
			if err := r.Exec(ctx, "DELETE FROM "+of.table+" WHERE "+of.column+" = ?"+of.where, key); err != nil {
				return err
			}
		}
	}
	return nil
}

// replaceAllPicks writes the picks of the wanted products. Those of and for products in the trash stay.
func (r replacing) replaceAllPicks(ctx context.Context) error {
	live := liveIDs(r.want.Products)
	have, err := contentPicks(ctx, r.Tx, live)
	if err != nil {
		return err
	}
	want := map[int64]catalog.Picks{}
	for _, p := range r.want.Picks {
		want[p.Product] = p.Picks
	}
	had := map[int64]catalog.Picks{}
	for _, p := range have {
		had[p.Product] = p.Picks
	}
	for _, id := range slices.Sorted(maps.Keys(live)) {
		if reflect.DeepEqual(had[id], want[id]) {
			continue
		}
		err := r.Exec(ctx, "DELETE FROM alternative_picks WHERE product_id = ? AND alternative_id IN (SELECT id FROM products WHERE deleted_at IS NULL)", id)
		if err != nil {
			return err
		}
		if err := alternatives.InsertPicks(ctx, r.WriteTx, id, want[id]); err != nil {
			return err
		}
	}
	return nil
}

// replaceVerdicts writes the wanted verdicts. Those on a product in the trash stay.
func (r replacing) replaceVerdicts(ctx context.Context) error {
	have, err := compare.Verdicts(ctx, r.Tx)
	if err != nil {
		return err
	}
	for _, v := range VerdictsAmong(have, liveIDs(r.want.Products)) {
		if slices.Contains(r.want.Verdicts, v) {
			continue
		}
		if err := r.Exec(ctx, "DELETE FROM comparison_verdicts WHERE products = ?", v.Products); err != nil {
			return err
		}
	}
	for _, v := range r.want.Verdicts {
		if slices.Contains(have, v) {
			continue
		}
		if err := compare.InsertVerdict(ctx, r.WriteTx, v); err != nil {
			return err
		}
	}
	return nil
}

// replaceSettings writes the wanted settings. Those that belong to this site's address stay.
func (r replacing) replaceSettings(ctx context.Context) error {
	now, err := site.ReadValues(ctx, r.Tx)
	if err != nil {
		return err
	}
	want, err := now.WithPortable(r.want.SettingRows())
	if err != nil {
		return err
	}
	_, changed := site.Changed(now, want)
	return site.WriteValues(ctx, r.WriteTx, changed, want.Rows())
}

// contentCollections reads all collections with those of their tools that are among these products.
func contentCollections(ctx context.Context, tx db.Tx, products []catalog.Product) ([]catalog.Collection, error) {
	exists := make(map[int64]bool, len(products))
	for _, p := range products {
		exists[p.ID] = true
	}
	found, err := collections.Collections(ctx, tx, "")
	for i := range found {
		c := &found[i]
		c.Version = 0
		c.Tools = slices.DeleteFunc(c.Tools, func(tool catalog.CollectionTool) bool { return !exists[tool.ID] })
	}
	return found, err
}

// replaceCollections deletes the collections that want lacks or that differ, and inserts those that differ with the next
// version.
func (r replacing) replaceCollections(ctx context.Context) error {
	versions := map[int64]int64{}
	for i := range r.want.Collections {
		if c := &r.want.Collections[i]; c.OldSlugs == nil { // written by a version that had none
			c.OldSlugs = []string{}
		}
	}
	have, err := contentCollections(ctx, r.Tx, r.want.Products) // as the products have left them
	if err != nil {
		return err
	}
	for _, c := range have {
		if slices.ContainsFunc(r.want.Collections, func(other catalog.Collection) bool { return reflect.DeepEqual(c, other) }) {
			continue
		}
		stored, err := collections.Collection(ctx, r.Tx, c.ID)
		if err != nil {
			return err
		}
		versions[c.ID] = stored.Version
		if err := r.Exec(ctx, "DELETE FROM collections WHERE id = ?", c.ID); err != nil {
			return err
		}
	}
	ids, err := db.Collect(ctx, r, db.Column[int64], "SELECT id FROM collections")
	if err != nil {
		return err
	}
	for _, c := range r.want.Collections {
		if slices.Contains(ids, c.ID) {
			continue
		}
		c.Version = versions[c.ID] + 1
		if err := collections.InsertCollection(ctx, r.WriteTx, &c); err != nil {
			return err
		}
	}
	return nil
}

// The settings are few: if one differs, all of its kind are rewritten.

func (r replacing) replaceLegalPages(ctx context.Context) error {
	if reflect.DeepEqual(r.have.LegalPages, r.want.LegalPages) {
		return nil
	}
	if err := r.Exec(ctx, "DELETE FROM legal_pages"); err != nil {
		return err
	}
	for _, page := range r.want.LegalPages {
		err := r.Exec(ctx, "INSERT INTO legal_pages ("+site.LegalColumns+") VALUES "+db.Placeholders(4),
			string(page.Type), page.Title, page.Content, page.UpdatedAt.UnixMicro())
		if err != nil {
			return err
		}
	}
	return nil
}

func (r replacing) replaceSocialLinks(ctx context.Context) error {
	if reflect.DeepEqual(r.have.SocialLinks, r.want.SocialLinks) {
		return nil
	}
	if err := r.Exec(ctx, "DELETE FROM social_media_links"); err != nil {
		return err
	}
	for _, link := range r.want.SocialLinks {
		err := r.Exec(ctx, "INSERT INTO social_media_links ("+site.SocialColumns+") VALUES "+db.Placeholders(6),
			link.ID, link.Platform, link.URL, link.IsActive, link.DisplayOrder, link.CreatedAt.UnixMicro())
		if err != nil {
			return err
		}
	}
	return nil
}

func (r replacing) replaceLogos(ctx context.Context) error {
	if reflect.DeepEqual(r.have.Logos, r.want.Logos) {
		return nil
	}
	if err := r.Exec(ctx, "DELETE FROM logo_settings"); err != nil {
		return err
	}
	for _, logo := range r.want.Logos {
		err := r.Exec(ctx, "INSERT INTO logo_settings ("+site.LogoColumns+") VALUES "+db.Placeholders(10),
			logo.ID, string(logo.Type), logo.Name, logo.FileName, logo.FileData, logo.MimeType, logo.FileSize, logo.IsActive,
			logo.CreatedAt.UnixMicro(), logo.UpdatedAt.UnixMicro())
		if err != nil {
			return err
		}
	}
	return nil
}

// advanceSequences advances PostgreSQL's id sequences past the highest explicit id. SQLite needs no such step.
func (r replacing) advanceSequences(ctx context.Context) error {
	if !r.Postgres() {
		return nil
	}
	for _, table := range []string{"products", "categories", "collections", "social_media_links", "logo_settings"} {
		err := r.Exec(ctx, "SELECT setval(pg_get_serial_sequence('"+table+"', 'id'), greatest((SELECT max(id) FROM "+table+"), "+
			"(SELECT last_value FROM "+table+"_id_seq))) WHERE EXISTS (SELECT 1 FROM "+table+")")
		if err != nil {
			return err
		}
	}
	return nil
}
