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

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// "an image" stands for a JPEG: what keeps files keeps bytes and asks nothing of them.
const (
	stored     = "a picture"
	storedName = "92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b.jpg"
)

// same fails the test if the two differ. Package storetest, which has it too, imports this package.
func same(t testing.TB, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func openDisk(t *testing.T) (*Disk, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data", "uploads")
	disk, err := OpenDisk(dir)
	noError(t, err)
	t.Cleanup(func() { disk.Close() })
	return disk, dir
}

func put(t *testing.T, files Files) {
	t.Helper()
	noError(t, files.Put(t.Context(), storedName, []byte(stored)))
}

// The name of an image is the hash of its bytes.
func TestNameOf(t *testing.T) {
	same(t, "the name", NameOf([]byte(stored)), storedName)
}

// A file is readable for its group and nobody else, the directory for its owner.
func TestFileMode(t *testing.T) {
	disk, dir := openDisk(t)
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory: mode %v, %v", info.Mode(), err)
	}
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
	files, err := os.ReadDir(dir)
	noError(t, err)
	same(t, "how many files there are", len(files), 1)
}

// Put repairs a damaged file, and leaves a whole one alone.
func TestPutDamagedFile(t *testing.T) {
	for name, before := range map[string]string{"too short": "a pic", "of equal length": "a pictuRe", "whole": stored} {
		disk, dir := openDisk(t)
		file := filepath.Join(dir, storedName)
		noError(t, os.WriteFile(file, []byte(before), 0o640))
		first, err := os.Stat(file)
		noError(t, err)
		put(t, disk)
		after, err := os.ReadFile(file)
		noError(t, err)
		same(t, name, string(after), stored)
		second, err := os.Stat(file)
		noError(t, err)
		same(t, name+" is left alone", os.SameFile(first, second), before == stored)
	}
}

// A folder that was removed while it is open is made again by the next upload.
func TestUploadsDirectoryRemoved(t *testing.T) {
	t.Parallel()
	t.Run("is made again by the next upload", func(t *testing.T) {
		t.Parallel()
		disk, dir := openDisk(t)
		put(t, disk)
		noError(t, os.RemoveAll(dir))
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
		noError(t, errors.Join(os.RemoveAll(dir), os.Rename(from, dir)))
		mustRead(t, disk)
	})
	t.Run("is not made by who only reads", func(t *testing.T) {
		t.Parallel()
		_, dir := openDisk(t)
		disk, err := ReadDisk(dir)
		noError(t, err)
		defer disk.Close()
		noError(t, os.RemoveAll(dir))
		_, err = ReadDisk(dir)
		noError(t, err)
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
	noError(t, err)
	defer file.Close()
	if data, err := io.ReadAll(file); string(data) != stored {
		t.Errorf("read %q, %v", data, err)
	}
}

// A failed write leaves nothing behind, and nothing is stored for a caller that is gone.
func TestPutFailure(t *testing.T) {
	disk, dir := openDisk(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, ctx := range []context.Context{gone, t.Context()} {
		before, _ := os.ReadDir(dir)
		if err := disk.Put(ctx, storedName, []byte(stored)); err == nil {
			t.Error("no error")
		}
		after, _ := os.ReadDir(dir)
		same(t, "files", len(after), len(before))
		noError(t, os.MkdirAll(filepath.Join(dir, storedName, "x"), 0o750)) // a directory cannot be renamed over
	}
}

// What a killed process had begun to write is removed at the start.
func TestUnfinishedFiles(t *testing.T) {
	disk, dir := openDisk(t)
	put(t, disk)
	hourAgo := time.Now().Add(-time.Hour)
	for name, at := range map[string]time.Time{".new-DEAD": hourAgo, ".new-ALIVE": time.Now(), "other": hourAgo} {
		file := filepath.Join(dir, name)
		noError(t, os.WriteFile(file, []byte("half a pic"), 0o640))
		noError(t, os.Chtimes(file, at, at))
	}
	noError(t, os.Chtimes(filepath.Join(dir, storedName), hourAgo, hourAgo))
	again, err := OpenDisk(dir)
	noError(t, err)
	defer again.Close()
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	noError(t, err)
	same(t, "what is left", left, []string{filepath.Join(dir, ".new-ALIVE"), filepath.Join(dir, storedName), filepath.Join(dir, "other")})
}

// A folder that cannot be made is an error.
func TestOpenDiskError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	noError(t, os.WriteFile(file, nil, 0o600))
	if _, err := OpenDisk(file); err == nil {
		t.Error("no error")
	}
}

// A disk without space is said to be full.
func TestDiskFull(t *testing.T) {
	for _, err := range []error{&os.PathError{Op: "write", Path: "a", Err: syscall.ENOSPC}, errors.Join(&os.PathError{Op: "write", Path: "a", Err: syscall.EDQUOT})} {
		if !fault.Is(explainFullDisk(err), fault.NoSpace) {
			t.Errorf("%v: got %v", err, explainFullDisk(err))
		}
	}
	if err := explainFullDisk(&os.PathError{Op: "write", Path: "a", Err: syscall.EIO}); fault.Is(err, fault.NoSpace) || explainFullDisk(nil) != nil {
		t.Errorf("another error: got %v", err)
	}
}
