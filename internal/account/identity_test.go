package account_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// Nobody is signed in by a cookie or a token that they make up.
func TestIdentifyForged(t *testing.T) {
	w := newWorld(t)
	grant := w.login()
	for _, header := range [][]string{
		{},
		{"Cookie", "sid="},
		{"Cookie", "sid=ATTACKER"},
		{"Cookie", "sid=" + strings.Repeat("A", 43)},
		{"Cookie", "__Host-sid=" + grant.Cookie},
		{"Cookie", "sid=" + grant.Cookie + "x"},
		{"Authorization", "Bearer " + grant.Cookie},
		{"Authorization", "Bearer vitrine_" + strings.Repeat("A", 43)},
	} {
		w.out(asked("GET", header...))
	}
}

// The same session cookie twice signs in; several different ones sign nobody in.
func TestIdentifySeveralCookies(t *testing.T) {
	w := newWorld(t)
	one, two := w.login().Cookie, w.login().Cookie
	w.in(asked("GET", "Cookie", "sid="+one+"; sid="+one))
	w.in(asked("GET", "Cookie", "sid="+one, "Cookie", "theme=dark; sid="+one))
	for _, cookies := range []string{one + "; sid=" + two, one + "; sid=", one + "; sid=x", "x; sid=" + one, "; sid=" + one, "x; sid=x"} {
		w.out(asked("GET", "Cookie", "sid="+cookies))
	}
	w.out(asked("GET", "Cookie", "sid="+one, "Cookie", "sid="+two))
}

// Where there is an Authorization header, it alone decides, whatever the cookie says.
func TestIdentifyAuthorizationHeader(t *testing.T) {
	w := newWorld(t)
	grant := w.login()
	token := w.token("ci", account.ScopeAdmin, 0)
	for _, value := range []string{"", "Bearer", "Bearer nonsense", "Basic YTpi", token} {
		w.out(asked("GET", "Cookie", "sid="+grant.Cookie, "Authorization", value))
	}
	w.out(asked("GET", "Authorization", "Bearer "+token, "Authorization", "Bearer "+token))
	who := w.in(asked("POST", "Cookie", "sid=ATTACKER", "Authorization", "bearer "+token))
	if who.Token != "ci" || who.Session != "" || !who.Expires.IsZero() || who.Cookies != nil {
		t.Errorf("it is %+v", who)
	}
	wantFault(t, w.Sessions.Logout(t.Context(), who), fault.Forbidden)
	wantFault(t, errOf(w.ChangePassword(t.Context(), who, password, "another good password")), fault.Forbidden)
}

// A session lasts a day after it was last used, and a week in all.
func TestSessionLifetime(t *testing.T) {
	w := newWorld(t)
	grant := w.login()
	began := w.now
	w.now = w.now.Add(59 * time.Second)
	if who := w.in(with(grant)); who.Cookies != nil || !who.Expires.Equal(grant.Expires) {
		t.Errorf("within a minute it is not written again: %+v", who)
	}
	for w.now.Before(began.Add(6 * 24 * time.Hour)) {
		w.now = w.now.Add(24*time.Hour - 2*time.Minute) // as a use within a minute of the last is not written
		who := w.in(with(grant))
		want := min(w.now.Add(24*time.Hour).Sub(began), 7*24*time.Hour)
		if who.Cookies == nil || who.Cookies[0].Value != grant.Cookie || who.Cookies[0].MaxAge != int((want-w.now.Sub(began))/time.Second) || who.Expires.Sub(began) != want {
			t.Fatalf("after %s: expires after %s, cookie %v", w.now.Sub(began), who.Expires.Sub(began), who.Cookies)
		}
	}
	w.now = began.Add(7*24*time.Hour - time.Microsecond)
	w.in(with(grant))
	w.now = began.Add(7 * 24 * time.Hour)
	w.out(with(grant))
}

// A session that is not used ends after a day.
func TestSessionIdleTimeout(t *testing.T) {
	w := newWorld(t)
	grant := w.login()
	w.now = w.now.Add(24*time.Hour - time.Microsecond)
	w.in(with(grant)) // this extends it
	w.now = w.now.Add(24 * time.Hour)
	w.out(with(grant))
}

