package media

import (
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

// Disk keeps pictures in one directory. It may be used by many goroutines and processes at once: a file is written
// whole under a name of its own, and two writers of one picture write the same bytes.
type Disk struct{ root *os.Root }

// OpenDisk keeps pictures in this directory, and makes it when it is not there. It removes what a process that was
// killed had begun to write.
func OpenDisk(dir string) (*Disk, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("make the directory for uploads: %w", err)
	}
	d, err := ReadDisk(dir)
	if err != nil {
		return nil, err
	}
	if err := d.sweep(time.Now().Add(-abandoned)); err != nil {
		return nil, errors.Join(fmt.Errorf("tidy the directory for uploads: %w", err), d.Close())
	}
	if err := syncDir(os.Open(filepath.Dir(dir))); err != nil { // it may have been made just now
		return nil, errors.Join(fmt.Errorf("make the directory for uploads survive a power cut: %w", err), d.Close())
	}
	return d, nil
}

// ReadDisk is OpenDisk for those who only read: it makes and removes nothing. A directory that is not there is
// fs.ErrNotExist.
func ReadDisk(dir string) (*Disk, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the directory for uploads: %w", err)
	}
	return &Disk{root: root}, nil
}

// Close gives the directory back.
func (d *Disk) Close() error { return d.root.Close() }

// each goes through what is in the directory.
func (d *Disk) each(do func(fs.DirEntry) error) error {
	dir, err := d.root.Open(".")
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

// Put stores a picture, for good once it comes back. A file of that name and length is that picture already.
func (d *Disk) Put(ctx context.Context, name string, jpeg []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if info, err := d.root.Stat(name); err == nil && info.Size() == int64(len(jpeg)) {
		return d.sync() // who wrote it may not have come to that yet
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return d.write(name, jpeg)
}

// write puts the bytes under a name that nobody else has, and moves the file to its place once they are safe.
func (d *Disk) write(name string, data []byte) error {
	unfinished := temporary + rand.Text()
	err := d.writeNew(unfinished, data)
	if err == nil {
		err = d.root.Rename(unfinished, name)
	}
	if err != nil {
		return full(errors.Join(err, d.Remove(context.Background(), unfinished)))
	}
	return full(d.sync())
}

// full makes a fault of an error that comes from a disk, or one's share of it, without space.
func full(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fault.DiskFull(err)
	}
	return err
}

func (d *Disk) writeNew(name string, data []byte) error {
	file, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// Open reads a picture. What is no plain file is not there.
func (d *Disk) Open(_ context.Context, name string) (io.ReadSeekCloser, error) {
	info, err := d.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	return d.root.Open(name)
}

// Remove deletes a picture.
func (d *Disk) Remove(_ context.Context, name string) error {
	if err := d.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// sync makes the directory's entries survive a power cut.
func (d *Disk) sync() error {
	return syncDir(d.root.Open("."))
}

func syncDir(dir *os.File, err error) error {
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
