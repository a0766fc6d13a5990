package mail

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
	"golang.org/x/net/idna"

	"vitrine/internal/emails"
)

// sendTime is the timeout of one attempt to send an email.
const sendTime = 30 * time.Second

// Server is the mail server that accepts the emails.
type Server struct {
	client *gomail.Client
	from   string
	domain string // of the sender's address
}

// NewServer parses the server's URL: smtps://user:password@host:port uses TLS from the first byte (default port 465),
// smtp://… asks for STARTTLS (default port 587). It never sends a password without TLS, except to this machine. from is
// the sender's address. Errors never repeat the URL, because it may contain a password.
func NewServer(address, from string) (*Server, error) {
	if !IsAddress(from) {
		return nil, errors.New("--mail-from must be an e-mail address, for example tools@example.com")
	}
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("--smtp-url must be smtp:// or smtps://, with user and password where they are needed, and a host, for example smtp://user:password@mail.example:587")
	}
	options, err := optionsOf(u)
	if err != nil {
		return nil, err
	}
	client, err := gomail.NewClient(u.Hostname(), options...)
	if err != nil {
		return nil, fmt.Errorf("--smtp-url cannot be used: %w", err)
	}
	_, domain, _ := strings.Cut(from, "@")
	return &Server{client, from, domain}, nil
}

func optionsOf(u *url.URL) ([]gomail.Option, error) {
	options := []gomail.Option{gomail.WithTimeout(sendTime)}
	password, hasPassword := u.User.Password()
	port := 587
	switch {
	case u.Scheme == "smtps":
		port = 465
		options = append(options, gomail.WithSSL())
	case hasPassword && !isHere(u.Hostname()):
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	}
	if u.Port() != "" {
		number, err := strconv.ParseUint(u.Port(), 10, 16)
		if err != nil || number == 0 {
			return nil, errors.New("--smtp-url names a port that there cannot be")
		}
		port = int(number)
	}
	options = append(options, gomail.WithPort(port))
	if u.User.Username() != "" {
		kind := gomail.SMTPAuthAutoDiscover
		if isHere(u.Hostname()) { // loopback may have no TLS, and nobody can listen in
			kind = gomail.SMTPAuthPlainNoEnc
		}
		options = append(options, gomail.WithSMTPAuth(kind), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	return options, nil
}

// isHere reports whether the host is this machine.
func isHere(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || address != nil && address.IsLoopback()
}

// errRefused is a permanent failure: another attempt would fail the same way.
var errRefused = errors.New("the email was refused for good")

// send sends the email to the server.
func (s *Server) send(ctx context.Context, e Email) error {
	ctx, stop := context.WithTimeout(ctx, sendTime)
	defer stop()
	m := gomail.NewMsg()
	if err := errors.Join(m.From(s.from), m.To(withASCIIDomain(e.To))); err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	m.Subject(e.Subject)
	m.SetMessageIDWithValue(e.id(s.domain))
	m.SetDate()
	m.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: machines must not reply
	m.SetBodyString(gomail.TypeTextPlain, e.Text)
	if e.HTML != "" {
		m.AddAlternativeString(gomail.TypeTextHTML, e.HTML) // after the text: programs show the last part that they can
	}
	err := s.client.DialAndSendWithContext(ctx, m)
	var failed *gomail.SendError
	if errors.As(err, &failed) && !failed.IsTemp() && failed.ErrorCode() >= 500 {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	return err
}

// withASCIIDomain returns an address with its domain in ASCII, which every mail server understands.
func withASCIIDomain(address string) string {
	at := strings.LastIndexByte(address, '@')
	domain, err := idna.Lookup.ToASCII(address[at+1:])
	if err != nil { // a name of a local network
		return address
	}
	return address[:at+1] + domain
}

// fingerprint distinguishes emails of different databases with the same id.
func fingerprint(e Email) []byte {
	sum := sha256.Sum256([]byte(e.To + "\n" + e.Subject + "\n" + e.Text))
	return sum[:8]
}

// Store is the queue of emails. Several processes may share it.
type Store interface {
	// NextEmail returns the email that is due first and leases it, so that no other process takes it during the lease.
	// found is false if none is due.
	NextEmail(ctx context.Context, lease time.Duration) (e Email, found bool, err error)
	// EmailSent deletes an email that the server has accepted.
	EmailSent(ctx context.Context, id int64) error
	// EmailFailed schedules another attempt after the pause; 0: the email is given up.
	EmailFailed(ctx context.Context, id int64, pause time.Duration) error
}

// Composer writes an email that has a Kind just before it is sent. isWanted is false if there is nothing to send.
type Composer func(ctx context.Context, queued Email) (message emails.Message, isWanted bool, err error)

// Sender sends the emails of the store to the server.
type Sender struct {
	store   Store
	server  *Server
	compose Composer // set by Run
	log     *slog.Logger
	called  chan struct{} // capacity 1: there may be a new email
}

// NewSender returns a Sender, which sends nothing before Run.
func NewSender(store Store, server *Server, log *slog.Logger) *Sender {
	return &Sender{store: store, server: server, log: log, called: make(chan struct{}, 1)}
}

// Call tells the sender that there may be a new email. It never blocks.
func (s *Sender) Call() {
	select {
	case s.called <- struct{}{}:
	default:
	}
}

const (
	lookEvery = 30 * time.Second // poll for emails to retry, or left by another process
	lease     = 5 * time.Minute  // longer than any attempt
	finishing = 5 * time.Second  // for the email in flight when the program stops
)

// Run sends emails until ctx ends; compose writes those that have a Kind. It finishes the email in flight, within a few
// seconds; the next start retries one that was not finished.
func (s *Sender) Run(ctx context.Context, compose Composer) {
	s.compose = compose
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		s.sendAll(ctx)
		select {
		case <-ctx.Done():
			return
		case <-s.called:
		case <-look.C:
		}
	}
}

// sendAll sends the due emails one after the other. It ends, because a failed email is not due again before its pause
// is over.
func (s *Sender) sendAll(ctx context.Context) {
	for ctx.Err() == nil {
		e, found, err := s.store.NextEmail(ctx, lease)
		if err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "look for emails", "error", err)
		}
		if err != nil || !found {
			return
		}
		if err := s.deliver(ctx, e); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "send an email", "email", e.ID, "error", err)
			return
		}
	}
}

