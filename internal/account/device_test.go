package account_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// from is the context of a request that presents the device cookie of a grant.
func (w *world) from(g account.Grant) context.Context {
	cookies := w.Sessions.Cookies(g)
	return w.Sessions.WithDevice(asked("POST", "Cookie", cookies[len(cookies)-1].String()).WithContext(w.t.Context()))
}

// guess fails to sign in thirty times, from three addresses.
func (r *readers) guess(email string) {
	r.t.Helper()
	for i := range 30 {
		wantFault(r.t, errOf(r.Login(r.t.Context(), r.anyAddress(i/10), email, "wrong")), fault.Unauthorized)
	}
	wantFault(r.t, errOf(r.Login(r.t.Context(), r.anyAddress(9), email, "wrong")), fault.TooMany)
}

// A browser that has signed in before is let in while strangers guess, also from where they do.
func TestDevice(t *testing.T) {
	r := newReaders(t)
	ritas, anns := r.join(rita), r.login()
	r.guess(rita)
	wantFault(t, errOf(r.Login(t.Context(), stranger(), rita, readerPW)), fault.TooMany)
	wantFault(t, errOf(r.Login(r.from(anns), stranger(), rita, readerPW)), fault.TooMany) // another account's
	again, err := r.Login(r.from(ritas), r.anyAddress(0), rita, readerPW)
	noError(t, err)
	noError(t, errOf(r.Login(r.from(again), stranger(), rita, readerPW)))

	for range 10 {
		wantFault(t, errOf(r.Login(r.from(ritas), stranger(), rita, "wrong")), fault.Unauthorized)
	}
	wantFault(t, errOf(r.Login(r.from(ritas), stranger(), rita, readerPW)), fault.TooMany)
	r.now = r.now.Add(15 * time.Minute)
	noError(t, errOf(r.Login(r.from(ritas), stranger(), rita, readerPW)))
}

// A cookie that was made up, or from before the password, is nothing.
func TestDeviceForged(t *testing.T) {
	r := newReaders(t)
	ritas := r.join(rita)
	who := r.in(with(ritas))
	changed, err := r.ChangePassword(r.from(ritas), who, readerPW, "another good password")
	noError(t, err)
	r.guess(rita)
	wantFault(t, errOf(r.Login(r.from(ritas), stranger(), rita, "another good password")), fault.TooMany)
	noError(t, errOf(r.Login(r.from(changed), stranger(), rita, "another good password")))
	for _, value := range []string{"", ".", "x", changed.Cookie, changed.Cookie + ".", changed.Cookie + "." + changed.Cookie} {
		forged := r.Sessions.WithDevice(asked("POST", "Cookie", "device="+value).WithContext(t.Context()))
		wantFault(t, errOf(r.Login(forged, stranger(), rita, "another good password")), fault.TooMany)
	}
}

// Strangers who guess keep nobody from a new password, nor from what a signed-in user does with the password.
func TestGuessesKeepNobodyOut(t *testing.T) {
	r := newReaders(t)
	ritas := r.join(rita)
	r.guess(rita)
	who := r.in(with(ritas))
	noError(t, r.Profiles.ChangeEmail(t.Context(), who.User, "rita@new.example", readerPW))
	for range 30 {
		wantInvalid(t, r.Profiles.ChangeEmail(t.Context(), who.User, "rita@new.example", "wrong"), "currentPassword")
	}
	wantFault(t, r.Profiles.ChangeEmail(t.Context(), who.User, "rita@new.example", readerPW), fault.TooMany)

	noError(t, r.ForgotPassword(t.Context(), stranger(), rita))
	code := r.code(rita)
	for i := range 5 { // a stranger uses up its tries
		wantInvalid(t, errOf(r.ResetPassword(t.Context(), r.anyAddress(20+i), rita, "ABCDEF", "another good password")), "code")
	}
	wantInvalid(t, errOf(r.ResetPassword(t.Context(), stranger(), rita, code, "another good password")), "code")
	noError(t, errOf(r.ResetPassword(r.from(ritas), stranger(), rita, code, "another good password")))

	noError(t, r.ForgotPassword(t.Context(), stranger(), rita))
	noError(t, errOf(r.ResetPassword(t.Context(), stranger(), rita, r.code(rita), "one more good password")))
}

// The cookie lasts for half a year, and is only set by signing in.
func TestDeviceCookie(t *testing.T) {
	w := newWorld(t)
	cookies := w.Sessions.Cookies(w.login())
	device := cookies[len(cookies)-1]
	storetest.Same(t, "the cookie", *device, http.Cookie{Name: "device", Value: device.Value, Path: "/", MaxAge: 180 * 24 * 3600, HttpOnly: true, SameSite: http.SameSiteLaxMode})
	storetest.Same(t, "without signing in", len(w.Sessions.Cookies(account.Grant{Cookie: "x", Expires: w.now})), len(cookies)-1)
}
