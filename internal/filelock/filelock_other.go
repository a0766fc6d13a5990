//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package filelock

import (
	"errors"
	"os"
)

// LockShared returns errors.ErrUnsupported on this system.
func LockShared(*os.File) error { return errors.ErrUnsupported }

// LockExclusive returns errors.ErrUnsupported on this system.
func LockExclusive(*os.File) error { return errors.ErrUnsupported }

// Release closes the file.
func Release(file *os.File) error { return file.Close() }
