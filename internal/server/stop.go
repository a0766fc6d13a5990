package server

import (
	"net"
	"sync/atomic"
	"time"
)

// closingTime is how long open connections may take to finish, once before and once after the listener closes.
const closingTime = 500 * time.Millisecond

// drainingListener accepts the pending connections before it closes. The kernel resets connections that are still
// pending when a listener closes: with a queue of one, it is at most about one that arrives in between.
type drainingListener struct {
	*net.TCPListener
	end atomic.Pointer[time.Time] // nil until the listener drains
}

// drain makes Accept return the pending connections, for at most closingTime, and then close the listener.
func (l *drainingListener) drain() {
	l.shortenQueue()
	end := time.Now().Add(closingTime)
	l.end.Store(&end)
	_ = l.SetDeadline(time.Now()) // wakes Accept; fails only if the listener is closed
}

// Accept returns the next connection; while draining, only pending ones.
func (l *drainingListener) Accept() (net.Conn, error) {
	for {
		if end := l.end.Load(); end != nil {
			if !l.hasPending() || time.Now().After(*end) {
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
			return nil, err // net/http needs the original error
		}
	}
}

// leave drains clients, so that none sends a request on a closing connection. First, every response closes its
// connection, so that clients open a new one for the next request. Then the listener accepts its pending connections and
// closes, and those get their responses. accepting receives a value once Accept has stopped.
func (s *Server) leave(listener *drainingListener, accepting <-chan error) {
	s.leaving.Store(true)
	s.waitForClients()
	listener.drain()
	<-accepting // otherwise Shutdown would close the listener again and report an error
	s.waitForClients()
}

func (s *Server) waitForClients() {
	for began := time.Now(); !s.connections.none() && time.Since(began) < closingTime; {
		time.Sleep(closingTime / 50)
	}
}
