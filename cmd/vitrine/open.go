package main

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"regexp"
	"strings"

	"vitrine/internal/config"
	"vitrine/internal/media"
	"vitrine/internal/store"
)

// commandFlags are the options with which commands find the data of a site that is served with these settings. What may
// hold a password is left out.
func commandFlags(settings config.Serve) string {
	folder, err := filepath.Abs(settings.Data)
	if err != nil { // the current folder is gone
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

// plain is text that a shell takes as it is.
var plain = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// quoted is a text as one word of a shell.
func quoted(text string) string {
	if plain.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// data is what a site keeps, open for one command.
type data struct {
	db    *store.Store
	files media.Files
}

// openData opens what a site keeps, to be changed.
func openData(ctx context.Context, place config.Database, s3 config.S3, log *slog.Logger) (data, error) {
	db, err := store.Open(ctx, store.Options{DataDir: place.Data, DatabaseURL: place.DatabaseURL.Reveal(), Logger: log})
	if err != nil {
		return data{}, err
	}
	return data{db, nil}.with(openFiles(ctx, place.Data, s3))
}

// readData opens what a site keeps, to be read: only what is there, with tables that are up to date.
func readData(ctx context.Context, place config.Database, s3 config.S3) (data, error) {
	db, err := store.Open(ctx, store.Options{DataDir: place.Data, DatabaseURL: place.DatabaseURL.Reveal(), Existing: true, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return data{}, err
	}
	return data{db, nil}.with(filesToRead(ctx, place.Data, s3))
}

// dataFor opens what a site keeps: to be changed, or for a dry run only to be read.
func dataFor(ctx context.Context, dryRun bool, place config.Database, s3 config.S3, log *slog.Logger) (data, error) {
	if dryRun {
		return readData(ctx, place, s3)
	}
	return openData(ctx, place, s3, log)
}

// with adds the files, or closes the database where there are none.
func (d data) with(files media.Files, err error) (data, error) {
	if err != nil {
		return data{}, errors.Join(err, d.db.Close())
	}
	d.files = files
	return d, nil
}

// Close closes both.
func (d data) Close() error { return errors.Join(d.files.Close(), d.db.Close()) }
