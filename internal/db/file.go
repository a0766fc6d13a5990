package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// quickCheckTime bounds the check of a database file at startup. A file too large for that is opened unchecked.
const quickCheckTime = 2 * time.Second

// operatorRetry is the Retry-After of a site whose operator has to act first.
const operatorRetry = 30 * time.Second

// siteFolders are the folders in the data folder that belong to the database.
var siteFolders = []string{"uploads", "backups"}

// siteParts are all files that belong to a database. The log is one: SQLite would delete it beside an empty file.
var siteParts = []string{"uploads", "backups", sqliteFile + "-wal"}

// databaseFile is the SQLite file that this process has open. Only SQLite may open it: closing any other descriptor of
// it would drop all locks of the process.
type databaseFile struct {
	path   string
	opened os.FileInfo
	lost   atomic.Bool // the log says already that writes are refused
}

// checkWritable returns an error if a write would be lost: the path leads to another file than the open one, or to none, or
// the file system has become read-only. It logs each change of that once. Without a file, on PostgreSQL, it returns nil.
func (f *databaseFile) checkWritable(ctx context.Context, logger *slog.Logger) error {
	if f == nil {
		return nil
	}
	err := f.check()
	if lost := err != nil; f.lost.Swap(lost) != lost {
		if lost {
			logger.ErrorContext(ctx, "NOTHING CAN BE SAVED: writes are refused until the operator fixes this", "error", err)
		} else {
			logger.WarnContext(ctx, "the database can be written again", "file", f.path)
		}
	}
	return err
}

func (f *databaseFile) check() error {
	message := "The site's database file was moved or replaced while the site was open, so nothing can be saved. " +
		"Its operator has to put the file back, or restart the site."
	err := f.moved()
	if err == nil {
		message = "The site's disk is read-only, so nothing can be saved and nobody can sign in. Its operator has to make it writable."
		err = readOnly(filepath.Dir(f.path))
	}
	if err == nil {
		return nil
	}
	refusal := fault.Because(fault.Unavailable, message, err)
	refusal.RetryAfter = operatorRetry
	return refusal
}

// moved returns an error if the path leads to another file than the open one, or to none.
func (f *databaseFile) moved() error {
	now, err := os.Stat(f.path)
	if err == nil && !os.SameFile(now, f.opened) {
		err = fmt.Errorf("%s is not the file that was opened", f.path)
	}
	return err
}

// sameFile connects only to the file that was opened first, never to one that has replaced it.
type sameFile struct {
	driver.Connector
	db *DB
}

// Connect fails if the file was moved.
func (c sameFile) Connect(ctx context.Context) (driver.Conn, error) {
	if file := c.db.file; file != nil {
		if err := file.moved(); err != nil {
			return nil, err
		}
	}
	return c.Connector.Connect(ctx)
}

// prepareFile creates a missing database file, and removes the access of others to files that an earlier
// version of the program left readable. It refuses a file that is missing or empty beside the rest of a site.
func (d *opener) prepareFile(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("find the database: %w", err)
	}
	if err != nil || info.Size() == 0 {
		if err := refuseLost(d.dir, siteParts...); err != nil {
			return err
		}
	}
	if err != nil {
		return makeFile(path)
	}
	for _, one := range []string{path, path + "-wal", path + "-shm", filepath.Join(d.dir, lockFile)} {
		if err := makePrivate(one); err != nil {
			d.logger.WarnContext(ctx, "other users of this machine may read the database", "error", err)
		}
	}
	return nil
}

// makeFile creates an empty file with mode 0600, which SQLite copies to the files beside it.
func makeFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("make the database: %w", err)
	}
	return file.Close()
}

// makePrivate removes the access of group and others. A missing file is no error.
func makePrivate(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return err
	}
	return os.Chmod(path, info.Mode().Perm()&0o700)
}

// refuseLost returns an error if another part of a site lies beside a database file that is missing or empty.
func refuseLost(dir string, beside ...string) error {
	for _, name := range beside {
		found := filepath.Join(dir, name)
		empty, err := isEmpty(found)
		if err != nil {
			return fmt.Errorf("look beside the database: %w", err)
		}
		if !empty {
			return fmt.Errorf("the database %s is missing or empty, but %s is not, so it was moved, deleted or overwritten: "+
				"put it back, or restore a backup with vitrine restore; for a new site choose another folder", filepath.Join(dir, sqliteFile), found)
		}
	}
	return nil
}

// isEmpty reports whether a file or folder is empty or missing.
func isEmpty(path string) (bool, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil || !info.IsDir() {
		return err == nil && info.Size() == 0, err
	}
	folder, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer folder.Close()
	_, err = folder.Readdirnames(1)
	if errors.Is(err, io.EOF) {
		return true, nil
	}
	return false, err
}

// refuseLostTables returns an error if the file has no tables although another part of a site lies beside it.
func (d *opener) refuseLostTables() error {
	if d.file == nil {
		return nil
	}
	return refuseLost(d.dir, siteFolders...)
}

// quickCheck refuses a damaged file, above all a truncated one.
func (d *opener) quickCheck(ctx context.Context) error {
	checking, stop := context.WithTimeout(ctx, quickCheckTime)
	defer stop()
	var found string
	err := d.reader.QueryRowContext(checking, "PRAGMA quick_check(1)").Scan(&found)
	switch {
	case err != nil && checking.Err() != nil:
		d.logger.InfoContext(ctx, "the database is too large to be checked at the start; vitrine check reads all of it")
		return ctx.Err()
	case err != nil:
		return err
	case found != "ok":
		return fmt.Errorf("%w: %s", errDamaged, found)
	}
	return nil
}

// errDamaged means that the database file cannot be used.
var errDamaged = errors.New("the file is damaged")

// explainDamage adds what to do about a damaged file.
func (d *opener) explainDamage(err error) error {
	if d.dialect.postgres || !damaged(err) && !errors.Is(err, errDamaged) {
		return err
	}
	return fmt.Errorf("the database %s is damaged, perhaps cut off: put a whole copy back, or restore a backup with vitrine restore: %w",
		filepath.Join(d.dir, sqliteFile), err)
}
