package account_test

import (
	"fmt"
	"log/slog"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/internal/account"
	"vitrine/internal/emails"
	"vitrine/internal/fault"
	"vitrine/internal/storetest"
)

const (
	rita     = "Rita+tools@example.com"
	readerPW = "a reader's password"
)

// readers is the world's accounts as a process in which visitors can sign up, and the emails that it has sent.
type readers struct {
	*account.Accounts
	w    *world
	sent map[string][]string // texts by address
}

func (w *world) readers() *readers {
	w.t.Helper()
	open := account.New(account.Options{
		Store: w.store, Logger: slog.New(slog.DiscardHandler), PublicURL: "http://localhost:8080", Now: func() time.Time { return w.now }, Cost: cheap(),
		Emails: emails.New(emails.Site{Name: "Vitrine", URL: "http://localhost:8080"}), Mail: func() {},
	})
	return &readers{open, w, map[string][]string{}}
}

// post sends the queued emails, as the mail package does.
func (r *readers) post() {
	r.w.t.Helper()
	for {
		e, found, err := r.w.store.NextEmail(r.w.t.Context(), time.Minute)
		noError(r.w.t, err)
		if !found {
			return
		}
		message, isWanted, err := r.ComposeEmail(r.w.t.Context(), e)
		noError(r.w.t, err)
		if isWanted {
			r.sent[e.To] = append(r.sent[e.To], message.Text)
		}
		noError(r.w.t, r.w.store.EmailSent(r.w.t.Context(), e.ID))
	}
}

var codes = regexp.MustCompile(`(?m)^\s*([A-HJKMNP-Z2-9]{6})\s*$`)

// code is the code in the last email to the address.
func (r *readers) code(to string) string {
	r.w.t.Helper()
	r.post()
	if len(r.sent[to]) == 0 {
		r.w.t.Fatalf("no email to %s", to)
	}
	last := r.sent[to][len(r.sent[to])-1]
	found := codes.FindStringSubmatch(last)
	if found == nil {
		r.w.t.Fatalf("there is no code in\n%s", last)
	}
	return found[1]
}

// anyAddress returns an address of a client of its own.
func (r *readers) anyAddress(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{198, 51, byte(i >> 8), byte(i)})
}

// join signs Rita up and confirms her address.
func (r *readers) join(email string) account.Grant {
	r.w.t.Helper()
	noError(r.w.t, r.SignUp(r.w.t.Context(), stranger(), email, "Rita", readerPW))
	grant, err := r.Verify(r.w.t.Context(), stranger(), email, r.code(email), readerPW)
	noError(r.w.t, err)
	return grant
}

// A visitor signs up, confirms the address with the code, and signs in. Only then the account can be used.
func TestSignUp(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r := w.readers()
		noError(t, r.SignUp(t.Context(), stranger(), rita, " Rita ", readerPW))
		if user, err := w.store.UserByEmail(t.Context(), account.EmailKey(rita)); !fault.Is(err, fault.NotFound) {
			t.Errorf("before the email is written there is %+v, %v", user, err)
		}
		code := r.code(rita)
		storetest.Same(t, "emails left", w.count("emails"), 0)
		_, err := r.Login(t.Context(), stranger(), rita, readerPW)
		wantFault(t, err, fault.Forbidden)
		storetest.Same(t, "code of the failure", fault.From(err).Code, "not_verified")
		grant, err := r.Verify(t.Context(), stranger(), strings.ToLower(rita), strings.ToLower(code[:3])+"-"+code[3:]+" ", readerPW)
		noError(t, err)
		who := w.in(with(grant))
		if who.User.IsAdmin || !who.User.IsVerified || who.User.Name != "Rita" || who.User.Email != rita {
			t.Errorf("it is %+v", who.User)
		}
		if _, err := r.Login(t.Context(), stranger(), rita, readerPW); err != nil {
			t.Error(err)
		}
		if again, err := r.Verify(t.Context(), stranger(), rita, "", readerPW); err != nil || again.User.ID != who.User.ID {
			t.Errorf("verified again: %v", err)
		}
	})
}

