package config

import (
	"testing"
)

// The URLs of an external form and its script must be safe in a page and its Content-Security-Policy.
func TestSubmitFormURL(t *testing.T) {
	const form, script = "https://forms.example:8443/f/1?a=b", "http://scripts.example/embed.js"
	if s := accepted(t, "serve", "--submit-form-url", form, "--submit-form-script", script).Serve; s.SubmitFormURL != form || s.SubmitFormScript != script {
		t.Errorf("%+v", s.SubmitForm)
	}
	accepted(t, "serve", "--submit-form-url", form)
	for _, invalid := range []string{
		"forms.example/f", "//forms.example/f", "/f", "javascript:alert(1)", "data:text/html,x", "ftp://forms.example/f", "https://", "https:///f",
		"https://user:hush@forms.example/f", "https://forms.example;script-src *", "https://*.example/f", "https://forms.example,other.example/f",
		"https://forms.example/f 1", "https://forms.example/f\n", "https://forms'.example/f", `https://forms".example/f`, "https://[::1/f",
	} {
		mustRefuse(t, "--submit-form-url must be an https://", "serve", "--submit-form-url="+invalid)
		mustRefuse(t, "--submit-form-script must be an https://", "serve", "--submit-form-url", form, "--submit-form-script="+invalid)
	}
	mustRefuse(t, "--submit-form-url", "serve", "--submit-form-script", "https://scripts.example/embed.js") // a script without its form
}

// Mail requires both a server and a sender.
func TestMailSettings(t *testing.T) {
	const server, sender = "--smtp-url=smtp://user:hush@mail.example:587", "--mail-from=tools@example.com"
	s := accepted(t, "serve", server, sender).Serve
	if s.SMTPURL.Reveal() != "smtp://user:hush@mail.example:587" || s.MailFrom != "tools@example.com" {
		t.Errorf("%+v", s.Mail)
	}
	accepted(t, "serve")
	for _, half := range []string{server, sender} {
		mustRefuse(t, "--smtp-url", "serve", half)
		mustRefuse(t, "--mail-from", "serve", half)
	}
}

// Mail can be configured by environment variables.
func TestMailEnvironment(t *testing.T) {
	t.Setenv("VITRINE_SMTP_URL", "smtps://mail.example")
	t.Setenv("VITRINE_MAIL_FROM", "tools@example.com")
	if s := accepted(t, "serve").Serve; s.SMTPURL.Reveal() != "smtps://mail.example" || s.MailFrom != "tools@example.com" {
		t.Errorf("%+v", s.Mail)
	}
}

// The rate of emails has bounds.
func TestMailRate(t *testing.T) {
	for arg, want := range map[string]int{"--demo": 10, "--mail-rate=1": 1, "--mail-rate=1000": 1000} {
		if got := accepted(t, "serve", arg).Serve.MailRate; got != want {
			t.Errorf("%s: %d, want %d", arg, got, want)
		}
	}
	for _, invalid := range []string{"0", "1001", "-1", "ten", "2.5"} {
		mustRefuse(t, "--mail-rate", "serve", "--mail-rate="+invalid)
	}
}

// The contact of security.txt is an address that fits on a line of it.
func TestSecurityContact(t *testing.T) {
	for _, valid := range []string{"", "mailto:security@tools.example", "mailto:a@b.example?subject=x", "https://tools.example/security"} {
		if got := accepted(t, "serve", "--security-contact="+valid).Serve.SecurityContact; got != valid {
			t.Errorf("got %q, want %q", got, valid)
		}
	}
	for _, invalid := range []string{"hush@tools.example", "mailto:hush", "mailto:@hush", "mailto:a@hush@b", "http://hush.example", "https://", "https://u:hush@b.example", "javascript:hush",
		"mailto:a@hush.example\nExpires: x", "mailto:a b@hush.example", "mailto:ä@hush.example", " mailto:a@hush.example"} {
		mustRefuse(t, "--security-contact must be", "serve", "--security-contact="+invalid)
	}
}
