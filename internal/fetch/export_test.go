package fetch

import (
	"net"
	"time"
)

// For makes a reader for tests: other ports, a resolver of their own, less patience.
func For(o Options, resolver *net.Resolver, patience time.Duration, ports ...uint16) *Reader {
	o.resolver, o.patience, o.ports = resolver, patience, ports
	return New(o)
}

// MaxBody is how many bytes of a page are read.
const MaxBody = maxBody
