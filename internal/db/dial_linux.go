package db

import (
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// limitSilence sets TCP_USER_TIMEOUT, so that the kernel closes a connection whose packets are not acknowledged.
func limitSilence(network, _ string, conn syscall.RawConn) error {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	var failed error
	err := conn.Control(func(fd uintptr) {
		failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(mostSilent.Milliseconds()))
	})
	if err != nil {
		return err
	}
	return failed
}
