package db

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"vitrine/internal/filelock"
)

// restoringFolder is where a database is restored, inside the data folder.
const restoringFolder = ".restoring"

// restoringFile restores a SQLite database in a folder of its own.
type restoringFile struct {
	dir, beside string
	lock        *os.File
}

func (r *Restoring) beginSQLite(ctx context.Context, o Options) error {
	r.db.dialect = sqliteDialect
	dir, err := filepath.Abs(o.DataDir)
	if err != nil {
		return fmt.Errorf("find the data folder: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	f := &restoringFile{dir: dir, beside: filepath.Join(dir, restoringFolder)}
	if f.lock, err = openLock(dir, false); err != nil {
		return err
	}
	r.place = f
	if err := f.takeAlone(); err != nil {
		return err
	}
	if err := os.MkdirAll(f.beside, 0o700); err != nil {
		return fmt.Errorf("make a folder to restore in: %w", err)
	}
	file := filepath.Join(f.beside, sqliteFile)
	if err := makeFile(file); err != nil {
		return err
	}
	return r.db.openFile(ctx, file)
}

// takeAlone takes the data folder for this process alone, and tidies up after a restoring that was killed.
func (f *restoringFile) takeAlone() error {
	err := filelock.Alone(f.lock)
	switch {
	case errors.Is(err, filelock.ErrLocked):
		f.beside = "" // somebody else's
		return errInUse
	case errors.Is(err, errors.ErrUnsupported):
		return errors.New("this system cannot tell whether the site is open, so nothing is restored here")
	case err != nil:
		return err
	}
	if err := os.RemoveAll(f.beside); err != nil {
		return err
	}
	if _, err := takeRestored(f.dir); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// swap moves the finished database beside the one in use, from where it takes its place even if this process is killed.
func (f *restoringFile) swap(context.Context) (string, error) {
	made := filepath.Join(f.beside, sqliteFile)
	if _, err := os.Stat(made + "-wal"); !errors.Is(err, os.ErrNotExist) {
		return "", errors.Join(errors.New("the restored database still has a log beside it: nothing was changed"), err)
	}
	now := time.Now()
	if err := os.Chtimes(made, now, now); err != nil { // the old one's folder is named by it
		return "", err
	}
	if err := syncFile(made); err != nil {
		return "", err
	}
	if err := os.Rename(made, filepath.Join(f.dir, restoredFile)); err != nil {
		return "", fmt.Errorf("move the restored database: %w", err)
	}
	if err := syncFolder(f.dir); err != nil {
		return "", err
	}
	oldData, err := takeRestored(f.dir)
	if err != nil {
		err = fmt.Errorf("the database is restored, and takes its place when the site is started: %w", err)
	}
	return oldData, err
}

func (f *restoringFile) leave() error {
	var err error
	if f.beside != "" {
		err = os.RemoveAll(f.beside)
	}
	return errors.Join(err, filelock.Release(f.lock))
}

func syncFile(name string) error {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
