package account_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/account"
)

func TestEmailKey(t *testing.T) {
	for email, want := range map[string]string{
		"Admin@Example.COM": "admin@example.com", " admin@example.com ": "admin@example.com", "admin@localhost": "admin@localhost",
		"ａｄｍｉｎ@example.com": "admin@example.com", "admin＠example.com": "admin@example.com", "ﬁ@example.com": "fi@example.com", "e\u0301@example.com": "é@example.com",
		"a@bücher.example": "a@xn--bcher-kva.example", "a@BÜCHER.example": "a@xn--bcher-kva.example", "a@xn--bcher-kva.example": "a@xn--bcher-kva.example", "a@example。com": "a@example.com",
		"a@under_score.example": "a@under_score.example", "admin": "admin", "": "",
	} {
		if got := account.EmailKey(email); got != want {
			t.Errorf("%+q has the key %+q, want %+q", email, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		key := account.EmailKey(rapid.StringMatching(`[a-zA-ZäÄßﬁİ]{1,9}@[a-zäÄßİ.-]{1,12}`).Draw(t, "email"))
		if again := account.EmailKey(key); again != key {
			t.Fatalf("%+q has the key %+q", key, again)
		}
	})
}
