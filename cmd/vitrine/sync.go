package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"

	"vitrine/internal/config"
	"vitrine/internal/mirror"
)

// syncSite copies production to this site, or only says what that would change.
func syncSite(ctx context.Context, settings config.Sync, out io.Writer) error {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	own, err := dataFor(ctx, settings.DryRun, settings.Database, settings.S3, log)
	if err != nil {
		return err
	}
	defer own.Close()
	before := beforeSync(backups(settings.Data, settings.BackupFolder, own.db, own.files), log)
	copier, err := openMirror(settings.Mirror, own.db, own.pictures(), before, log)
	if err != nil {
		return err
	}
	if settings.DryRun {
		difference, err := copier.Preview(ctx)
		if err != nil {
			return err
		}
		return tellDifference(out, difference)
	}
	run, err := copier.Sync(ctx, "command line", mirror.Command)
	if err != nil {
		return err
	}
	return tellCounts(out, run.Counts)
}

func tellCounts(out io.Writer, counts mirror.Counts) error {
	for _, kind := range mirror.Kinds() {
		count := counts[kind]
		if _, err := fmt.Fprintf(out, "%-20s %6d   %d added, %d changed, %d removed\n", kind, count.Total, count.Added, count.Changed, count.Removed); err != nil {
			return err
		}
	}
	return nil
}

// tellDifference says what would change, row by row.
func tellDifference(out io.Writer, difference mirror.Difference) error {
	if err := tellCounts(out, difference.Counts()); err != nil {
		return err
	}
	for _, kind := range difference.Kinds {
		for _, row := range kind.Rows {
			if _, err := fmt.Fprintf(out, "%s: %s %s %q\n", kind.Kind, row.Change, row.ID, row.Name); err != nil {
				return err
			}
		}
	}
	return nil
}
