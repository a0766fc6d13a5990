package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"modernc.org/sqlite"
)

// sqliteFile is the name of the database inside the data folder.
const sqliteFile = "vitrine.db"

// applicationID is the application_id that the first migration gives the file.
const applicationID = 1447646291

// sqlitePoll is how often a process polls for writes of other processes, which the site shows within a second. The polls are
// most of what an idle site does: twice a second took half as much again.
const sqlitePoll = 900 * time.Millisecond

// sqlitePragmas run on every connection, in this order: busy_timeout first, so that the others wait for a locked file.
// FULL makes a commit survive a power cut. Recursive triggers make REPLACE fire the triggers that write the audit.
var sqlitePragmas = []string{
	"busy_timeout(5000)",
	"journal_mode(WAL)",
	"synchronous(FULL)",
	"foreign_keys(ON)",
	"trusted_schema(OFF)",
	"recursive_triggers(ON)",
	"journal_size_limit(67108864)",
}

// sqliteDialect needs no statement of its own.
var sqliteDialect = &dialect{name: "sqlite"}

func (d *opener) openSQLite(ctx context.Context) error {
	d.dialect = sqliteDialect
	d.poll = sqlitePoll
	dir, err := filepath.Abs(d.options.DataDir)
	if err != nil {
		return fmt.Errorf("find the data folder: %w", err)
	}
	d.dir = dir
	if d.options.Existing {
		return d.openExisting(ctx, filepath.Join(dir, sqliteFile))
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	if err := d.lockFolder(dir, false); err != nil {
		return err
	}
	return d.withUpgradeLock(ctx, func(ctx context.Context) error {
		file := filepath.Join(dir, sqliteFile)
		if err := d.prepareFile(ctx, file); err != nil {
			return err
		}
		if err := d.openFile(ctx, file); err != nil {
			return err
		}
		if err := d.quickCheck(ctx); err != nil {
			return err
		}
		return d.upgrade(ctx, d.writer)
	})
}

// openExisting opens an existing file and changes nothing in it.
func (d *opener) openExisting(ctx context.Context, file string) error {
	if _, err := os.Stat(filepath.Join(d.dir, restoredFile)); err == nil && d.options.inspect {
		return fmt.Errorf("a restore in %s is not complete: if none is running, start the site once, which completes it", d.dir)
	}
	if err := d.lockFolder(d.dir, true); err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err != nil || info.Size() == 0 {
		if err := refuseLost(d.dir, siteParts...); err != nil {
			return err
		}
	}
	if err != nil {
		return &noSiteError{d.dir}
	}
	if err := d.openFile(ctx, file); err != nil || d.options.inspect {
		return err
	}
	return d.upToDate(ctx)
}

// openFile opens both pools on an existing file, which must not belong to another program.
func (d *opener) openFile(ctx context.Context, file string) error {
	var err error
	if d.writer, err = d.sqlitePool(file, url.Values{"_txlock": {"immediate"}}); err != nil {
		return err
	}
	if d.reader, err = d.sqlitePool(file, url.Values{"_query_only": {"true"}}); err != nil {
		return err
	}
	d.setPools(1, 4)
	if err := d.refuseForeignFile(ctx); err != nil {
		return err
	}
	opened, err := os.Stat(file)
	d.file = &databaseFile{path: file, opened: opened}
	return err
}

// sqlitePool returns a pool of connections to the file, each with the pragmas.
func (d *opener) sqlitePool(file string, settings url.Values) (*sql.DB, error) {
	settings["_pragma"] = sqlitePragmas
	if d.options.inspect {
		settings["_pragma"] = slices.DeleteFunc(slices.Clone(sqlitePragmas), func(pragma string) bool { return strings.HasPrefix(pragma, "journal_mode") })
	}
	settings.Set("mode", "rw") // a later connection must not create a new file if ours was moved away
	settings.Set("_defensive", "true")
	settings.Set("_dqs", "false") // a misspelled column is an error, not a string
	connector, err := sqlite.NewConnector(fileAddress(filepath.ToSlash(file), settings))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", file, err)
	}
	return sql.OpenDB(sameFile{connector, d.DB}), nil
}

// fileAddress returns the address of an absolute path with slashes, as https://www.sqlite.org/uri.html has it: that of
// C:/site/vitrine.db begins with file:///C:/.
func fileAddress(path string, settings url.Values) string {
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	address := url.URL{Scheme: "file", Path: path, RawQuery: settings.Encode()}
	return address.String()
}

// refuseForeignFile returns an error for another program's database.
func (d *opener) refuseForeignFile(ctx context.Context) error {
	var mark int64
	if err := d.writer.QueryRowContext(ctx, "PRAGMA application_id").Scan(&mark); err != nil {
		return Explain("open "+sqliteFile, err)
	}
	if mark != applicationID && mark != 0 {
		return fmt.Errorf("%s in the data folder belongs to another program", sqliteFile)
	}
	return nil
}
