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
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/exchange"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// errRefused sets the exit code of an import that changed nothing; the report has printed the reason.
var errRefused = errors.New("the file has bad rows")

// importFile imports a file into the catalogue in one transaction, and prints a report.
func importFile(ctx context.Context, settings config.Import, stdin io.Reader, out io.Writer) error {
	file, err := readFile(settings, stdin)
	if err != nil {
		return err
	}
	report := exchange.Report{Read: file, DryRun: settings.DryRun}
	if len(file.Bad) > 0 && !settings.SkipBad {
		_, err := report.WriteTo(out)
		return errors.Join(errRefused, err)
	}
	done, err := importRows(ctx, settings, file.Rows, &report.New, out)
	if err != nil {
		return err
	}
	report.Done = &done
	if _, err := report.WriteTo(out); err != nil || settings.DryRun || done.Created+done.Updated == 0 {
		return err
	}
	_, err = fmt.Fprintln(out, "You can undo this import under History in the dashboard.")
	err = errors.Join(err, offerLogos(out, report.New.NoLogo))
	return err
}

// importRows imports the rows, or for a dry run lists what they would change. It counts what new products lack.
func importRows(ctx context.Context, settings config.Import, rows []catalog.ImportRow, lacking *exchange.Defaults, out io.Writer) (catalog.ImportResult, error) {
	own, err := dataFor(ctx, settings.DryRun, settings.Database, settings.S3, slog.New(slog.DiscardHandler))
	if err != nil {
		return catalog.ImportResult{}, err
	}
	defer own.Close()
	if settings.DryRun {
		return previewImport(ctx, own.db, catalog.Match(settings.Match), rows, lacking, out)
	}
	if err := backUpBeforeImport(ctx, settings, own, rows, out); err != nil {
		return catalog.ImportResult{}, err
	}
	return importWith(ctx, own.db, catalog.Match(settings.Match), "Importing", rows, catalog.ImportOptions{
		File: nameInHistory(settings.File),
		Changed: func(row catalog.ImportRow, before *catalog.Product, _ catalog.Product) {
			if before == nil {
				lacking.Add(row)
			}
		},
	})
}

// longestFileName is the most bytes of a file's name in the history, as many as file systems allow.
const longestFileName = 255

// nameInHistory returns a file's name without its folder; empty for standard input, or for a name that cannot be shown.
func nameInHistory(path string) string {
	name := filepath.Base(path)
	if path == "-" || len(name) > longestFileName || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return ""
	}
	return name
}

// importWith imports the rows with a progress bar on standard error.
func importWith(ctx context.Context, db *store.Store, match catalog.Match, step string, rows []catalog.ImportRow, o catalog.ImportOptions) (catalog.ImportResult, error) {
	bars := &steps{}
	defer bars.done()
	o.Match = match
	o.Progress = func(done int) { bars.report(step, done, len(rows)) }
	return db.ImportProducts(ctx, byCommandLine, rows, o)
}

// previewImport lists what the rows would change, field by field.
func previewImport(ctx context.Context, db *store.Store, match catalog.Match, rows []catalog.ImportRow, lacking *exchange.Defaults, out io.Writer) (catalog.ImportResult, error) {
	list := bufio.NewWriter(out)
	done, err := importWith(ctx, db, match, "Comparing", rows, catalog.ImportOptions{DryRun: true, Changed: func(row catalog.ImportRow, before *catalog.Product, after catalog.Product) {
		if before == nil {
			lacking.Add(row)
		}
		printRow(list, "products", archive.CompareProduct(before, after))
	}})
	return done, errors.Join(err, list.Flush())
}

// importWithoutBackup is the most rows that are imported without a backup.
const importWithoutBackup = 100

// backUpBeforeImport backs the site up before a large import that changes something.
func backUpBeforeImport(ctx context.Context, settings config.Import, own data, rows []catalog.ImportRow, out io.Writer) error {
	if len(rows) <= importWithoutBackup {
		return nil
	}
	would, err := importWith(ctx, own.db, catalog.Match(settings.Match), "Comparing", rows, catalog.ImportOptions{DryRun: true})
	if err != nil || would.Created+would.Updated == 0 {
		return err
	}
	folder, err := backups(settings.Data, settings.BackupFolder, own.db.DB, own.files)
	if err != nil {
		return err
	}
	written, err := folder.Write(ctx, backup.BeforeImport)
	if err != nil {
		return fmt.Errorf("back up before the import (nothing was imported): %w", err)
	}
	_, err = fmt.Fprintf(out, "Backed up to %s.\n", written.Path)
	return err
}

func readFile(settings config.Import, stdin io.Reader) (exchange.Result, error) {
	format := exchange.Format(settings.Format)
	if format == "" {
		var err error
		if format, err = exchange.FormatOf(settings.File); err != nil {
			return exchange.Result{}, err
		}
	}
	if settings.File == "-" {
		return exchange.Read(stdin, format, catalog.Match(settings.Match))
	}
	source, err := os.Open(settings.File)
	if err != nil {
		return exchange.Result{}, fmt.Errorf("open the file: %w", err)
	}
	defer source.Close()
	return exchange.Read(source, format, catalog.Match(settings.Match))
}
