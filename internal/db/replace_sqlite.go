package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"vitrine/internal/filelock"
)

// replacementFolder is the folder inside the data folder where a SQLite database is restored.
const replacementFolder = ".restoring"

func (r *Replacement) beginSQLite(ctx context.Context, o Options) error {
	r.DB.dialect = sqliteDialect
	dir, err := filepath.Abs(o.DataDir)
	if err != nil {
		return fmt.Errorf("find the data folder: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	lock, err := openLock(dir, false)
	if err != nil {
		return err
	}
	if err := lockExclusive(lock); err != nil {
		return errors.Join(err, filelock.Release(lock))
	}
	folder := filepath.Join(dir, replacementFolder)
	r.leave = func() error { return errors.Join(os.RemoveAll(folder), filelock.Release(lock)) }
	file := filepath.Join(folder, sqliteFile)
	r.swap = func(context.Context) (string, error) { return swapFile(dir, file) }
	if err := os.RemoveAll(folder); err != nil { // left by a killed restore
		return err
	}
	if _, err := takeRestored(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		return fmt.Errorf("make a folder to restore in: %w", err)
	}
	if err := makeFile(file); err != nil {
		return err
	}
	return r.DB.openFile(ctx, file)
}

// lockExclusive takes the exclusive lock of the data folder.
func lockExclusive(lock *os.File) error {
	err := filelock.LockExclusive(lock)
	switch {
	case errors.Is(err, filelock.ErrLocked):
		return errInUse
	case errors.Is(err, errors.ErrUnsupported):
		return errors.New("this system cannot tell whether the site is open, so nothing is restored here")
	}
	return err
}

// swapFile renames the finished file to restoredFile. From there it replaces the database even if this process is killed.
func swapFile(dir, file string) (oldData string, err error) {
	if _, err := os.Stat(file + "-wal"); !errors.Is(err, fs.ErrNotExist) {
		return "", errors.Join(errors.New("the restored database still has a log beside it: nothing was changed"), err)
	}
	now := time.Now()
	if err := os.Chtimes(file, now, now); err != nil { // takeRestored names the old database's folder by it
		return "", err
	}
	if err := syncFile(file); err != nil {
		return "", err
	}
	if err := os.Rename(file, filepath.Join(dir, restoredFile)); err != nil {
		return "", fmt.Errorf("move the restored database: %w", err)
	}
	if err := syncFolder(dir); err != nil {
		return "", err
	}
	oldData, err = takeRestored(dir)
	if err != nil {
		err = fmt.Errorf("the database is restored, and takes its place when the site is started: %w", err)
	}
	return oldData, err
}

func syncFile(name string) error {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
