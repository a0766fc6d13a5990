//go:build !unix

package server

// hasPending reports false: only Unix can look at the accept queue, so elsewhere the listener closes at once.
func (l *drainingListener) hasPending() bool { return false }

func (l *drainingListener) shortenQueue() {}
