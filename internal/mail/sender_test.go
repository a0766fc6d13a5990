package mail

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"
)

// box is a Store in memory, of one email at a time.
type box struct {
	mutex   sync.Mutex
	waiting []Email
	sent    []int64
	pauses  []time.Duration // of failed tries
	wakes   chan struct{}
}

func newBox(emails ...Email) *box { return &box{waiting: emails, wakes: make(chan struct{}, 100)} }

func (b *box) NextEmail(context.Context, time.Duration) (Email, bool, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if len(b.waiting) == 0 {
		return Email{}, false, nil
	}
	e := b.waiting[0]
	b.waiting = b.waiting[1:]
	return e, true, nil
}

func (b *box) EmailSent(_ context.Context, id int64) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.sent = append(b.sent, id)
	b.wakes <- struct{}{}
	return nil
}

func (b *box) EmailFailed(_ context.Context, _ int64, pause time.Duration) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.pauses = append(b.pauses, pause)
	b.wakes <- struct{}{}
	return nil
}

// run has the sender work until the box was called so often.
func (b *box) run(t *testing.T, p *peer, user string, outcomes int) *bytes.Buffer {
	t.Helper()
	server, err := NewServer(p.address(user), "tools@example.com")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	sender := NewSender(b, server, slog.New(slog.NewJSONHandler(&log, nil)))
	go func() { sender.Run(ctx); close(ended) }()
	for range outcomes {
		select {
		case <-b.wakes:
		case <-time.After(time.Minute):
			t.Fatal("nothing became of the email")
		}
	}
	stop()
	<-ended
	return &log
}

var hello = Email{ID: 7, To: "ann@example.com", Subject: "Bücher – 10 % off\r\nBcc: eve@example.com", Text: "Hello Ann,\n.\nÜber <b>all</b>.\n", Tries: 1}

// An email arrives whole, and goes to nobody else.
func TestDelivery(t *testing.T) {
	p, b := newPeer(t), newBox(hello)
	b.run(t, p, "", 1)
	messages := p.received()
	if len(messages) != 1 || len(b.sent) != 1 || b.sent[0] != 7 {
		t.Fatalf("%d arrived, %v are sent", len(messages), b.sent)
	}
	text := messages[0]
	for _, line := range []string{"RCPT TO:<ann@example.com>", "From: <tools@example.com>", "To: <ann@example.com>", "Auto-Submitted: auto-generated", "Message-ID: <email-7-", "@example.com>", "Content-Type: text/plain; charset=UTF-8"} {
		if !strings.Contains(text, line) {
			t.Errorf("no %q in\n%s", line, text)
		}
	}
	if strings.Contains(text, "\nBcc:") || strings.Contains(strings.Join(p.said, "\n"), "<eve@") {
		t.Errorf("a subject has become a line of the header:\n%s", text)
	}
}

// The password is sent to a server on this machine.
func TestPasswordSent(t *testing.T) {
	p, b := newPeer(t), newBox(hello)
	b.run(t, p, "user:secret@", 1)
	if !strings.Contains(strings.Join(p.said, "\n"), "AUTH PLAIN") {
		t.Errorf("the client said %q", p.said)
	}
}

// A temporary failure is retried, and a refusal is not.
func TestRetry(t *testing.T) {
	for name, try := range map[string]struct {
		command, answer string
		tries           int
		want            time.Duration
	}{
		"not now":                {"RCPT", "450 later", 1, time.Minute},
		"not now, once more":     {"DATA", "451 later", 3, 30 * time.Minute},
		"the last try":           {"RCPT", "450 later", MaxTries, 0},
		"after a crash":          {"RCPT", "450 later", MaxTries + 1, 0},
		"nobody of that name":    {"RCPT", "550 unknown ann@example.com", 1, 0},
		"the connection is lost": {"MAIL", "hang up", 2, 5 * time.Minute},
		"nonsense":               {"MAIL", "what?", 1, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPeer(t)
			p.answer(try.command, try.answer)
			e := hello
			e.Tries = try.tries
			b := newBox(e)
			log := b.run(t, p, "", 1)
			if len(b.sent) > 0 || len(b.pauses) != 1 || b.pauses[0] != try.want {
				t.Errorf("sent %v, pauses %v, want %v", b.sent, b.pauses, try.want)
			}
			if strings.Contains(log.String(), "ann@example.com") || !strings.Contains(log.String(), "an email was not taken") {
				t.Errorf("the log has %s", log)
			}
		})
	}
}

// A failed email does not delay the next one.
func TestRetryNextEmail(t *testing.T) {
	p := newPeer(t)
	p.answer("DATA", "451 later")
	second := hello
	second.ID = 8
	b := newBox(hello, second)
	b.run(t, p, "", 2)
	if len(b.pauses) != 2 {
		t.Errorf("pauses %v", b.pauses)
	}
}

// The URL of a server is accepted, or refused without being repeated.
func TestServerURL(t *testing.T) {
	for _, good := range []string{"smtp://mail.example", "smtp://user:pass%40word@mail.example:2525", "smtps://mail.example", "smtp://127.0.0.1:25", "smtp://u:p@localhost"} {
		if _, err := NewServer(good, "tools@example.com"); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"mail.example:25", "http://mail.example", "smtp://", "smtp://u:hush@mail.example/path", "smtp://u:hush@mail.example?x=1", "smtp://u:hush@mail.example:0", "smtp://u:hush@mail.example:99999", "smtp://u:hush@ma il"} {
		if _, err := NewServer(bad, "tools@example.com"); err == nil || !strings.Contains(err.Error(), "--smtp-url") || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	for _, from := range []string{"", "x", "Tools <tools@example.com>", "a@b\r\nBcc: c@d"} {
		if _, err := NewServer("smtp://mail.example", from); err == nil || !strings.Contains(err.Error(), "--mail-from") {
			t.Errorf("%q: %v", from, err)
		}
	}
}

// A password never goes to another machine without TLS.
func TestPasswordWithoutTLS(t *testing.T) {
	for address, want := range map[string]bool{"127.0.0.1": true, "::1": true, "localhost": true, "10.0.0.1": false, "mail.example": false, "localhost.example": false, "127.0.0.1.example": false} {
		if isHere(address) != want {
			t.Errorf("%s is here: %t", address, !want)
		}
	}
}
