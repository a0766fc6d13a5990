package fetch

import (
	"net"
	"time"
)

// For returns a reader for tests, with its own ports, resolver and timeout.
func For(o Options, resolver *net.Resolver, timeout time.Duration, ports ...uint16) *Reader {
	o.resolver, o.timeout, o.ports = resolver, timeout, ports
	return New(o)
}

// MaxBody is how many bytes of a page are read.
const MaxBody = maxBody