// deliver makes one attempt and stores its result. It never logs the recipient.
func (s *Sender) deliver(stopping context.Context, e Email) error {
	ctx, stop := context.WithCancel(context.WithoutCancel(stopping))
	defer stop()
	defer context.AfterFunc(stopping, func() { time.AfterFunc(finishing, stop) })()
	if e.Kind != "" {
		message, isWanted, err := s.compose(ctx, e)
		if err != nil { // the lease expires, then it is tried again
			return fmt.Errorf("compose it: %w", err)
		}
		if !isWanted {
			return s.store.EmailSent(ctx, e.ID)
		}
		e.Subject, e.Text, e.HTML = message.Subject, message.Text, message.HTML
	}
	err := s.server.send(ctx, e)
	if err == nil {
		return s.store.EmailSent(context.WithoutCancel(ctx), e.ID)
	}
	if ctx.Err() != nil { // stopped: the email is retried when the lease expires
		return nil
	}
	pause := pauseAfter(e.Tries)
	if errors.Is(err, errRefused) {
		pause = 0
	}
	s.log.WarnContext(ctx, "an email was not taken", "email", e.ID, "try", e.Tries, "next", pause.String(), "error", withoutAddress(err, e.To))
	return s.store.EmailFailed(ctx, e.ID, pause)
}

// withoutAddress returns an error's text without the recipient's address, which servers like to repeat.
func withoutAddress(err error, address string) string {
	return strings.ReplaceAll(err.Error(), address, "[recipient]")
}
