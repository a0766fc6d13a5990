package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/dustin/go-humanize"
)

// reserve is the space that has to stay free beside what an upgrade or a backup needs, in bytes.
const reserve = 100 << 20

// need is the space that is needed in a folder, in bytes.
type need struct {
	dir   string
	bytes int64
}

// existing returns the folder, or the nearest one above it that exists: where it would be created.
func existing(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	for err == nil {
		info, missing := os.Stat(dir)
		if missing == nil && info.IsDir() {
			return dir, nil
		}
		if missing == nil {
			return "", fmt.Errorf("%s is not a folder", dir)
		}
		if !os.IsNotExist(missing) || filepath.Dir(dir) == dir {
			return "", missing
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}

// disk is the space on a file system.
type disk struct {
	dir          string // a folder on it
	needed, free int64  // bytes
}

func (d disk) isEnough() bool { return d.free >= d.needed }

func (d disk) String() string {
	return fmt.Sprintf("%s free at %s, of which %s may be needed", humanize.Bytes(uint64(d.free)), d.dir, humanize.Bytes(uint64(d.needed)))
}

// disksOf returns the space on each file system that has one of these folders, with the sum of what they need and the reserve.
func disksOf(needs ...need) (found []disk, err error) {
next:
	for _, one := range needs {
		dir, err := existing(one.dir)
		if err != nil {
			return nil, err
		}
		for i := range found {
			if sameDisk(found[i].dir, dir) {
				found[i].needed += one.bytes
				continue next
			}
		}
		free, err := freeSpace(dir)
		if err != nil {
			return nil, fmt.Errorf("read the free space at %s: %w", dir, err)
		}
		found = append(found, disk{dir, one.bytes + reserve, free})
	}
	return found, nil
}
