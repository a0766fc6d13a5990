//go:build unix

package db

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// readOnly returns an error if the folder is on a read-only file system.
func readOnly(dir string) error {
	if err := unix.Access(dir, unix.W_OK); errors.Is(err, unix.EROFS) {
		return fmt.Errorf("write to %s: %w", dir, err)
	}
	return nil
}
