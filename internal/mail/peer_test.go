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
}

func newPeer(t *testing.T) *peer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &peer{listener: listener, answers: map[string]string{}}
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
	t.Cleanup(func() { listener.Close(); running.Wait() })
	return p
}

func (p *peer) address(user string) string {
	return "smtp://" + user + p.listener.Addr().String()
}

// answer sets the peer's answer to a command; empty restores the normal one.
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
	defer conn.Close()
	in := bufio.NewReader(conn)
	fmt.Fprint(conn, "220 peer ESMTP\r\n")
	recipient := ""
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		command := strings.ToUpper(strings.Fields(line + " x")[0])
		p.mutex.Lock()
		p.commands = append(p.commands, strings.TrimSpace(line))
		answer := p.answers[command]
		p.mutex.Unlock()
		if answer == "hang up" {
			return
		}
		if answer != "" {
			fmt.Fprint(conn, answer+"\r\n")
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
			text := ""
			for {
				part, err := in.ReadString('\n')
				if err != nil {
					return
				}
				if part == ".\r\n" {
					break
				}
				text += strings.TrimPrefix(part, ".") // RFC 5321, 4.5.2
			}
			p.mutex.Lock()
			p.messages = append(p.messages, recipient+"\n"+text)
			p.mutex.Unlock()
			fmt.Fprint(conn, "250 taken\r\n")
		case "QUIT":
			fmt.Fprint(conn, "221 bye\r\n")
			return
		default:
			fmt.Fprint(conn, "250 ok\r\n")
		}
	}
}
