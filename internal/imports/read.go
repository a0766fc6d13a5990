package imports

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/exchange"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// source is a file with products.
type source struct {
	path, name string
	options    exchange.Options
}

// isArchive reports whether the file is an export of a whole site.
func (s source) isArchive() bool { return strings.EqualFold(filepath.Ext(s.name), ".zip") }

// read reads the file. With an error, the result has what is known of the file by then.
func (s source) read(ctx context.Context, k *feature.Kits, to *Outcome) (exchange.Result, error) {
	if s.isArchive() {
		return s.readArchive(ctx, k, to)
	}
	format, err := exchange.FormatOf(s.name)
	if err != nil {
		return exchange.Result{}, fault.New(fault.Invalid, fault.From(err).Message+" An export of a whole site ends in .zip.")
	}
	to.Format, s.options.Format = string(format), format
	file, err := os.Open(s.path)
	if err != nil {
		return exchange.Result{}, err
	}
	defer file.Close()
	return exchange.ReadMapped(file, s.options)
}

// readArchive reads the products of an export of a site, as if they were in a file of their own. They are found by their slugs: ids are
// those of the other site.
func (s source) readArchive(ctx context.Context, k *feature.Kits, to *Outcome) (exchange.Result, error) {
	to.Format = formatArchive
	from, err := archive.Open(s.path)
	if err != nil {
		return exchange.Result{}, err
	}
	defer from.Close()
	content, _, err := from.Read(ctx, k.Kinds)
	if err != nil {
		return exchange.Result{}, err
	}
	for _, kind := range k.Kinds.Archived() {
		if count := len(content.Rows(kind)); count > 0 && !slices.Contains([]string{"products", "product_slugs", "categories"}, kind.Table) {
			to.NotTaken = append(to.NotTaken, NotTaken{kind.Label, count})
		}
	}
	reader, writer := io.Pipe()
	go func() {
		writer.CloseWithError(exchange.Write(writer, exchange.JSONLines, slices.Values(content.Products()), nil))
	}()
	defer reader.Close()
	read, err := exchange.ReadMapped(reader, exchange.Options{Format: exchange.JSONLines, Match: s.options.Match})
	for i := range read.Rows {
		read.Rows[i].ID = 0
	}
	return read, err
}

// copyImages stores the images of an archive that its products name and this site lacks.
func (s source) copyImages(ctx context.Context, k *feature.Kits, by string, rows []catalog.ImportRow) error {
	from, err := archive.Open(s.path)
	if err != nil {
		return err
	}
	defer from.Close()
	seen := map[string]bool{}
	for _, row := range rows {
		for _, name := range media.NamesIn(strings.Join(append(slices.Clone(row.Draft.Images), row.Draft.Logo), " ")) {
			if seen[name] || !media.IsName(name) {
				continue
			}
			seen[name] = true
			if file, err := k.Files.Open(ctx, name); err == nil {
				if err := file.Close(); err != nil {
					return err
				}
				continue
			}
			jpeg, err := from.Image(ctx, name)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return err
			}
			if err := k.Images.AddStored(ctx, by, name, jpeg); err != nil {
				return err
			}
		}
	}
	return nil
}
