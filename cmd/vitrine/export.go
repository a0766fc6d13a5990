package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/durable"
	"github.com/vitrine-directory/vitrine/internal/exchange"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/records"
)

func isArchive(path string) bool { return strings.EqualFold(filepath.Ext(path), ".zip") }

// export writes all content of the site, or only its catalogue, to a file that only its owner may read.
func export(ctx context.Context, settings config.Export, out io.Writer) error {
	own, err := readData(ctx, settings.Database, settings.S3)
	if err != nil {
		return err
	}
	defer own.Close()
	content, err := (&archive.Queries{DB: own.db.DB, Kinds: own.db.Kinds}).Content(ctx)
	if err != nil {
		return err
	}
	var missing []string
	err = replaceFile(settings.File, func(to io.Writer) error {
		var err error
		missing, err = writeExport(ctx, settings.File, to, content, own.files)
		return err
	})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "%s: %d products, %d images\n", settings.File, len(content.Products()), len(content.Uploads())-len(missing)); err != nil {
		return err
	}
	if len(missing) > 0 {
		return fmt.Errorf("%d images are missing, the first is %s; vitrine check lists them all", len(missing), missing[0])
	}
	return nil
}

func writeExport(ctx context.Context, path string, to io.Writer, content *archive.Content, files archive.Opener) (missing []string, err error) {
	if !isArchive(path) {
		format, err := exchange.FormatOf(path)
		written := []string{".jsonl", ".ndjson", ".json", ".csv"} // FormatOf has more, which are only read
		if err != nil || !slices.Contains(written, strings.ToLower(filepath.Ext(path))) {
			return nil, fault.New(fault.Invalid, "Please give a file that ends in .zip (all content), .jsonl or .csv (the catalog alone).")
		}
		return nil, exchange.Write(to, format, slices.Values(content.Products()), features.LinksIn(&content.Content))
	}
	bars := &steps{}
	defer bars.done()
	return archive.Export(ctx, to, version(), content, files, func(done, total int) { bars.report("Exporting", done, total) })
}

// replaceFile writes a temporary file of mode 0600 beside path, syncs it and renames it to path. Once it returns, the
// file survives a power cut.
func replaceFile(path string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".vitrine-export-") // 0600
	if err != nil {
		return fmt.Errorf("write the export: %w", err)
	}
	defer os.Remove(file.Name()) // fails harmlessly after the rename
	buffered := bufio.NewWriterSize(file, 1<<16)
	err = write(buffered)
	err = errors.Join(err, buffered.Flush(), file.Sync(), file.Close())
	if err != nil {
		return err
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return err
	}
	return durable.Folder(os.Open(filepath.Dir(path)))
}

// importSite replaces the site's content with an export.
func importSite(ctx context.Context, settings config.Import, out io.Writer) error {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	file, err := archive.Open(settings.File)
	if err != nil {
		return err
	}
	defer file.Close()
	file.Name = exchange.FileName(settings.File)
	own, err := dataFor(ctx, settings.DryRun, settings.Database, settings.S3, log)
	if err != nil {
		return err
	}
	defer own.Close()
	folder, err := backups(settings.Data, settings.BackupFolder, own.db.DB, own.files)
	if err != nil {
		return err
	}
	copier := own.copier(folder, log)
	if settings.DryRun {
		difference, err := copier.Compare(ctx, file)
		if err != nil {
			return err
		}
		return printDifference(out, own.db.Kinds, difference)
	}
	counts, leftOut, err := copier.Import(ctx, byCommandLine, file)
	if err != nil {
		return err
	}
	return printDone(out, own.db.Kinds, counts, leftOut)
}

// printDone prints the counts, and what was left out because this program is too old for it.
func printDone(out io.Writer, kinds records.Kinds, counts archive.Counts, leftOut []string) error {
	if err := printCounts(out, kinds, counts); err != nil || len(leftOut) == 0 {
		return err
	}
	_, err := fmt.Fprintf(out, "left out, because a newer version of Vitrine wrote it: %s\n", strings.Join(leftOut, ", "))
	return err
}

func printCounts(out io.Writer, kinds records.Kinds, counts archive.Counts) error {
	for _, kind := range archive.KindNames(kinds) {
		count := counts[kind]
		if _, err := fmt.Fprintf(out, "%-20s %6d   %d added, %d changed, %d removed\n", kind, count.Total, count.Added, count.Changed, count.Removed); err != nil {
			return err
		}
	}
	return nil
}

// printDifference prints what would change, row by row.
func printDifference(out io.Writer, kinds records.Kinds, difference archive.Difference) error {
	if err := printDone(out, kinds, difference.Counts(), difference.LeftOut); err != nil {
		return err
	}
	list := bufio.NewWriter(out)
	for _, kind := range difference.Kinds {
		for _, row := range kind.Rows {
			printRow(list, kind.Kind, row)
		}
	}
	return list.Flush()
}

// printRow prints the change of a row, field by field. It quotes the text, so that it cannot control the terminal.
func printRow(list *bufio.Writer, kind string, row archive.RowDifference) {
	fmt.Fprintf(list, "%s: %s %s %s\n", kind, row.Change, row.ID, strconv.QuoteToGraphic(row.Name))
	for _, field := range row.Fields {
		fmt.Fprintf(list, "  %s: %s -> %s\n", field.Field, strconv.QuoteToGraphic(field.Before), strconv.QuoteToGraphic(field.After))
	}
}
