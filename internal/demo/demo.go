// Package demo fills an empty site with a demonstration catalogue: well-known real tools, with our own descriptions and our
// own abstract logos.
//
// # To change
//
//   - the catalogue: catalogue.json; the logos: logos, JPEGs of 500 by 500 pixels, each named after its tool's slug;
//     go test ./internal/demo
package demo

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"image/jpeg"
	"io/fs"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/exchange"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// catalogue is a JSON array of products with the fields of our own export, in display order.
//
//go:embed catalogue.json
var catalogue []byte

//go:embed logos
var logos embed.FS

const newest = 12 // products of the demonstration that are new

// Author is the author of Fill's writes in the audit.
const Author = "demo"

// Catalogue is the part of the store that Fill needs.
type Catalogue interface {
	All(ctx context.Context) (catalog.All, error)
	ImportProducts(ctx context.Context, by string, rows []catalog.ImportRow, o catalog.ImportOptions) (catalog.ImportResult, error)
}

// Uploads stores images and returns the path of each.
type Uploads interface {
	AddJPEG(ctx context.Context, by, originalName string, jpeg []byte) (string, error)
}

// Fill imports the demonstration into a catalogue without products, and returns the number of created products. It
// leaves any other catalogue unchanged, so it is safe to call at every start.
func Fill(ctx context.Context, to Catalogue, uploads Uploads) (int, error) {
	now, err := to.All(ctx)
	if err != nil {
		return 0, fmt.Errorf("look whether the catalog is empty: %w", err)
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
	// The last ones come by an import of their own, so that some are new.
	old := len(rows) - newest
	for _, part := range [][]catalog.ImportRow{rows[:old], rows[old:]} {
		if _, err := to.ImportProducts(ctx, Author, part, catalog.ImportOptions{}); err != nil {
			return 0, fmt.Errorf("import the demonstration: %w", err)
		}
	}
	return len(rows), nil
}

// Rows returns the products of the demonstration, checked, without their logos.
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
	read, err := exchange.Read(&lines, exchange.JSONLines, catalog.MatchAsk)
	if err != nil {
		return nil, fmt.Errorf("read the demonstration: %w", err)
	}
	if len(read.Bad) > 0 {
		bad := read.Bad[0]
		return nil, fmt.Errorf("product %d of the demonstration, %q: %s", bad.Line, bad.Name, bad.Reasons[0])
	}
	for i := range read.Rows {
		read.Rows[i].Draft.DisplayOrder = i + 1
		read.Rows[i].Sets |= catalog.FieldsNamed("displayOrder")
	}
	return read.Rows, nil
}

// addLogos stores the logos, and sets them and their colors in the rows.
func addLogos(ctx context.Context, rows []catalog.ImportRow, uploads Uploads) error {
	for i := range rows {
		row := &rows[i]
		file, err := logos.ReadFile("logos/" + row.Draft.Slug + ".jpg")
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("read the logo of %s: %w", row.Draft.Slug, err)
		}
		img, err := jpeg.Decode(bytes.NewReader(file))
		if err != nil {
			return fmt.Errorf("read the logo of %s: %w", row.Draft.Slug, err)
		}
		row.Draft.Logo, err = uploads.AddJPEG(ctx, Author, row.Draft.Slug+".jpg", file)
		if err != nil {
			return fmt.Errorf("store the logo of %s: %w", row.Draft.Slug, err)
		}
		row.Draft.LogoColor = media.Color(img)
		row.Sets |= catalog.FieldsNamed("logo")
	}
	return nil
}
