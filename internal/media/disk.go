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
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"vitrine/internal/fault"
)

const (
	temporary = ".new-"     // how the name of a file that is being written begins
	abandoned = time.Minute // after which such a file has no writer any more
)

// Disk keeps images in one directory. It may be used by many goroutines and processes at once: a file is written
// whole under a name of its own, and two writers of one image write the same bytes.
type Disk struct {
	dir      string
	reopen   sync.Mutex // held while root is replaced
	root     atomic.Pointer[os.Root]
	readOnly bool
}

// OpenDisk keeps images in this directory, and makes it when it is not there. It removes what a process that was
// killed had begun to write.
func OpenDisk(dir string) (*Disk, error) {
	root, err := makeRoot(dir)
	if err != nil {
		return nil, err
	}
	d := &Disk{dir: dir}
	d.root.Store(root)
	if err := d.sweep(time.Now().Add(-abandoned)); err != nil {
		return nil, errors.Join(fmt.Errorf("tidy the directory for uploads: %w", err), d.Close())
	}
	return d, nil
}

// makeRoot makes the directory when it is not there, for good, and opens it.
func makeRoot(dir string) (*os.Root, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the directory for uploads: %w", err)
	}
	if err := syncDir(os.Open(filepath.Dir(dir))); err != nil { // it may have been made just now
		return nil, fmt.Errorf("make the directory for uploads survive a power cut: %w", err)
	}
	return openRoot(dir)
}

func openRoot(dir string) (*os.Root, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the directory for uploads: %w", err)
	}
	return root, nil
}

// ReadDisk is OpenDisk for those who only read: it makes and removes nothing. A directory that is not there is
// fs.ErrNotExist.
func ReadDisk(dir string) (*Disk, error) {
	root, err := openRoot(dir)
	if err != nil {
		return nil, err
	}
	d := &Disk{dir: dir, readOnly: true}
	d.root.Store(root)
	return d, nil
}

// Close gives the directory back.
func (d *Disk) Close() error { return d.root.Load().Close() }

// current is the directory that the path leads to. One that was removed or replaced since it was opened is opened
// again, and made where there is none: until then every upload would fail.
func (d *Disk) current() (*os.Root, error) {
	root := d.root.Load()
	if d.readOnly || d.leadsTo(root) {
		return root, nil
	}
	d.reopen.Lock()
	defer d.reopen.Unlock()
	if root = d.root.Load(); d.leadsTo(root) { // another goroutine was faster
		return root, nil
	}
	opened, err := makeRoot(d.dir)
	if err != nil {
		return nil, err
	}
	d.root.Store(opened)
	return opened, root.Close() // calls that use it go on
}

// leadsTo reports whether the path leads to this directory.
func (d *Disk) leadsTo(root *os.Root) bool {
	now, err := os.Stat(d.dir)
	if err != nil {
		return false
	}
	opened, err := root.Stat(".")
	return err == nil && os.SameFile(now, opened)
}

// each goes through what is in the directory.
func (d *Disk) each(do func(fs.DirEntry) error) error {
	dir, err := d.root.Load().Open(".")
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
	root, err := d.current()
	if err != nil {
		return full(err)
	}
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
	root := d.root.Load()
	file, err := openPlain(root, name)
	if !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	again, failed := d.current() // the directory may have been put in the place of the one that is open
	if failed != nil || again == root {
		return nil, err
	}
	return openPlain(again, name)
}

func openPlain(root *os.Root, name string) (io.ReadSeekCloser, error) {
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
	return remove(d.root.Load(), name)
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
