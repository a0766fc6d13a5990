package account_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A hash of old parameters is renewed at sign-in.
func TestPasswordRehash(t *testing.T) {
	w := newWorld(t)
	old := *account.Parameters()
	old.Iterations = 1
	weak, err := argon2id.CreateHash(password, &old)
	noError(t, err)
	w.sql("UPDATE users SET password_hash = '" + weak + "'")
	site := account.New(account.Options{DB: w.store.DB, Now: func() time.Time { return w.now }}) // at the whole price
	for range 2 {
		grant, err := site.Login(t.Context(), stranger(), ann, password)
		noError(t, err)
		w.in(with(grant))
	}
	user, err := w.store.UserByEmail(t.Context(), strings.ToLower(ann))
	noError(t, err)
	if used, _, _, err := argon2id.DecodeHash(user.PasswordHash); err != nil || *used != *account.Parameters() {
		t.Errorf("the hash is %s: %v", user.PasswordHash, err)
	}
}

// An accented letter in a password is the same however it is encoded.
func TestPasswordNormalization(t *testing.T) {
	w := newWorld(t)
	noError(t, w.Administrators.SetPassword(t.Context(), "test", ann, "un caf\u00e9 tr\u00e8s noir"))
	noError(t, w.try("un cafe\u0301 tre\u0300s noir"))
}

// The password of another account with the email in another spelling is not the signed-in user's, and is not changed.
func TestPasswordOfTwin(t *testing.T) {
	w := newWorld(t)
	who := w.in(with(w.login()))
	for _, query := range []string{"UPDATE users SET email_key = 'of an earlier version'", "INSERT INTO users (email, email_key, name, password_hash, is_verified, created_at, updated_at) " +
		"SELECT 'ＡNN@example.com', 'ann@example.com', '', password_hash, TRUE, 1, 1 FROM users"} {
		storetest.Exec(t, w.place, query)
	}
	before := storetest.Column(t, w.place, "SELECT password_hash FROM users ORDER BY id")
	wantInvalid(t, errOf(w.ChangePassword(t.Context(), who, password, "another good password")), "currentPassword")
	if after := storetest.Column(t, w.place, "SELECT password_hash FROM users ORDER BY id"); !slices.Equal(after, before) || len(after) != 2 {
		t.Errorf("the passwords are %q, were %q", after, before)
	}
}

// Changing the password ends every other session and token.
func TestPasswordChange(t *testing.T) {
	w := newWorld(t)
	const next = "another good password"
	mine, other := w.login(), w.login()
	bearer := w.bearer()
	w.in(bearer)
	who := w.in(with(mine))
	for _, try := range []struct{ current, next, field string }{
		{"wrong", next, "currentPassword"}, {password, "short", "newPassword"}, {password, strings.Repeat("x", 129), "newPassword"},
	} {
		wantInvalid(t, errOf(w.ChangePassword(t.Context(), who, try.current, try.next)), try.field)
	}
	w.in(with(other))
	grant, err := w.ChangePassword(t.Context(), who, password, next)
	noError(t, err)
	for _, gone := range []*http.Request{with(mine), with(other), bearer} {
		w.out(gone)
	}
	w.in(with(grant))
	wantFault(t, w.try(password), fault.Unauthorized)
	storetest.Same(t, "who changed it", w.actors("password"), []string{ann})
	storetest.Same(t, "failed changes", len(w.actors("password_failed")), 1)
}

// Wrong guesses at the current password are counted, and limited.
func TestPasswordChangeLimit(t *testing.T) {
	w := newWorld(t)
	who := w.in(with(w.login()))
	for range 30 {
		wantFault(t, errOf(w.ChangePassword(t.Context(), who, "wrong", "another good password")), fault.Invalid)
	}
	wantFault(t, errOf(w.ChangePassword(t.Context(), who, password, "another good password")), fault.TooMany)
}
