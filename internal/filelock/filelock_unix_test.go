//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package filelock_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"vitrine/internal/filelock"
)

// A released lock is free although a process that is being started has the file open.
func TestReleaseWithInheritedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	file := open(t, path)
	inherited, err := syscall.Dup(int(file.Fd())) // as each process has it between its start and its program
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(inherited) })
	if err := filelock.LockExclusive(file); err != nil {
		t.Fatal(err)
	}
	if err := filelock.Release(file); err != nil {
		t.Fatal(err)
	}
	if err := filelock.LockExclusive(open(t, path)); err != nil {
		t.Error(err)
	}
}
