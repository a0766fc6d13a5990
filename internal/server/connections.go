package server

import (
	"net"
	"net/http"
	"net/netip"
	"sync"

	"github.com/vitrine-directory/vitrine/internal/source"
)

// Limits of concurrent connections, in all and per client. Excess connections are closed at once.
const (
	maxConnections       = 12_000
	maxClientConnections = 256
)

// connections tracks the open connections.
type connections struct {
	clients clients
	lock    sync.Mutex
	open    map[net.Conn]netip.Addr
	from    map[netip.Addr]int
}

func newConnections(known clients) *connections {
	return &connections{clients: known, open: map[net.Conn]netip.Addr{}, from: map[netip.Addr]int{}}
}

// watch is the http.Server.ConnState hook.
func (c *connections) watch(conn net.Conn, state http.ConnState) {
	if own, ok := conn.(*connection); ok && (state == http.StateNew || state == http.StateIdle) {
		own.line.due.Store(true)
	}
	switch state {
	case http.StateNew:
		if !c.add(conn) {
			_ = conn.Close() // nothing has been sent yet
		}
	case http.StateClosed, http.StateHijacked:
		c.remove(conn)
	}
}

// add tracks a connection and reports whether it is within the limits. A trusted proxy has no client limit, as it
// connects for all its clients.
func (c *connections) add(connection net.Conn) bool {
	peer := peerOf(connection.RemoteAddr().String())
	client := source.Of(peer)
	c.lock.Lock()
	defer c.lock.Unlock()
	counted := limited(peer) && !c.clients.trusted(peer)
	if len(c.open) >= maxConnections || counted && c.from[client] >= maxClientConnections {
		return false
	}
	c.open[connection] = client
	c.from[client]++
	return true
}

// none reports whether no connection is open.
func (c *connections) none() bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	return len(c.open) == 0
}

func (c *connections) remove(connection net.Conn) {
	c.lock.Lock()
	defer c.lock.Unlock()
	client, counted := c.open[connection]
	if !counted {
		return
	}
	delete(c.open, connection)
	if c.from[client]--; c.from[client] == 0 {
		delete(c.from, client)
	}
}
