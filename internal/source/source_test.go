package source_test

import (
	"net/netip"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/source"
)

// A client is identified by its IPv4 address or its IPv6 /64 network.
func TestOf(t *testing.T) {
	for address, want := range map[string]string{"192.0.2.1": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1", "2001:db8:1:2::9": "2001:db8:1:2::", "2001:db8:1:2:ffff::1": "2001:db8:1:2::", "fe80::1%eth0": "fe80::"} {
		if got := source.Of(netip.MustParseAddr(address)).String(); got != want {
			t.Errorf("%s is %s, want %s", address, got, want)
		}
	}
	if got := source.Of(netip.Addr{}); got.IsValid() {
		t.Errorf("without an address: got %s", got)
	}
}
