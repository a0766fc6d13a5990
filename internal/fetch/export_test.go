package fetch

import (
	"net"
	"time"
)

// For returns a reader with this resolver and timeout, which connects only to these ports.
func For(o Options, resolver *net.Resolver, timeout time.Duration, ports ...uint16) *Reader {
	o.Resolver, o.timeout, o.Ports = resolver, timeout, ports
	return New(o)
}
