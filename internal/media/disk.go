// Package media is images: kept on disk under their content's hash, served for ever, and their colour read.
package media

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Path is the address below which Handler serves what Put stored.
const Path = "/uploads/"

// Disk keeps images in one directory. It may be used by many goroutines and processes at once: a file is written
// whole under a name of its own, and two writers of one image write the same bytes.
type Disk struct{ root *os.Root }

// NewDisk keeps images in this directory, and makes it when it is not there.
func NewDisk(dir string) (*Disk, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("make the directory for uploads: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the directory for uploads: %w", err)
	}
	return &Disk{root: root}, nil
}

// Close gives the directory back. Nothing may be put or served afterwards.
func (d *Disk) Close() error { return d.root.Close() }

// Put stores a JPEG and gives the path it is served at, /uploads/ and the SHA-256 of its bytes in hex. When it
// returns without an error, the image survives a power cut. Storing the same image again costs a look at the disk.
func (d *Disk) Put(ctx context.Context, jpeg []byte) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("store an image: %w", err)
	}
	sum := sha256.Sum256(jpeg)
	name := hex.EncodeToString(sum[:]) + ".jpg"
	if info, err := d.root.Stat(name); err == nil && info.Size() == int64(len(jpeg)) {
		return Path + name, nil
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("look for an image: %w", err)
	}
	if err := d.write(name, jpeg); err != nil {
		return "", fmt.Errorf("store an image: %w", err)
	}
	return Path + name, nil
}

// write puts the bytes under a name that nobody else has, and moves the file to its place once they are safe.
func (d *Disk) write(name string, data []byte) error {
	temporary := ".new-" + rand.Text()
	if err := d.writeNew(temporary, data); err != nil {
		return errors.Join(err, d.discard(temporary))
	}
	if err := d.root.Rename(temporary, name); err != nil {
		return errors.Join(err, d.discard(temporary))
	}
	return d.sync()
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

// discard removes a file that may or may not have come to be.
func (d *Disk) discard(name string) error {
	if err := d.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// sync makes the directory's entries survive a power cut.
func (d *Disk) sync() error {
	dir, err := d.root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
