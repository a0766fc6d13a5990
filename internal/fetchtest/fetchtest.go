// Package fetchtest runs websites and a DNS server on this machine, for tests of what reads websites.
package fetchtest

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

	"golang.org/x/net/dns/dnsmessage"
)

// Names is a local DNS server. Successive queries for a name return its addresses in order; the last one repeats.
type Names struct {
	lock  sync.Mutex
	Hosts map[string][]string // IP addresses
}

// Resolver starts the server and returns a resolver that uses it.
func (n *Names) Resolver(t testing.TB) *net.Resolver {
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

func (n *Names) serve(listener net.PacketConn) {
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

func (n *Names) answer(query dnsmessage.Message) ([]byte, error) {
	question := query.Questions[0]
	answer := dnsmessage.Message{Header: dnsmessage.Header{ID: query.ID, Response: true, Authoritative: true}, Questions: query.Questions}
	n.lock.Lock()
	defer n.lock.Unlock()
	name := strings.TrimSuffix(question.Name.String(), ".")
	if found := n.Hosts[name]; len(found) > 0 {
		address := netip.MustParseAddr(found[0])
		head := dnsmessage.ResourceHeader{Name: question.Name, Class: dnsmessage.ClassINET}
		switch {
		case question.Type == dnsmessage.TypeA && address.Is4():
			answer.Answers = []dnsmessage.Resource{{Header: head, Body: &dnsmessage.AResource{A: address.As4()}}}
		case question.Type == dnsmessage.TypeAAAA && address.Is6():
			answer.Answers = []dnsmessage.Resource{{Header: head, Body: &dnsmessage.AAAAResource{AAAA: address.As16()}}}
		}
		if len(answer.Answers) > 0 && len(found) > 1 {
			n.Hosts[name] = found[1:]
		}
	}
	return answer.Pack()
}

// Website is a local web server that counts its requests.
type Website struct {
	Port  uint16
	Close func()
	Hits  atomic.Int64
}

// At starts a website at an address; it ends with the test.
func At(t testing.TB, address string, handler http.HandlerFunc) *Website {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	w := &Website{Port: uint16(listener.Addr().(*net.TCPAddr).Port)}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.Hits.Add(1)
		handler(rw, r)
	}))
	_ = server.Listener.Close()
	server.Listener = listener
	server.Start()
	w.Close = server.Close
	t.Cleanup(server.Close)
	return w
}
