package drill

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// mailServer is an SMTP server on a real socket. It counts the messages that it has taken, and fails on request.
type mailServer struct {
	t       testing.TB
	address string

	mutex    sync.Mutex
	listener net.Listener // nil: nobody can connect
	isBusy   bool         // it refuses everything and closes the connection
	open     map[net.Conn]bool
	taken    map[string]int // by recipient
	subject  string         // of the last message
	total    int
	running  sync.WaitGroup
}

func newMailServer(t testing.TB) *mailServer {
	t.Helper()
	m := &mailServer{t: t, address: "127.0.0.1:0", open: map[net.Conn]bool{}, taken: map[string]int{}}
	m.listen()
	t.Cleanup(func() { m.hangUp(true); m.running.Wait() })
	return m
}

// listen begins to accept connections.
func (m *mailServer) listen() {
	m.t.Helper()
	listener, err := net.Listen("tcp", m.address)
	noError(m.t, err)
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.address, m.listener, m.isBusy = listener.Addr().String(), listener, false
	m.running.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			m.running.Go(func() { m.serve(conn) })
		}
	})
}

// hangUp closes all connections, whatever they are at. Then it refuses everything, or nobody can connect.
func (m *mailServer) hangUp(isGone bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.isBusy = true
	if isGone && m.listener != nil {
		m.listener.Close()
		m.listener = nil
	}
	for conn := range m.open {
		conn.Close()
	}
}

// count returns how many messages the server has taken.
func (m *mailServer) count() int {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.total
}

// begin notes an open connection. It reports whether the server is busy.
func (m *mailServer) begin(conn net.Conn) (isBusy bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.open[conn] = true
	return m.isBusy
}

func (m *mailServer) end(conn net.Conn) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	delete(m.open, conn)
	conn.Close()
}

// maxAnswerTime is how long the answer to a message takes at most.
const maxAnswerTime = 30 * time.Millisecond

// take keeps a message, whether or not the answer arrives.
func (m *mailServer) take(recipient, subject string) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.taken[recipient]++
	m.subject = subject
	m.total++
}

func (m *mailServer) serve(conn net.Conn) {
	defer m.end(conn)
	if m.begin(conn) {
		fmt.Fprint(conn, "421 busy\r\n")
		return
	}
	fmt.Fprint(conn, "220 drill ESMTP\r\n")
	recipient, subject, isContent := "", "", false
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		line := lines.Text()
		answer := "250 ok"
		switch command := strings.ToUpper(line); {
		case isContent && line != ".":
			if after, is := strings.CutPrefix(line, "Subject: "); is {
				subject = after
			}
			continue
		case isContent:
			isContent = false
			m.take(recipient, subject)
			time.Sleep(rand.N(maxAnswerTime))
		case strings.HasPrefix(command, "RCPT TO:"):
			recipient = strings.Trim(line[len("RCPT TO:"):], "<> ")
		case command == "DATA":
			isContent, answer = true, "354 go on"
		case command == "QUIT":
			fmt.Fprint(conn, "221 bye\r\n")
			return
		}
		if _, err := fmt.Fprint(conn, answer+"\r\n"); err != nil {
			return
		}
	}
}
