package media

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/fault"
)

// "a picture" stands for a JPEG: what keeps files keeps bytes and asks nothing of them.
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

func TestAPictureIsCalledByItsHash(t *testing.T) {
	if got := NameOf([]byte(stored)); got != storedName {
		t.Errorf("got %s", got)
	}
}

func TestAFileIsReadableForItsGroupAndNobodyElse(t *testing.T) {
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

func TestManyWritersOfOnePictureLeaveOneFile(t *testing.T) {
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

func TestATornFileIsWrittenAgain(t *testing.T) {
	disk, dir := openDisk(t)
	file := filepath.Join(dir, storedName)
	if err := os.WriteFile(file, []byte("a pic"), 0o640); err != nil {
		t.Fatal(err)
	}
	put(t, disk)
	if data, _ := os.ReadFile(file); string(data) != stored {
		t.Errorf("left %q", data)
	}
}

func TestAFailedWriteLeavesNothingBehind(t *testing.T) {
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

func TestNothingIsStoredForACallerThatIsGone(t *testing.T) {
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

func TestWhatAKilledProcessHadBegunIsRemovedAtTheStart(t *testing.T) {
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

func TestADirectoryThatCannotBeMadeIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenDisk(file); err == nil {
		t.Error("no error")
	}
}

func TestADiskWithoutSpaceIsSaidToBeFull(t *testing.T) {
	for _, err := range []error{&os.PathError{Op: "write", Path: "a", Err: syscall.ENOSPC}, errors.Join(&os.PathError{Op: "write", Path: "a", Err: syscall.EDQUOT})} {
		if !fault.Is(full(err), fault.NoSpace) {
			t.Errorf("%v: got %v", err, full(err))
		}
	}
	if err := full(&os.PathError{Op: "write", Path: "a", Err: syscall.EIO}); fault.Is(err, fault.NoSpace) || full(nil) != nil {
		t.Errorf("another error: got %v", err)
	}
}
