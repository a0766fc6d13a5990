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

	"vitrine/internal/filelock"
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

const stampFormat = "20060102-150405.000"

// ours matches the name of a backup: its kind, and when it was started, in UTC.
var ours = regexp.MustCompile(`^vitrine-(backup|before-upgrade|before-sync|before-import)-(\d{8}-\d{6}\.\d{3})\.zip$`)

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
	names, err := f.names(kind)
	if err != nil {
		return err
	}
	for _, name := range names[:max(0, len(names)-f.Keep)] {
		path := filepath.Join(f.Path, name)
		if path == written {
			continue
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove an old backup: %w", err)
		}
	}
	return nil
}

// names returns the backups of a kind, the oldest first. It skips other names and everything but regular files.
func (f Folder) names(kind Kind) ([]string, error) {
	entries, err := os.ReadDir(f.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the folder of backups: %w", err)
	}
	var names []string
	for _, entry := range entries {
		if parts := ours.FindStringSubmatch(entry.Name()); parts != nil && parts[1] == string(kind) && entry.Type().IsRegular() {
			names = append(names, entry.Name())
		}
	}
	slices.Sort(names) // the times in the names sort as text
	return names, nil
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
		written, err = s.writeHalf(ctx, half, made, progress)
		return err
	})
	if err == nil {
		err = os.Rename(half, path)
	}
	if err != nil {
		return Written{}, errors.Join(fmt.Errorf("write a backup: %w", err), ignoreMissing(os.Remove(half)))
	}
	written.Path = path
	return written, syncFolder(folder)
}

// writeHalf writes and verifies the file under its temporary name. It holds a lock on the file all that time: an
// unlocked file with such a name was left by a killed process.
func (s Site) writeHalf(ctx context.Context, path string, made time.Time, progress Progress) (Written, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return Written{}, err
	}
	defer filelock.Release(file) // after the sync
	if err := filelock.LockExclusive(file); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return Written{}, err
	}
	manifest, err := s.write(ctx, file, made, progress)
	if err == nil {
		err = file.Sync()
	}
	if err != nil {
		return Written{}, err
	}
	archive, err := Open(path)
	if err != nil {
		return Written{}, err
	}
	if err := errors.Join(archive.Verify(ctx, progress), archive.Close()); err != nil {
		return Written{}, err
	}
	info, err := file.Stat()
	if err != nil {
		return Written{}, err
	}
	return Written{Size: info.Size(), Manifest: manifest}, nil
}

// sweep removes unfinished files of processes that were killed. Without file locks it cannot tell, and removes none.
func sweep(folder string) error {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), unfinished) || !entry.Type().IsRegular() {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		file, openErr := os.Open(path)
		if openErr != nil { // another process has just renamed or removed it, or we may not read it
			continue
		}
		if filelock.LockExclusive(file) == nil {
			err = errors.Join(err, ignoreMissing(os.Remove(path)))
		}
		_ = filelock.Release(file) // nothing was written to the file
	}
	return err
}

// syncFolder makes a folder's entries survive a power cut.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
