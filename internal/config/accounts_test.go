package config

import "testing"

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
		if got := accepted(t, append([]string{"serve"}, test.args...)...).Serve.HasAccounts(); got != test.want {
			t.Errorf("%q: accounts are %t, want %t", test.args, got, test.want)
		}
	}
	t.Setenv("VITRINE_ACCOUNTS", "off")
	if accepted(t, append([]string{"serve"}, mail...)...).Serve.HasAccounts() {
		t.Error("they are not turned off in the environment")
	}
	for _, invalid := range []string{"", "yes", "ON"} {
		mustRefuse(t, "--accounts must be one of", "serve", "--accounts="+invalid)
	}
}
