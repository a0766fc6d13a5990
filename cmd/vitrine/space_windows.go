package main

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// freeSpace returns the bytes that this user can still write to the volume of a folder.
func freeSpace(dir string) (int64, error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return int64(free), err
}

// sameDisk reports whether two folders are on the same volume.
func sameDisk(one, other string) bool {
	return strings.EqualFold(filepath.VolumeName(one), filepath.VolumeName(other))
}

// mayWrite returns nil: Windows can't tell without a write.
func mayWrite(string) error { return nil }

// ownerOf knows no owner: Windows has access lists instead.
func ownerOf(string) (uid uint32, isKnown bool) { return 0, false }
