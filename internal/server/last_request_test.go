package server

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// rawExchange sends bytes on a connection of its own and gives all that comes back until the server closes it.
func rawExchange(t *testing.T, address, request string) string {
	t.Helper()
	connection := dial(t, address)
	storetest.NoError(t, connection.SetDeadline(time.Now().Add(25*time.Second))) // a body is waited for longer
	_, err := io.WriteString(connection, request)
	storetest.NoError(t, err)
	answers, err := io.ReadAll(connection)
	if err != nil {
		t.Errorf("the connection was not closed: %v after %q", err, answers)
	}
	return string(answers)
}

// A request that a proxy may delimit otherwise than we do is the last on its connection: what follows it may be a part of its body.
func TestLastRequest(t *testing.T) {
	t.Parallel()
	address, _ := serving(t, started(nil))
	const second = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	for target, status := range map[string]string{
		"GET /healthz": "200", "POST /healthz": "405", "GET /readyz": "200", "POST /": "200", "GET /products/x": "200", "POST /assets/a.js": "200",
		"GET /go/x": "200", "POST /api/products": "200", "POST /uploads/a.jpg": "200",
	} {
		for name, header := range map[string]string{
			"chunked":        " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n",
			"length first":   " HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n",
			"encoding first": " HTTP/1.1\r\nHost: x\r\ntransfer-encoding: chunked\r\nX: y\r\nCONTENT-LENGTH: 5\r\n",
			"bare newlines":  " HTTP/1.1\r\nHost: x\r\nContent-Length: 5\nTransfer-Encoding: chunked\n",
			"HTTP/1.0":       " HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n",
		} {
			t.Run(target+" "+name, func(t *testing.T) {
				answers := rawExchange(t, address, target+header+"\r\n0\r\n\r\n"+second)
				if protocol := header[1:9]; !strings.HasPrefix(answers, protocol+" "+status) || strings.Count(answers, "HTTP/1.") != 1 {
					t.Errorf("answered %q", answers)
				}
			})
		}
	}
}

// An answer does not wait for a body that nobody reads.
func TestUnreadBody(t *testing.T) {
	t.Parallel()
	address, _ := serving(t, started(nil))
	for _, line := range []string{"POST /healthz", "GET /readyz", "POST /", "GET /products/x", "GET /go/x", "POST /uploads/a.jpg", "GET /api/products", "OPTIONS /api/products"} {
		for _, length := range []string{"Content-Length: 1000", "Transfer-Encoding: chunked"} {
			t.Run(line+" "+length, func(t *testing.T) {
				t.Parallel()
				answers := rawExchange(t, address, line+" HTTP/1.1\r\nHost: x\r\n"+length+"\r\n\r\n")
				storetest.Same(t, "answers", strings.Count(answers, "HTTP/1.1 "), 1)
			})
		}
	}
}
