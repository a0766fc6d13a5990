package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"

	"vitrine/internal/config"
	"vitrine/internal/media"
	"vitrine/internal/mirror"
	"vitrine/internal/store"
)

// syncSite copies production to this site, or only says what that would change.
func syncSite(ctx context.Context, settings config.Sync, out io.Writer) error {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	db, err := store.Open(ctx, store.Options{DataDir: settings.Data, DatabaseURL: settings.DatabaseURL.Reveal(), Logger: log})
	if err != nil {
		return err
	}
	defer db.Close()
	files, err := openFiles(ctx, settings.Data, settings.S3)
	if err != nil {
		return err
	}
	defer files.Close()
	copier, err := openMirror(settings.Mirror, db, pictures{files, media.NewLibrary(files, db)}, beforeSync(backups(settings.Data, settings.BackupFolder, db, files), log), log)
	if err != nil {
		return err
	}
	if settings.DryRun {
		return preview(ctx, copier, out)
	}
	run, err := copier.Sync(ctx, "command line", mirror.Command)
	if err != nil {
		return err
	}
	for _, kind := range mirror.Kinds() {
		count := run.Counts[kind]
		fmt.Fprintf(out, "%-20s %6d   %d added, %d changed, %d removed\n", kind, count.Total, count.Added, count.Changed, count.Removed)
	}
	return nil
}

// preview says what a sync would change, row by row.
func preview(ctx context.Context, copier *mirror.Mirror, out io.Writer) error {
	difference, err := copier.Preview(ctx)
	if err != nil {
		return err
	}
	for _, kind := range difference.Kinds {
		fmt.Fprintf(out, "%-20s %6d   %d to be added, %d changed, %d removed\n", kind.Kind, kind.Total, kind.Added, kind.Changed, kind.Removed)
		for _, row := range kind.Rows {
			fmt.Fprintf(out, "    %s %s %q\n", row.Change, row.ID, row.Name)
		}
	}
	return nil
}
