//go:build !linux

package db

import "syscall"

// setUserTimeout does nothing: the system has no such limit. Each query still has its own deadline.
func setUserTimeout(string, string, syscall.RawConn) error { return nil }
