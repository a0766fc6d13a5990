package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// openMirror builds the mirror that copies production to this site.
func openMirror(settings config.Mirror, db *store.Store, images uploads, before func(context.Context) error, log *slog.Logger) (*mirror.Mirror, error) {
	secrets, err := settings.Secrets()
	if err != nil {
		return nil, err
	}
	return mirror.New(mirror.Options{
		Store: &db.Syncs, Uploads: images, Program: version(), Development: settings.Role == config.Development,
		Open: sourceOf(settings, log), Before: before, Secrets: secrets, Logger: log,
	}), nil
}

// notifier returns the notifier that announces changes to another site; nil if no webhook is set.
func notifier(settings config.Mirror, db *store.Store, log *slog.Logger) (*mirror.Notifier, error) {
	if settings.WebhookURL == "" {
		return nil, nil
	}
	secrets, err := settings.Secrets()
	if err != nil {
		return nil, err
	}
	return mirror.NewNotifier(&db.Syncs, settings.WebhookURL, secrets[0], log), nil
}

// uploads adapts the uploads of this site to the mirror.
type uploads struct {
	media.Files
	library *media.Library
}

func (p uploads) AddJPEG(ctx context.Context, by, originalName string, jpeg []byte) (string, error) {
	return p.library.AddJPEG(ctx, by, originalName, jpeg)
}

func (d data) uploads() uploads { return uploads{d.files, media.NewLibrary(d.files, &d.db.Images)} }

// sourceOf returns the function that opens production by its database or its URL; nil if neither is set.
func sourceOf(settings config.Mirror, log *slog.Logger) func(ctx context.Context) (mirror.Source, error) {
	remote := mirror.NewRemote(settings.ProductionURL, settings.ProductionToken.Reveal())
	address := settings.ProductionDatabaseURL.Reveal()
	switch {
	case address != "":
		return func(ctx context.Context) (mirror.Source, error) {
			return openDatabase(ctx, address, remote, settings.ProductionURL != "", log)
		}
	case settings.ProductionToken != "":
		return func(context.Context) (mirror.Source, error) { return remote, nil }
	}
	return nil
}

// database is production read from its database. Its images come from its URL, or from beside its SQLite file.
type database struct {
	*store.Store
	remote *mirror.Remote // nil: no URL is set
	files  *media.Disk    // nil: not on this machine
}

func openDatabase(ctx context.Context, address string, remote *mirror.Remote, hasAddress bool, log *slog.Logger) (mirror.Source, error) {
	o := store.Options{DatabaseURL: address, Existing: true, Logger: log}
	if !strings.HasPrefix(address, "postgres") {
		o.DataDir, o.DatabaseURL = filepath.Dir(address), ""
	}
	db, err := store.Open(ctx, o)
	if err != nil {
		return nil, ofAnotherStep(err)
	}
	source := &database{Store: db}
	if hasAddress {
		source.remote = remote
	}
	if o.DatabaseURL == "" {
		if source.files, err = media.ReadDisk(uploadsIn(o.DataDir)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, errors.Join(err, db.Close())
		}
	}
	return source, nil
}

// ofAnotherStep turns a schema mismatch into an error that says which of the two sites to upgrade.
func ofAnotherStep(err error) error {
	var other *db.StepError
	switch {
	case !errors.As(err, &other):
		return err
	case other.Step > other.Known:
		return fault.Because(fault.BadGateway, fmt.Sprintf("Production runs a newer program (its database is at step %d, this site at step %d). Upgrade this site first.", other.Step, other.Known), err)
	}
	return fault.Because(fault.BadGateway, fmt.Sprintf("Production runs an older program (its database is at step %d, this site at step %d). Upgrade production, or copy it through its URL.", other.Step, other.Known), err)
}

// Read returns the content and the identity of its database.
func (d *database) Read(ctx context.Context, _ records.Kinds) (*mirror.Content, string, error) {
	identity, err := d.Identity(ctx)
	if err != nil {
		return nil, "", err
	}
	content, err := d.Content(ctx)
	return content, identity, err
}

// Has reports whether production has an upload.
func (d *database) Has(ctx context.Context, name string) (bool, error) {
	if d.files == nil && d.remote != nil {
		return d.remote.Has(ctx, name)
	}
	if d.files == nil {
		return false, errNoImageSource()
	}
	file, err := d.files.Open(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, file.Close()
}

func errNoImageSource() error {
	return fault.New(fault.BadGateway, "Production's images can't be fetched: please set VITRINE_PRODUCTION_URL too.")
}

// Image reads an upload. If the database beside it is gone too, the whole folder is gone, not just one upload.
func (d *database) Image(ctx context.Context, name string) ([]byte, error) {
	switch {
	case d.files != nil:
		file, err := d.files.Open(ctx, name)
		if errors.Is(err, fs.ErrNotExist) {
			if gone := d.Ping(ctx); gone != nil {
				return nil, fmt.Errorf("read an upload beside the database: %v", gone) // not an fs.ErrNotExist
			}
		}
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return io.ReadAll(file)
	case d.remote != nil:
		return d.remote.Image(ctx, name)
	}
	return nil, errNoImageSource()
}

// Close closes the database and its files.
func (d *database) Close() error {
	if d.files != nil {
		return errors.Join(d.files.Close(), d.Store.Close())
	}
	return d.Store.Close()
}