// The expiry in the database counts, and a request does not revive an expired session.
func TestSessionExpiryInDatabase(t *testing.T) {
	w := newWorld(t)
	grant := w.login()
	w.in(with(grant))
	w.sql("UPDATE sessions SET expires_at = created_at - 1000000")
	w.out(with(grant))
	w.out(with(grant)) // the first did not revive it
	w.sql("UPDATE sessions SET expires_at = created_at + 1000000")
	w.in(with(grant))
	w.sql("UPDATE sessions SET created_at = created_at - 604800000000") // a week, whatever the expiry says
	w.out(with(grant))
}

// Signing out ends this session only.
func TestLogout(t *testing.T) {
	w := newWorld(t)
	mine, other := w.login(), w.login()
	who := w.in(with(mine))
	for range 2 { // the second finds it gone
		noError(t, w.Sessions.Logout(t.Context(), who))
	}
	w.out(with(mine))
	w.in(with(other))
	storetest.Same(t, "who signed out", w.actors("logout"), []string{ann})
}

// Whose account is disabled is signed out at once, in every copy of the program.
func TestAccountDisabled(t *testing.T) {
	w := newWorld(t)
	other := w.copy("http://localhost:8080")
	noError(t, errOf(other.Administrators.Create(t.Context(), "test", account.NewAdministrator{Email: "bob@example.com", Name: "Bob", Password: password, Role: httpapi.Owner})))
	grant := w.login()
	keys := []*http.Request{with(grant), w.bearer()}
	for _, r := range keys {
		w.in(r)
	}
	noError(t, other.Administrators.SetDisabled(t.Context(), "test", ann, true))
	for _, r := range keys {
		w.out(r)
	}
	wantFault(t, w.try(password), fault.Unauthorized)
	noError(t, other.Administrators.SetDisabled(t.Context(), "test", ann, false))
	for _, r := range keys { // what has ended does not begin again
		w.out(r)
	}
	w.login()
}

// Sessions and tokens of an earlier epoch are over.
func TestSessionEpoch(t *testing.T) {
	w := newWorld(t)
	grant := w.login()
	bearer := w.bearer()
	w.sql("UPDATE users SET session_epoch = session_epoch + 1")
	w.out(with(grant))
	w.out(bearer)
}

// A token ends when it says, and can do only what its scope allows.
func TestTokenExpiryAndScope(t *testing.T) {
	w := newWorld(t)
	day := "Bearer " + w.token("day", account.ScopeAdmin, 24*time.Hour)
	reader, all := "Bearer "+w.token("reader", account.ScopeRead, 0), "Bearer "+w.token("all", account.ScopeReadAll, 0)
	for shown, scopes := range map[string]string{reader: "read", all: "read read-all", day: "read read-all admin"} {
		who := w.in(asked("GET", "Authorization", shown))
		for _, scope := range []string{account.ScopeRead, account.ScopeReadAll, account.ScopeAdmin} {
			storetest.Same(t, who.Token+" may "+scope, who.May(scope), slices.Contains(strings.Fields(scopes), scope))
		}
	}
	w.now = w.now.Add(24*time.Hour - time.Microsecond)
	w.in(asked("POST", "Authorization", day))
	w.now = w.now.Add(time.Microsecond)
	w.out(asked("POST", "Authorization", day))
	list, err := w.Administrators.List(t.Context())
	noError(t, err)
	if tokens := list[0].Tokens; len(tokens) != 3 || !tokens[1].LastUsedAt.Equal(w.now.Add(-time.Microsecond)) {
		t.Errorf("the tokens are %+v", tokens)
	}
	noError(t, w.Administrators.RevokeToken(t.Context(), "test", ann, "reader"))
	w.out(asked("GET", "Authorization", reader))
	w.sql("UPDATE tokens SET scope = 'of a newer program'")
	storetest.Same(t, "who has a scope of a newer program may read", w.in(asked("GET", "Authorization", all)).May(account.ScopeRead), false)
}