// What is wrong with a sign-up is said by its field, and nothing is queued.
func TestSignUpRules(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r := w.readers()
		for _, try := range []struct{ email, name, password, field string }{
			{"", "", readerPW, "email"}, {"rita", "", readerPW, "email"}, {"Rita <rita@example.com>", "", readerPW, "email"},
			{"rita@example.com\r\nBcc: eve@example.com", "", readerPW, "email"}, {"rita\x00@example.com", "", readerPW, "email"},
			{strings.Repeat("r", 308) + "@example.com", "", readerPW, "email"}, {"r\u202e@example.com", "", readerPW, "email"},
			{rita, "a\nb", readerPW, "name"}, {rita, strings.Repeat("n", 201), readerPW, "name"}, {rita, "", "too short", "password"},
		} {
			wantInvalid(t, r.SignUp(t.Context(), stranger(), try.email, try.name, try.password), try.field)
		}
		storetest.Same(t, "emails", w.count("emails"), 0)
		for i, email := range []string{"rita@bücher.example", "rita+a@example.com", "röta@example.com"} {
			noError(t, r.SignUp(t.Context(), r.anyAddress(i), email, "", readerPW))
			if _, err := r.Verify(t.Context(), r.anyAddress(i), email, r.code(email), readerPW); err != nil {
				t.Errorf("%s: %v", email, err)
			}
		}
	})
}

// Signing up, asking for a new code and forgetting a password leave the same rows for an address with an account and one
// without, and only the email tells them apart.
func TestSignUpKnownAddress(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r := w.readers()
		r.join(rita)
		before, err := w.store.UserByEmail(t.Context(), account.EmailKey(rita))
		noError(t, err)
		for kind, request := range map[string]func(email string, i int) error{
			"sign up": func(email string, i int) error {
				return r.SignUp(t.Context(), r.anyAddress(i), email, "Eve", "another password of Eve")
			},
			"resend": func(email string, i int) error { return r.ResendCode(t.Context(), r.anyAddress(i), email) },
		} {
			for _, email := range []string{strings.ToUpper(rita), ann} {
				noError(t, request(email, len(email)))
				r.post()
				texts := r.sent[email]
				if len(texts) == 0 || !strings.Contains(texts[len(texts)-1], "/sign-in") || codes.MatchString(texts[len(texts)-1]) {
					t.Errorf("%s: %s got %q", kind, email, texts)
				}
			}
		}
		after, err := w.store.UserByEmail(t.Context(), account.EmailKey(rita))
		noError(t, err)
		storetest.Same(t, "the account", after, before)
		for _, nobody := range []string{"nobody@example.com", "none@example.com"} {
			noError(t, r.ForgotPassword(t.Context(), stranger(), nobody))
			noError(t, r.ResendCode(t.Context(), stranger(), nobody))
			r.post()
			storetest.Same(t, "emails to an unknown address", len(r.sent[nobody]), 0)
		}
	})
}

// Whoever signs up with an address of somebody else does not get the account that its owner confirms.
func TestSignUpForeignAddress(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r := w.readers()
		const eves = "a password of Eve's"
		noError(t, r.SignUp(t.Context(), stranger(), rita, "Eve", eves))
		r.post()
		noError(t, r.SignUp(t.Context(), stranger(), rita, "Rita", readerPW))
		ritas := r.code(rita)
		wantInvalid(t, errOf(r.Verify(t.Context(), stranger(), rita, ritas, eves)), "code")
		noError(t, r.SignUp(t.Context(), stranger(), rita, "Eve", eves)) // between Rita's email and her answer
		r.post()
		wantInvalid(t, errOf(r.Verify(t.Context(), stranger(), rita, ritas, readerPW)), "code")
		wantFault(t, errOf(r.Login(t.Context(), stranger(), rita, eves)), fault.Forbidden)
	})
}

// A code can be tried five times, for ten minutes, and for nothing but what it was sent for.
func TestCodeLimits(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r := w.readers()
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
		w.now = w.now.Add(10 * time.Minute)
		wantInvalid(t, verify(second), "code")
		noError(t, r.Tidy(t.Context()))
		noError(t, r.ForgotPassword(t.Context(), stranger(), rita))
		reset := r.code(rita)
		wantInvalid(t, verify(reset), "code")
		wantInvalid(t, errOf(r.ResetPassword(t.Context(), stranger(), rita, second, readerPW)), "code")
		if _, err := r.ResetPassword(t.Context(), stranger(), rita, reset, "a password set by reset"); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Login(t.Context(), stranger(), rita, "a password set by reset"); err != nil {
			t.Errorf("who resets the password has the address, so it is confirmed: %v", err)
		}
	})
}

// Of a code only a hash is stored, and only until it has expired.
func TestCodeStoredAsHash(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r := w.readers()
		noError(t, r.SignUp(t.Context(), stranger(), rita, "", readerPW))
		code := r.code(rita)
		stored := storetest.Contents(t, w.place)
		if strings.Contains(stored, code) || strings.Contains(stored, readerPW) {
			t.Errorf("the code or the password is in\n%s", stored)
		}
		storetest.Same(t, "argon2 hashes", strings.Count(stored, "$argon2id$"), 3) // Ann's password, Rita's, and the code
		w.now = w.now.Add(11 * time.Minute)
		noError(t, r.Tidy(t.Context()))
		storetest.Same(t, "argon2 hashes after the code has expired", strings.Count(storetest.Contents(t, w.place), "$argon2id$"), 2)
	})
}

