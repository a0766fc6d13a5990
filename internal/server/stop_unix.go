//go:build unix

package server

import "golang.org/x/sys/unix"

// hasPending reports whether a connection is pending.
func (l *drainingListener) hasPending() bool {
	raw, err := l.SyscallConn()
	if err != nil {
		return false
	}
	count := 0
	err = raw.Control(func(descriptor uintptr) {
		count, _ = unix.Poll([]unix.PollFd{{Fd: int32(descriptor), Events: unix.POLLIN}}, 0)
	})
	return err == nil && count > 0
}
