package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"vitrine/internal/catalog"
	"vitrine/internal/config"
	"vitrine/internal/exchange"
	"vitrine/internal/store"
)

// errRefused tells the shell that nothing was imported; the report has said why.
var errRefused = errors.New("the file has bad rows")

// importFile reads a file into the catalogue in one transaction, and reports what it did.
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
	done, err := importRows(ctx, settings, file.Rows)
	if err != nil {
		return err
	}
	report.Done = &done
	_, err = report.WriteTo(out)
	return err
}

// importRows writes the rows, with a progress bar on standard error.
func importRows(ctx context.Context, settings config.Import, rows []catalog.ImportRow) (catalog.ImportResult, error) {
	db, err := store.Open(ctx, store.Options{DataDir: settings.Data, DatabaseURL: settings.DatabaseURL.Reveal(), Existing: settings.DryRun, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return catalog.ImportResult{}, err
	}
	defer db.Close()
	bar := progressbar.NewOptions(len(rows), progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetDescription("Importing"),
		progressbar.OptionShowCount(), progressbar.OptionSetVisibility(term.IsTerminal(int(os.Stderr.Fd()))),
		progressbar.OptionOnCompletion(func() { fmt.Fprintln(os.Stderr) }))
	defer bar.Close()
	return db.ImportProducts(ctx, "import", rows, catalog.ImportOptions{
		DryRun:   settings.DryRun,
		Progress: func(done int) { _ = bar.Set(done) }, // a terminal that cannot show the bar must not stop the import
	})
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
		return exchange.Read(stdin, format)
	}
	source, err := os.Open(settings.File)
	if err != nil {
		return exchange.Result{}, fmt.Errorf("open the file: %w", err)
	}
	defer source.Close()
	return exchange.Read(source, format)
}
