package account_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const (
	rita     = "Rita+tools@example.com"
	readerPW = "a reader's password"
)

// A visitor signs up, confirms the address with the code, and signs in. Only then the account can be used.
func TestSignUp(t *testing.T) {
	r := newReaders(t)
	noError(t, r.SignUp(t.Context(), stranger(), rita, " Rita ", readerPW))
	wantFault(t, errOf(r.store.UserByEmail(t.Context(), account.EmailKey(rita))), fault.NotFound) // before the email is written
	code := r.code(rita)
	storetest.Same(t, "emails left", r.count("emails"), 0)
	_, err := r.Login(t.Context(), stranger(), rita, readerPW)
	wantFault(t, err, fault.Forbidden)
	storetest.Same(t, "code of the failure", fault.From(err).Code, "not_verified")
	grant, err := r.Verify(t.Context(), stranger(), strings.ToLower(rita), strings.ToLower(code[:3])+"-"+code[3:]+" ", readerPW)
	noError(t, err)
	who := r.in(with(grant))
	if who.User.IsAdmin || !who.User.IsVerified || who.User.Name != "Rita" || who.User.Email != rita {
		t.Errorf("it is %+v", who.User)
	}
	noError(t, errOf(r.Login(t.Context(), stranger(), rita, readerPW)))
	again, err := r.Verify(t.Context(), stranger(), rita, "", readerPW)
	noError(t, err)
	storetest.Same(t, "who is verified again", again.User.ID, who.User.ID)
}

// What is wrong with a sign-up is said by its field, and nothing is queued.
func TestSignUpRules(t *testing.T) {
	r := newReaders(t)
	for _, try := range []struct{ email, name, password, field string }{
		{"", "", readerPW, "email"}, {"rita", "", readerPW, "email"}, {"Rita <rita@example.com>", "", readerPW, "email"},
		{"rita@example.com\r\nBcc: eve@example.com", "", readerPW, "email"}, {"rita\x00@example.com", "", readerPW, "email"},
		{strings.Repeat("r", 308) + "@example.com", "", readerPW, "email"}, {"r\u202e@example.com", "", readerPW, "email"},
		{rita, "a\nb", readerPW, "name"}, {rita, strings.Repeat("n", 201), readerPW, "name"}, {rita, "", "too short", "password"},
	} {
		wantInvalid(t, r.SignUp(t.Context(), stranger(), try.email, try.name, try.password), try.field)
	}
	storetest.Same(t, "emails", r.count("emails"), 0)
	for i, email := range []string{"rita@bücher.example", "rita+a@example.com", "röta@example.com"} {
		noError(t, r.SignUp(t.Context(), r.anyAddress(i), email, "", readerPW))
		noError(t, errOf(r.Verify(t.Context(), r.anyAddress(i), email, r.code(email), readerPW)))
	}
}

// Signing up, asking for a new code and forgetting a password leave the same rows for an address with an account and one
// without, and only the email tells them apart.
func TestSignUpKnownAddress(t *testing.T) {
	r := newReaders(t)
	r.join(rita)
	before, err := r.store.UserByEmail(t.Context(), account.EmailKey(rita))
	noError(t, err)
	for kind, request := range map[string]func(email string, i int) error{
		"sign up": func(email string, i int) error {
			return r.SignUp(t.Context(), r.anyAddress(i), email, "Eve", "another password of Eve")
		},
		"resend": func(email string, i int) error { return r.ResendCode(t.Context(), r.anyAddress(i), email) },
	} {
		for email, stored := range map[string]string{"ＲITA+TOOLS@EXAMPLE.COM": rita, ann: ann} {
			noError(t, request(email, len(email)))
			r.post()
			texts := r.sent[stored]
			delete(r.sent, stored)
			if len(texts) == 0 || !strings.Contains(texts[len(texts)-1], "/sign-in") || codes.MatchString(texts[len(texts)-1]) {
				t.Errorf("%s: %s got %q", kind, email, texts)
			}
		}
	}
	after, err := r.store.UserByEmail(t.Context(), account.EmailKey(rita))
	noError(t, err)
	storetest.Same(t, "the account", after, before)
	for _, nobody := range []string{"nobody@example.com", "none@example.com"} {
		noError(t, r.ForgotPassword(t.Context(), stranger(), nobody))
		noError(t, r.ResendCode(t.Context(), stranger(), nobody))
		r.post()
		storetest.Same(t, "emails to an unknown address", len(r.sent[nobody]), 0)
	}
}

// Whoever signs up with an address of somebody else does not get the account that its owner confirms, and does not keep the owner from
// confirming theirs in the browser in which they have signed up.
func TestSignUpForeignAddress(t *testing.T) {
	r := newReaders(t)
	const eves = "a password of Eve's"
	signUp := func(name, password string) context.Context {
		ctx, cookies := r.Sessions.WithNewDevice(asked("POST").WithContext(t.Context()))
		storetest.Same(t, "cookies", len(cookies), 1)
		noError(t, r.SignUp(ctx, stranger(), rita, name, password))
		again, more := r.Sessions.WithNewDevice(asked("POST", "Cookie", cookies[0].String()).WithContext(t.Context()))
		storetest.Same(t, "cookies of the second time", len(more), 0)
		return again
	}
	eve := signUp("Eve", eves)
	r.post()
	ritas := signUp("Rita", readerPW)
	code := r.code(rita)
	wantInvalid(t, errOf(r.Verify(ritas, stranger(), rita, code, eves)), "code")
	wantInvalid(t, errOf(r.Verify(eve, stranger(), rita, code, eves)), "code")
	evesLater := signUp("Eve", eves) // between Rita's email and her answer
	r.post()
	wantFault(t, errOf(r.Login(ritas, stranger(), rita, readerPW)), fault.Forbidden)
	wantFault(t, errOf(r.Login(evesLater, stranger(), rita, eves)), fault.Forbidden)
	grant, err := r.Verify(ritas, stranger(), rita, code, readerPW)
	noError(t, err)
	storetest.Same(t, "the name", grant.User.Name, "Rita")
	wantFault(t, errOf(r.Login(evesLater, stranger(), rita, eves)), fault.Unauthorized)
	noError(t, errOf(r.Login(t.Context(), stranger(), rita, readerPW)))
}

