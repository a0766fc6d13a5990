//go:build !linux

package server

import "net"

// turnAway does nothing: only Linux can refuse connections before the listener closes.
func turnAway(net.Listener) error { return nil }
