package main

import (
	"context"
	"io"
	"log/slog"
	"os"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/mirror"
)

// syncSite copies production to this site, or for a dry run prints what that would change.
func syncSite(ctx context.Context, settings config.Sync, out io.Writer) error {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	own, err := dataFor(ctx, settings.DryRun, settings.Database, settings.S3, log)
	if err != nil {
		return err
	}
	defer own.Close()
	folder, err := backups(settings.Data, settings.BackupFolder, own.db.DB, own.files)
	if err != nil {
		return err
	}
	copier, err := mirror.Open(&feature.Kits{
		Settings: config.Serve{Mirror: settings.Mirror}, Program: version(), Logger: log, DB: own.db.DB, Kinds: own.db.Kinds,
		Files: own.files, Images: media.NewLibrary(own.files, &own.db.Images), BackUp: backUpAs(backup.BeforeSync, folder, log),
	})
	if err != nil {
		return err
	}
	if settings.DryRun {
		difference, err := copier.Preview(ctx)
		if err != nil {
			return err
		}
		return printDifference(out, own.db.Kinds, difference)
	}
	run, err := copier.Sync(ctx, byCommandLine, mirror.Command)
	if err != nil {
		return err
	}
	return printDone(out, own.db.Kinds, run.Counts, run.LeftOut)
}
