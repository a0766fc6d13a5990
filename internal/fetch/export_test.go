package fetch

import (
	"net"
	"time"
)

// For returns a reader with the given resolver, timeout and allowed ports.
func For(o Options, resolver *net.Resolver, timeout time.Duration, ports ...uint16) *Reader {
	o.resolver, o.timeout, o.ports = resolver, timeout, ports
	return New(o)
}
