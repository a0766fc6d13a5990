//go:build !linux

package backup

// gently runs work with normal priority: on other systems a thread has no priority of its own.
func gently(work func() error) error { return work() }
