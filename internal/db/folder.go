package db

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"vitrine/internal/filelock"
)

const (
	lockFile     = "vitrine.lock"        // shared lock: the database is open; exclusive lock: a restore runs
	restoredFile = "vitrine.restored"    // restored database that is about to replace vitrine.db
	oldFormat    = "20060102-150405.000" // of the time in the name of the old database's folder
)

// lockFolder takes a shared lock on the data folder until Close. It first completes an interrupted restore.
func (d *DB) lockFolder(dir string, existing bool) error {
	file, err := openLock(dir, existing)
	if existing && errors.Is(err, fs.ErrNotExist) { // no version of the program that locks has opened it yet
		return nil
	}
	if err != nil {
		return err
	}
	d.folder = file
	err = lockShared(file)
	if _, missing := os.Stat(filepath.Join(dir, restoredFile)); err == nil && missing == nil {
		if err = filelock.LockExclusive(file); err == nil {
			if _, err = takeRestored(dir); err == nil {
				err = lockShared(file)
			}
		}
	}
	if errors.Is(err, filelock.ErrLocked) {
		return fmt.Errorf("the database in %s is being restored: try again when that is done", dir)
	}
	return err
}

// lockShared takes the shared lock, on systems that have file locks.
func lockShared(file *os.File) error {
	if err := filelock.LockShared(file); !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

func openLock(dir string, existing bool) (*os.File, error) {
	flags := os.O_RDWR | os.O_CREATE
	if existing {
		flags = os.O_RDONLY
	}
	file, err := os.OpenFile(filepath.Join(dir, lockFile), flags, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the lock of the data folder: %w", err)
	}
	return file, nil
}

// takeRestored replaces the database with the restored one. It moves the old database and its log into a new folder and
// returns that folder, empty if there was no old database. If the process is killed, the next call resumes. No process
// may have the database open.
func takeRestored(dir string) (oldData string, err error) {
	restored := filepath.Join(dir, restoredFile)
	info, err := os.Stat(restored)
	if err != nil {
		return "", err
	}
	old := filepath.Join(dir, "before-restore-"+info.ModTime().UTC().Format(oldFormat))
	for _, name := range []string{sqliteFile + "-wal", sqliteFile + "-shm", sqliteFile} {
		if _, err := os.Lstat(filepath.Join(dir, name)); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := os.MkdirAll(old, 0o700); err != nil {
			return "", fmt.Errorf("move the old database away: %w", err)
		}
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(old, name)); err != nil {
			return "", fmt.Errorf("move the old database away: %w", err)
		}
	}
	if _, err := os.Stat(old); err == nil {
		oldData = old
		if err := syncFolder(old); err != nil {
			return "", err
		}
	}
	if err := syncFolder(dir); err != nil {
		return "", err
	}
	if err := os.Rename(restored, filepath.Join(dir, sqliteFile)); err != nil {
		return "", fmt.Errorf("take the restored database: %w", err)
	}
	return oldData, syncFolder(dir)
}

// syncFolder makes a folder's entries survive a power cut.
func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
