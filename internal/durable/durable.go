// Package durable makes changes of files survive a power cut, on each system in its own way.
package durable

import (
	"errors"
	"os"
)

// Folder syncs a folder, so that the files that were made, renamed or removed in it are so after a power cut, and closes
// it. It takes the results of os.Open.
func Folder(folder *os.File, err error) error {
	if err != nil {
		return err
	}
	return errors.Join(syncFolder(folder), folder.Close())
}
