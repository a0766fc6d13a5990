package fetch_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"vitrine/internal/fetch"
)

// timeout is the readers' timeout. It is long because no test should reach it.
const timeout = 30 * time.Second

// names is a local DNS server. Successive queries for a name return its addresses in order; the last one repeats.
type names struct {
	lock  sync.Mutex
	hosts map[string][]string
}

// resolver starts the server and returns a resolver that uses it.
func (n *names) resolver(t *testing.T) *net.Resolver {
	t.Helper()
	listener, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go n.serve(listener)
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", listener.LocalAddr().String())
	}}
}

func (n *names) serve(listener net.PacketConn) {
	packet := make([]byte, 1500)
	for {
		length, from, err := listener.ReadFrom(packet)
		if err != nil {
			return
		}
		var query dnsmessage.Message
		if query.Unpack(packet[:length]) != nil || len(query.Questions) != 1 {
			continue
		}
		if answer, err := n.answer(query); err == nil {
			_, _ = listener.WriteTo(answer, from) // the resolver retries a lost packet
		}
	}
}

func (n *names) answer(query dnsmessage.Message) ([]byte, error) {
	question := query.Questions[0]
	answer := dnsmessage.Message{Header: dnsmessage.Header{ID: query.ID, Response: true, Authoritative: true}, Questions: query.Questions}
	n.lock.Lock()
	defer n.lock.Unlock()
	name := strings.TrimSuffix(question.Name.String(), ".")
	if found := n.hosts[name]; len(found) > 0 {
		address := netip.MustParseAddr(found[0])
		head := dnsmessage.ResourceHeader{Name: question.Name, Class: dnsmessage.ClassINET}
		switch {
		case question.Type == dnsmessage.TypeA && address.Is4():
			answer.Answers = []dnsmessage.Resource{{Header: head, Body: &dnsmessage.AResource{A: address.As4()}}}
		case question.Type == dnsmessage.TypeAAAA && address.Is6():
			answer.Answers = []dnsmessage.Resource{{Header: head, Body: &dnsmessage.AAAAResource{AAAA: address.As16()}}}
		}
		if len(answer.Answers) > 0 && len(found) > 1 {
			n.hosts[name] = found[1:]
		}
	}
	return answer.Pack()
}

// website is a local web server that counts its requests.
type website struct {
	port  uint16
	close func()
	hits  atomic.Int64
}

func websiteAt(t *testing.T, address string, handler http.HandlerFunc) *website {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	w := &website{port: uint16(listener.Addr().(*net.TCPAddr).Port)}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.hits.Add(1)
		handler(rw, r)
	}))
	_ = server.Listener.Close()
	server.Listener = listener
	server.Start()
	w.close = server.Close
	t.Cleanup(server.Close)
	return w
}

// allowed is the network that these tests treat as public.
var allowed = []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")}

func sends(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(body)) // the reader may have disconnected
	}
}

// reader returns a reader that resolves public.example to the website, and the other hosts as given.
func reader(t *testing.T, at *website, hosts map[string][]string) *fetch.Reader {
	t.Helper()
	all := map[string][]string{"public.example": {"127.0.0.2"}}
	for name, addresses := range hosts {
		all[name] = addresses
	}
	return fetch.For(fetch.Options{Allow: allowed}, (&names{hosts: all}).resolver(t), timeout, at.port)
}