// Resetting a password ends all sessions. A wrong or foreign code changes nothing.
func TestResetPassword(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r := w.readers()
		grant := r.join(rita)
		noError(t, r.ForgotPassword(t.Context(), stranger(), rita))
		code := r.code(rita)
		wantInvalid(t, errOf(r.ResetPassword(t.Context(), stranger(), rita, code, "short")), "password")
		for _, try := range []struct{ email, code string }{{rita, "222222"}, {ann, code}, {"nobody@example.com", code}, {rita, ""}} {
			wantInvalid(t, errOf(r.ResetPassword(t.Context(), stranger(), try.email, try.code, "another good password")), "code")
		}
		w.in(with(grant))
		next, err := r.ResetPassword(t.Context(), stranger(), rita, code, "another good password")
		noError(t, err)
		w.out(with(grant))
		w.in(with(next))
		wantInvalid(t, errOf(r.ResetPassword(t.Context(), stranger(), rita, code, "a third good password")), "code")
		wantFault(t, errOf(r.Login(t.Context(), stranger(), rita, readerPW)), fault.Unauthorized)
	})
}

// A disabled user gets no code, and none works.
func TestDisabledReader(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r := w.readers()
		r.join(rita)
		noError(t, r.ForgotPassword(t.Context(), stranger(), rita))
		code := r.code(rita)
		noError(t, r.SetDisabled(t.Context(), "test", rita, true))
		wantInvalid(t, errOf(r.ResetPassword(t.Context(), stranger(), rita, code, "another good password")), "code")
		sent := len(r.sent[rita])
		noError(t, r.ForgotPassword(t.Context(), stranger(), rita))
		r.post()
		storetest.Same(t, "emails", len(r.sent[rita]), sent)
		wantFault(t, errOf(r.Login(t.Context(), stranger(), rita, readerPW)), fault.Unauthorized)
	})
}

// A client signs up five times an hour, and an address gets three emails a day, counted by all copies together.
func TestEmailLimits(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		copies := []*readers{w.readers(), w.readers()}
		for i := range 6 {
			err := copies[i%2].SignUp(t.Context(), stranger(), fmt.Sprintf("reader-%d@example.com", i), "", readerPW)
			if i < 5 {
				noError(t, err)
			} else {
				wantFault(t, err, fault.TooMany)
			}
		}
		copies[0].post()
		for i, email := range []string{rita, strings.ToUpper(rita), ann, ann, rita, ann, rita, ann} { // no answer tells how many an address got
			noError(t, copies[i%2].ForgotPassword(t.Context(), copies[0].anyAddress(i), email))
		}
		storetest.Same(t, "queued emails", w.count("emails"), 6)
		copies[0].post()
		w.now = w.now.Add(24 * time.Hour)
		noError(t, copies[0].ForgotPassword(t.Context(), stranger(), rita))
		storetest.Same(t, "queued a day later", w.count("emails"), 1)
		for i := range 11 {
			err := copies[i%2].ResendCode(t.Context(), copies[0].anyAddress(9), fmt.Sprintf("other-%d@example.com", i))
			if i < 10 {
				noError(t, err)
			} else {
				wantFault(t, err, fault.TooMany)
			}
		}
	})
}

// An email that has waited for an hour is not sent, and an account that nobody confirms goes after a week.
func TestForgottenRequests(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r := w.readers()
		noError(t, r.SignUp(t.Context(), stranger(), "late@example.com", "", readerPW))
		w.now = w.now.Add(time.Hour + time.Second)
		r.post()
		storetest.Same(t, "late emails", len(r.sent), 0)
		noError(t, r.SignUp(t.Context(), stranger(), "never@example.com", "", readerPW))
		r.post()
		r.join(rita)
		w.now = w.now.Add(7*24*time.Hour - time.Second)
		noError(t, r.Tidy(t.Context()))
		storetest.Same(t, "users", w.count("users"), 3)
		w.now = w.now.Add(2 * time.Second)
		noError(t, r.Tidy(t.Context()))
		storetest.Same(t, "users after a week", w.count("users"), 2)
	})
}

// The first administrator does not take the account of a reader.
func TestFirstAdminReader(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r := w.readers()
		r.join(rita)
		wantFault(t, errOf(r.EnsureFirst(t.Context(), rita, password)), fault.Conflict)
	})
}
