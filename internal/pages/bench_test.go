//go:build bundle

package pages_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// BenchmarkRender renders pages with the real bundle and cached menus, of tools that it has rendered before and of new ones, and
// times the same bundle and input in Node for comparison. The bars: 6 ms for home and a category with 24 cards, 10 ms for a
// detail page.
func BenchmarkRender(b *testing.B) {
	h := real(b, sampleTools())
	for name, target := range map[string]string{"home": "/", "category": "/category/writing", "detail": "/products/tool-7"} {
		in := inputOf(b, h, target)
		b.Run(name, func(b *testing.B) {
			var markup string
			for b.Loop() {
				var err error
				if markup, err = h.Options().Renderer.Render(b.Context(), in); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(in))/1000, "inKB")
			b.ReportMetric(float64(len(markup))/1000, "outKB")
			b.ReportMetric(inNode(b, in), "node-ms")
		})
		b.Run(name+"/new tools", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				renamed := bytes.ReplaceAll(in, []byte(`"name":"Tool `), fmt.Appendf(nil, `"name":"New %s %d %d `, name, b.N, i))
				if _, err := h.Options().Renderer.Render(b.Context(), renamed); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// inNode is how many milliseconds the same rendering takes in Node; 0 where there is no Node.
func inNode(b *testing.B, input []byte) float64 {
	b.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		return 0
	}
	file := filepath.Join(b.TempDir(), "input.json")
	storetest.NoError(b, os.WriteFile(file, input, 0o600))
	output, err := exec.CommandContext(b.Context(), node, "testdata/node.mjs", bundle, file, "1").Output()
	if err != nil {
		b.Fatalf("time the bundle in Node: %v", err)
	}
	took, err := strconv.ParseFloat(strings.TrimSpace(string(output)), 64)
	storetest.NoError(b, err)
	return took
}

// BenchmarkMaking makes whole documents from nothing: needs, answers, rendering, head, packing.
func BenchmarkMaking(b *testing.B) {
	h := real(b, sampleTools())
	for name, target := range map[string]string{"home": "/?search=tool+", "detail": "/products/"} {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if w := h.Get(target+fmt.Sprint(i%60+1, "?x=", i), "Accept-Encoding", "br"); w.Code != http.StatusOK {
					b.Fatal(w.Code)
				}
				h.Cache().InvalidateAll()
			}
		})
	}
}

// BenchmarkWarm sends finished documents over real connections, beside a bare handler that sends the same bytes. The bar
// is 0.85 of the bare one.
func BenchmarkWarm(b *testing.B) {
	h := real(b, sampleTools())
	for name, target := range map[string]string{"home": "/", "detail": "/products/tool-7"} {
		body := h.Get(target, "Accept-Encoding", "br").Body.Bytes()
		bare := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(body)
		})
		b.Run(name+"/pages", func(b *testing.B) { overWire(b, h.Handler(), target, len(body)) })
		b.Run(name+"/bare", func(b *testing.B) { overWire(b, bare, target, len(body)) })
	}
}

// overWire asks a handler on a loopback listener, from as many kept connections as there are processors.
func overWire(b *testing.B, handler http.Handler, target string, size int) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	storetest.NoError(b, err)
	server := &http.Server{Handler: handler}
	go func() { _ = server.Serve(listener) }()
	defer server.Close()
	request := []byte("GET " + target + " HTTP/1.1\r\nHost: tools.example\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n\r\n")
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		connection, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			b.Error(err)
			return
		}
		defer connection.Close()
		answer := make([]byte, 64<<10)
		for pb.Next() {
			if _, err := connection.Write(request); err != nil {
				b.Error(err)
				return
			}
			readAnswer(b, connection, answer, size)
		}
	})
}

// readAnswer reads an answer whose body has a known size.
func readAnswer(b *testing.B, connection io.Reader, buffer []byte, size int) {
	read, want := 0, -1
	for want < 0 || read < want {
		n, err := connection.Read(buffer[read:])
		if err != nil {
			b.Error(err)
			return
		}
		read += n
		if end := bytes.Index(buffer[:read], []byte("\r\n\r\n")); want < 0 && end >= 0 {
			want = end + 4 + size
		}
	}
}
