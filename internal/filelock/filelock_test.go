package filelock_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"vitrine/internal/filelock"
)

func open(t *testing.T, path string) *os.File {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

// A lock is shared by many or exclusive to one.
func TestSharedAndExclusive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	one, two, three := open(t, path), open(t, path), open(t, path)
	for _, step := range []struct {
		doing string
		err   error
		held  bool
	}{
		{"share", filelock.LockShared(one), false},
		{"share as well", filelock.LockShared(two), false},
		{"take what is shared", filelock.LockExclusive(three), true},
		{"give back", two.Close(), false},
		{"turn the last shared one into one's own", filelock.LockExclusive(one), false},
		{"share what somebody has alone", filelock.LockShared(three), true},
		{"share again", filelock.LockShared(one), false},
		{"share with them", filelock.LockShared(three), false},
	} {
		if errors.Is(step.err, filelock.ErrLocked) != step.held || !step.held && step.err != nil {
			t.Errorf("%s: %v", step.doing, step.err)
		}
	}
}
