//go:build unix

package db

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// identity identifies a file by device and inode, whatever path leads to it.
func identity(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if known, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprint(known.Dev, known.Ino), nil
	}
	return filepath.EvalSymlinks(path)
}
