package server

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// clients finds out who sends a request.
type clients struct{ proxies []netip.Prefix }

// of is the address of the client: the socket's peer, or, where that is a trusted proxy, the last address of
// X-Forwarded-For that is none. It is the zero Addr when the peer has no address (a Unix socket).
func (c clients) of(r *http.Request) netip.Addr {
	client := peerOf(r.RemoteAddr)
	if !c.trusted(client) {
		return client
	}
	hops := strings.Split(strings.Join(r.Header["X-Forwarded-For"], ","), ",")
	for _, hop := range slices.Backward(hops) {
		address, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			return client
		}
		if client = address.Unmap().WithZone(""); !c.trusted(client) {
			return client
		}
	}
	return client
}

func (c clients) trusted(address netip.Addr) bool {
	return slices.ContainsFunc(c.proxies, func(p netip.Prefix) bool { return p.Contains(address) })
}

// visitorOf is the client by whom visits are counted. Behind a proxy on this machine that is not declared as trusted
// one client cannot be distinguished from another: then it is the zero Addr.
func visitorOf(r *http.Request, client netip.Addr) netip.Addr {
	if client.IsLoopback() && r.Header["X-Forwarded-For"] != nil {
		return netip.Addr{}
	}
	return client
}

// limited reports whether what this address does is counted. The operator's own machine is not: behind a proxy there that
// is not declared as trusted, all visitors would share one count.
func limited(address netip.Addr) bool {
	return address.IsValid() && !address.IsLoopback()
}

func peerOf(remote string) netip.Addr {
	peer, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Addr{}
	}
	return peer.Addr().Unmap().WithZone("")
}
