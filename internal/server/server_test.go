package server

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// serving runs a server on an address of its own until the test or stop ends it.
func serving(t *testing.T, s *Server) (address string, stop func() error) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	storetest.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, listener) }()
	stop = func() error { cancel(); return <-ended }
	t.Cleanup(cancel)
	return listener.Addr().String(), stop
}

// Requests under way are finished before the server stops.
func TestStopFinishesRequests(t *testing.T) {
	arrived, goOn := make(chan struct{}), make(chan struct{})
	var log bytes.Buffer
	s := started(func(o *Options) {
		o.AccessLog = &log
		o.Pages = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			close(arrived)
			<-goOn
			_, _ = io.WriteString(w, "finished")
		})
	})
	address, stop := serving(t, s)
	answered := make(chan string, 1)
	go func() {
		response, err := http.Get("http://" + address + "/")
		if err != nil {
			answered <- err.Error()
			return
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		answered <- string(body)
	}()
	<-arrived
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	for { // until it listens no more
		connection, err := net.Dial("tcp", address)
		if err != nil {
			break
		}
		_ = connection.Close()
	}
	close(goOn)
	storetest.Same(t, "the request under way", <-answered, "finished")
	storetest.NoError(t, <-stopped)
	storetest.WantText(t, log.String(), `"status":200`) // it was written to its end
}

// A header that arrives too slowly is cut off.
func TestSlowHeader(t *testing.T) {
	t.Parallel()
	address, _ := serving(t, started(nil))
	connection := dial(t, address)
	fmt.Fprintf(connection, "GET / HTTP/1.1\r\nHost: x\r\n")
	storetest.NoError(t, connection.SetReadDeadline(time.Now().Add(time.Minute)))
	if _, err := io.ReadAll(connection); err != nil {
		t.Errorf("the connection was not closed: %v", err)
	}
}

// Requests that browsers never send have their status.
func TestRawRequests(t *testing.T) {
	address, _ := serving(t, started(nil))
	for request, want := range map[string]int{
		"GET / HTTP/1.1\r\nHost: x\r\nX-Large: " + strings.Repeat("x", 2*maxHeader) + "\r\n\r\n":           http.StatusRequestHeaderFieldsTooLarge,
		"GET /api/products?" + strings.Repeat("category=writing&", 2_000) + " HTTP/1.1\r\nHost: x\r\n\r\n": http.StatusOK,
		"CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n":                                                        http.StatusMethodNotAllowed,
		"GET / HTTP/1.1\r\n\r\n": http.StatusBadRequest,
		"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello": http.StatusOK,
		"nonsense\r\n\r\n": http.StatusBadRequest,
	} {
		connection := dial(t, address)
		storetest.Same(t, fmt.Sprintf("%.40q", request), exchange(t, connection, bufio.NewReader(connection), request).StatusCode, want)
	}
}

// OPTIONS * is answered with the security headers.
func TestOptionsAsterisk(t *testing.T) {
	address, _ := serving(t, started(nil))
	connection := dial(t, address)
	response := exchange(t, connection, bufio.NewReader(connection), "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")
	if response.Header.Get("Content-Security-Policy") != pages.ContentSecurityPolicy || response.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%v", response.Header)
	}
}
