package account_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"vitrine/internal/account"
	"vitrine/internal/fault"
)

// A hash of old parameters is renewed at sign-in.
func TestPasswordRehash(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		old := *account.Parameters()
		old.Iterations = 1
		weak, err := argon2id.CreateHash(password, &old)
		if err != nil {
			t.Fatal(err)
		}
		w.sql("UPDATE users SET password_hash = '" + weak + "'")
		site := account.New(account.Options{Store: w.store, Now: func() time.Time { return w.now }}) // at the whole price
		for range 2 {
			grant, err := site.Login(t.Context(), stranger(), ann, password)
			if err != nil {
				t.Fatal(err)
			}
			w.in(with(grant))
		}
		user, err := w.store.UserByEmail(t.Context(), strings.ToLower(ann))
		if err != nil {
			t.Fatal(err)
		}
		if used, _, _, err := argon2id.DecodeHash(user.PasswordHash); err != nil || *used != *account.Parameters() {
			t.Errorf("the hash is %s: %v", user.PasswordHash, err)
		}
	})
}

// An accented letter in a password is the same however it is encoded.
func TestPasswordNormalization(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		if err := w.SetPassword(t.Context(), "test", ann, "un caf\u00e9 tr\u00e8s noir"); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Login(t.Context(), stranger(), ann, "un cafe\u0301 tre\u0300s noir"); err != nil {
			t.Error(err)
		}
	})
}

// Changing the password ends every other session and token.
func TestPasswordChange(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		const next = "another good password"
		mine, other := w.login(), w.login()
		token, err := w.CreateToken(t.Context(), "test", account.TokenRequest{Email: ann, Name: "ci", Scope: account.ScopeAdmin})
		if err != nil {
			t.Fatal(err)
		}
		bearer := asked("GET", "Authorization", "Bearer "+token)
		w.in(bearer)
		who := w.in(with(mine))
		for _, try := range []struct{ current, next, field string }{
			{"wrong", next, "currentPassword"}, {password, "short", "newPassword"}, {password, strings.Repeat("x", 129), "newPassword"},
		} {
			_, err := w.ChangePassword(t.Context(), who, try.current, try.next)
			wantFault(t, err, fault.Invalid)
			if fields := fault.From(err).Fields; len(fields) != 1 || fields[0].Field != try.field {
				t.Errorf("%s: %v", try.field, err)
			}
		}
		w.in(with(other))
		grant, err := w.ChangePassword(t.Context(), who, password, next)
		if err != nil {
			t.Fatal(err)
		}
		for _, gone := range []*http.Request{with(mine), with(other), bearer} {
			w.out(gone)
		}
		w.in(with(grant))
		_, err = w.Login(t.Context(), stranger(), ann, password)
		wantFault(t, err, fault.Unauthorized)
		if changed, failed := w.actors("password"), w.actors("password_failed"); len(changed) != 1 || len(failed) != 1 || changed[0] != ann {
			t.Errorf("in the audit: changed by %q, failed by %q", changed, failed)
		}
	})
}

// Wrong guesses at the current password are counted, and limited.
func TestPasswordChangeLimit(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		who := w.in(with(w.login()))
		for range 30 {
			_, err := w.ChangePassword(t.Context(), who, "wrong", "another good password")
			wantFault(t, err, fault.Invalid)
		}
		_, err := w.ChangePassword(t.Context(), who, password, "another good password")
		wantFault(t, err, fault.TooMany)
	})
}
