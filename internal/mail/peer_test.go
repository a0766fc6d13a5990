package mail

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
)

// peer is an SMTP server on a real socket that records messages, and fails on request.
type peer struct {
	listener net.Listener
	mutex    sync.Mutex
	messages []string // each after its RCPT command
	commands []string // every line of every client
	answers  map[string]string
	greeting chan struct{}      // if set: the greeting waits for it to be closed
	opened   int                // connections
	ended    chan struct{}      // closed at the end of the test
	open     map[net.Conn]bool  // those that are open
	hold     chan chan struct{} // if set: gets a channel for each message that has arrived, and answers once that is closed
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func newPeer(t *testing.T) *peer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	p := &peer{listener: listener, answers: map[string]string{}, ended: make(chan struct{}), open: map[net.Conn]bool{}}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() { p.serve(conn) })
		}
	})
	t.Cleanup(func() { close(p.ended); listener.Close(); p.hangUp(); running.Wait() })
	return p
}

func (p *peer) address(user string) string {
	return "smtp://" + user + p.listener.Addr().String()
}

// hangUp closes the open connections.
func (p *peer) hangUp() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for conn := range p.open {
		conn.Close()
	}
}

func (p *peer) connections() int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.opened
}

// said counts the commands that begin like this.
func (p *peer) said(command string) (count int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, line := range p.commands {
		if strings.HasPrefix(line, command) {
			count++
		}
	}
	return count
}

// answer sets the peer's answer to a command; empty restores the normal one. The end of a message is the command ".", its
// first line is "content".
func (p *peer) answer(command, with string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.answers[command] = with
}

func (p *peer) received() []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return append([]string(nil), p.messages...)
}

func (p *peer) serve(conn net.Conn) {
	p.mutex.Lock()
	p.opened++
	p.open[conn] = true
	p.mutex.Unlock()
	defer func() {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		delete(p.open, conn)
		conn.Close()
	}()
	in := bufio.NewReader(conn)
	if p.greeting != nil {
		<-p.greeting
	}
	fmt.Fprint(conn, "220 peer ESMTP\r\n")
	recipient := ""
	// special gives the answer that the test has set, and reports whether there is one. It may close the connection.
	special := func(command string) bool {
		p.mutex.Lock()
		answer := p.answers[command]
		p.mutex.Unlock()
		if answer == "hang up" {
			conn.Close()
		} else if answer != "" {
			fmt.Fprint(conn, answer+"\r\n")
		}
		return answer != ""
	}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		command := strings.ToUpper(strings.Fields(line + " x")[0])
		p.mutex.Lock()
		p.commands = append(p.commands, strings.TrimSpace(line))
		p.mutex.Unlock()
		if special(command) {
			continue
		}
		switch command {
		case "EHLO":
			fmt.Fprint(conn, "250-peer\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n")
		case "AUTH":
			fmt.Fprint(conn, "235 welcome\r\n")
		case "RCPT":
			recipient = strings.TrimSpace(line)
			fmt.Fprint(conn, "250 ok\r\n")
		case "DATA":
			fmt.Fprint(conn, "354 go on\r\n")
			var text strings.Builder
			for {
				part, err := in.ReadString('\n')
				if err != nil {
					return
				}
				if part == ".\r\n" {
					break
				}
				if text.Len() == 0 && special("content") {
					return
				}
				text.WriteString(strings.TrimPrefix(part, ".")) // RFC 5321, 4.5.2
			}
			p.mutex.Lock()
			p.messages = append(p.messages, recipient+"\n"+text.String())
			p.mutex.Unlock()
			if p.hold != nil {
				release := make(chan struct{})
				p.hold <- release
				select {
				case <-release:
				case <-p.ended:
				}
			}
			if !special(".") {
				fmt.Fprint(conn, "250 taken\r\n")
			}
		case "QUIT":
			fmt.Fprint(conn, "221 bye\r\n")
			return
		default:
			fmt.Fprint(conn, "250 ok\r\n")
		}
	}
}
