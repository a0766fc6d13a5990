package account_test

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A code can be tried five times, for ten minutes, and for nothing but what it was sent for.
func TestCodeLimits(t *testing.T) {
	r := newReaders(t)
	verify := func(code string) error { return errOf(r.Verify(t.Context(), stranger(), rita, code, readerPW)) }
	noError(t, r.SignUp(t.Context(), stranger(), rita, "", readerPW))
	first := r.code(rita)
	for range 5 {
		wantInvalid(t, verify("ABCDEF"), "code")
	}
	wantInvalid(t, verify(first), "code")
	noError(t, r.ResendCode(t.Context(), stranger(), rita))
	second := r.code(rita)
	wantInvalid(t, verify(first), "code")
	r.now = r.now.Add(10 * time.Minute)
	wantInvalid(t, verify(second), "code")
	noError(t, r.Tidy(t.Context()))
	noError(t, r.ForgotPassword(t.Context(), stranger(), rita))
	reset := r.code(rita)
	wantInvalid(t, verify(reset), "code")
	wantInvalid(t, errOf(r.ResetPassword(t.Context(), stranger(), rita, second, readerPW)), "code")
	noError(t, errOf(r.ResetPassword(t.Context(), stranger(), rita, reset, "a password set by reset")))
	noError(t, errOf(r.Login(t.Context(), stranger(), rita, "a password set by reset"))) // who resets it has the address, so that is confirmed
}

// Of a code only a hash is stored, and only until it has expired.
func TestCodeStoredAsHash(t *testing.T) {
	r := newReaders(t)
	noError(t, r.SignUp(t.Context(), stranger(), rita, "", readerPW))
	code := r.code(rita)
	stored := storetest.Contents(t, r.place)
	if strings.Contains(stored, code) || strings.Contains(stored, readerPW) {
		t.Errorf("the code or the password is in\n%s", stored)
	}
	storetest.Same(t, "argon2 hashes", strings.Count(stored, "$argon2id$"), 4) // Ann's password, Rita's twice, and the code
	r.now = r.now.Add(11 * time.Minute)
	noError(t, r.Tidy(t.Context()))
	storetest.Same(t, "argon2 hashes after the code has expired", strings.Count(storetest.Contents(t, r.place), "$argon2id$"), 3)
}

// Resetting a password ends all sessions. A wrong or foreign code changes nothing.
func TestResetPassword(t *testing.T) {
	r := newReaders(t)
	grant := r.join(rita)
	noError(t, r.ForgotPassword(t.Context(), stranger(), rita))
	code := r.code(rita)
	wantInvalid(t, errOf(r.ResetPassword(t.Context(), stranger(), rita, code, "short")), "password")
	for _, try := range []struct{ email, code string }{{rita, "222222"}, {ann, code}, {"nobody@example.com", code}, {rita, ""}} {
		wantInvalid(t, errOf(r.ResetPassword(t.Context(), stranger(), try.email, try.code, "another good password")), "code")
	}
	r.in(with(grant))
	next, err := r.ResetPassword(t.Context(), stranger(), rita, code, "another good password")
	noError(t, err)
	r.out(with(grant))
	r.in(with(next))
	wantInvalid(t, errOf(r.ResetPassword(t.Context(), stranger(), rita, code, "a third good password")), "code")
	wantFault(t, errOf(r.Login(t.Context(), stranger(), rita, readerPW)), fault.Unauthorized)
}

// A disabled user gets no code, and none works.
func TestDisabledReader(t *testing.T) {
	r := newReaders(t)
	r.join(rita)
	noError(t, r.ForgotPassword(t.Context(), stranger(), rita))
	code := r.code(rita)
	noError(t, r.Administrators.SetDisabled(t.Context(), "test", rita, true))
	wantInvalid(t, errOf(r.ResetPassword(t.Context(), stranger(), rita, code, "another good password")), "code")
	sent := len(r.sent[rita])
	noError(t, r.ForgotPassword(t.Context(), stranger(), rita))
	r.post()
	storetest.Same(t, "emails", len(r.sent[rita]), sent)
	wantFault(t, errOf(r.Login(t.Context(), stranger(), rita, readerPW)), fault.Unauthorized)
}
