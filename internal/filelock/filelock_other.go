//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package filelock

import (
	"errors"
	"os"
)

// Share returns errors.ErrUnsupported on this system.
func Share(*os.File) error { return errors.ErrUnsupported }

// Alone returns errors.ErrUnsupported on this system.
func Alone(*os.File) error { return errors.ErrUnsupported }

// Release closes the file.
func Release(file *os.File) error { return file.Close() }