// A new code is for the sign-up of the browser that asks for it, and any browser without one confirms the latest.
func TestResendCode(t *testing.T) {
	r := newReaders(t)
	ritas, _ := r.Sessions.WithNewDevice(asked("POST").WithContext(t.Context()))
	noError(t, r.SignUp(ritas, stranger(), rita, "Rita", readerPW), r.SignUp(t.Context(), stranger(), rita, "Eve", "a password of Eve's"))
	r.post()
	noError(t, r.ResendCode(ritas, stranger(), rita))
	wantInvalid(t, errOf(r.Verify(t.Context(), stranger(), rita, r.code(rita), readerPW)), "code")
	noError(t, errOf(r.Verify(ritas, stranger(), rita, r.code(rita), readerPW)))
}

// A failed attempt of a reader, or at an unknown address, leaves a line in the audit that says neither who nor where.
func TestReaderFailureAudit(t *testing.T) {
	r := newReaders(t)
	r.join(rita)
	ctx := audit.With(t.Context(), audit.Origin{Address: "203.0.113.7", RequestID: "r1"})
	for _, email := range []string{rita, "nobody@example.com", ann} {
		wantFault(t, errOf(r.Login(ctx, stranger(), email, "wrong")), fault.Unauthorized)
	}
	storetest.Same(t, "actors", r.actors("login_failed"), []string{"", "", ann})
	entries, err := r.store.Audit(t.Context(), audit.Query{Action: "login_failed", Limit: 3})
	noError(t, err)
	for _, e := range entries {
		if isAnn := e.Actor == ann; (e.Address != "") != isAnn || (e.RequestID != "") != isAnn || (e.ObjectID != "") != isAnn {
			t.Errorf("the audit has %+v", e)
		}
	}
}

// A client signs up five times an hour, and an address gets three emails of a kind a day for one client and thirty for all, counted by
// all copies together: strangers do not use up what its owner asks for.
func TestEmailLimits(t *testing.T) {
	w := newWorld(t)
	copies := []*readers{w.readers(), w.readers()}
	signUp := func(i int) error {
		return copies[i%2].SignUp(t.Context(), stranger(), fmt.Sprintf("reader-%d@example.com", i), "", readerPW)
	}
	for i := range 5 {
		noError(t, signUp(i))
	}
	wantFault(t, signUp(5), fault.TooMany)
	copies[0].post()
	for i, email := range []string{rita, strings.ToUpper(rita), ann, ann, rita, ann, rita, ann} { // no answer tells how many an address got
		noError(t, copies[i%2].ForgotPassword(t.Context(), copies[0].anyAddress(0), email))
	}
	storetest.Same(t, "queued emails", w.count("emails"), 6)
	noError(t, copies[0].ResendCode(t.Context(), copies[0].anyAddress(0), rita), copies[1].ForgotPassword(t.Context(), copies[0].anyAddress(1), rita))
	storetest.Same(t, "with one of another kind and one for another client", w.count("emails"), 8)
	for i := range 40 {
		noError(t, copies[i%2].ForgotPassword(t.Context(), copies[0].anyAddress(100+i), rita))
	}
	storetest.Same(t, "with those for many clients", w.count("emails"), 30+1+3)
	copies[0].post()
	w.now = w.now.Add(24 * time.Hour)
	noError(t, copies[0].ForgotPassword(t.Context(), stranger(), rita))
	storetest.Same(t, "queued a day later", w.count("emails"), 1)
	resend := func(i int) error {
		return copies[i%2].ResendCode(t.Context(), copies[0].anyAddress(9), fmt.Sprintf("other-%d@example.com", i))
	}
	for i := range 10 {
		noError(t, resend(i))
	}
	wantFault(t, resend(10), fault.TooMany)
}

// An email that has waited for an hour is not sent, and an account that nobody confirms goes after a week.
func TestForgottenRequests(t *testing.T) {
	r := newReaders(t)
	noError(t, r.SignUp(t.Context(), stranger(), "late@example.com", "", readerPW))
	r.now = r.now.Add(time.Hour + time.Second)
	r.post()
	storetest.Same(t, "late emails", len(r.sent), 0)
	noError(t, r.SignUp(t.Context(), stranger(), "never@example.com", "", readerPW))
	r.post()
	r.join(rita)
	r.now = r.now.Add(7*24*time.Hour - time.Second)
	noError(t, r.Tidy(t.Context()))
	storetest.Same(t, "users", r.count("users"), 3)
	r.now = r.now.Add(2 * time.Second)
	noError(t, r.Tidy(t.Context()))
	storetest.Same(t, "users after a week", r.count("users"), 2)
}
