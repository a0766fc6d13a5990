package db

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"github.com/vitrine-directory/vitrine/internal/durable"
)

const (
	lockFile     = "vitrine.lock"        // shared lock: the database is open; exclusive lock: a restore runs
	restoredFile = "vitrine.restored"    // restored database that is about to replace vitrine.db
	oldFormat    = "20060102-150405.000" // of the time in the name of the old database's folder
)

// lockFolder takes a shared lock on the data folder until Close. It first completes an interrupted restore.
func (d *opener) lockFolder(dir string, existing bool) error {
	flags := os.O_RDWR | os.O_CREATE
	if existing {
		flags = os.O_RDONLY
	}
	lock := flock.New(filepath.Join(dir, lockFile), flock.SetFlag(flags))
	restoring := fmt.Errorf("the database in %s is being restored: try again when that is done", dir)
	for {
		err := tryLock(lock.TryRLock, restoring)
		if existing && errors.Is(err, fs.ErrNotExist) { // no version of the program that locks has opened it yet
			return nil
		}
		if err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
		if _, missing := os.Stat(filepath.Join(dir, restoredFile)); missing != nil {
			if err == nil {
				d.folder = lock
			}
			return nil
		}
		if err := completeRestore(dir, lock, restoring); err != nil {
			return err
		}
	}
}

// tryLock takes a lock; if another process has it, it returns the error for that.
func tryLock(try func() (locked bool, err error), inUse error) error {
	locked, err := try()
	switch {
	case err != nil:
		return fmt.Errorf("lock the data folder: %w", err)
	case !locked:
		return inUse
	}
	return nil
}

// completeRestore completes a restore that was interrupted while it moved files. It releases the shared lock first: a
// flock.Flock that had both locks would report the shared one as taken and stay exclusive.
func completeRestore(dir string, lock *flock.Flock, inUse error) error {
	if err := lock.Unlock(); err != nil {
		return err
	}
	if err := tryLock(lock.TryLock, inUse); err != nil {
		return err
	}
	_, err := takeRestored(dir)
	return errors.Join(err, lock.Unlock())
}

// takeRestored replaces the database with the restored one. It moves the old database and its log into a new folder and
// returns that folder, empty if there was no old database. If the process is killed, the next call resumes. It does
// nothing if there is no restored database. No process may have the database open.
func takeRestored(dir string) (oldData string, err error) {
	restored := filepath.Join(dir, restoredFile)
	info, err := os.Stat(restored)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
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
		if err := durable.Folder(os.Open(old)); err != nil {
			return "", err
		}
	}
	if err := durable.Folder(os.Open(dir)); err != nil {
		return "", err
	}
	if err := os.Rename(restored, filepath.Join(dir, sqliteFile)); err != nil {
		return "", fmt.Errorf("take the restored database: %w", err)
	}
	return oldData, durable.Folder(os.Open(dir))
}
