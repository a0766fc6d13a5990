package config

import (
	"errors"
	"net/url"
	"slices"
	"strings"
)

// SubmitForm configures a submission form on another host. Empty: the site's own form.
type SubmitForm struct {
	SubmitFormURL    string `name:"submit-form-url" env:"VITRINE_SUBMIT_FORM_URL" help:"URL of an external form to show at /submit. Empty: the built-in form." placeholder:"URL"`
	SubmitFormScript string `name:"submit-form-script" env:"VITRINE_SUBMIT_FORM_SCRIPT" help:"URL of the script that the external form needs." placeholder:"URL"`
}

// Validate checks the URLs; kong calls it.
func (f *SubmitForm) Validate() error {
	for _, one := range []struct{ flag, address string }{{"--submit-form-url", f.SubmitFormURL}, {"--submit-form-script", f.SubmitFormScript}} {
		if one.address != "" && !isForeign(one.address) {
			return errors.New(one.flag + " must be an https:// (or http://) URL with a host, for example https://forms.example/f/1")
		}
	}
	if f.SubmitFormScript != "" && f.SubmitFormURL == "" {
		return errors.New("--submit-form-script needs --submit-form-url: the form that the script belongs to")
	}
	return nil
}

// isForeign reports whether a URL is safe to embed in a page, and its host in a Content-Security-Policy: no character
// can end either.
func isForeign(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && u.User == nil &&
		!strings.ContainsAny(u.Host, " ;,'\"*") && !strings.ContainsAny(address, " \t\r\n")
}

// isContact reports whether a URL is one that security.txt may have on a line of its own (RFC 9116).
func isContact(address string) bool {
	if strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return false
	}
	if email, ok := strings.CutPrefix(address, "mailto:"); ok {
		name, host, found := strings.Cut(email, "@")
		return found && name != "" && host != "" && !strings.Contains(host, "@")
	}
	return strings.HasPrefix(address, "https://") && isForeign(address)
}

// Mail configures email. Set both the server and the sender, or none to send no email.
type Mail struct {
	SMTPURL  Secret `name:"smtp-url" env:"VITRINE_SMTP_URL" help:"Mail server for the site's emails: smtp://user:password@host:587 or smtps://…. Set it in the environment. Empty: no email." placeholder:"URL"`
	MailFrom string `name:"mail-from" env:"VITRINE_MAIL_FROM" help:"Sender address of the emails." placeholder:"EMAIL"`
	MailRate int    `name:"mail-rate" help:"Most emails to send per second, by all copies together: 1 to 1000." default:"10" placeholder:"NUMBER"`
}

// Validate checks that both or none are set, and the rate; kong calls it. The mail package checks the other values.
func (m *Mail) Validate() error {
	if (m.SMTPURL == "") != (m.MailFrom == "") {
		return errors.New("--smtp-url and --mail-from go together: set both, or none")
	}
	if m.MailRate < 1 || m.MailRate > 1000 {
		return errors.New("--mail-rate must be a number from 1 to 1000: emails a second")
	}
	return nil
}

// Notify configures the emails to administrators about what needs them.
type Notify struct {
	NotifyEmail       []string `help:"Who gets emails about new submissions, jobs that fail and, once a week, all else that needs attention. Empty: all owners. none: nobody." placeholder:"EMAIL,…"`
	NotifySubmissions string   `help:"When those emails tell of new submissions: at-once or daily." enum:"at-once,daily" default:"at-once"`
}

// HasNotices reports whether administrators get emails, if the site sends any.
func (n *Notify) HasNotices() bool { return !slices.Contains(n.NotifyEmail, "none") }

// Validate checks the addresses; kong calls it.
func (n *Notify) Validate() error {
	for _, email := range n.NotifyEmail {
		name, host, found := strings.Cut(email, "@")
		if isAddress := found && name != "" && host != "" && !strings.ContainsAny(email, " \t\r\n<>"); !isAddress && (email != "none" || len(n.NotifyEmail) > 1) {
			return errors.New("--notify-email must have email addresses, separated by commas, or the word none alone")
		}
	}
	return nil
}
