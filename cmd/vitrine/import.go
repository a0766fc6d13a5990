package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/schollz/progressbar/v3"

	"vitrine/internal/catalog"
	"vitrine/internal/config"
	"vitrine/internal/exchange"
	"vitrine/internal/store"
)

// errRefused tells the shell that nothing was imported; the report has said why.
var errRefused = errors.New("nothing was imported: correct the rows above, or leave them out with --skip-bad")

// importFile reads a file into the catalogue in one transaction, and reports what it did.
func importFile(ctx context.Context, settings config.Import, stdin io.Reader, out io.Writer) error {
	file, err := readFile(settings, stdin)
	if err != nil {
		return err
	}
	if len(file.Bad) > 0 && !settings.SkipBad {
		exchange.WriteReport(out, file, nil)
		return errRefused
	}
	db, err := store.Open(ctx, store.Options{DataDir: settings.Data, DatabaseURL: settings.DatabaseURL, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer db.Close()
	bar := progressbar.NewOptions(len(file.Rows), progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetDescription("Importing"), progressbar.OptionShowCount())
	result, err := db.ImportProducts(ctx, "import", file.Rows, catalog.ImportOptions{
		DryRun:   settings.DryRun,
		Progress: func(done int) { _ = bar.Set(done) }, // a terminal that cannot show the bar must not stop the import
	})
	_ = bar.Finish()
	fmt.Fprintln(os.Stderr)
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	exchange.WriteReport(out, file, &result)
	if settings.DryRun {
		fmt.Fprintln(out, "Dry run: nothing was written.")
	}
	return nil
}

func readFile(settings config.Import, stdin io.Reader) (exchange.File, error) {
	format, err := exchange.FormatOf(settings.Format, settings.File)
	if err != nil {
		return exchange.File{}, err
	}
	if settings.File == "-" {
		return exchange.Read(stdin, format)
	}
	source, err := os.Open(settings.File)
	if err != nil {
		return exchange.File{}, fmt.Errorf("open the file: %w", err)
	}
	defer source.Close()
	return exchange.Read(source, format)
}
