package backup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// Kind is the reason for a backup. Old backups are removed separately for each kind.
type Kind string

// The kinds of backups.
const (
	Asked         Kind = "backup" // by a schedule, or by hand
	BeforeUpgrade Kind = "before-upgrade"
	BeforeSync    Kind = "before-sync"
	BeforeImport  Kind = "before-import"
)

// unfinished is the prefix of files that are being written.
const unfinished = ".vitrine-unfinished-"

// lockRetry is the pause until another try to lock a new file that another process is about to remove.
const lockRetry = 10 * time.Millisecond

const stampFormat = "20060102-150405.000"

// Folder stores the backups of a site. It is created if it is missing.
type Folder struct {
	Site     Site
	Path     string
	Keep     int              // of each kind; 0 keeps all
	Progress Progress         // may be nil
	Now      func() time.Time // nil means time.Now
}

// Written is a backup that was written and verified.
type Written struct {
	Path     string
	Size     int64 // bytes
	Manifest Manifest
}

// Write writes a backup and verifies its hashes. Only then does it give the backup its name and remove older ones of
// its kind. Missing uploads are listed in the manifest and are no error.
func (f Folder) Write(ctx context.Context, kind Kind) (Written, error) {
	now := time.Now
	if f.Now != nil {
		now = f.Now
	}
	made := now().UTC()
	written, err := f.Site.WriteFile(ctx, filepath.Join(f.Path, "vitrine-"+string(kind)+"-"+made.Format(stampFormat)+".zip"), made, f.Progress)
	if err == nil && f.Keep > 0 {
		err = f.prune(kind, written.Path)
	}
	return written, err
}

// prune removes all but the newest backups of a kind, and never the one that was just written.
func (f Folder) prune(kind Kind, written string) error {
	entries, err := f.list(kind)
	if err != nil {
		return err
	}
	for _, entry := range entries[:max(0, len(entries)-f.Keep)] {
		path := filepath.Join(f.Path, entry.Name())
		if path == written {
			continue
		}
		if err := ignoreMissing(os.Remove(path)); err != nil {
			return fmt.Errorf("remove an old backup: %w", err)
		}
	}
	return nil
}

// list returns the backups of a kind, the oldest first. It skips other names and everything but regular files.
func (f Folder) list(kind Kind) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(f.Path) // by name, and the times in the names sort as text
	if err != nil {
		return nil, fmt.Errorf("read the folder of backups: %w", err)
	}
	ours := regexp.MustCompile(`^vitrine-` + string(kind) + `-\d{8}-\d{6}\.\d{3}\.zip$`)
	return slices.DeleteFunc(entries, func(entry fs.DirEntry) bool {
		return !entry.Type().IsRegular() || !ours.MatchString(entry.Name())
	}), nil
}

// WriteFile writes and verifies a backup under a path that must not exist yet. It removes no other backup.
func (s Site) WriteFile(ctx context.Context, path string, made time.Time, progress Progress) (Written, error) {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return Written{}, fmt.Errorf("make the folder of backups: %w", err)
	}
	if _, err := os.Lstat(path); err == nil {
		return Written{}, fmt.Errorf("%s is there already: it is not written over", path)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return Written{}, err
	}
	if err := sweep(folder); err != nil {
		return Written{}, err
	}
	half := filepath.Join(folder, unfinished+rand.Text())
	var written Written
	err := withLowPriority(func() (err error) {
		written, err = s.writeVerified(ctx, half, path, made, progress)
		return err
	})
	if err != nil {
		return Written{}, errors.Join(fmt.Errorf("write a backup: %w", err), ignoreMissing(os.Remove(half)))
	}
	return written, db.SyncFolder(folder)
}

// writeVerified writes and verifies the file under a temporary name, then renames it. It holds a lock on the file all
// that time: an unlocked file with such a name was left by a killed process.
func (s Site) writeVerified(ctx context.Context, half, path string, made time.Time, progress Progress) (Written, error) {
	lock := flock.New(half)
	defer lock.Close() //nolint:errcheck // nothing was written through it
	if _, err := lock.TryLockContext(ctx, lockRetry); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return Written{}, err
	}
	manifest, err := s.writeSynced(ctx, half, made, progress)
	if err != nil {
		return Written{}, err
	}
	archive, err := Open(half)
	if err != nil {
		return Written{}, err
	}
	if err := errors.Join(archive.Verify(ctx, progress), archive.Close()); err != nil {
		return Written{}, err
	}
	info, err := os.Stat(half)
	if err != nil {
		return Written{}, err
	}
	return Written{Path: path, Size: info.Size(), Manifest: manifest}, os.Rename(half, path)
}

// writeSynced writes an archive that survives a power cut.
func (s Site) writeSynced(ctx context.Context, path string, made time.Time, progress Progress) (Manifest, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return Manifest{}, err
	}
	manifest, err := s.write(ctx, file, made, progress)
	if err == nil {
		err = file.Sync()
	}
	return manifest, errors.Join(err, file.Close())
}

// sweep removes unfinished files of processes that were killed. Without file locks it cannot tell, and removes none.
func sweep(folder string) error {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), unfinished) || !entry.Type().IsRegular() {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		lock := flock.New(path)
		if locked, _ := lock.TryLock(); locked { // a file that we may not read stays
			err = errors.Join(err, ignoreMissing(os.Remove(path)), lock.Unlock())
		}
	}
	return err
}
