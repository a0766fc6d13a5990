package store

import (
	"context"
	"database/sql"
	"encoding/json"

	"vitrine/internal/catalog"
	"vitrine/internal/db"
)

// productColumns are what scanProduct reads and productValues writes, in this order; the id is before them.
const productColumns = "slug, name, description, use_cases, tags, type, section, website, logo, logo_color, images, " +
	"video_url, is_featured, has_landing_page, has_deal, promo_text, display_order, created_at, updated_at, version"

// words keeps one copy of each text that many rows have.
type words map[string]string

func (w words) one(text sql.RawBytes) string {
	known, found := w[string(text)]
	if !found {
		known = string(text)
		w[known] = known
	}
	return known
}

// scanProduct reads a row of id and productColumns. Its categories are read separately.
func scanProduct(rows *sql.Rows, shared words) (catalog.Product, error) {
	var p catalog.Product
	var tags, images, kind, section sql.RawBytes
	var created, updated int64
	err := rows.Scan(&p.ID, &p.Slug, &p.Name, &p.Description, &p.UseCases, &tags, &kind, &section, &p.Website,
		&p.Logo, &p.LogoColor, &images, &p.VideoURL, &p.IsFeatured, &p.HasLandingPage, &p.HasDeal, &p.PromoText,
		&p.DisplayOrder, &created, &updated, &p.Version)
	if err != nil {
		return p, err
	}
	p.Type, p.Section = catalog.Type(shared.one(kind)), catalog.Section(shared.one(section))
	p.CreatedAt, p.UpdatedAt = db.TimeOf(created), db.TimeOf(updated)
	p.Categories = []string{}
	if p.Tags, err = decode(tags); err != nil {
		return p, err
	}
	p.Images, err = decode(images)
	return p, err
}

// productValues are the values of productColumns.
func productValues(p catalog.Product) ([]any, error) {
	tags, err := encode(p.Tags)
	if err != nil {
		return nil, err
	}
	images, err := encode(p.Images)
	if err != nil {
		return nil, err
	}
	return []any{p.Slug, p.Name, p.Description, p.UseCases, tags, string(p.Type), string(p.Section), p.Website,
		p.Logo, p.LogoColor, images, p.VideoURL, p.IsFeatured, p.HasLandingPage, p.HasDeal, p.PromoText,
		p.DisplayOrder, p.CreatedAt.UnixMicro(), p.UpdatedAt.UnixMicro(), p.Version}, nil
}

// products reads those whose ids are in the list or subquery, by id, with their categories.
func (tx transaction) products(ctx context.Context, ids string, args ...any) ([]catalog.Product, error) {
	return tx.someProducts(ctx, "deleted_at IS NULL AND id IN "+ids, "WHERE l.product_id IN "+ids, args)
}

// deletedProducts reads those in the trash whose ids are in the list, by id, with their categories.
func (tx transaction) deletedProducts(ctx context.Context, ids string, args ...any) ([]catalog.Product, error) {
	return tx.someProducts(ctx, "deleted_at IS NOT NULL AND id IN "+ids, "WHERE l.product_id IN "+ids, args)
}

// allProducts reads every product, by id, with its categories.
func (tx transaction) allProducts(ctx context.Context) ([]catalog.Product, error) {
	return tx.someProducts(ctx, "deleted_at IS NULL", "", nil)
}

func (tx transaction) someProducts(ctx context.Context, which, links string, args []any) ([]catalog.Product, error) {
	found := []catalog.Product{}
	shared := words{}
	err := tx.Each(ctx, func(rows *sql.Rows) error {
		p, err := scanProduct(rows, shared)
		found = append(found, p)
		return err
	}, "SELECT id, "+productColumns+" FROM products WHERE "+which+" ORDER BY id", args...)
	if err != nil {
		return nil, err
	}
	return found, tx.addCategories(ctx, found, shared, links, args)
}

// addCategories reads the categories of all these products at once. Both come by id, so one pass joins them; links of
// products that were not read find nobody.
func (tx transaction) addCategories(ctx context.Context, products []catalog.Product, shared words, links string, args []any) error {
	at := 0
	return tx.Each(ctx, func(rows *sql.Rows) error {
		var product int64
		var name sql.RawBytes
		if err := rows.Scan(&product, &name); err != nil {
			return err
		}
		for at < len(products) && products[at].ID < product {
			at++
		}
		if at < len(products) && products[at].ID == product {
			products[at].Categories = append(products[at].Categories, shared.one(name))
		}
		return nil
	}, "SELECT l.product_id, c.name FROM product_categories l JOIN categories c ON c.id = l.category_id "+links+
		" ORDER BY l.product_id, l.position", args...)
}

// fill sets what a draft says; the product keeps its slug, categories, times and version. A logo that stays keeps its
// colour when the draft names none.
func fill(p catalog.Product, d catalog.Draft) catalog.Product {
	if d.LogoColor == "" && d.Logo == p.Logo {
		d.LogoColor = p.LogoColor
	}
	if !d.Keep.Has(catalog.SetTags) || p.Tags == nil {
		p.Tags = full(d.Tags)
	}
	if !d.Keep.Has(catalog.SetDisplayOrder) {
		p.DisplayOrder = d.DisplayOrder
	}
	p.Name, p.Description, p.UseCases, p.Images = d.Name, d.Description, d.UseCases, full(d.Images)
	p.Type, p.Section, p.Website, p.VideoURL = d.Type, d.Section, d.Website, d.VideoURL
	p.Logo, p.LogoColor = d.Logo, d.LogoColor
	p.IsFeatured, p.HasLandingPage, p.HasDeal = d.IsFeatured, d.HasLandingPage, d.HasDeal
	p.PromoText = d.PromoText
	return p
}

// full is the list, never nil.
func full(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// encode is a list as columns keep it: JSON.
func encode(list []string) (string, error) {
	if len(list) == 0 {
		return "[]", nil
	}
	text, err := json.Marshal(list)
	return string(text), err
}

// decode reads a list from a column; it is never nil.
func decode(text []byte) ([]string, error) {
	list := []string{}
	if string(text) == "[]" {
		return list, nil
	}
	err := json.Unmarshal(text, &list)
	return list, err
}
