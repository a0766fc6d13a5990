package server

import (
	"context"
	"net"
)

// pieceSize is the length of net/http's buffer of a connection, in bytes: a longer answer leaves in two pieces or more.
const pieceSize = 4 << 10

// connection buffers the first piece of an answer whose rest is sure to follow, so that one system call sends both
// (decision 9). Only the goroutine that answers writes to it.
type connection struct {
	net.Conn
	holding bool   // while net/http is given a body longer than a piece
	piece   []byte // buffered; empty: none
	lengths lengthScanner
	line    requestLine
}

type connectionKey struct{}

// withConnection is for http.Server.ConnContext: requests then know their connection.
func withConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// connectionOf is the connection of a request, or nil where a test calls the handler directly.
func connectionOf(ctx context.Context) *connection {
	c, _ := ctx.Value(connectionKey{}).(*connection)
	return c
}

// Read reads what the client sends, repairs paths, and looks for requests of ambiguous length.
func (c *connection) Read(into []byte) (int, error) {
	n, err := c.Conn.Read(into)
	c.line.mend(into[:n])
	_, _ = c.lengths.Write(into[:n]) // never fails
	return n, err
}

// ambiguous reports whether the connection has had a request of ambiguous length. c may be nil.
func (c *connection) ambiguous() bool { return c != nil && c.lengths.ambiguous.Load() }

// Write writes or, while holding, buffers one piece for the next call.
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

// CloseWrite is for net/http, which closes its side first where a client may still be sending.
func (c *connection) CloseWrite() error { return c.Conn.(*net.TCPConn).CloseWrite() }
