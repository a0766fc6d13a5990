package server

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/source"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// exhaust calls the API until a client may not any more.
func exhaust(t *testing.T, s http.Handler, from string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	for range 2 * CallsAtOnce {
		if w := sendFrom(s, from, "GET", "/api/products", "", header...); w.Code != http.StatusOK {
			return w
		}
	}
	t.Fatalf("%s was never limited", from)
	return nil
}

// A client that calls too much waits.
func TestRateLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := started(nil)
		w := exhaust(t, s, stranger)
		mustBe(t, w, http.StatusTooManyRequests)
		mustBeFault(t, w)
		wait, err := strconv.Atoi(w.Header().Get("Retry-After"))
		if err != nil || wait < 1 {
			t.Fatalf("Retry-After: %q", w.Header().Get("Retry-After"))
		}
		for _, target := range []string{"/", "/assets/a.js", "/uploads/a.jpg", "/healthz"} {
			mustBe(t, send(s, "GET", target, ""), http.StatusOK)
		}
		mustBe(t, sendFrom(s, "203.0.113.8:1", "GET", "/api/products", ""), http.StatusOK)
		time.Sleep(time.Duration(wait) * time.Second)
		mustBe(t, send(s, "GET", "/api/products", ""), http.StatusOK)
	})
}

// Once a client has used up its calls, its redirects to websites are limited too, and so are its network of IPv6 and,
// behind a trusted proxy, the visitor that the proxy names. All others are not.
func TestRateLimitClients(t *testing.T) {
	trusting := func(o *Options) { o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }
	for name, try := range map[string]struct {
		change          func(*Options)
		from, forwarded string // the client that has used up its calls
		target          string
		then, thenFor   string // the client that asks then
		want            int
	}{
		"a redirect":                           {nil, stranger, "", "/go/x", stranger, "", http.StatusTooManyRequests},
		"a redirect of another client":         {nil, stranger, "", "/go/x", "203.0.113.8:1", "", http.StatusOK},
		"the same network of IPv6":             {nil, "[2001:db8:1:2::1]:1", "", "/api/products", "[2001:db8:1:2:ffff::9]:1", "", http.StatusTooManyRequests},
		"another network of IPv6":              {nil, "[2001:db8:1:2::1]:1", "", "/api/products", "[2001:db8:1:3::1]:1", "", http.StatusOK},
		"another client behind a proxy":        {trusting, "127.0.0.1:1", "198.51.100.1", "/api/products", "127.0.0.1:1", "198.51.100.2", http.StatusOK},
		"the same client with a made-up first": {trusting, "127.0.0.1:1", "198.51.100.1", "/api/products", "127.0.0.1:1", "6.6.6.6, 198.51.100.1", http.StatusTooManyRequests},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := started(try.change)
				exhaust(t, s, try.from, "X-Forwarded-For", try.forwarded)
				w := sendFrom(s, try.then, "GET", try.target, "", "X-Forwarded-For", try.thenFor)
				mustBe(t, w, try.want)
				if wait, err := strconv.Atoi(w.Header().Get("Retry-After")); w.Code != http.StatusOK && (err != nil || wait < 1) {
					t.Errorf("Retry-After: %q", w.Header().Get("Retry-After"))
				}
			})
		})
	}
}

// The operator's own machine is not limited.
func TestRateLimitLoopback(t *testing.T) {
	s := started(nil)
	for _, from := range []string{"127.0.0.1:1", "[::1]:1", "[::ffff:127.0.0.1]:1", "@"} {
		for range 2 * CallsAtOnce {
			if w := sendFrom(s, from, "GET", "/api/products", ""); w.Code != http.StatusOK {
				t.Fatalf("%s: %d", from, w.Code)
			}
		}
	}
}

