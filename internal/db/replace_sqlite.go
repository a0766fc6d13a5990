package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/vitrine-directory/vitrine/internal/durable"
)

// replacementFolder is the folder inside the data folder where a SQLite database is restored.
const replacementFolder = ".restoring"

func (d *opener) replaceSQLite(ctx context.Context, step int64, fill Fill) (oldData string, err error) {
	d.dialect = sqliteDialect
	dir, err := filepath.Abs(d.options.DataDir)
	if err != nil {
		return "", fmt.Errorf("find the data folder: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("make the data folder: %w", err)
	}
	lock := flock.New(filepath.Join(dir, lockFile))
	err = tryLock(lock.TryLock, errInUse)
	if errors.Is(err, errors.ErrUnsupported) {
		return "", errors.New("this system cannot tell whether the site is open, so nothing is restored here")
	}
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	if _, err := takeRestored(dir); err != nil {
		return "", err
	}
	folder := filepath.Join(dir, replacementFolder)
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	file, err := makeReplacement(folder)
	if err != nil {
		return "", err
	}
	if err := d.openFile(ctx, file); err != nil {
		return "", errors.Join(err, d.Close())
	}
	if err := d.build(ctx, step, fill); err != nil {
		return "", err
	}
	return swapFile(dir, file)
}

// makeReplacement creates an empty database file in a new folder. It removes a folder that a killed restore has left.
func makeReplacement(folder string) (file string, err error) {
	if err := os.RemoveAll(folder); err != nil {
		return "", err
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		return "", fmt.Errorf("make a folder to restore in: %w", err)
	}
	file = filepath.Join(folder, sqliteFile)
	return file, makeFile(file)
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
	if err := durable.Folder(os.Open(dir)); err != nil {
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
