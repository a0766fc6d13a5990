package store

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// importBatch is how many rows are read, and how many new ones written, at once.
const importBatch = 100

// ImportProducts brings all rows into the catalogue in one transaction, or none. A row changes the product that has its
// id, else its slug, else its website; otherwise it makes one. A product keeps what the row does not bring, and its
// slug unless it was found by its id. New products stand in the file's order. A row that changes nothing leaves its
// product's version alone; when no row changes anything, nothing at all is written.
func (s *Store) ImportProducts(ctx context.Context, by string, rows []catalog.ImportRow, o catalog.ImportOptions) (catalog.ImportResult, error) {
	var result catalog.ImportResult
	err := s.write(ctx, job{by: by, doing: "import products", long: true}, func(w *writing) error {
		im, err := w.newImporting(ctx, rows)
		if err != nil {
			return err
		}
		for start := 0; start < len(rows); start += importBatch {
			end := min(start+importBatch, len(rows))
			if err := im.batch(ctx, rows[start:end], im.targets[start:end]); err != nil {
				return err
			}
			if o.Progress != nil {
				o.Progress(end)
			}
		}
		result = im.result
		if o.DryRun || result.Created+result.Updated == 0 {
			return errNothingToKeep
		}
		return w.audit(ctx, entry{Action: "import", Object: "products", After: importSummary{
			Created: result.Created, Updated: result.Updated, Unchanged: result.Unchanged, Categories: names(im.shelf.made)}})
	})
	if err != nil {
		return catalog.ImportResult{}, err
	}
	return result, nil
}

// importSummary is what the audit keeps of an import.
type importSummary struct {
	Created    int      `json:"created"`
	Updated    int      `json:"updated"`
	Unchanged  int      `json:"unchanged"`
	Categories []string `json:"categories"` // those that were made
}

// importing is one import under way.
type importing struct {
	*writing
	matcher *matcher
	shelf   *shelf
	targets []int64 // for each row the product that it changes, or 0
	born    int     // new products so far
	result  catalog.ImportResult
}

// newImporting finds out what each row is about before anything is written.
func (w *writing) newImporting(ctx context.Context, rows []catalog.ImportRow) (*importing, error) {
	im := &importing{writing: w, targets: make([]int64, len(rows))}
	var err error
	if im.matcher, err = w.matcher(ctx, rows); err != nil {
		return nil, err
	}
	if im.shelf, err = w.shelf(ctx); err != nil {
		return nil, err
	}
	total := len(im.matcher.byID)
	for i, row := range rows {
		if im.targets[i], err = im.matcher.match(row); err != nil {
			return nil, err
		}
		if im.targets[i] == 0 {
			total++
		}
	}
	if total > catalog.MaxProducts {
		return nil, fault.New(fault.Conflict, fmt.Sprintf("The directory holds at most %d products. Nothing was imported.", catalog.MaxProducts))
	}
	return im, nil
}

// batch writes some rows: new products in one statement, changed ones each in their own.
func (im *importing) batch(ctx context.Context, rows []catalog.ImportRow, targets []int64) error {
	known, err := im.known(ctx, targets)
	if err != nil {
		return err
	}
	var products []*catalog.Product
	var placed [][]catalog.Category
	for i, row := range rows {
		before, exists := known[targets[i]]
		wanted := row.Draft
		if exists {
			wanted = merge(before, row)
		}
		categories, err := im.find(ctx, im.shelf, wanted.Categories)
		if err != nil {
			return err
		}
		if exists {
			if err := im.change(ctx, before, row, wanted, categories); err != nil {
				return err
			}
			continue
		}
		products = append(products, im.newProduct(wanted, categories))
		placed = append(placed, categories)
	}
	if len(products) == 0 {
		return nil
	}
	im.result.Created += len(products)
	return im.insertProducts(ctx, products, placed)
}

// known reads the products that the rows change.
func (im *importing) known(ctx context.Context, targets []int64) (map[int64]catalog.Product, error) {
	var ids []any
	for _, id := range targets {
		if id != 0 {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := im.products(ctx, "p.id IN "+placeholders(len(ids)), ids...)
	known := make(map[int64]catalog.Product, len(found))
	for _, p := range found {
		known[p.ID] = p
	}
	return known, err
}

// newProduct is made a microsecond before the one above it in the file: the newest stands first, so the file's order
// is the site's.
func (im *importing) newProduct(d catalog.Draft, categories []catalog.Category) *catalog.Product {
	created := im.at.Add(-time.Duration(im.born) * time.Microsecond)
	im.born++
	p := fill(catalog.Product{Slug: im.matcher.slugOf(d), CreatedAt: created, UpdatedAt: im.at, Version: 1}, d)
	p.Categories = names(categories)
	return &p
}

// change writes what the row changes of a product, if anything.
func (im *importing) change(ctx context.Context, before catalog.Product, row catalog.ImportRow, wanted catalog.Draft, categories []catalog.Category) error {
	p := fill(before, wanted)
	p.Categories = names(categories)
	if row.ID == p.ID && row.Draft.Slug != "" {
		p.Slug = row.Draft.Slug
	}
	if reflect.DeepEqual(before, p) {
		im.result.Unchanged++
		return nil
	}
	im.result.Updated++
	return im.changeProduct(ctx, before, &p, categories)
}

// merge is the row's draft with what it does not bring taken from the product. A row without a description or a price
// has NoDescription and Unknown, and takes neither away.
func merge(before catalog.Product, row catalog.ImportRow) catalog.Draft {
	d := row.Draft
	keep(&d.UseCases, before.UseCases, row.Sets.Has(catalog.SetUseCases))
	keep(&d.Tags, before.Tags, row.Sets.Has(catalog.SetTags))
	keep(&d.Section, before.Section, row.Sets.Has(catalog.SetSection))
	keep(&d.Logo, before.Logo, row.Sets.Has(catalog.SetLogo))
	keep(&d.LogoColor, before.LogoColor, row.Sets.Has(catalog.SetLogo))
	keep(&d.Images, before.Images, row.Sets.Has(catalog.SetImages))
	keep(&d.VideoURL, before.VideoURL, row.Sets.Has(catalog.SetVideoURL))
	keep(&d.IsFeatured, before.IsFeatured, row.Sets.Has(catalog.SetIsFeatured))
	keep(&d.HasLandingPage, before.HasLandingPage, row.Sets.Has(catalog.SetHasLandingPage))
	keep(&d.HasDeal, before.HasDeal, row.Sets.Has(catalog.SetHasDeal))
	keep(&d.PromoText, before.PromoText, row.Sets.Has(catalog.SetPromoText))
	keep(&d.DisplayOrder, before.DisplayOrder, row.Sets.Has(catalog.SetDisplayOrder))
	keep(&d.Description, before.Description, d.Description != catalog.NoDescription)
	keep(&d.Type, before.Type, d.Type != catalog.Unknown)
	return d
}

// keep puts the product's value back where the row brings none.
func keep[T any](field *T, before T, brought bool) {
	if !brought {
		*field = before
	}
}