// The client is the one that the socket names, unless a proxy is trusted.
func TestClientAddress(t *testing.T) {
	trusting := clients{[]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}
	for _, try := range []struct {
		clients       clients
		peer          string
		forwarded     []string
		want, because string
	}{
		{clients{}, "203.0.113.7:1", []string{"1.2.3.4"}, "203.0.113.7", "nobody is trusted"},
		{trusting, "203.0.113.7:1", []string{"1.2.3.4"}, "203.0.113.7", "the peer is no proxy"},
		{trusting, "10.0.0.1:1", []string{"1.2.3.4"}, "1.2.3.4", "the proxy says so"},
		{trusting, "10.0.0.1:1", []string{"6.6.6.6, 1.2.3.4"}, "1.2.3.4", "only the last hop was seen by the proxy"},
		{trusting, "10.0.0.1:1", []string{"6.6.6.6", "1.2.3.4, 10.0.0.2"}, "1.2.3.4", "proxies in a row are skipped"},
		{trusting, "10.0.0.1:1", []string{"1.2.3.4, nonsense"}, "10.0.0.1", "what cannot be read is not believed"},
		{trusting, "10.0.0.1:1", nil, "10.0.0.1", "nothing was said"},
		{trusting, "10.0.0.1:1", []string{"::ffff:1.2.3.4"}, "1.2.3.4", "one address has one spelling"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr, r.Header["X-Forwarded-For"] = try.peer, try.forwarded
		storetest.Same(t, try.because, try.clients.of(r).String(), try.want)
	}
}

// Of a request that names no client itself, a header that names another than the one that is counted was added by a proxy that is not
// declared.
func TestUndeclaredProxy(t *testing.T) {
	trusting := clients{[]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}
	for _, try := range []struct {
		clients clients
		peer    string
		headers string // "Name: value|Name: value"
		want    bool
		because string
	}{
		{clients{}, "203.0.113.7:1", "", false, "nothing was added"},
		{clients{}, "127.0.0.1:1", "X-Forwarded-For: 1.2.3.4", true, "no proxy is declared"},
		{clients{}, "127.0.0.1:1", "X-Forwarded-For: 127.0.0.1", true, "also where the client is on this machine"},
		{clients{}, "172.18.0.2:1", "Forwarded: for=1.2.3.4", true, "whatever the header"},
		{clients{}, "172.18.0.2:1", "X-Real-Ip: 1.2.3.4", true, "whatever the header"},
		{clients{}, "172.18.0.2:1", "Cf-Connecting-Ip: 1.2.3.4", true, "whatever the header"},
		{clients{}, "172.18.0.2:1", "True-Client-Ip: 1.2.3.4", true, "whatever the header"},
		{trusting, "172.18.0.2:1", "X-Forwarded-For: 1.2.3.4", true, "another proxy is declared"},
		{trusting, "10.0.0.1:1", "", false, "it came from the proxy's machine itself"},
		{trusting, "10.0.0.1:1", "X-Forwarded-For: 1.2.3.4|X-Real-Ip: 1.2.3.4", false, "the proxy is declared"},
		{trusting, "10.0.0.1:1", "X-Forwarded-For: ::ffff:1.2.3.4, 10.0.0.2", false, "both proxies are declared"},
		{trusting, "10.0.0.1:1", "X-Forwarded-For: 10.0.0.3", false, "the client is in the proxies' network"},
		{trusting, "10.0.0.1:1", "X-Forwarded-For: 1.2.3.4, 203.0.113.9|X-Real-Ip: 203.0.113.9", true, "the first of two is not declared"},
		{trusting, "10.0.0.1:1", "X-Forwarded-For: 203.0.113.9|Cf-Connecting-Ip: 1.2.3.4", true, "the first of two is not declared"},
		{trusting, "10.0.0.1:1", "X-Real-Ip: 1.2.3.4", true, "the header that is read is missing"},
		{trusting, "10.0.0.1:1", "Forwarded: for=1.2.3.4", true, "the header that is read is missing"},
		{clients{}, "@", "X-Forwarded-For: 1.2.3.4", false, "a Unix socket has no network that could be declared"},
	} {
		s := started(func(o *Options) { o.TrustedProxies = try.clients.proxies })
		r := httptest.NewRequest("GET", "/healthz", nil)
		r.RemoteAddr = try.peer
		for line := range strings.SplitSeq(try.headers, "|") {
			if name, value, found := strings.Cut(line, ": "); found {
				r.Header.Add(name, value)
			}
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		storetest.Same(t, try.because+": "+try.headers, w.Header().Get(MissesProxy) != "", try.want)
	}
}

// pipe is a connection from an address.
type pipe struct {
	net.Conn
	from   net.Addr
	closed bool
}

func (p *pipe) RemoteAddr() net.Addr { return p.from }
func (p *pipe) Close() error         { p.closed = true; return nil }

func connectFrom(c *connections, address string) *pipe {
	p := &pipe{from: net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address))}
	c.watch(p, http.StateNew)
	if p.closed {
		c.watch(p, http.StateClosed)
	}
	return p
}

