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
)

// sendTime is how long one try to send an email may take.
const sendTime = 30 * time.Second

// Server is the mail server that takes the emails.
type Server struct {
	client *gomail.Client
	from   string
	domain string // of the sender's address
}

// NewServer reads the server's address: smtps://user:password@host:port speaks TLS from the first byte (port 465 where
// none is named), smtp://… asks for it (port 587). A password is never sent without TLS but to this very machine. from is
// the sender's address. Errors never repeat the address, as it may hold a password.
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
		if isHere(u.Hostname()) { // where there may be no TLS, and nobody on the way
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

// errRefused is a failure that another try would meet again.
var errRefused = errors.New("the email was refused for good")

// send gives the email to the server.
func (s *Server) send(ctx context.Context, e Email) error {
	ctx, stop := context.WithTimeout(ctx, sendTime)
	defer stop()
	m := gomail.NewMsg()
	if err := errors.Join(m.From(s.from), m.To(e.To)); err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	m.Subject(e.Subject)
	m.SetMessageIDWithValue(e.id(s.domain))
	m.SetDate()
	m.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no answers by machines
	m.SetBodyString(gomail.TypeTextPlain, e.Text)
	err := s.client.DialAndSendWithContext(ctx, m)
	var failed *gomail.SendError
	if errors.As(err, &failed) && !failed.IsTemp() && failed.ErrorCode() >= 500 {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	return err
}

// fingerprint tells emails of different databases with the same number apart.
func fingerprint(e Email) []byte {
	sum := sha256.Sum256([]byte(e.To + "\n" + e.Subject + "\n" + e.Text))
	return sum[:8]
}

// Store keeps the emails. Several copies of the program may share it.
type Store interface {
	// NextEmail takes the email that is due first, so that nobody else takes it for the lease. There may be none.
	NextEmail(ctx context.Context, lease time.Duration) (e Email, found bool, err error)
	// EmailSent forgets an email that has arrived at the server.
	EmailSent(ctx context.Context, id int64) error
	// EmailFailed keeps an email for another try after the pause; 0: it is given up.
	EmailFailed(ctx context.Context, id int64, pause time.Duration) error
}

// Sender brings emails from the store to the server.
type Sender struct {
	store  Store
	server *Server
	log    *slog.Logger
	called chan struct{} // holds one: there may be a new email
}

// NewSender makes a sender; nothing is sent before Run.
func NewSender(store Store, server *Server, log *slog.Logger) *Sender {
	return &Sender{store, server, log, make(chan struct{}, 1)}
}

// Call says that there may be a new email. It never waits.
func (s *Sender) Call() {
	select {
	case s.called <- struct{}{}:
	default:
	}
}

const (
	lookEvery = 30 * time.Second // for emails that are due again, or that another copy has left
	lease     = 5 * time.Minute  // longer than any try
)

// Run sends emails until ctx ends. What is on its way then is tried again by the next start.
func (s *Sender) Run(ctx context.Context) {
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

// sendAll sends what is due, one email after the other. An email that fails is not due again before its pause is over,
// so this ends.
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
			s.log.ErrorContext(ctx, "keep what became of an email", "email", e.ID, "error", err)
			return
		}
	}
}

// deliver tries one email, and has the store remember how it went. The log never says to whom it goes.
func (s *Sender) deliver(ctx context.Context, e Email) error {
	err := s.server.send(ctx, e)
	if err == nil {
		return s.store.EmailSent(context.WithoutCancel(ctx), e.ID)
	}
	if ctx.Err() != nil { // we are stopping: the lease runs out, and it is tried again
		return nil
	}
	pause := pauseAfter(e.Tries)
	if errors.Is(err, errRefused) {
		pause = 0
	}
	s.log.WarnContext(ctx, "an email was not taken", "email", e.ID, "try", e.Tries, "next", pause.String(), "error", withoutAddress(err, e.To))
	return s.store.EmailFailed(ctx, e.ID, pause)
}

// withoutAddress is the text of an error without the address that servers like to repeat.
func withoutAddress(err error, address string) string {
	return strings.ReplaceAll(err.Error(), address, "[recipient]")
}
