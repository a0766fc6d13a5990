package server

import (
	"bufio"
	"fmt"
	"net/http"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// Any path reaches the pages.
func TestAnyPath(t *testing.T) {
	t.Parallel()
	address, _ := serving(t, started(func(o *Options) {
		o.Pages = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Asked", fmt.Sprintf("%q %q %q", r.URL.Path, r.URL.RawQuery, r.Header.Get("X-Sent")))
		})
	}))
	connection := dial(t, address)
	answers := bufio.NewReader(connection)
	for target, asked := range map[string]string{
		"/products/%E0%A4%A": `"/products/\xe0\xa4\xffA" ""`,
		"/100%":              `"/100\xff" ""`,
		"/100%/%zz%4":        `"/100\xff/\xffzz\xff4" ""`,
		"/caf%C3%A9%2f":      `"/café/" ""`,
		"/a?b=100%&c=%zz":    `"/a" "b=100%&c=%zz"`,
	} { // on one connection, as browsers do
		answer := exchange(t, connection, answers, "GET "+target+" HTTP/1.1\r\nHost: x\r\nX-Sent: 100% %zz\r\n\r\n")
		storetest.Same(t, "what the pages were asked for at "+target, answer.Header.Get("X-Asked"), asked+` "100% %zz"`)
	}
}

// A request line whose first byte was read ahead is repaired.
func TestRequestLineReadAhead(t *testing.T) {
	var l requestLine
	l.repair([]byte("G")) // while the request before is being ended
	l.due.Store(true)
	rest := []byte("ET /100% HTTP/1.1\r\nHost: x\r\n")
	l.repair(rest)
	storetest.Same(t, "the line", string(rest), "ET /100\xff HTTP/1.1\r\nHost: x\r\n")
}
