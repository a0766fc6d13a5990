package server

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// answering is a handler that answers with a status and a text.
func answering(status int, text string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	})
}

// started is a server over handlers that say who they are; change may set other options.
func started(change func(*Options)) *Server {
	o := Options{
		API: answering(200, "api"), Pages: answering(200, "page"), Uploads: answering(200, "upload"),
		Ready:  func(context.Context) error { return nil },
		Logger: slog.New(slog.DiscardHandler), PublicURL: "http://localhost:8080",
	}
	if change != nil {
		change(&o)
	}
	return New(o)
}

// stranger is an address that is nobody's.
const stranger = "203.0.113.7:4711"

// send gives what the server answers to a stranger. The header is given as name, value, name, value.
func send(s http.Handler, method, target, body string, header ...string) *httptest.ResponseRecorder {
	return sendFrom(s, stranger, method, target, body, header...)
}

func sendFrom(s http.Handler, from, method, target, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, bytes.NewBufferString(body))
	r.RemoteAddr = from
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func mustBe(t *testing.T, w *httptest.ResponseRecorder, status int) {
	t.Helper()
	if w.Code != status {
		t.Errorf("status %d, want %d: %s", w.Code, status, w.Body)
	}
}

// exchange sends a request on a connection and returns the response, whose body is not read. A request may be refused before its end:
// what counts is the response.
func exchange(t *testing.T, connection net.Conn, responses *bufio.Reader, request string) *http.Response {
	t.Helper()
	_, _ = io.WriteString(connection, request)
	response, err := http.ReadResponse(responses, nil)
	if err != nil {
		t.Fatalf("%.40q: %v", request, err)
	}
	return response
}

// dial opens a connection that the end of the test closes.
func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", address)
	storetest.NoError(t, err)
	t.Cleanup(func() { connection.Close() })
	return connection
}
