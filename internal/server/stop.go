package server

import (
	"net"
	"sync/atomic"
	"time"
)

const (
	closingTime = 500 * time.Millisecond // for open connections to end with an answer, before and after the listener closes
	idleTime    = 10 * time.Microsecond  // a draining listener that has nothing to accept for so long closes
)

// drainingListener accepts the connections that are waiting before it closes. The system resets those that a listener has
// not accepted when it closes.
type drainingListener struct {
	*net.TCPListener
	end    atomic.Pointer[time.Time] // nil until the listener drains
	closed chan struct{}
}

func newDrainingListener(listener *net.TCPListener) *drainingListener {
	return &drainingListener{TCPListener: listener, closed: make(chan struct{})}
}

// drain accepts the connections that are waiting, for at most closingTime, and closes the listener.
func (l *drainingListener) drain() {
	end := time.Now().Add(closingTime)
	l.end.Store(&end)
	_ = l.SetDeadline(time.Now()) // wakes Accept; fails only when the listener is closed
	select {
	case <-l.closed:
	case <-time.After(2 * closingTime): // nobody accepts any more
	}
}

// Accept waits for the next connection.
func (l *drainingListener) Accept() (net.Conn, error) {
	for {
		end := l.end.Load()
		if end != nil && time.Now().Before(*end) {
			_ = l.SetDeadline(time.Now().Add(idleTime)) // as above
		}
		accepted, err := l.TCPListener.Accept()
		switch {
		case err == nil:
			return &connection{Conn: accepted}, nil
		case end != nil:
			_ = l.Close()
			close(l.closed)
			return nil, net.ErrClosed
		case l.end.Load() == nil:
			return nil, err // as net/http wants to see it
		}
	}
}

// leave lets clients go, so that no request is sent on a connection that is being closed. First every answer ends its
// connection, so that clients send their next request on a new one. Then the listener closes, and the connections that
// it has accepted are answered.
func (s *Server) leave(listener *drainingListener) {
	s.leaving.Store(true)
	s.waitForClients()
	listener.drain()
	s.waitForClients()
}

func (s *Server) waitForClients() {
	for began := time.Now(); !s.connections.none() && time.Since(began) < closingTime; {
		time.Sleep(closingTime / 50)
	}
}
