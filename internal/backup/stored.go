package backup

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Place is where backups are: a Folder or a Bucket.
type Place interface {
	// List returns the backups, in no order. One without any has none.
	List(ctx context.Context) ([]Stored, error)
	// Read returns the bytes of a backup as they are stored, which can be read until ctx ends. Its error is fs.ErrNotExist if no backup has the name.
	Read(ctx context.Context, name string) (File, int64, error)
	// Verify checks the whole backup.
	Verify(ctx context.Context, name string, progress Progress) error
}

// File is a stored backup that is open for reading.
type File interface {
	io.ReaderAt
	io.Closer
}

// Stored is a backup, in a folder or a bucket.
type Stored struct {
	Name        string    `json:"name"`
	Kind        Kind      `json:"kind" enum:"backup,before-upgrade,before-sync,before-import" doc:"Why it was made; backup: by the schedule or by hand"`
	MadeAt      time.Time `json:"madeAt"`
	Size        int64     `json:"size" doc:"Bytes"`
	IsEncrypted bool      `json:"isEncrypted"`
}

// storedOf returns what a name and a size say of a backup. ok is false for the name of anything else.
func storedOf(name string, size int64) (s Stored, ok bool) {
	kind, made, ok := parseName(name)
	return Stored{name, kind, made, size, filepath.Ext(name) == ".age"}, ok
}

// List returns the backups in the folder.
func (f Folder) List(context.Context) (list []Stored, err error) {
	names, err := f.names()
	if err != nil {
		return nil, ignoreMissing(err)
	}
	for _, name := range names {
		info, err := os.Lstat(filepath.Join(f.Path, name))
		if errors.Is(err, fs.ErrNotExist) { // an old one was just removed
			continue
		}
		if err != nil {
			return nil, err
		}
		if s, ok := storedOf(name, info.Size()); ok {
			list = append(list, s)
		}
	}
	return list, nil
}

// Read opens a backup in the folder.
func (f Folder) Read(_ context.Context, name string) (File, int64, error) {
	if _, _, ok := parseName(name); !ok {
		return nil, 0, fs.ErrNotExist
	}
	file, err := os.Open(filepath.Join(f.Path, name))
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, info.Size(), nil
}

// Verify checks the whole backup.
func (f Folder) Verify(ctx context.Context, name string, progress Progress) error {
	archive, err := Open(filepath.Join(f.Path, name), f.Site.Keys)
	if err != nil {
		return err
	}
	return errors.Join(archive.Verify(ctx, progress), archive.Close())
}

// List returns the backups below the prefix.
func (b Bucket) List(ctx context.Context) (list []Stored, err error) {
	calls, err := b.connect()
	if err != nil {
		return nil, err
	}
	found, err := calls.list(ctx, b.key("vitrine-"))
	for _, object := range found {
		if s, ok := storedOf(filepath.Base(object.Key), object.Size); ok {
			list = append(list, s)
		}
	}
	return list, err
}

// Read opens a backup below the prefix.
func (b Bucket) Read(ctx context.Context, name string) (File, int64, error) {
	if _, _, ok := parseName(name); !ok {
		return nil, 0, fs.ErrNotExist
	}
	calls, err := b.connect()
	if err != nil {
		return nil, 0, err
	}
	found, err := calls.find(ctx, b.key(name))
	if err != nil {
		return nil, 0, err
	}
	return struct {
		io.ReaderAt
		io.Closer
	}{found, io.NopCloser(nil)}, found.info.Size, nil
}

// Verify checks the whole backup.
func (b Bucket) Verify(ctx context.Context, name string, progress Progress) error {
	archive, err := b.Open(ctx, name)
	if err != nil {
		return err
	}
	return archive.Verify(ctx, progress)
}
