// Package source says what is counted as one client.
package source

import "net/netip"

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
