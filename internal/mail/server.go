package mail

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"sync"

	gomail "github.com/wneessen/go-mail"
	"golang.org/x/net/idna"

	"github.com/vitrine-directory/vitrine/internal/field"
)

// Server is the mail server that accepts the emails. It is safe for concurrent use.
type Server struct {
	client *gomail.Client
	from   string        // the address
	name   func() string // shown with it
	domain string        // of the sender's address

	mutex sync.Mutex
	idle  []*connection // the last one was used last
}

// NewServer parses the server's URL: smtps://user:password@host:port uses TLS from the first byte (default port 465),
// smtp://… asks for STARTTLS (default port 587). It never sends a password without TLS, except to this machine. from is
// the sender's address, and name is shown with it. Errors never repeat the URL, because it may contain a password.
func NewServer(address, from string, name func() string) (*Server, error) {
	if !field.IsEmail(from) {
		return nil, errors.New("--mail-from must be an email address, for example tools@example.com")
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
	return &Server{client: client, from: from, name: name, domain: domain}, nil
}

func optionsOf(u *url.URL) ([]gomail.Option, error) {
	options := []gomail.Option{gomail.WithTimeout(sendTime), gomail.WithoutNoop(), gomail.WithoutRset()}
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

// message returns the email as it is sent.
func (s *Server) message(e Email) (*gomail.Msg, error) {
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := errors.Join(m.From((&mail.Address{Name: s.name(), Address: s.from}).String()), m.To(withASCIIDomain(e.To))); err != nil {
		return nil, err
	}
	m.Subject(e.Subject)
	m.SetMessageIDWithValue(e.id(s.domain))
	m.SetDate()
	m.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: machines must not reply
	if e.Unsubscribe != "" {                           // RFC 8058: mail programs show a button
		m.SetGenHeader("List-Unsubscribe", "<"+e.Unsubscribe+">")
		m.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	m.SetBodyString(gomail.TypeTextPlain, e.Text)
	if e.HTML != "" {
		m.AddAlternativeString(gomail.TypeTextHTML, e.HTML) // after the text: programs show the last part that they can
	}
	return m, nil
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
