//go:build !linux

package backup

// withLowPriority runs work with normal priority: on other systems a thread has no priority of its own.
func withLowPriority(work func() error) error { return work() }
