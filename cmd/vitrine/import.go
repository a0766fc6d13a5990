package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/exchange"
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
	if len(file.Bad) == 0 || settings.SkipBad { // otherwise no database is made either
		if report, err = importRows(ctx, settings, file, out); err != nil {
			return err
		}
	}
	if _, err := report.WriteTo(out); err != nil {
		return err
	}
	if report.Done == nil {
		return errRefused
	}
	if settings.DryRun || report.Done.Created+report.Done.Updated == 0 {
		return nil
	}
	_, err = fmt.Fprintln(out, "You can undo this import under History in the dashboard.")
	return errors.Join(err, offerLogos(out, report.New.NoLogo))
}

// importRows imports the rows with a progress bar on standard error, or for a dry run lists what they would change, field by field.
func importRows(ctx context.Context, settings config.Import, file exchange.Result, out io.Writer) (exchange.Report, error) {
	own, err := dataFor(ctx, settings.DryRun, settings.Database, settings.S3, slog.New(slog.DiscardHandler))
	if err != nil {
		return exchange.Report{}, err
	}
	defer own.Close()
	bars := &steps{}
	defer bars.done()
	o := exchange.ImportOptions{
		ImportOptions: catalog.ImportOptions{Match: catalog.Match(settings.Match), File: exchange.FileName(settings.File), DryRun: settings.DryRun},
		SkipBad:       settings.SkipBad,
		BackUp:        func(ctx context.Context) error { return backUpBeforeImport(ctx, settings, own, out) },
		Progress: func(isComparing bool, done, total int) {
			bars.report(map[bool]string{true: "Comparing", false: "Importing"}[isComparing], done, total)
		},
	}
	list := bufio.NewWriter(out)
	if settings.DryRun {
		o.Compare = func(before *catalog.Product, after catalog.Product) {
			printRow(list, "products", archive.CompareProduct(before, after))
		}
	}
	report, err := exchange.Import(ctx, &own.db.Catalog, byCommandLine, file, o)
	return report, errors.Join(err, list.Flush())
}

// backUpBeforeImport backs the site up.
func backUpBeforeImport(ctx context.Context, settings config.Import, own data, out io.Writer) error {
	folder, err := backups(settings.Data, settings.BackupFolder, own.db.DB, own.files)
	if err != nil {
		return err
	}
	written, err := folder.Write(ctx, backup.BeforeImport)
	if err != nil {
		return err
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
