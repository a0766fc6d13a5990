//go:build unix

package server

import (
	"net"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A listener that drains accepts the connections that wait, and no others.
func TestDrainListener(t *testing.T) {
	const waiting = 20
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	storetest.NoError(t, err)
	for range waiting {
		dial(t, listener.Addr().String())
	}
	draining := &drainingListener{TCPListener: listener.(*net.TCPListener)}
	accepted := make(chan int)
	go func() {
		for n := 0; ; n++ {
			connection, err := draining.Accept()
			if err != nil {
				accepted <- n
				return
			}
			defer connection.Close()
		}
	}()
	draining.drain()
	storetest.Same(t, "connections that were accepted", <-accepted, waiting)
	if late, err := net.Dial("tcp", listener.Addr().String()); err == nil {
		t.Error("a connection was made after the drain")
		late.Close()
	}
}
