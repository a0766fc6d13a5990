//go:build unix

package server

import "golang.org/x/sys/unix"

// hasPending reports whether a connection is pending.
func (l *drainingListener) hasPending() bool {
	count := 0
	l.control(func(fd int) { count, _ = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0) })
	return count > 0
}

// shortenQueue makes the kernel queue a new connection only while none is pending, and answer no others.
func (l *drainingListener) shortenQueue() {
	l.control(func(fd int) { _ = unix.Listen(fd, 0) }) // after a failure the queue stays as long as it was
}

func (l *drainingListener) control(use func(fd int)) {
	if raw, err := l.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { use(int(fd)) }) // fails only if the listener is closed
	}
}
