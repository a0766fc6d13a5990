// Package source decides which requests count as one client, and which come from robots.
//
// # To change
//
//   - go test ./internal/source ./internal/server ./internal/account ./internal/inbox
package source

import (
	"context"
	"net/netip"
)

// Of returns the address by which a client is counted: the address itself, or for IPv6 its /64 network, which one
// customer has. All clients without an address (a Unix socket) count as one.
func Of(client netip.Addr) netip.Addr {
	client = client.Unmap().WithZone("")
	if !client.Is6() {
		return client
	}
	network, err := client.Prefix(64)
	if err != nil { // 64 is never out of range
		return client
	}
	return network.Addr()
}

type key struct{}

// With returns the context of a request from this client.
func With(ctx context.Context, client netip.Addr) context.Context {
	return context.WithValue(ctx, key{}, client)
}

// From returns the client of the request with this context; the zero Addr if With was not called.
func From(ctx context.Context) netip.Addr {
	client, _ := ctx.Value(key{}).(netip.Addr)
	return client
}
