//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package filelock

import (
	"errors"
	"os"
	"syscall"
)

// LockShared takes a shared lock on an open file. It does not wait: it returns ErrLocked while another process holds an
// exclusive lock. Release ends the lock.
func LockShared(file *os.File) error { return lock(file, syscall.LOCK_SH) }

// LockExclusive takes an exclusive lock on an open file, or upgrades a shared one; if an upgrade fails, the shared lock is lost.
// It does not wait: it returns ErrLocked while another process holds any lock.
func LockExclusive(file *os.File) error { return lock(file, syscall.LOCK_EX) }

// Release unlocks and closes the file. Closing alone would leave the lock with a child process that is just being
// forked: until exec, it shares all our open files.
func Release(file *os.File) error { return errors.Join(lock(file, syscall.LOCK_UN), file.Close()) }

func lock(file *os.File, how int) error {
	for {
		err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrLocked
		case err != nil:
			return &os.PathError{Op: "lock", Path: file.Name(), Err: err}
		}
		return nil
	}
}
