package config

import (
	"strings"
	"testing"
)

// Accounts need a mail server, and can be turned off.
func TestHasAccounts(t *testing.T) {
	mail := []string{"--smtp-url=smtp://mail.example", "--mail-from=tools@example.com"}
	for _, test := range []struct {
		args []string
		want bool
	}{
		{nil, false},
		{[]string{"--accounts=on"}, false},
		{mail, true},
		{append(mail, "--accounts=on"), true},
		{append(mail, "--accounts=off"), false},
	} {
		line, err := parse(t, append([]string{"serve"}, test.args...)...)
		if err != nil || line.Serve.HasAccounts() != test.want {
			t.Errorf("%q: accounts are %t, want %t: %v", test.args, line.Serve.HasAccounts(), test.want, err)
		}
	}
	t.Setenv("VITRINE_ACCOUNTS", "off")
	if line, err := parse(t, append([]string{"serve"}, mail...)...); err != nil || line.Serve.HasAccounts() {
		t.Errorf("turned off in the environment: %+v, %v", line.Serve.Readers, err)
	}
	for _, invalid := range []string{"", "yes", "ON"} {
		if _, err := parse(t, "serve", "--accounts="+invalid); err == nil || !strings.Contains(err.Error(), "--accounts must be one of") {
			t.Errorf("--accounts=%s: %v", invalid, err)
		}
	}
}
