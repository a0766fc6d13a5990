package server

import (
	"context"
	"net"
	"time"
)

// pieceSize is the size of net/http's write buffer, in bytes: a longer response takes two or more writes.
const pieceSize = 4 << 10

// connection buffers the first piece of a response if more is sure to follow, so that one system call sends both
// (decision 9). Only the goroutine that answers writes to it.
type connection struct {
	net.Conn
	holding bool   // while net/http writes a body longer than a piece
	piece   []byte // buffered; empty: none
	line    requestLine
	until   time.Time // the write deadline
}

// deadlineStep is how much earlier than asked for a write may be cut off.
const deadlineStep = time.Second

type connectionKey struct{}

// withConnection is the http.Server.ConnContext hook; connectionOf reads what it stores.
func withConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// connectionOf returns the connection of a request, or nil if a test calls the handler directly.
func connectionOf(ctx context.Context) *connection {
	c, _ := ctx.Value(connectionKey{}).(*connection)
	return c
}

// Read reads from the client and repairs request paths.
func (c *connection) Read(into []byte) (int, error) {
	n, err := c.Conn.Read(into)
	c.line.repair(into[:n])
	return n, err
}

// Write writes a part or, while holding, buffers one piece for the next call.
func (c *connection) Write(part []byte) (int, error) {
	if c.holding && len(c.piece) == 0 && len(part) <= pieceSize {
		c.piece = append(c.piece, part...)
		return len(part), nil
	}
	if len(c.piece) == 0 {
		return c.Conn.Write(part)
	}
	both := net.Buffers{c.piece, part}
	before := len(c.piece)
	c.piece = c.piece[:0]
	n, err := both.WriteTo(c.Conn)
	return max(int(n)-before, 0), err
}

// SetWriteDeadline keeps a deadline that ends up to deadlineStep earlier. net/http sets one for each request, and lifts it after
// each response: nothing is written in between, so it may stay.
func (c *connection) SetWriteDeadline(until time.Time) error {
	if later := until.Sub(c.until); until.IsZero() || 0 <= later && later < deadlineStep {
		return nil
	}
	c.until = until
	return c.Conn.SetWriteDeadline(until)
}

// CloseWrite closes the write side; net/http calls it first if the client may still be sending.
func (c *connection) CloseWrite() error { return c.Conn.(*net.TCPConn).CloseWrite() }
