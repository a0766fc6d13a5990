package media

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/fault"
)

// "an image" stands for a JPEG: what keeps files keeps bytes and asks nothing of them.
const (
	stored     = "a picture"
	storedName = "92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b.jpg"
)

func openDisk(t *testing.T) (*Disk, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data", "uploads")
	disk, err := OpenDisk(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { disk.Close() })
	return disk, dir
}

func put(t *testing.T, files Files) {
	t.Helper()
	if err := files.Put(t.Context(), storedName, []byte(stored)); err != nil {
		t.Fatal(err)
	}
}

// The name of an image is the hash of its bytes.
func TestNameOf(t *testing.T) {
	if got := NameOf([]byte(stored)); got != storedName {
		t.Errorf("got %s", got)
	}
}

// A file is readable for its group and nobody else.
func TestFileMode(t *testing.T) {
	disk, dir := openDisk(t)
	put(t, disk)
	file := filepath.Join(dir, storedName)
	if data, err := os.ReadFile(file); string(data) != stored || err != nil {
		t.Errorf("stored %q, %v", data, err)
	}
	if info, _ := os.Stat(file); info.Mode().Perm()&^0o640 != 0 {
		t.Errorf("mode %v", info.Mode())
	}
}

// Many writers of one image leave one file.
func TestPutConcurrent(t *testing.T) {
	disk, dir := openDisk(t)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if err := disk.Put(context.Background(), storedName, []byte(stored)); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files: %v", len(files), files)
	}
}

// Put repairs a damaged file, and leaves a whole one alone.
func TestPutDamagedFile(t *testing.T) {
	t.Parallel()
	for name, damaged := range map[string]string{"that is too short": "a pic", "of equal length": "a pictuRe"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			disk, dir := openDisk(t)
			file := filepath.Join(dir, storedName)
			if err := os.WriteFile(file, []byte(damaged), 0o640); err != nil {
				t.Fatal(err)
			}
			put(t, disk)
			if data, _ := os.ReadFile(file); string(data) != stored {
				t.Errorf("left %q", data)
			}
		})
	}
	t.Run("and leaves a whole one alone", func(t *testing.T) {
		t.Parallel()
		disk, dir := openDisk(t)
		put(t, disk)
		before, err := os.Stat(filepath.Join(dir, storedName))
		if err != nil {
			t.Fatal(err)
		}
		put(t, disk)
		if after, err := os.Stat(filepath.Join(dir, storedName)); err != nil || !os.SameFile(before, after) {
			t.Errorf("it was written again, %v", err)
		}
	})
}

// A folder that was removed while it is open is made again by the next upload.
func TestUploadsDirectoryRemoved(t *testing.T) {
	t.Parallel()
	t.Run("is made again by the next upload", func(t *testing.T) {
		t.Parallel()
		disk, dir := openDisk(t)
		put(t, disk)
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if _, err := disk.Open(t.Context(), storedName); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("what is gone is read: %v", err)
		}
		var uploads sync.WaitGroup
		for range 8 {
			uploads.Go(func() { put(t, disk) })
		}
		uploads.Wait()
		if data, err := os.ReadFile(filepath.Join(dir, storedName)); string(data) != stored {
			t.Errorf("stored %q, %v", data, err)
		}
		mustRead(t, disk)
	})
	t.Run("is read where another was put in its place", func(t *testing.T) {
		t.Parallel()
		disk, dir := openDisk(t)
		other, from := openDisk(t)
		put(t, other)
		if err := errors.Join(os.RemoveAll(dir), os.Rename(from, dir)); err != nil {
			t.Fatal(err)
		}
		mustRead(t, disk)
	})
	t.Run("is not made by who only reads", func(t *testing.T) {
		t.Parallel()
		_, dir := openDisk(t)
		disk, err := ReadDisk(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer disk.Close()
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if _, err := disk.Open(t.Context(), storedName); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("what is gone is read: %v", err)
		}
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the directory is there: %v", err)
		}
	})
}

// mustRead fails the test where the image that put stores cannot be read.
func mustRead(t *testing.T, files Files) {
	t.Helper()
	file, err := files.Open(t.Context(), storedName)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if data, err := io.ReadAll(file); string(data) != stored {
		t.Errorf("read %q, %v", data, err)
	}
}

func TestUploadsDirectoryMode(t *testing.T) {
	t.Parallel()
	_, dir := openDisk(t)
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// A failed write leaves nothing behind.
func TestPutFailure(t *testing.T) {
	disk, dir := openDisk(t)
	blocked := filepath.Join(dir, storedName) // a directory cannot be renamed over
	if err := os.MkdirAll(filepath.Join(blocked, "x"), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := disk.Put(t.Context(), storedName, []byte(stored)); err == nil {
		t.Error("no error")
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("left behind: %v", files)
	}
}

// Nothing is stored for a caller that is gone.
func TestPutCancelled(t *testing.T) {
	disk, dir := openDisk(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := disk.Put(ctx, storedName, []byte(stored)); err == nil {
		t.Error("no error")
	}
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("stored %v", files)
	}
}

// What a killed process had begun to write is removed at the start.
func TestUnfinishedFiles(t *testing.T) {
	disk, dir := openDisk(t)
	put(t, disk)
	hourAgo := time.Now().Add(-time.Hour)
	for name, at := range map[string]time.Time{".new-DEAD": hourAgo, ".new-ALIVE": time.Now(), "other": hourAgo} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte("half a pic"), 0o640); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(filepath.Join(dir, storedName), hourAgo, hourAgo); err != nil {
		t.Fatal(err)
	}
	again, err := OpenDisk(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	var left []string
	files, err := os.ReadDir(dir)
	for _, file := range files {
		left = append(left, file.Name())
	}
	if err != nil || len(left) != 3 || left[0] != ".new-ALIVE" || left[1] != storedName || left[2] != "other" {
		t.Errorf("left %v, %v", left, err)
	}
}

// A folder that cannot be made is an error.
func TestOpenDiskError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenDisk(file); err == nil {
		t.Error("no error")
	}
}

// A disk without space is said to be full.
func TestDiskFull(t *testing.T) {
	for _, err := range []error{&os.PathError{Op: "write", Path: "a", Err: syscall.ENOSPC}, errors.Join(&os.PathError{Op: "write", Path: "a", Err: syscall.EDQUOT})} {
		if !fault.Is(full(err), fault.NoSpace) {
			t.Errorf("%v: got %v", err, full(err))
		}
	}
	if err := full(&os.PathError{Op: "write", Path: "a", Err: syscall.EIO}); fault.Is(err, fault.NoSpace) || full(nil) != nil {
		t.Errorf("another error: got %v", err)
	}
}
