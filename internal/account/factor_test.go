package account_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/twofactor"
)

// withFactor turns on Ann's two-factor authentication, and moves the clock on to the next code.
func (w *world) withFactor() (secret string, recovery []string) {
	w.t.Helper()
	o := w.options("http://localhost:8080")
	o.SecretKey = twofactor.KeyIn(strings.Repeat("k", 32), "")
	w.Accounts = account.New(o)
	secret, err := w.TwoFactor.Start(w.t.Context(), 1)
	noError(w.t, err)
	recovery, err = w.TwoFactor.Confirm(w.t.Context(), ann, 1, w.codeOf(secret), "")
	noError(w.t, err)
	w.now = w.now.Add(30 * time.Second)
	return secret, recovery
}

// codeOf is what the app shows now.
func (w *world) codeOf(secret string) string {
	w.t.Helper()
	code, err := totp.GenerateCode(secret, w.now)
	noError(w.t, err)
	return code
}

func (w *world) loginWithCode(ctx context.Context, password, code string) (account.Grant, error) {
	return w.LoginWithCode(ctx, stranger(), ann, password, code)
}

func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	wantFault(t, err, fault.Forbidden)
	storetest.Same(t, "code", fault.From(err).StableCode(), code)
}

func TestSecondFactor(t *testing.T) {
	t.Parallel()
	t.Run("is asked for after the right password alone", func(t *testing.T) {
		w := newWorld(t)
		secret, recovery := w.withFactor()
		wantCode(t, w.try(password), account.CodeNeeded)
		wantFault(t, w.try("wrong"), fault.Unauthorized)
		wantFault(t, errOf(w.loginWithCode(t.Context(), "wrong", w.codeOf(secret))), fault.Unauthorized)
		wantInvalid(t, errOf(w.loginWithCode(t.Context(), password, "12345")), "code")
		code := w.codeOf(secret)
		grant, err := w.loginWithCode(t.Context(), password, code)
		noError(t, err)
		storetest.Same(t, "who", w.in(with(grant)).User.Email, ann)
		wantInvalid(t, errOf(w.loginWithCode(t.Context(), password, code)), "code") // it was used
		noError(t, errOf(w.loginWithCode(t.Context(), password, recovery[0])))
		wantInvalid(t, errOf(w.loginWithCode(t.Context(), password, recovery[0])), "code")
		storetest.Same(t, "wrong codes in the audit", len(w.actors("code_failed")), 3)
	})
	t.Run("is guessed a few times only, but by the browser that has signed in before", func(t *testing.T) {
		w := newWorld(t)
		secret, _ := w.withFactor()
		grant, err := w.loginWithCode(t.Context(), password, w.codeOf(secret))
		noError(t, err)
		for range 5 {
			wantInvalid(t, errOf(w.loginWithCode(t.Context(), password, "12345")), "code")
		}
		w.now = w.now.Add(30 * time.Second)
		wantFault(t, errOf(w.loginWithCode(t.Context(), password, w.codeOf(secret))), fault.TooMany)
		known := asked("POST")
		for _, cookie := range w.Sessions.Cookies(grant) {
			known.AddCookie(cookie)
		}
		noError(t, errOf(w.loginWithCode(w.Sessions.WithDevice(known), password, w.codeOf(secret))))
		w.now = w.now.Add(16 * time.Minute)
		noError(t, errOf(w.loginWithCode(t.Context(), password, w.codeOf(secret))))
	})
	t.Run("is needed in every way to sign in", func(t *testing.T) {
		w := newWorld(t)
		w.withFactor()
		_, err := w.Verify(t.Context(), stranger(), ann, "ABCDEF", password)
		wantCode(t, err, account.CodeNeeded)
	})
	t.Run("is turned off by whoever runs the server", func(t *testing.T) {
		w := newWorld(t)
		w.withFactor()
		noError(t, w.Administrators.TurnTwoFactorOff(t.Context(), "command line", ann))
		wantFault(t, w.Administrators.TurnTwoFactorOff(t.Context(), "command line", ann), fault.NotFound)
		noError(t, w.try(password))
	})
}

func TestConfirm(t *testing.T) {
	t.Parallel()
	t.Run("is needed ten minutes after signing in", func(t *testing.T) {
		w := newWorld(t)
		request := with(w.login())
		noError(t, w.CheckConfirmed(w.in(request)))
		w.now = w.now.Add(10 * time.Minute)
		wantCode(t, w.CheckConfirmed(w.in(request)), "confirmation_needed")
		wantInvalid(t, w.Confirm(t.Context(), w.in(request), "wrong", ""), "password")
		wantCode(t, w.CheckConfirmed(w.in(request)), "confirmation_needed")
		noError(t, w.Confirm(t.Context(), w.in(request), password, ""))
		noError(t, w.CheckConfirmed(w.in(request)))
	})
	t.Run("takes a code of who has two-factor authentication, and no password", func(t *testing.T) {
		w := newWorld(t)
		secret, recovery := w.withFactor()
		grant, err := w.loginWithCode(t.Context(), password, recovery[0])
		noError(t, err)
		w.now = w.now.Add(11 * time.Minute)
		who := w.in(with(grant))
		wantInvalid(t, w.Confirm(t.Context(), who, password, ""), "code")
		noError(t, w.Confirm(t.Context(), who, "", w.codeOf(secret)))
		noError(t, w.CheckConfirmed(w.in(with(grant))))
		w.now = w.now.Add(11 * time.Minute)
		changed, err := w.ChangePassword(t.Context(), w.in(with(grant)), password, "another good password")
		noError(t, err)
		wantCode(t, w.CheckConfirmed(w.in(with(changed))), "confirmation_needed") // the password alone is no proof
	})
	t.Run("is nothing that a token can do", func(t *testing.T) {
		w := newWorld(t)
		who := w.in(w.bearer())
		wantFault(t, w.CheckConfirmed(who), fault.Forbidden)
		wantFault(t, w.Confirm(t.Context(), who, password, ""), fault.Forbidden)
	})
}

// A session says in which browser it is, and ends by itself or alone.
func TestOwnSessions(t *testing.T) {
	w := newWorld(t)
	const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	other, err := w.Login(w.Sessions.WithDevice(asked("POST", "User-Agent", firefox)), stranger(), ann, password)
	noError(t, err)
	here := w.login()
	profile, err := w.Profiles.Users.Profile(t.Context(), 1)
	noError(t, err)
	var id string
	for _, s := range profile.Sessions {
		if s.Device == "Firefox on Linux" {
			id = s.ID()
		}
	}
	wantFault(t, w.Sessions.EndOne(t.Context(), w.in(with(here)), "nope"), fault.NotFound)
	wantFault(t, w.Sessions.EndOne(t.Context(), w.in(with(here)), ""), fault.NotFound)
	noError(t, w.Sessions.EndOne(t.Context(), w.in(with(here)), id))
	w.out(with(other))
	w.in(with(here))
}

func TestBrowserNames(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0": "Edge on Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15":     "Safari on Mac",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile Safari": "Chrome on iPhone",
		"Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36":              "Chrome on Android",
		"curl/8.0": "", "": "",
	} {
		storetest.Same(t, agent, account.BrowserOfAgent(agent), want)
	}
}
