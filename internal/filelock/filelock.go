// Package filelock locks open files between processes; the system releases a lock when its process ends.
package filelock

import "errors"

// ErrLocked means that another process holds the lock.
var ErrLocked = errors.New("the file is locked by another process")
