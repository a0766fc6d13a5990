package mail

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"strings"
	"testing"
)

var hello = Email{ID: 7, To: "ann@example.com", Subject: "Bücher – 10 % off\r\nBcc: eve@example.com", Text: "Hello Ann,\n.\nÜber <b>all</b>.\n", Tries: 1}

// An email is delivered completely, and only to its recipient.
func TestDelivery(t *testing.T) {
	p, s := newPeer(t), newStore(hello)
	s.run(t, p, "", 1)
	messages := p.received()
	if len(messages) != 1 || s.states()[7] != Sent {
		t.Fatalf("%d delivered, states %v", len(messages), s.states())
	}
	text := messages[0]
	for _, line := range []string{"RCPT TO:<ann@example.com>", `From: "Vitrine" <tools@example.com>`, "To: <ann@example.com>", "Auto-Submitted: auto-generated", "Message-ID: <email-7-", "@example.com>", "Content-Type: text/plain; charset=UTF-8"} {
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
	noError(t, err)
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
		noError(t, err)
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

// The error for an invalid server or sender names the setting and does not contain the password.
func TestServerURL(t *testing.T) {
	for _, good := range []string{"smtp://mail.example", "smtp://user:pass%40word@mail.example:2525", "smtps://mail.example", "smtp://127.0.0.1:25", "smtp://u:p@localhost"} {
		if _, err := NewServer(good, "tools@example.com", vitrine); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"mail.example:25", "http://mail.example", "smtp://", "smtp://u:hush@mail.example/path", "smtp://u:hush@mail.example?x=1", "smtp://u:hush@mail.example:0", "smtp://u:hush@mail.example:99999", "smtp://u:hush@ma il"} {
		if _, err := NewServer(bad, "tools@example.com", vitrine); err == nil || !strings.Contains(err.Error(), "--smtp-url") || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	for _, from := range []string{"", "x", "Tools <tools@example.com>", "a@b\r\nBcc: c@d"} {
		if _, err := NewServer("smtp://mail.example", from, vitrine); err == nil || !strings.Contains(err.Error(), "--mail-from") {
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

// What somebody has subscribed to can be left with one click (RFC 8058); other emails have no such header.
func TestUnsubscribe(t *testing.T) {
	const post, address = "List-Unsubscribe-Post", "https://tools.example.com/a/rather/long/path/api/newsletter/leave?token=n7xpTqf3Rr2bYd0aKc8s1w"
	e := hello
	if got := delivered(t, e).Header; got.Get("List-Unsubscribe") != "" || got.Get(post) != "" {
		t.Errorf("an email without a way out has %v", got)
	}
	e.Unsubscribe = address
	if got := delivered(t, e).Header; got.Get("List-Unsubscribe") != "<"+address+">" || got.Get(post) != "List-Unsubscribe=One-Click" {
		t.Errorf("the headers are %v", got)
	}
}

func vitrine() string { return "Vitrine" }
