package mail

import (
	"context"
	"errors"
	"slices"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

const (
	dialTime = 30 * time.Second // to connect and sign in
	sendTime = 2 * time.Minute  // for a message and its answer: servers look for spam before they answer
	askTime  = 5 * time.Second  // for the answer of an idle connection, or to a farewell

	idleTime    = 5 * time.Second // then an unused connection is closed
	maxMessages = 100             // over one connection: servers limit them
)

// connection is a connection to the mail server over which one message is sent at a time.
type connection struct {
	client *smtp.Client
	sent   int
	closer *time.Timer // closes it while it is idle
}

// drop closes the connection at once. The rest of a message is not sent, so the server does not keep the message.
func (c *connection) drop() {
	c.client.Text.Close() //nolint:errcheck // it may be closed already
}

// quit says goodbye.
func (c *connection) quit() {
	if c.client.UpdateDeadline(askTime) == nil && c.client.Quit() == nil {
		return
	}
	c.drop()
}

// isAlive reports whether the server still listens on a connection that was idle.
func (c *connection) isAlive(ctx context.Context) bool {
	defer context.AfterFunc(ctx, c.drop)()
	return c.client.UpdateDeadline(askTime) == nil && c.client.Noop() == nil
}

// send sends the email to the server. An error is a *failure.
func (s *Server) send(ctx context.Context, e Email) error {
	m, err := s.message(e)
	if err != nil {
		return &failure{refusedForGood, shortAnswer(err.Error()), err}
	}
	c, err := s.connect(ctx)
	if err != nil {
		return &failure{unreachable, shortAnswer(err.Error()), err}
	}
	stopDropping := context.AfterFunc(ctx, c.drop)
	failed := failureOf(m, s.client.SendWithSMTPClient(c.client, m))
	c.sent++
	var at *gomail.SendError
	isUsable := failed == nil || errors.As(failed, &at) && at.Reason == gomail.ErrSMTPRcptTo // which go-mail follows by RSET
	switch {
	case !stopDropping() || !isUsable:
		c.drop()
	case c.sent >= maxMessages:
		c.quit()
	default:
		s.addIdle(c)
	}
	if failed == nil {
		return nil
	}
	return failed
}

// connect returns an idle connection or a new one.
func (s *Server) connect(ctx context.Context) (*connection, error) {
	for c := s.lastIdle(); c != nil; c = s.lastIdle() {
		if c.isAlive(ctx) {
			return c, nil
		}
		c.drop()
	}
	return s.dial(ctx)
}

// dial opens a connection and signs in. If ctx ends before, it leaves the attempt, which go-mail cannot abort, to end.
func (s *Server) dial(ctx context.Context) (*connection, error) {
	ctx, stop := context.WithTimeout(ctx, dialTime)
	defer stop()
	type result struct {
		client *smtp.Client
		err    error
	}
	done := make(chan result, 1)
	go func() {
		client, err := s.client.DialToSMTPClientWithContext(ctx)
		done <- result{client, err}
	}()
	select {
	case r := <-done:
		return &connection{client: r.client}, r.err
	case <-ctx.Done():
		go func() {
			if r := <-done; r.err == nil {
				(&connection{client: r.client}).drop()
			}
		}()
		return nil, ctx.Err()
	}
}

// Check connects to the server, signs in and says goodbye. It sends no email.
func (s *Server) Check(ctx context.Context) error {
	c, err := s.dial(ctx)
	if err != nil {
		return err
	}
	c.quit()
	return nil
}

// addIdle keeps an unused connection for a while.
func (s *Server) addIdle(c *connection) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.idle = append(s.idle, c)
	c.closer = time.AfterFunc(idleTime, func() {
		if s.remove(c) {
			c.quit()
		}
	})
}

// lastIdle takes the connection that was used last; nil if none is idle.
func (s *Server) lastIdle() *connection {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.idle) == 0 {
		return nil
	}
	c := s.idle[len(s.idle)-1]
	s.idle = s.idle[:len(s.idle)-1]
	c.closer.Stop()
	return c
}

// remove takes this connection if it is idle.
func (s *Server) remove(c *connection) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	before := len(s.idle)
	s.idle = slices.DeleteFunc(s.idle, func(one *connection) bool { return one == c })
	return len(s.idle) < before
}

// close closes the idle connections.
func (s *Server) close() {
	for c := s.lastIdle(); c != nil; c = s.lastIdle() {
		c.quit()
	}
}
