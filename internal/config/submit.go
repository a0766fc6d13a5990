package config

import (
	"errors"
	"net/url"
	"strings"
)

// SubmitForm is the form of another host that visitors send tools in by. None: the site's own form.
type SubmitForm struct {
	SubmitFormURL    string `name:"submit-form-url" env:"VITRINE_SUBMIT_FORM_URL" help:"URL of an external form to show at /submit. Empty: the built-in form." placeholder:"URL"`
	SubmitFormScript string `name:"submit-form-script" env:"VITRINE_SUBMIT_FORM_SCRIPT" help:"URL of the script that the external form needs." placeholder:"URL"`
}

// Validate checks the addresses; kong calls it.
func (f *SubmitForm) Validate() error {
	for _, one := range []struct{ flag, address string }{{"--submit-form-url", f.SubmitFormURL}, {"--submit-form-script", f.SubmitFormScript}} {
		if one.address != "" && !isForeign(one.address) {
			return errors.New(one.flag + " must be an https:// (or http://) address with a host, for example https://forms.example/f/1")
		}
	}
	if f.SubmitFormScript != "" && f.SubmitFormURL == "" {
		return errors.New("--submit-form-script needs --submit-form-url: the form that the script belongs to")
	}
	return nil
}

// isForeign reports whether an address can stand in a page and its host in a policy: nothing in it ends either.
func isForeign(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && u.User == nil &&
		!strings.ContainsAny(u.Host, " ;,'\"*") && !strings.ContainsAny(address, " \t\r\n")
}

// Mail says how emails are sent. Both, or none: then none are.
type Mail struct {
	SMTPURL  Secret `name:"smtp-url" env:"VITRINE_SMTP_URL" help:"Mail server for the site's emails: smtp://user:password@host:587 or smtps://…. Set it in the environment. Empty: no email." placeholder:"URL"`
	MailFrom string `name:"mail-from" env:"VITRINE_MAIL_FROM" help:"Sender address of the emails." placeholder:"EMAIL"`
}

// Validate checks that both are there, or none; kong calls it. What they say is checked by the one who uses them.
func (m *Mail) Validate() error {
	if (m.SMTPURL == "") != (m.MailFrom == "") {
		return errors.New("--smtp-url and --mail-from go together: set both, or none")
	}
	return nil
}
