package mail

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/emails"
)

// memoryStore is a Store in memory.
type memoryStore struct {
	mutex   sync.Mutex
	waiting []Email
	sent    []int64
	pauses  []time.Duration // after failed tries
	done    chan struct{}   // one value per outcome
}

func newStore(emails ...Email) *memoryStore {
	return &memoryStore{waiting: emails, done: make(chan struct{}, 100)}
}

func (s *memoryStore) NextEmail(context.Context, time.Duration) (Email, bool, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.waiting) == 0 {
		return Email{}, false, nil
	}
	e := s.waiting[0]
	s.waiting = s.waiting[1:]
	return e, true, nil
}

func (s *memoryStore) EmailSent(_ context.Context, id int64) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.sent = append(s.sent, id)
	s.done <- struct{}{}
	return nil
}

func (s *memoryStore) EmailFailed(_ context.Context, _ int64, pause time.Duration) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.pauses = append(s.pauses, pause)
	s.done <- struct{}{}
	return nil
}

// run runs a sender until the store has received this many outcomes, and returns the log.
func (s *memoryStore) run(t *testing.T, p *peer, user string, outcomes int) *bytes.Buffer {
	t.Helper()
	server, err := NewServer(p.address(user), "tools@example.com")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	sender := NewSender(s, server, slog.New(slog.NewJSONHandler(&log, nil)))
	go func() { sender.Run(ctx, nil); close(ended) }()
	for range outcomes {
		select {
		case <-s.done:
		case <-time.After(time.Minute):
			t.Fatal("the email was neither sent nor failed")
		}
	}
	stop()
	<-ended
	return &log
}

var hello = Email{ID: 7, To: "ann@example.com", Subject: "Bücher – 10 % off\r\nBcc: eve@example.com", Text: "Hello Ann,\n.\nÜber <b>all</b>.\n", Tries: 1}

// An email is delivered completely, and only to its recipient.
func TestDelivery(t *testing.T) {
	p, s := newPeer(t), newStore(hello)
	s.run(t, p, "", 1)
	messages := p.received()
	if len(messages) != 1 || len(s.sent) != 1 || s.sent[0] != 7 {
		t.Fatalf("%d delivered, %v marked as sent", len(messages), s.sent)
	}
	text := messages[0]
	for _, line := range []string{"RCPT TO:<ann@example.com>", "From: <tools@example.com>", "To: <ann@example.com>", "Auto-Submitted: auto-generated", "Message-ID: <email-7-", "@example.com>", "Content-Type: text/plain; charset=UTF-8"} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is missing in\n%s", line, text)
		}
	}
	if strings.Contains(text, "\nBcc:") || strings.Contains(strings.Join(p.commands, "\n"), "<eve@") {
		t.Errorf("the subject adds a recipient:\n%s", text)
	}
}

