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

	"vitrine/internal/fault"
)

const (
	temporary = ".new-"     // how the name of a file that is being written begins
	abandoned = time.Minute // after which such a file has no writer any more
)

// Disk keeps images in one directory. It may be used by many goroutines and processes at once: a file is written
// whole under a name of its own, and two writers of one image write the same bytes. Each call opens the directory, so
// that one that was removed or replaced while the site runs costs no restart.
type Disk struct{ dir string }

// OpenDisk keeps images in this directory, and makes it when it is not there. It removes what a process that was
// killed had begun to write.
func OpenDisk(dir string) (*Disk, error) {
	d := &Disk{dir: dir}
	root, err := d.makeRoot()
	if err != nil {
		return nil, err
	}
	err = syncDir(os.Open(filepath.Dir(dir))) // another process may have made it just now
	if err := errors.Join(err, root.Close(), d.sweep(time.Now().Add(-abandoned))); err != nil {
		return nil, fmt.Errorf("tidy the directory for uploads: %w", err)
	}
	return d, nil
}

// ReadDisk is OpenDisk for those who only read: it makes and removes nothing. A directory that is not there is
// fs.ErrNotExist.
func ReadDisk(dir string) (*Disk, error) {
	d := &Disk{dir: dir}
	root, err := d.openRoot()
	if err != nil {
		return nil, err
	}
	return d, root.Close()
}

// Close is for Files: nothing is held between calls.
func (d *Disk) Close() error { return nil }

func (d *Disk) openRoot() (*os.Root, error) {
	root, err := os.OpenRoot(d.dir)
	if err != nil {
		return nil, fmt.Errorf("open the directory for uploads: %w", err)
	}
	return root, nil
}

// makeRoot opens the directory, and makes it so that it survives a power cut when it is not there.
func (d *Disk) makeRoot() (*os.Root, error) {
	root, err := d.openRoot()
	if !errors.Is(err, fs.ErrNotExist) {
		return root, err
	}
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the directory for uploads: %w", err)
	}
	if err := syncDir(os.Open(filepath.Dir(d.dir))); err != nil {
		return nil, fmt.Errorf("make the directory for uploads survive a power cut: %w", err)
	}
	return d.openRoot()
}

// each goes through what is in the directory.
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

// sweep removes unfinished files that were last written to before that time.
func (d *Disk) sweep(before time.Time) error {
	return d.each(func(entry fs.DirEntry) error { return d.sweepOne(entry, before) })
}

// Names are what the files are called, without those that are being written and what is no plain file.
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

// Put stores an image, for good once it comes back. A file that has this content already stays; any other of that name is
// damaged, and replaced.
func (d *Disk) Put(ctx context.Context, name string, jpeg []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	root, err := d.makeRoot()
	if err != nil {
		return full(err)
	}
	defer root.Close()
	same, err := hasContent(root, name, jpeg)
	if err != nil {
		return err
	}
	if same {
		return full(syncDir(root.Open("."))) // who wrote it may not have come to that yet
	}
	return d.write(root, name, jpeg)
}

// hasContent reports whether there is a plain file of that name with this content.
func hasContent(root *os.Root, name string, content []byte) (bool, error) {
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (!info.Mode().IsRegular() || info.Size() != int64(len(content))) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	kept, err := root.ReadFile(name)
	return err == nil && bytes.Equal(kept, content), nil // what cannot be read is damaged too
}

// write puts the bytes under a name that nobody else has, and moves the file to its place once they are safe.
func (d *Disk) write(root *os.Root, name string, data []byte) error {
	unfinished := temporary + rand.Text()
	err := writeNew(root, unfinished, data)
	if err == nil {
		err = root.Rename(unfinished, name)
	}
	if err != nil {
		return full(errors.Join(err, remove(root, unfinished)))
	}
	return full(syncDir(root.Open(".")))
}

// full makes a fault of an error that comes from a disk, or one's share of it, without space, or from one that takes no
// writes any more.
func full(err error) error {
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

// Open reads an image. What is no plain file is not there.
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

// syncDir makes a directory's entries survive a power cut.
func syncDir(dir *os.File, err error) error {
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
