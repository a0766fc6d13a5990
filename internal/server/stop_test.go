package server

import (
	"bufio"
	"io"
	"net/http"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

// Every answer of a server that stops ends its connection.
func TestStopEndsConnections(t *testing.T) {
	s := started(nil)
	for _, target := range []string{"/", "/api/products", "/uploads/a.jpg", "/healthz"} {
		storetest.Same(t, target+" while it is open: Connection", send(s, "GET", target, "").Header().Get("Connection"), "")
		s.leaving.Store(true)
		storetest.Same(t, target+" while it stops: Connection", send(s, "GET", target, "").Header().Get("Connection"), "close")
		s.leaving.Store(false)
	}
	s.leaving.Store(true)
	mustBe(t, send(s, "GET", "/readyz", ""), http.StatusServiceUnavailable)
	mustBe(t, send(s, "GET", "/healthz", ""), http.StatusOK)
}

// A client that is connected while the server stops is answered, and then its connection ends.
func TestStopOpenConnection(t *testing.T) {
	s := started(nil)
	address, stop := serving(t, s)
	connection := dial(t, address)
	answers := bufio.NewReader(connection)
	ask := func() *http.Response {
		response := exchange(t, connection, answers, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		storetest.NoError(t, storetest.ErrorOf(io.Copy(io.Discard, response.Body)))
		return response
	}
	if ask().Close {
		t.Error("a connection is ended while the server is open")
	}
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	testwait.Until(t, "the server stops", s.leaving.Load)
	if !ask().Close {
		t.Error("a server that stops does not say that the connection ends")
	}
	storetest.NoError(t, <-stopped)
}
