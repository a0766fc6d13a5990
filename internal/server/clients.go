package server

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// clients finds the client address of a request.
type clients struct{ proxies []netip.Prefix }

// of returns the client's address: the socket's peer, or, if that is a trusted proxy, the last address in
// X-Forwarded-For that is not one. It returns the zero Addr if the peer has no address (a Unix socket).
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

// forwardedHeaders are those in which proxies name their client, first the only one that is read.
var forwardedHeaders = []string{"X-Forwarded-For", "Forwarded", "X-Real-Ip", "Cf-Connecting-Ip", "True-Client-Ip"}

func isForwarded(r *http.Request) bool {
	return slices.ContainsFunc(forwardedHeaders, func(name string) bool { return r.Header[name] != nil })
}

// missesProxy reports whether a request of a client that sends no such headers itself came through a proxy that is not declared, so
// that its address is not the one that of returns.
func (c clients) missesProxy(r *http.Request) bool {
	peer := peerOf(r.RemoteAddr)
	if !c.trusted(peer) {
		return peer.IsValid() && isForwarded(r)
	}
	if r.Header["Forwarded"] != nil && r.Header["X-Forwarded-For"] == nil {
		return true
	}
	client := c.of(r)
	return slices.ContainsFunc(forwardedHeaders, func(name string) bool {
		first, _, _ := strings.Cut(strings.Join(r.Header[name], ","), ",")
		address, err := netip.ParseAddr(strings.TrimSpace(first))
		return err == nil && address.Unmap().WithZone("") != client
	})
}

// visitorOf returns the address by which visits are counted. It returns the zero Addr behind an undeclared proxy on this
// machine, where clients cannot be told apart.
func visitorOf(r *http.Request, client netip.Addr) netip.Addr {
	if client.IsLoopback() && isForwarded(r) {
		return netip.Addr{}
	}
	return client
}

// limited reports whether limits apply to an address. The operator's own machine is exempt: behind an undeclared proxy
// on it, all visitors would share one limit.
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
