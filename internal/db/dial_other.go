//go:build !linux

package db

import "syscall"

// limitSilence does nothing: the system has no such limit. Each query still has its own deadline.
func limitSilence(string, string, syscall.RawConn) error { return nil }
