//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package filelock

import (
	"errors"
	"os"
	"syscall"
)

// Share locks an open file together with all others who share it. It does not wait: ErrHeld while somebody has it alone.
// The lock ends with Release.
func Share(file *os.File) error { return lock(file, syscall.LOCK_SH) }

// Alone locks an open file for nobody else, or turns a shared lock into such a one; where that fails the shared one is
// lost. It does not wait: ErrHeld while anybody else has it.
func Alone(file *os.File) error { return lock(file, syscall.LOCK_EX) }

// Release gives a lock back and closes the file. Closing alone leaves the lock to a process that is being started in this
// moment: until it runs its program, it has all files open that we have.
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
