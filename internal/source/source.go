// Package source says what is counted as one client.
//
// # To change
//
//   - go test ./internal/source ./internal/server ./internal/account ./internal/inbox
package source

import (
	"context"
	"net/netip"
)

// Of is the address by which a client is counted: its own, of IPv6 the /64 that one customer has. Who has none (a Unix
// socket) is counted as one.
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

// With is the context of a request of this client.
func With(ctx context.Context, client netip.Addr) context.Context {
	return context.WithValue(ctx, key{}, client)
}

// From is the client of a request with this context; the zero Addr where nobody has said it.
func From(ctx context.Context) netip.Addr {
	client, _ := ctx.Value(key{}).(netip.Addr)
	return client
}
