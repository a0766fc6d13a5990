package server

import (
	"net"
	"testing"
	"time"
)

// A listener that refuses new connections still accepts those that were made before.
func TestRefuseConnections(t *testing.T) {
	listener, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	early, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer early.Close()
	if err := refuseConnections(listener); err != nil {
		t.Fatal(err)
	}
	if late, err := net.DialTimeout("tcp", listener.Addr().String(), 100*time.Millisecond); err == nil {
		t.Error("a newcomer has connected")
		late.Close()
	}
	taken, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for from, to := range map[net.Conn]net.Conn{early: taken, taken: early} {
		if _, err := from.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
		if n, err := to.Read(make([]byte, 1)); n != 1 || err != nil {
			t.Errorf("what was sent did not arrive: %v", err)
		}
	}
}
