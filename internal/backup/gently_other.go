//go:build !linux

package backup

// gently does long work as any other: elsewhere a thread has no priority of its own.
func gently(work func() error) error { return work() }
