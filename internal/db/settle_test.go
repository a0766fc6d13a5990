package db_test

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// cutter is a way to PostgreSQL that cuts a connection off at its next commit, once it is told to.
type cutter struct {
	net.Listener
	socket string // of the server

	mu      sync.Mutex
	armed   bool // the next commit is cut off
	passes  bool // that commit reaches the server first
	refuses bool // after that no connection is let through
	closed  bool // none is let through
}

// startCutter gives the cutter and the address of a database behind it.
func startCutter(t *testing.T) (*cutter, string) {
	t.Helper()
	address := must(url.Parse(storetest.PostgresURL(t)))(t)
	query := address.Query()
	port := query.Get("port")
	if port == "" {
		port = "5432"
	}
	listener := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	c := &cutter{Listener: listener, socket: filepath.Join(query.Get("host"), ".s.PGSQL."+port)}
	go c.serve()
	t.Cleanup(func() { _ = listener.Close() })
	query.Del("host")
	query.Del("port")
	address.RawQuery, address.Host = query.Encode(), listener.Addr().String()
	return c, address.String()
}

func (c *cutter) serve() {
	for {
		client, err := c.Accept()
		if err != nil {
			return
		}
		c.mu.Lock()
		refused := c.closed
		c.mu.Unlock()
		server, err := net.Dial("unix", c.socket)
		if err != nil || refused {
			_ = client.Close()
			continue
		}
		go c.forward(client, server)
		go func() { _, _ = io.Copy(client, server); _ = client.Close() }()
	}
}

// forward passes on what the client says.
func (c *cutter) forward(client, server net.Conn) {
	defer server.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := client.Read(buffer)
		if err != nil {
			return
		}
		if bytes.Contains(buffer[:n], []byte("commit\x00")) {
			if cut, passes := c.cut(); cut {
				_ = client.Close()
				if passes {
					_, _ = server.Write(buffer[:n]) // it is done, though nobody waits for the answer
				}
				return
			}
		}
		if _, err := server.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// cut reports whether a commit is cut off, and whether it reaches the server first.
func (c *cutter) cut() (cut, passes bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cut, passes = c.armed, c.passes
	c.armed, c.closed = false, cut && c.refuses
	return cut, passes
}

func (c *cutter) set(armed, passes, refuses bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.armed, c.passes, c.refuses, c.closed = armed, passes, refuses, false
}

func TestCommitWithoutAnswer(t *testing.T) {
	for _, test := range []struct {
		name            string
		passes, refuses bool
		within          time.Duration
		saved           bool
		said            string // empty: success
	}{
		{"that happened is a success", true, false, 15 * time.Second, true, ""},
		{"that did not happen may be tried again", false, false, 15 * time.Second, false, "Please try again"},
		{"is said to be open while the database is away", true, true, time.Second, true, "may have been saved"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, address := startCutter(t)
			s := storetest.OpenAt(t, db.Options{DatabaseURL: address})
			s.AnswerWithin(test.within)
			create(t, s, draft("One"))
			c.set(true, test.passes, test.refuses)
			created, err := s.CreateProduct(audit.With(t.Context(), audit.Origin{RequestID: "r-1"}), "tester", draft("Two"))
			if got := fault.From(err).Message; test.said == "" && err != nil || test.said != "" && (!fault.Is(err, fault.Unavailable) || !strings.Contains(got, test.said)) {
				t.Errorf("said %v, want %q", err, test.said)
			}
			if test.said == "" && created.Name != "Two" {
				t.Errorf("created %+v", created)
			}
			c.set(false, false, false)
			same(t, "saved", len(readAll(t, s).Products) == 2, test.saved)
		})
	}
}
