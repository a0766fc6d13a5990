//go:build linux || darwin || freebsd

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// freeSpace returns the bytes that this user can still write to the file system of a folder.
func freeSpace(dir string) (int64, error) {
	var stat unix.Statfs_t
	err := unix.Statfs(dir, &stat)
	return int64(stat.Bavail) * int64(stat.Bsize), err
}

// sameDisk reports whether two folders are on the same file system.
func sameDisk(one, other string) bool {
	var first, second unix.Stat_t
	return unix.Stat(one, &first) == nil && unix.Stat(other, &second) == nil && first.Dev == second.Dev
}

// mayWrite returns an error if this user may not write a file, or create files in a folder.
func mayWrite(path string) error {
	mode := uint32(unix.W_OK)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		mode |= unix.X_OK
	}
	return unix.Access(path, mode)
}

// ownerOf returns the id of the user that a file belongs to.
func ownerOf(path string) (uid uint32, isKnown bool) {
	var stat unix.Stat_t
	err := unix.Stat(path, &stat)
	return stat.Uid, err == nil
}
