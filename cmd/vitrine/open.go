package main

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// commandFlags returns the flags with which commands find the data of a site with these settings. It leaves out values
// that may hold a password.
func commandFlags(settings config.Serve) string {
	folder, err := filepath.Abs(settings.Data)
	if err != nil { // the working directory is gone
		folder = settings.Data
	}
	flags := "--data " + quoted(folder)
	if settings.DatabaseURL != "" {
		flags += " --database-url postgres://…"
	}
	if settings.S3.Used() {
		flags += " --s3-…"
	}
	return flags
}

// plain matches text that a shell takes unquoted.
var plain = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// quoted returns text as one shell word.
func quoted(text string) string {
	if plain.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// data is a site's database and uploads, open for one command.
type data struct {
	db    *store.Store
	files media.Files
}

// openData opens a site's data for writing.
func openData(ctx context.Context, database config.Database, s3 config.S3, log *slog.Logger) (data, error) {
	db, err := store.Open(ctx, store.Options{DataDir: database.Data, DatabaseURL: database.DatabaseURL.Reveal(), Logger: log})
	if err != nil {
		return data{}, err
	}
	return data{db, nil}.with(openFiles(ctx, database.Data, s3))
}

// readData opens a site's data for reading. The data must exist, with up-to-date tables.
func readData(ctx context.Context, database config.Database, s3 config.S3) (data, error) {
	db, err := store.Open(ctx, store.Options{DataDir: database.Data, DatabaseURL: database.DatabaseURL.Reveal(), Existing: true, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return data{}, err
	}
	return data{db, nil}.with(filesToRead(ctx, database.Data, s3))
}

// dataFor opens a site's data for writing, or for a dry run only for reading.
func dataFor(ctx context.Context, dryRun bool, database config.Database, s3 config.S3, log *slog.Logger) (data, error) {
	if dryRun {
		return readData(ctx, database, s3)
	}
	return openData(ctx, database, s3, log)
}

// copier returns what replaces the content of a site. Before that, it backs the site up to a folder.
func (d data) copier(folder backup.Folder, log *slog.Logger) *archive.Copier {
	return &archive.Copier{
		Store: &archive.Queries{DB: d.db.DB, Kinds: d.db.Kinds}, Uploads: archive.StoredUploads{Files: d.files, Library: media.NewLibrary(d.files, &d.db.Images)},
		Program: version(), Before: backUpAs(backup.BeforeSync, folder, log), Logger: log,
	}
}

// with adds the files, or closes the database if opening them failed.
func (d data) with(files media.Files, err error) (data, error) {
	if err != nil {
		return data{}, errors.Join(err, d.db.Close())
	}
	d.files = files
	return d, nil
}

// Close closes the files and the database.
func (d data) Close() error { return errors.Join(d.files.Close(), d.db.Close()) }
