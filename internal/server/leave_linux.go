package server

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// flagsOf is where the flags stand in a TCP header, and synFlag that of one who wants to connect.
const (
	flagsOf = 13
	synFlag = 2
)

// noNewcomers is a filter of packets that lets through all but those of who wants to connect.
func noNewcomers() []unix.SockFilter {
	return []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_B | unix.BPF_ABS, K: flagsOf},
		{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: synFlag, Jf: 1}, // without the flag, over the next
		{Code: unix.BPF_RET | unix.BPF_K, K: 0},
		{Code: unix.BPF_RET | unix.BPF_K, K: 1<<32 - 1},
	}
}

// refuseConnections has the system drop what asks a listener for a connection. Who asks tries again by itself a second later.
func refuseConnections(listener net.Listener) error {
	socket, ok := listener.(syscall.Conn)
	if !ok {
		return nil
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return err
	}
	filter := noNewcomers()
	var failed error
	err = raw.Control(func(descriptor uintptr) {
		failed = unix.SetsockoptSockFprog(int(descriptor), unix.SOL_SOCKET, unix.SO_ATTACH_FILTER,
			&unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]})
	})
	if err != nil {
		return err
	}
	return failed
}