// The number of connections of one client is limited.
func TestConnectionLimitPerClient(t *testing.T) {
	c := newConnections(clients{[]netip.Prefix{netip.MustParsePrefix("192.0.2.1/32")}})
	var first *pipe
	for i := range maxClientConnections {
		p := connectFrom(c, fmt.Sprintf("203.0.113.7:%d", i+1))
		if p.closed {
			t.Fatalf("connection %d was refused", i)
		}
		if first == nil {
			first = p
		}
	}
	if !connectFrom(c, "203.0.113.7:9999").closed {
		t.Error("one too many was taken")
	}
	if connectFrom(c, "203.0.113.8:1").closed {
		t.Error("another client was refused")
	}
	c.watch(first, http.StateClosed)
	if connectFrom(c, "203.0.113.7:9998").closed {
		t.Error("refused though one had ended")
	}
	for range 2 * maxClientConnections {
		if connectFrom(c, "127.0.0.1:1").closed || connectFrom(c, "192.0.2.1:1").closed {
			t.Fatal("the own machine or a proxy was refused")
		}
	}
}

// The number of all connections is limited.
func TestConnectionLimit(t *testing.T) {
	c := newConnections(clients{})
	for range maxConnections {
		connectFrom(c, "127.0.0.1:1")
	}
	last := connectFrom(c, "127.0.0.1:1")
	if !last.closed {
		t.Error("one too many was taken")
	}
	for connection := range c.open {
		c.watch(connection, http.StateClosed)
	}
	if len(c.open) != 0 || len(c.from) != 0 {
		t.Errorf("%d connections and %d clients are still counted", len(c.open), len(c.from))
	}
}

func TestVisitorOf(t *testing.T) {
	var seen netip.Addr
	note := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = source.From(r.Context()) })
	proxied := func(o *Options) {
		o.API, o.Pages = note, note
		o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	}
	for _, try := range []struct{ peer, forwarded, want string }{
		{"203.0.113.7:1", "", "203.0.113.7"},
		{"203.0.113.7:1", "198.51.100.1", "203.0.113.7"},
		{"10.0.0.1:1", "198.51.100.1", "198.51.100.1"},
		{"127.0.0.1:1", "", "127.0.0.1"},
		{"127.0.0.1:1", "198.51.100.1", "invalid IP"}, // a proxy here that nobody has declared
		{"@", "", "invalid IP"},
	} {
		for target, method := range map[string]string{"/api/visits": "POST", "/go/x": "GET", "/?search=x": "GET", "/api/catalog?sort=new&search=x": "GET"} {
			seen = netip.IPv6Unspecified()
			header := []string{}
			if try.forwarded != "" {
				header = []string{"X-Forwarded-For", try.forwarded}
			}
			sendFrom(started(proxied), try.peer, method, target, "{}", header...)
			storetest.Same(t, fmt.Sprintf("%s from %s for %q", target, try.peer, try.forwarded), seen.String(), try.want)
		}
	}
}
