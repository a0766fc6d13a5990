package main

import (
	"context"
	"errors"
	"log/slog"

	"vitrine/internal/config"
	"vitrine/internal/media"
	"vitrine/internal/store"
)

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
