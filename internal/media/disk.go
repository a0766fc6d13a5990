package media

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/vitrine-directory/vitrine/internal/durable"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

const (
	temporary = ".new-"     // name prefix of an unfinished file
	abandoned = time.Minute // age after which an unfinished file has no writer any more
)

// Folder is the name of the folder of uploads in a site's data folder.
const Folder = "uploads"

// Disk stores images in one directory. It is safe for concurrent use by many goroutines and processes: it writes each
// file under a unique temporary name, and two writers of one image write the same bytes. Each call opens the directory,
// so that the site survives its removal or replacement without a restart.
type Disk struct{ dir string }

// OpenDisk opens or creates the directory. It removes unfinished files that a killed process left behind.
func OpenDisk(dir string) (*Disk, error) {
	d := &Disk{dir: dir}
	root, err := d.makeRoot()
	if err != nil {
		return nil, err
	}
	err = durable.Folder(os.Open(filepath.Dir(dir))) // another process may have just created it
	if err := errors.Join(err, root.Close(), d.sweep(time.Now().Add(-abandoned))); err != nil {
		return nil, fmt.Errorf("tidy the directory for uploads: %w", err)
	}
	return d, nil
}

// ReadDisk opens the directory for reading only: it creates and removes nothing. A missing directory has no images.
func ReadDisk(dir string) (*Disk, error) {
	d := &Disk{dir: dir}
	root, err := d.openRoot()
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err != nil {
		return nil, err
	}
	return d, root.Close()
}

// Close does nothing: a Disk holds nothing between calls.
func (d *Disk) Close() error { return nil }

func (d *Disk) openRoot() (*os.Root, error) {
	root, err := os.OpenRoot(d.dir)
	if err != nil {
		return nil, fmt.Errorf("open the directory for uploads: %w", err)
	}
	return root, nil
}

// makeRoot opens the directory. If it is missing, makeRoot creates it durably.
func (d *Disk) makeRoot() (*os.Root, error) {
	root, err := d.openRoot()
	if !errors.Is(err, fs.ErrNotExist) {
		return root, err
	}
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the directory for uploads: %w", err)
	}
	if err := durable.Folder(os.Open(filepath.Dir(d.dir))); err != nil {
		return nil, fmt.Errorf("make the directory for uploads survive a power cut: %w", err)
	}
	return d.openRoot()
}

// each calls do for every entry of the directory.
func (d *Disk) each(do func(fs.DirEntry) error) error {
	dir, err := os.Open(d.dir)
	if errors.Is(err, fs.ErrNotExist) { // removed while the site runs
		return nil
	}
	if err != nil {
		return err
	}
	defer dir.Close()
	for {
		entries, err := dir.ReadDir(1000)
		for _, entry := range entries {
			if err := do(entry); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// sweep removes unfinished files last modified before the given time.
func (d *Disk) sweep(before time.Time) error {
	return d.each(func(entry fs.DirEntry) error { return d.sweepOne(entry, before) })
}

// Names lists the regular files, without unfinished ones.
func (d *Disk) Names(ctx context.Context) ([]string, error) {
	names := []string{}
	err := d.each(func(entry fs.DirEntry) error {
		if entry.Type().IsRegular() && !strings.HasPrefix(entry.Name(), temporary) {
			names = append(names, entry.Name())
		}
		return ctx.Err()
	})
	return names, err
}

func (d *Disk) sweepOne(entry fs.DirEntry, before time.Time) error {
	if !strings.HasPrefix(entry.Name(), temporary) || !entry.Type().IsRegular() {
		return nil
	}
	info, err := entry.Info()
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.ModTime().After(before) {
		return nil
	}
	return errors.Join(err, d.Remove(context.Background(), entry.Name()))
}

// Put stores an image; once it returns, the image survives a power cut. It keeps a file that already has this content
// and replaces any other file of that name, which must be damaged.
func (d *Disk) Put(ctx context.Context, name string, jpeg []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	root, err := d.makeRoot()
	if err != nil {
		return explainFullDisk(err)
	}
	defer root.Close()
	same, err := hasContent(root, name, jpeg)
	if err != nil {
		return err
	}
	if same {
		return explainFullDisk(durable.Folder(root.Open("."))) // its writer may not have synced it yet
	}
	return d.write(root, name, jpeg)
}

// hasContent reports whether the name is a regular file with this content.
func hasContent(root *os.Root, name string, content []byte) (bool, error) {
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (!info.Mode().IsRegular() || info.Size() != int64(len(content))) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	kept, err := root.ReadFile(name)
	return err == nil && bytes.Equal(kept, content), nil // an unreadable file counts as damaged
}

// write writes and syncs a file under a unique temporary name, then renames it.
func (d *Disk) write(root *os.Root, name string, data []byte) error {
	unfinished := temporary + rand.Text()
	err := writeNew(root, unfinished, data)
	if err == nil {
		err = root.Rename(unfinished, name)
	}
	if err != nil {
		err = errors.Join(err, remove(root, unfinished))
		// Windows may refuse to replace a file that is being read: no matter if another upload has just written the same.
		if same, _ := hasContent(root, name, data); !same {
			return explainFullDisk(err)
		}
	}
	return explainFullDisk(durable.Folder(root.Open(".")))
}

// explainFullDisk turns the errors of a full disk, an exhausted quota and a read-only file system into faults.
func explainFullDisk(err error) error {
	if errors.Is(err, syscall.EROFS) {
		return fault.Because(fault.Unavailable, "The image wasn't saved: the site's disk is read-only. Its operator needs to make it writable.", err)
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fault.DiskFull(err)
	}
	return err
}

func writeNew(root *os.Root, name string, data []byte) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// Open reads an image. Anything but a regular file is fs.ErrNotExist.
func (d *Disk) Open(_ context.Context, name string) (io.ReadSeekCloser, error) {
	root, err := d.openRoot()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	return root.Open(name)
}

// Remove deletes an image.
func (d *Disk) Remove(_ context.Context, name string) error {
	root, err := d.openRoot()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	return remove(root, name)
}

func remove(root *os.Root, name string) error {
	if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
