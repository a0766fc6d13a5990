package config

import (
	"strings"
	"testing"
)

// The URLs of an external form and its script must be safe in a page and its Content-Security-Policy.
func TestSubmitFormURL(t *testing.T) {
	line, err := parse(t, "serve", "--submit-form-url", "https://forms.example:8443/f/1?a=b", "--submit-form-script", "http://scripts.example/embed.js")
	if err != nil || line.Serve.SubmitFormURL != "https://forms.example:8443/f/1?a=b" || line.Serve.SubmitFormScript != "http://scripts.example/embed.js" {
		t.Errorf("%v: %+v", err, line.Serve.SubmitForm)
	}
	if _, err := parse(t, "serve", "--submit-form-url", "https://forms.example/f"); err != nil {
		t.Errorf("a form without a script: %v", err)
	}
	for _, invalid := range []string{
		"forms.example/f", "//forms.example/f", "/f", "javascript:alert(1)", "data:text/html,x", "ftp://forms.example/f", "https://", "https:///f",
		"https://user:secret@forms.example/f", "https://forms.example;script-src *", "https://*.example/f", "https://forms.example,other.example/f",
		"https://forms.example/f 1", "https://forms.example/f\n", "https://forms'.example/f", `https://forms".example/f`, "https://[::1/f",
	} {
		for _, args := range [][]string{
			{"--submit-form-url=" + invalid},
			{"--submit-form-url=https://forms.example/f", "--submit-form-script=" + invalid},
		} {
			flag, _, _ := strings.Cut(args[len(args)-1], "=")
			_, err := parse(t, append([]string{"serve"}, args...)...)
			if err == nil || !strings.Contains(err.Error(), flag+" must be an https://") || strings.Contains(err.Error(), "secret") {
				t.Errorf("%q: %v", args, err)
			}
		}
	}
}

// A form's script requires the form's URL.
func TestSubmitFormScript(t *testing.T) {
	if _, err := parse(t, "serve", "--submit-form-script", "https://scripts.example/embed.js"); err == nil || !strings.Contains(err.Error(), "--submit-form-url") {
		t.Errorf("got %v", err)
	}
}

// Mail requires both a server and a sender.
func TestMailSettings(t *testing.T) {
	const server, sender = "--smtp-url=smtp://user:hush@mail.example:587", "--mail-from=tools@example.com"
	line, err := parse(t, "serve", server, sender)
	if err != nil || line.Serve.SMTPURL.Reveal() != "smtp://user:hush@mail.example:587" || line.Serve.MailFrom != "tools@example.com" {
		t.Errorf("%v: %+v", err, line.Serve.Mail)
	}
	if _, err := parse(t, "serve"); err != nil {
		t.Errorf("without mail: %v", err)
	}
	for _, half := range []string{server, sender} {
		_, err := parse(t, "serve", half)
		if err == nil || !strings.Contains(err.Error(), "--smtp-url") || !strings.Contains(err.Error(), "--mail-from") || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s alone: %v", half, err)
		}
	}
}

// Mail can be configured by environment variables.
func TestMailEnvironment(t *testing.T) {
	t.Setenv("VITRINE_SMTP_URL", "smtps://mail.example")
	t.Setenv("VITRINE_MAIL_FROM", "tools@example.com")
	line, err := parse(t, "serve")
	if err != nil || line.Serve.SMTPURL.Reveal() != "smtps://mail.example" || line.Serve.MailFrom != "tools@example.com" {
		t.Errorf("%v: %+v", err, line.Serve.Mail)
	}
}

// The rate of emails has bounds.
func TestMailRate(t *testing.T) {
	for given, want := range map[string]int{"": 10, "1": 1, "1000": 1000, "0": 0, "1001": 0, "-1": 0, "ten": 0, "2.5": 0} {
		args := []string{"serve"}
		if given != "" {
			args = append(args, "--mail-rate="+given)
		}
		line, err := parse(t, args...)
		if want == 0 {
			if err == nil || !strings.Contains(err.Error(), "--mail-rate") {
				t.Errorf("%q: %v", given, err)
			}
		} else if err != nil || line.Serve.MailRate != want {
			t.Errorf("%q: %v: %d", given, err, line.Serve.MailRate)
		}
	}
}

// The contact of security.txt is an address that fits on a line of it.
func TestSecurityContact(t *testing.T) {
	for _, valid := range []string{"", "mailto:security@tools.example", "mailto:a@b.example?subject=x", "https://tools.example/security"} {
		if line, err := parse(t, "serve", "--security-contact="+valid); err != nil || line.Serve.SecurityContact != valid {
			t.Errorf("%q: %v", valid, err)
		}
	}
	for _, invalid := range []string{"hush@tools.example", "mailto:hush", "mailto:@hush", "mailto:a@hush@b", "http://hush.example", "https://", "https://u:hush@b.example", "javascript:hush",
		"mailto:a@hush.example\nExpires: x", "mailto:a b@hush.example", "mailto:ä@hush.example", " mailto:a@hush.example"} {
		if _, err := parse(t, "serve", "--security-contact="+invalid); err == nil || !strings.Contains(err.Error(), "--security-contact must be") || strings.Contains(err.Error(), "hush") {
			t.Errorf("%q: %v", invalid, err)
		}
	}
}
