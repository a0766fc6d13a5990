// Package filelock locks open files between processes: the system lets go of a lock with the process that held it.
package filelock

import "errors"

// ErrLocked says that somebody else holds the lock.
var ErrLocked = errors.New("the file is locked by another process")
