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
	"strings"

	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/durable"
	"github.com/vitrine-directory/vitrine/internal/exchange"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/mirror"
)

func isArchive(path string) bool { return strings.EqualFold(filepath.Ext(path), ".zip") }

// export writes all content of the site, or only its catalogue, to a file that only its owner may read.
func export(ctx context.Context, settings config.Export, out io.Writer) error {
	own, err := readData(ctx, settings.Database, settings.S3)
	if err != nil {
		return err
	}
	defer own.Close()
	content, err := (&mirror.Queries{DB: own.db.DB, Kinds: own.db.Kinds}).Content(ctx)
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

func writeExport(ctx context.Context, path string, to io.Writer, content *mirror.Content, files mirror.Opener) (missing []string, err error) {
	if !isArchive(path) {
		format, err := exchange.FormatOf(path)
		written := []string{".jsonl", ".ndjson", ".json", ".csv"} // FormatOf has more, which are only read
		if err != nil || !slices.Contains(written, strings.ToLower(filepath.Ext(path))) {
			return nil, fault.New(fault.Invalid, "Please give a file that ends in .zip (all content), .jsonl or .csv (the catalogue alone).")
		}
		return nil, exchange.Write(to, format, content.Products())
	}
	bars := &steps{}
	defer bars.done()
	return mirror.Export(ctx, to, version(), content, files, func(done, total int) { bars.report("Exporting", done, total) })
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
	archive, err := mirror.OpenArchive(settings.File)
	if err != nil {
		return err
	}
	defer archive.Close()
	archive.Name = nameInHistory(settings.File)
	own, err := dataFor(ctx, settings.DryRun, settings.Database, settings.S3, log)
	if err != nil {
		return err
	}
	defer own.Close()
	folder, err := backups(settings.Data, settings.BackupFolder, own.db.DB, own.files)
	if err != nil {
		return err
	}
	copier, err := mirror.Open(own.kits(config.Mirror{}, folder, log))
	if err != nil {
		return err
	}
	if settings.DryRun {
		difference, err := copier.Compare(ctx, archive)
		if err != nil {
			return err
		}
		return printDifference(out, own.db.Kinds, difference)
	}
	counts, leftOut, err := copier.Import(ctx, byCommandLine, archive)
	if err != nil {
		return err
	}
	return printDone(out, own.db.Kinds, counts, leftOut)
}
