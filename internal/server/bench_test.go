package server

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// BenchmarkServer is what the rules cost on the way of an answer of 16 KB, over real sockets, beside a bare net/http
// server that sends the same body.
func BenchmarkServer(b *testing.B) {
	body := []byte(strings.Repeat("0123456789abcdef", 1<<10))
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = []string{"application/json"}
		w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
		_, _ = w.Write(body)
	})
	for name, handler := range map[string]http.Handler{
		"bare": answer,
		"ours": started(func(o *Options) { o.API, o.AccessLog = answer, io.Discard }),
	} {
		b.Run(name, func(b *testing.B) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			storetest.NoError(b, err)
			web := &http.Server{Handler: handler}
			go func() { _ = web.Serve(listener) }() // ends with the listener
			defer web.Close()
			b.ReportAllocs()
			b.SetParallelism(24)
			b.RunParallel(func(p *testing.PB) { askAgainAndAgain(b, p, listener.Addr().String()) })
		})
	}
}

func askAgainAndAgain(b *testing.B, p *testing.PB, address string) {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		b.Error(err)
		return
	}
	defer connection.Close()
	reader := bufio.NewReaderSize(connection, 64<<10)
	for p.Next() {
		if _, err := io.WriteString(connection, "GET /api/products?limit=24 HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			b.Error(err)
			return
		}
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			b.Error(err)
			return
		}
		if _, err := io.Copy(io.Discard, response.Body); err != nil {
			b.Error(err)
			return
		}
	}
}
