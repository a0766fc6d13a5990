package mail

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/testwait"
)

// serverOf is the peer for a sender who signs in as user, which is empty or ends with @.
func serverOf(t *testing.T, p *peer, user string) *Server {
	t.Helper()
	server, err := NewServer(p.address(user), "tools@example.com", vitrine)
	noError(t, err)
	t.Cleanup(server.close)
	return server
}

// A connection takes many messages, but not too many, also after a recipient that was refused.
func TestConnectionReused(t *testing.T) {
	t.Parallel()
	p := newPeer(t)
	server := serverOf(t, p, "")
	for i := range maxMessages + 1 {
		if i == 5 {
			p.answer("RCPT", "550 unknown")
		}
		err := server.send(t.Context(), hello)
		p.answer("RCPT", "")
		if err != nil != (i == 5) {
			t.Fatalf("message %d: %v", i, err)
		}
		if want := 1 + i/maxMessages; p.connections() != want {
			t.Fatalf("after message %d there were %d connections, want %d", i, p.connections(), want)
		}
	}
	if p.said("QUIT") != 1 || p.said("RSET") != 1 {
		t.Errorf("%d QUIT, %d RSET", p.said("QUIT"), p.said("RSET"))
	}
}

// A connection that the server has closed meanwhile is replaced without a failure.
func TestConnectionClosedWhileIdle(t *testing.T) {
	t.Parallel()
	p := newPeer(t)
	server := serverOf(t, p, "")
	for range 3 {
		noError(t, server.send(t.Context(), hello))
		p.hangUp()
	}
	if len(p.received()) != 3 || p.connections() != 3 {
		t.Errorf("%d delivered over %d connections", len(p.received()), p.connections())
	}
}

// A connection over which a message was cut is not used again: the next command would end the message.
func TestConnectionDropped(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"DATA", "content", "."} {
		p := newPeer(t)
		server := serverOf(t, p, "")
		p.answer(command, "what?")
		if err := server.send(t.Context(), hello); err == nil {
			t.Fatal(command, "is no failure")
		}
		p.answer(command, "")
		received := len(p.received())
		if err := server.send(t.Context(), hello); err != nil || p.connections() != 2 || len(p.received()) != received+1 {
			t.Errorf("%s: %v, %d connections, %d delivered", command, err, p.connections(), len(p.received()))
		}
	}
}

// An idle connection is closed after a while.
func TestIdleConnectionCloses(t *testing.T) {
	t.Parallel()
	p := newPeer(t)
	server := serverOf(t, p, "")
	noError(t, server.send(t.Context(), hello))
	testwait.Until(t, "the connection is closed", func() bool { return p.said("QUIT") > 0 })
	if err := server.send(t.Context(), hello); err != nil || p.connections() != 2 {
		t.Errorf("%v, %d connections", err, p.connections())
	}
}

// A server that does not even greet is left when the program stops.
func TestDialIsLeft(t *testing.T) {
	t.Parallel()
	p := newPeer(t)
	p.greeting = make(chan struct{})
	server := serverOf(t, p, "")
	ctx, stop := context.WithCancel(t.Context())
	failed := make(chan error)
	go func() { failed <- server.send(ctx, hello) }()
	testwait.Until(t, "it is connected", func() bool { return p.connections() > 0 })
	stop()
	select {
	case err := <-failed:
		if !isServerDown(err) {
			t.Errorf("it fails with %v", err)
		}
	case <-time.After(dialTime / 2):
		t.Error("it still waits for the greeting")
	}
	close(p.greeting)
}

// A check signs in and says goodbye, and sends nothing.
func TestServerCheck(t *testing.T) {
	p := newPeer(t)
	server := serverOf(t, p, "user:hush@")
	if err := server.Check(t.Context()); err != nil || p.said("AUTH") != 1 || p.said("QUIT") != 1 || p.said("MAIL") != 0 {
		t.Errorf("%v; %d times AUTH, %d times QUIT", err, p.said("AUTH"), p.said("QUIT"))
	}
	p.answer("AUTH", "535 wrong")
	if err := server.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "535") || strings.Contains(err.Error(), "hush") {
		t.Errorf("a wrong password: %v", err)
	}
}
