package backup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/durable"
)

// unfinished is the prefix of files that are being written.
const unfinished = ".vitrine-unfinished-"

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
	Path         string // or s3:// address
	Size         int64  // bytes
	Manifest     Manifest
	ChecksumOnly bool // of what is encrypted without an identity, only size and SHA-256 were compared
}

// Write writes a backup and verifies its hashes. Only then does it give the backup its name and remove older ones of
// its kind. Missing uploads are listed in the manifest and are no error.
func (f Folder) Write(ctx context.Context, kind Kind) (Written, error) {
	made := timeOf(f.Now)
	name := nameOf(kind, made, f.Site.Keys)
	written, err := f.Site.WriteFile(ctx, filepath.Join(f.Path, name), made, f.Progress)
	if err == nil && f.Keep > 0 {
		err = f.prune(kind, name)
	}
	return written, err
}

// timeOf asks a clock; nil is time.Now.
func timeOf(clock func() time.Time) time.Time {
	if clock == nil {
		clock = time.Now
	}
	return clock().UTC()
}

// prune removes all but the newest backups of a kind, and never the one that was just written.
func (f Folder) prune(kind Kind, written string) error {
	names, err := f.names()
	if err != nil {
		return err
	}
	for _, name := range oldOf(names, kind, f.Keep, written) {
		if err := ignoreMissing(os.Remove(filepath.Join(f.Path, name))); err != nil {
			return fmt.Errorf("remove an old backup: %w", err)
		}
	}
	return nil
}

// names returns the names of the regular files in the folder.
func (f Folder) names() (names []string, err error) {
	entries, err := os.ReadDir(f.Path)
	if err != nil {
		return nil, fmt.Errorf("read the folder of backups: %w", err)
	}
	for _, entry := range entries {
		if entry.Type().IsRegular() {
			names = append(names, entry.Name())
		}
	}
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
		written, err = s.writeVerified(ctx, half, path, made, progress)
		return err
	})
	if err != nil {
		return Written{}, errors.Join(fmt.Errorf("write a backup: %w", err), ignoreMissing(os.Remove(half)))
	}
	return written, durable.Folder(os.Open(folder))
}

// writeVerified writes and verifies the file under a temporary name, then renames it. It holds a lock on the file all
// that time: an unlocked file with such a name was left by a killed process.
func (s Site) writeVerified(ctx context.Context, half, path string, made time.Time, progress Progress) (Written, error) {
	unlock, err := lockUnfinished(ctx, half)
	if err != nil {
		return Written{}, err
	}
	defer unlock() //nolint:errcheck // nothing was written through it
	written, sum, err := s.writeSynced(ctx, half, made, progress)
	if err != nil {
		return Written{}, err
	}
	file, err := os.Open(half)
	if err != nil {
		return Written{}, err
	}
	err = s.verify(ctx, &written, file, sum, progress)
	if err := errors.Join(err, file.Close()); err != nil {
		return Written{}, err
	}
	written.Path = path
	return written, os.Rename(half, path)
}

// writeSynced writes a backup that survives a power cut, and returns its SHA-256.
func (s Site) writeSynced(ctx context.Context, path string, made time.Time, progress Progress) (Written, string, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return Written{}, "", err
	}
	written, sum, err := s.writeTo(ctx, file, made, progress)
	if err == nil {
		err = file.Sync()
	}
	written.Path = path
	return written, sum, errors.Join(err, file.Close())
}

// sweep removes unfinished files of processes that were killed.
func sweep(folder string) error {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), unfinished) || !entry.Type().IsRegular() {
			continue
		}
		err = errors.Join(err, removeAbandoned(filepath.Join(folder, entry.Name())))
	}
	return err
}