// delivered sends the email and returns what arrived.
func delivered(t *testing.T, e Email) *mail.Message {
	t.Helper()
	p, s := newPeer(t), newStore(e)
	s.run(t, p, "", 1)
	_, message, _ := strings.Cut(p.received()[0], "\n")
	got, err := mail.ReadMessage(strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A subject is one header, whatever it contains.
func TestSubject(t *testing.T) {
	for _, subject := range []string{
		"Pen is now on Vitrine", "Bücher – 10 % off", "Pen\r\nBcc: eve@example.com\r\n\r\nHello", "Pen\nBcc: eve@example.com",
		strings.Repeat("Pen 長 👩‍🚀 ", 150) + "end", strings.Repeat("x", 800),
	} {
		e := hello
		e.Subject, e.HTML = subject, "<p>Hello</p>"
		got := delivered(t, e)
		decoded, err := new(mime.WordDecoder).DecodeHeader(got.Header.Get("Subject"))
		if err != nil || len(got.Header["Subject"]) != 1 || len(got.Header["Bcc"]) > 0 || decoded != subject {
			t.Errorf("%.60q arrives as %q: %v", subject, decoded, err)
		}
	}
}

// An email with HTML arrives with both parts, the text first.
func TestBothParts(t *testing.T) {
	e := hello
	e.HTML = "<!doctype html>\n<html><body><p>Über <b>all</b>.</p>\n.\n<a href=\"https://tools.example/?a=b\">日本</a></body></html>\n"
	got := delivered(t, e)
	kind, parameters, err := mime.ParseMediaType(got.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("the type is %s: %v", kind, err)
	}
	parts := multipart.NewReader(got.Body, parameters["boundary"])
	for _, want := range []struct{ kind, content string }{{"text/plain", e.Text}, {"text/html", e.HTML}} {
		part, err := parts.NextPart() // decodes quoted-printable
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(part)
		kind, parameters, _ := mime.ParseMediaType(part.Header.Get("Content-Type"))
		if err != nil || kind != want.kind || !strings.EqualFold(parameters["charset"], "utf-8") || strings.ReplaceAll(string(content), "\r\n", "\n") != want.content {
			t.Errorf("%s with %v has %q, want %s with %q: %v", kind, parameters, content, want.kind, want.content, err)
		}
	}
	if _, err := parts.NextPart(); !errors.Is(err, io.EOF) {
		t.Errorf("there is a third part: %v", err)
	}
}

// A domain in Unicode is sent in ASCII.
func TestUnicodeDomain(t *testing.T) {
	for to, want := range map[string]string{"Ann+a@bücher.example": "<Ann+a@xn--bcher-kva.example>", "ann@local_host": "<ann@local_host>"} {
		p, s := newPeer(t), newStore(Email{ID: 1, To: to, Subject: "s", Text: "t", Tries: 1})
		s.run(t, p, "", 1)
		if messages := p.received(); len(messages) != 1 || !strings.Contains(messages[0], "RCPT TO:"+want) {
			t.Errorf("%s: %q", to, messages)
		}
	}
}

// An email that has a kind is composed when it is sent. One that is not wanted is not sent, and one that cannot be composed
// stays.
func TestComposedWhenSent(t *testing.T) {
	compose := func(_ context.Context, queued Email) (emails.Message, bool, error) {
		switch queued.Data {
		case "fails":
			return emails.Message{}, false, errors.New("the database is gone")
		case "not wanted":
			return emails.Message{}, false, nil
		}
		return emails.Message{Subject: "Composed", Text: "from " + queued.Data, HTML: "<p>" + queued.Data + "</p>"}, true, nil
	}
	for data, want := range map[string]struct{ sent, delivered int }{"data": {1, 1}, "not wanted": {1, 0}, "fails": {0, 0}} {
		p, s := newPeer(t), newStore(Email{ID: 1, To: "ann@example.com", Kind: "code", Data: data, Tries: 1})
		server, err := NewServer(p.address(""), "tools@example.com")
		if err != nil {
			t.Fatal(err)
		}
		sender := NewSender(s, server, slog.New(slog.DiscardHandler))
		sender.compose = compose
		sender.sendAll(t.Context())
		messages := p.received()
		if len(s.sent) != want.sent || len(messages) != want.delivered || len(s.pauses) != 0 {
			t.Errorf("%s: %v sent, %q delivered, pauses %v", data, s.sent, messages, s.pauses)
		}
		if want.delivered == 1 && (!strings.Contains(messages[0], "Subject: Composed") || !strings.Contains(messages[0], "from data") || !strings.Contains(messages[0], "<p>data</p>")) {
			t.Errorf("delivered\n%s", messages[0])
		}
	}
}

// The email in flight is finished when the program stops, and no other one is begun.
func TestStopFinishesEmail(t *testing.T) {
	p, s := newPeer(t), newStore(Email{ID: 1, To: "ann@example.com", Kind: "code", Tries: 1}, Email{ID: 2, To: "bob@example.com", Kind: "code", Tries: 1})
	server, err := NewServer(p.address(""), "tools@example.com")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	NewSender(s, server, slog.New(slog.DiscardHandler)).Run(ctx, func(context.Context, Email) (emails.Message, bool, error) {
		stop()
		return emails.Message{Subject: "s", Text: "t"}, true, nil
	})
	if len(p.received()) != 1 || len(s.sent) != 1 || s.sent[0] != 1 {
		t.Errorf("%q delivered, %v marked as sent", p.received(), s.sent)
	}
}

// The password is sent to a local server.
func TestPasswordSent(t *testing.T) {
	p, s := newPeer(t), newStore(hello)
	s.run(t, p, "user:secret@", 1)
	if !strings.Contains(strings.Join(p.commands, "\n"), "AUTH PLAIN") {
		t.Errorf("the client sent %q", p.commands)
	}
}

// A temporary failure is retried, and a refusal is not.
func TestRetry(t *testing.T) {
	for name, test := range map[string]struct {
		command, answer string
		tries           int
		want            time.Duration
	}{
		"a temporary refusal":     {"RCPT", "450 later", 1, time.Minute},
		"the third try":           {"DATA", "451 later", 3, 30 * time.Minute},
		"the last try":            {"RCPT", "450 later", MaxTries, 0},
		"more tries than allowed": {"RCPT", "450 later", MaxTries + 1, 0},
		"an unknown recipient":    {"RCPT", "550 unknown ann@example.com", 1, 0},
		"a closed connection":     {"MAIL", "hang up", 2, 5 * time.Minute},
		"an invalid answer":       {"MAIL", "what?", 1, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPeer(t)
			p.answer(test.command, test.answer)
			e := hello
			e.Tries = test.tries
			s := newStore(e)
			log := s.run(t, p, "", 1)
			if len(s.sent) > 0 || len(s.pauses) != 1 || s.pauses[0] != test.want {
				t.Errorf("sent %v, pauses %v, want %v", s.sent, s.pauses, test.want)
			}
			if strings.Contains(log.String(), "ann@example.com") || !strings.Contains(log.String(), "an email was not taken") {
				t.Errorf("the log has %s", log)
			}
		})
	}
}

// After a failed email the next one is tried immediately.
func TestRetryNextEmail(t *testing.T) {
	p := newPeer(t)
	p.answer("DATA", "451 later")
	second := hello
	second.ID = 8
	s := newStore(hello, second)
	s.run(t, p, "", 2)
	if len(s.pauses) != 2 {
		t.Errorf("pauses %v", s.pauses)
	}
}

// The error for an invalid server or sender names the setting and does not contain the password.
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

// Only a local server counts as safe for a password without TLS.
func TestPasswordWithoutTLS(t *testing.T) {
	for address, want := range map[string]bool{"127.0.0.1": true, "::1": true, "localhost": true, "10.0.0.1": false, "mail.example": false, "localhost.example": false, "127.0.0.1.example": false} {
		if isHere(address) != want {
			t.Errorf("isHere(%s) is %t", address, !want)
		}
	}
}
