package server

import (
	"context"
	"net"
	"time"
)

// Listen listens for what Serve answers: for TCP and not for its multipath kind, whose newcomers cannot be turned away.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	var plain net.ListenConfig
	plain.SetMultipathTCP(false)
	return plain.Listen(ctx, "tcp", address)
}

// How long clients are let go before the listener closes.
const (
	farewell = 500 * time.Millisecond // for those who ask on the connections that they have
	lastCall = 50 * time.Millisecond  // for those who were connecting when nobody else could any more
)

// leave lets clients go, so that none asks into the end of a connection. First every answer ends its connection, so that
// clients ask again on new ones: one that is closed while it is idle may have a request on its way. Then nobody can
// connect any more, and who has connected is taken in: a listener that closes cuts off who waits to be.
func (s *Server) leave(listener net.Listener) {
	s.leaving.Store(true)
	for began := time.Now(); !s.connections.none() && time.Since(began) < farewell; {
		time.Sleep(farewell / 50)
	}
	if err := refuseConnections(listener); err != nil {
		s.options.Logger.Debug("turn new connections away before the listener closes", "error", err)
	}
	time.Sleep(lastCall)
}
