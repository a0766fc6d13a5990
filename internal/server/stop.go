package server

import (
	"net"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// closingTime is how long open connections have to end with an answer, before and after the listener closes.
const closingTime = 500 * time.Millisecond

// drainingListener accepts the connections that are waiting before it closes. The system resets those that a listener has
// not accepted when it closes.
type drainingListener struct {
	*net.TCPListener
	end atomic.Pointer[time.Time] // nil until the listener drains
}

// drain has Accept take the connections that are waiting, for at most closingTime, and then close the listener.
func (l *drainingListener) drain() {
	end := time.Now().Add(closingTime)
	l.end.Store(&end)
	_ = l.SetDeadline(time.Now()) // wakes Accept; fails only when the listener is closed
}

// Accept waits for the next connection. While draining it takes those that are there.
func (l *drainingListener) Accept() (net.Conn, error) {
	for {
		if end := l.end.Load(); end != nil {
			if !l.hasWaiting() || time.Now().After(*end) {
				_ = l.Close()
				return nil, net.ErrClosed
			}
			_ = l.SetDeadline(*end) // as above
		}
		accepted, err := l.TCPListener.Accept()
		if err == nil {
			return &connection{Conn: accepted}, nil
		}
		if l.end.Load() == nil {
			return nil, err // as net/http wants to see it
		}
	}
}

// hasWaiting reports whether a connection waits to be accepted.
func (l *drainingListener) hasWaiting() bool {
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

// leave lets clients go, so that no request is sent on a connection that is being closed. First every answer ends its
// connection, so that clients send their next request on a new one. Then the listener closes, and the connections that
// it has accepted are answered. accepting gets a value when nothing accepts any more.
func (s *Server) leave(listener *drainingListener, accepting <-chan error) {
	s.leaving.Store(true)
	s.waitForClients()
	listener.drain()
	<-accepting // or Shutdown would close the listener again, and report that as an error
	s.waitForClients()
}

func (s *Server) waitForClients() {
	for began := time.Now(); !s.connections.none() && time.Since(began) < closingTime; {
		time.Sleep(closingTime / 50)
	}
}
