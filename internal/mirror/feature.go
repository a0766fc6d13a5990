package mirror

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Feature is what the program is told of the sync.
var Feature = feature.Feature{Name: "mirror", Kinds: Kinds(), Open: open}

func open(k *feature.Kits) (feature.Parts, error) {
	copier, err := Open(k)
	if err != nil {
		return feature.Parts{}, err
	}
	parts := Parts(k, copier)
	if k.Settings.WebhookURL != "" {
		parts.Run = append(parts.Run, NewNotifier(copier.options.Store, k.Settings.WebhookURL, copier.options.Secrets[0], k.Logger).Run)
	}
	return parts, nil
}

// Open builds the mirror that copies production to a site.
func Open(k *feature.Kits) (*Mirror, error) {
	secrets, err := k.Settings.Mirror.Secrets()
	if err != nil {
		return nil, err
	}
	return New(Options{
		Store: &Queries{DB: k.DB, Kinds: k.Kinds}, Uploads: archive.StoredUploads{Files: k.Files, Library: k.Images}, Program: k.Program, Development: k.Settings.Role == config.Development,
		Open: sourceOf(k.Settings.Mirror, k.Logger), Before: k.BackUp, Secrets: secrets, Logger: k.Logger,
	}), nil
}

// Parts is what a mirror brings to a site.
func Parts(k *feature.Kits, copier *Mirror) feature.Parts {
	return feature.Parts{
		Calls: API{Mirror: copier, Store: &Queries{DB: k.DB, Kinds: k.Kinds}, Catalogue: k.Catalogue, CommandFlags: k.CommandFlags, Program: k.Program}.Group(),
		Jobs: []jobs.Job{{Name: "pending-sync", Title: "Start a sync that is pending", Every: 5 * time.Minute, Limit: time.Minute, Do: func(ctx context.Context) (string, error) {
			return "looked for a sync that is pending", copier.AskIfPending(ctx)
		}}},
		Run: []func(context.Context){copier.Run},
	}
}

// sourceOf returns the function that opens production by its database or its URL; nil if neither is set.
func sourceOf(settings config.Mirror, log *slog.Logger) func(ctx context.Context) (archive.Source, error) {
	remote := NewRemote(settings.ProductionURL, settings.ProductionToken.Reveal())
	address := settings.ProductionDatabaseURL.Reveal()
	switch {
	case address != "":
		return func(ctx context.Context) (archive.Source, error) {
			return openDatabase(ctx, address, remote, settings.ProductionURL != "", log)
		}
	case settings.ProductionToken != "":
		return func(context.Context) (archive.Source, error) { return remote, nil }
	}
	return nil
}

// database is production read from its database. Its images come from its URL, or from beside its SQLite file.
type database struct {
	*db.DB
	remote *Remote     // nil: no URL is set
	files  *media.Disk // nil: not on this machine
}

func openDatabase(ctx context.Context, address string, remote *Remote, hasAddress bool, log *slog.Logger) (archive.Source, error) {
	o := db.Options{DatabaseURL: address, Existing: true, Logger: log}
	if !strings.HasPrefix(address, "postgres") {
		o.DataDir, o.DatabaseURL = filepath.Dir(address), ""
	}
	opened, err := db.Open(ctx, o)
	if err != nil {
		return nil, ofAnotherStep(err)
	}
	source := &database{DB: opened}
	if hasAddress {
		source.remote = remote
	}
	if o.DatabaseURL == "" {
		if source.files, err = media.ReadDisk(filepath.Join(o.DataDir, media.Folder)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, errors.Join(err, opened.Close())
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
func (d *database) Read(ctx context.Context, kinds records.Kinds) (*archive.Content, string, error) {
	identity, err := d.Identity(ctx)
	if err != nil {
		return nil, "", err
	}
	content, err := (&archive.Queries{DB: d.DB, Kinds: kinds}).Content(ctx)
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
		return errors.Join(d.files.Close(), d.DB.Close())
	}
	return d.DB.Close()
}
