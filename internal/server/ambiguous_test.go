package server

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
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

func TestRefuseAmbiguousLength(t *testing.T) {
	t.Parallel()
	var ran atomic.Int32
	count := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { ran.Add(1) })
	address, _ := serving(t, started(func(o *Options) { o.API, o.Pages, o.Uploads = count, count, count }))
	const second = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	for _, target := range []string{
		"/healthz", "/readyz", "/", "/products/x", "/assets/a.js", "/go/x", "/api/products", "/logos/main", "/uploads/a.jpg",
	} {
		for name, lengths := range map[string]string{
			"length first":   "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
			"encoding first": "transfer-encoding: chunked\r\nX: y\r\nCONTENT-LENGTH: 5\r\n",
			"bare newlines":  "Content-Length: 5\nTransfer-Encoding: chunked\n",
		} {
			for _, method := range []string{"GET", "POST"} {
				t.Run(method+" "+target+" "+name, func(t *testing.T) {
					ran.Store(0)
					answers := rawExchange(t, address, method+" "+target+" HTTP/1.1\r\nHost: x\r\n"+lengths+"\r\n0\r\n\r\n"+second)
					if !strings.HasPrefix(answers, "HTTP/1.1 400 ") || strings.Count(answers, "HTTP/1.1 ") != 1 || ran.Load() != 0 {
						t.Errorf("%d requests ran; answered %q", ran.Load(), answers)
					}
				})
			}
		}
	}
	t.Run("HTTP/1.0, which knows no Transfer-Encoding", func(t *testing.T) {
		ran.Store(0)
		answers := rawExchange(t, address, "POST / HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"+second)
		if !strings.Contains(answers, " 400 ") || strings.Count(answers, "HTTP/1.") != 1 || ran.Load() != 0 {
			t.Errorf("%d requests ran; answered %q", ran.Load(), answers)
		}
	})
	t.Run("after a good request on the same connection", func(t *testing.T) {
		answers := rawExchange(t, address, second+"POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"+second)
		if last := answers[strings.LastIndex(answers, "HTTP/1.1 "):]; !strings.HasPrefix(last, "HTTP/1.1 400 ") || strings.Count(answers, "HTTP/1.1 ") > 2 {
			t.Errorf("answered %q", answers)
		}
	})
}

// A chunked request is the last one on its connection.
func TestChunkedRequestLast(t *testing.T) {
	t.Parallel()
	address, _ := serving(t, started(nil))
	for target, status := range map[string]string{"/healthz": "405", "/": "200", "/api/products": "200", "/uploads/a.jpg": "200"} {
		answers := rawExchange(t, address, "POST "+target+" HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
		if !strings.HasPrefix(answers, "HTTP/1.1 "+status) || strings.Count(answers, "HTTP/1.1 ") != 1 {
			t.Errorf("%s: answered %q", target, answers)
		}
	}
}

func TestFindAmbiguousLength(t *testing.T) {
	t.Parallel()
	for bytes, want := range map[string]bool{
		"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n":                                              true,
		"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\ncontent-length:5\r\n\r\n": true,
		"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n":                     false,
		"POST / HTTP/1.1\r\nX-Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n":                                            false,
		"POST / HTTP/1.1\r\nX: " + strings.Repeat("x", 9000) + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n":          false,
		"POST / HTTP/1.1\r\nContent-Length: 5\r\nX: " + strings.Repeat("x", 9000) + "\r\nTransfer-Encoding: chunked\r\n\r\n":      true,
		"POST / HTTP/1.1\r\nContent-Length: 60\r\n\r\n{\"description\": \"Content-Length: 5\\nTransfer-Encoding: chunked\"}":      false,
	} {
		for name, reader := range map[string]io.Reader{"at once": strings.NewReader(bytes), "byte by byte": iotest.OneByteReader(strings.NewReader(bytes))} {
			var found lengthScanner
			storetest.NoError(t, storetest.ErrorOf(io.Copy(&found, struct{ io.Reader }{reader})))
			storetest.Same(t, fmt.Sprintf("%.120q %s", bytes, name), found.ambiguous.Load(), want)
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
