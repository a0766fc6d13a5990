//go:build !linux && !darwin && !freebsd && !windows

package main

import "errors"

// freeSpace knows nothing of this system.
func freeSpace(string) (int64, error) { return 0, errors.ErrUnsupported }

// sameDisk knows nothing of this system.
func sameDisk(string, string) bool { return false }

// mayWrite knows nothing of this system.
func mayWrite(string) error { return nil }

// ownerOf knows nothing of this system.
func ownerOf(string) (uid uint32, isKnown bool) { return 0, false }
