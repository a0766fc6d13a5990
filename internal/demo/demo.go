// Package demo is the catalogue that an empty site can be filled with: well-known real tools, described in our own
// words, with abstract logos of our own drawing.
//
// # To change
//
//   - the catalogue: catalogue.json; the logos: marks.go; go test ./internal/demo
package demo

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"vitrine/internal/catalog"
	"vitrine/internal/exchange"
	"vitrine/internal/media"
)

// catalogue is a JSON array of products, in the fields of our own export. Its order is the order of display.
//
//go:embed catalogue.json
var catalogue []byte

// Author is in the audit log for what Fill wrote.
const Author = "demo"

// Catalogue is what Fill needs of the store.
type Catalogue interface {
	All(ctx context.Context) (catalog.All, error)
	ImportProducts(ctx context.Context, by string, rows []catalog.ImportRow, o catalog.ImportOptions) (catalog.ImportResult, error)
}

// Uploads keeps images and gives the path that each is served at.
type Uploads interface {
	AddJPEG(ctx context.Context, by, originalName string, jpeg []byte) (string, error)
}

// Fill puts the demonstration into a catalogue that has no product yet, and returns how many products it made. It
// leaves any other catalogue as it is, so that it may be called at every start.
func Fill(ctx context.Context, to Catalogue, uploads Uploads) (int, error) {
	now, err := to.All(ctx)
	if err != nil {
		return 0, fmt.Errorf("look whether the catalogue is empty: %w", err)
	}
	if len(now.Products) > 0 {
		return 0, nil
	}
	rows, err := Rows()
	if err != nil {
		return 0, err
	}
	if err := addLogos(ctx, rows, uploads); err != nil {
		return 0, err
	}
	result, err := to.ImportProducts(ctx, Author, rows, catalog.ImportOptions{})
	if err != nil {
		return 0, fmt.Errorf("import the demonstration: %w", err)
	}
	return result.Created, nil
}

// Rows are the products of the demonstration, checked, without their logos.
func Rows() ([]catalog.ImportRow, error) {
	var products []json.RawMessage
	if err := json.Unmarshal(catalogue, &products); err != nil {
		return nil, fmt.Errorf("read the demonstration: %w", err)
	}
	var lines bytes.Buffer
	for _, product := range products {
		if err := json.Compact(&lines, product); err != nil {
			return nil, fmt.Errorf("read the demonstration: %w", err)
		}
		lines.WriteByte('\n')
	}
	read, err := exchange.Read(&lines, exchange.JSONLines)
	if err != nil {
		return nil, fmt.Errorf("read the demonstration: %w", err)
	}
	if len(read.Bad) > 0 {
		bad := read.Bad[0]
		return nil, fmt.Errorf("product %d of the demonstration, %q: %s", bad.Line, bad.Name, bad.Reasons[0])
	}
	for i := range read.Rows {
		read.Rows[i].Draft.DisplayOrder = i + 1
		read.Rows[i].Sets |= catalog.SetDisplayOrder
	}
	return read.Rows, nil
}

// addLogos draws and stores the logos, and names them and their colours in the rows.
func addLogos(ctx context.Context, rows []catalog.ImportRow, uploads Uploads) error {
	bySlug := make(map[string]*catalog.ImportRow, len(rows))
	for i := range rows {
		bySlug[rows[i].Draft.Slug] = &rows[i]
	}
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(runtime.GOMAXPROCS(0))
	for _, logo := range logos() {
		row := bySlug[logo.slug]
		if row == nil {
			continue
		}
		work.Go(func() error { return addLogo(ctx, row, logo, uploads) })
	}
	return work.Wait()
}

func addLogo(ctx context.Context, row *catalog.ImportRow, logo logo, uploads Uploads) error {
	if err := ctx.Err(); err != nil { // another logo failed: draw no more
		return fmt.Errorf("draw the logo of %s: %w", logo.slug, err)
	}
	img := logo.draw(logoSize)
	data, err := encode(img)
	if err != nil {
		return err
	}
	path, err := uploads.AddJPEG(ctx, Author, logo.slug+".jpg", data)
	if err != nil {
		return fmt.Errorf("store the logo of %s: %w", logo.slug, err)
	}
	row.Draft.Logo, row.Draft.LogoColor = path, media.Color(img)
	row.Sets |= catalog.SetLogo
	return nil
}
