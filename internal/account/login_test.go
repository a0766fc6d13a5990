package account_test

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/quota"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// Signing in gives a safe cookie.
func TestLoginCookie(t *testing.T) {
	w := newWorld(t)
	for public, want := range map[string]string{
		"http://localhost:8080": "sid=%s; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax",
		"https://tools.example": "__Host-sid=%s; Path=/; Max-Age=86400; HttpOnly; Secure; SameSite=Lax",
	} {
		accounts := w.copy(public)
		grant, err := accounts.Login(t.Context(), stranger(), " "+strings.ToUpper(ann)+" ", password)
		noError(t, err)
		cookie := accounts.Sessions.Cookies(grant)[0]
		storetest.Same(t, public, cookie.String(), fmt.Sprintf(want, grant.Cookie))
		if cleared := accounts.Sessions.ClearedCookies()[0]; cleared.Name != cookie.Name || !strings.Contains(cleared.String(), "Max-Age=0") {
			t.Errorf("%s: cleared by %s", public, cleared)
		}
		r := asked("GET", "Cookie", cookie.Name+"="+grant.Cookie)
		if who, err := accounts.Sessions.Identify(t.Context(), r); err != nil || who.User.Email != ann || !who.User.IsAdmin || who.Session == grant.Cookie {
			t.Errorf("%s: it is %+v: %v", public, who, err)
		}
	}
}

// Only a hash of the session is stored.
func TestSessionStoredAsHash(t *testing.T) {
	w := newWorld(t)
	grant := w.login()
	w.sql("UPDATE users SET name = (SELECT hash FROM sessions)")
	users, err := w.store.Administrators(t.Context())
	noError(t, err)
	if kept := users[0].Name; len(kept) != 64 || strings.Contains(kept, grant.Cookie) {
		t.Errorf("kept as %q", kept)
	}
	w.out(asked("GET", "Cookie", "sid="+users[0].Name))
}

// Signing in ends the session whose cookie came with the request.
func TestLoginReplacesSession(t *testing.T) {
	w := newWorld(t)
	old, other := w.login(), w.login()
	again := func(password string, cookies ...string) (account.Grant, error) {
		return w.Login(t.Context(), stranger(), ann, password, w.Sessions.PresentedSessions(asked("POST", cookies...))...)
	}
	t.Run("not when the password is wrong", func(t *testing.T) {
		wantFault(t, errOf(again("wrong", "Cookie", "sid="+old.Cookie)), fault.Unauthorized)
		w.in(with(old))
	})
	t.Run("among cookies that somebody planted", func(t *testing.T) {
		grant, err := again(password, "Cookie", "sid=planted; sid="+strings.Repeat("A", 43)+"; sid="+old.Cookie)
		noError(t, err)
		w.out(with(old))
		w.in(with(grant))
		w.in(with(other))
		storetest.Same(t, "who signed out", w.actors("logout"), []string{ann})
	})
	t.Run("at most a few of them", func(t *testing.T) {
		many := "sid=" + other.Cookie
		for i := range 100 {
			many = fmt.Sprintf("sid=%043d; %s", i, many)
		}
		storetest.Same(t, "sessions that are looked for", len(w.Sessions.PresentedSessions(asked("POST", "Cookie", many))), 4)
	})
}

// Nobody can sign in to an account that has no valid password hash.
func TestLoginWithoutHash(t *testing.T) {
	w := newWorld(t)
	for _, hash := range []string{"", "!", "$argon2id$v=19$m=64"} {
		w.sql("UPDATE users SET password_hash = '" + hash + "'")
		for _, tried := range []string{password, hash, "wrong"} {
			err := w.try(tried)
			wantFault(t, err, fault.Unauthorized)
			wantSaid(t, err, "Invalid credentials")
		}
	}
	storetest.Same(t, "failed tries in the audit", len(w.actors("login_failed")), 9)
}

// A wrong password and an unknown email get the same answer.
func TestLoginErrorsAlike(t *testing.T) {
	w := newWorld(t)
	typed := []string{ann, "nobody@example.com", "", strings.Repeat("é", 1500), "a\x00b\n\xff\u202e"}
	for _, email := range typed {
		for _, tried := range []string{"wrong", strings.Repeat("x", 3<<10)} {
			grant, err := w.Login(t.Context(), netip.Addr{}, email, tried)
			wantFault(t, err, fault.Unauthorized)
			if message := fault.From(err).Message; message != "Invalid credentials" || grant.Cookie != "" {
				t.Errorf("%.20q: %q, cookie %q", email, message, grant.Cookie)
			}
		}
	}
	want := []string{ann, ann, typed[1], typed[1], "", "", typed[3][:400], typed[3][:400], "a\ufffdb\ufffd\ufffd\ufffd", "a\ufffdb\ufffd\ufffd\ufffd"}
	storetest.Same(t, "who failed", w.actors("login_failed"), want)
}

// An unknown email takes a hash of the same parameters, and so as long as a known one.
func TestLoginTimingAlike(t *testing.T) {
	used, err := account.ParametersOfNobody()
	if err != nil || *used != *account.Parameters() || used.Memory != 19<<10 || used.Iterations != 2 || used.Parallelism != 1 {
		t.Errorf("nobody's hash has %+v: %v", used, err)
	}
}

// After ten failed tries even the right password has to wait.
func TestLoginLimit(t *testing.T) {
	w := newWorld(t)
	for i := range 20 {
		err := w.try("wrong")
		if i < 10 {
			wantFault(t, err, fault.Unauthorized)
		} else {
			wantFault(t, err, fault.TooMany)
		}
		w.now = w.now.Add(time.Second)
	}
	err := w.try(password)
	wantFault(t, err, fault.TooMany)
	wait := fault.From(err).RetryAfter
	storetest.Same(t, "the wait", wait, 15*time.Minute-20*time.Second)
	wantSaid(t, err, "Please try again in 15 minutes.")
	storetest.Same(t, "failed tries in the audit", len(w.actors("login_failed")), 10)
	noError(t, errOf(w.Login(t.Context(), netip.MustParseAddr("203.0.113.8"), ann, password))) // from another address
	w.now = w.now.Add(wait - time.Microsecond)
	err = w.try(password)
	wantFault(t, err, fault.TooMany)
	wantSaid(t, err, "Please try again in 1 minute.")
	w.now = w.now.Add(time.Microsecond)
	w.login()
}

// Only failed tries count towards the limit.
func TestLoginLimitSuccesses(t *testing.T) {
	w := newWorld(t)
	for range 12 {
		w.login()
	}
	storetest.Same(t, "sign-ins in the audit", len(w.actors("login")), 12)
}

// An account is guarded wherever the tries come from.
func TestLoginLimitPerAccount(t *testing.T) {
	w := newWorld(t)
	for i := range 30 {
		wantFault(t, errOf(w.Login(t.Context(), netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}), []string{ann, strings.ToUpper(ann)}[i%2], "wrong")), fault.Unauthorized)
	}
	wantFault(t, w.try(password), fault.TooMany)
	wantFault(t, errOf(w.Login(t.Context(), stranger(), "other@example.com", password)), fault.Unauthorized) // another account
}

// Copies of the program count tries together, and an IPv6 network counts as one address.
func TestLoginLimitAcrossCopies(t *testing.T) {
	w := newWorld(t)
	copies := []*account.Accounts{w.Accounts, w.copy("http://localhost:8080")}
	try := func(i int) error {
		client := netip.MustParseAddr(fmt.Sprintf("2001:db8:1:2::%x", i+1))
		return errOf(copies[i%2].Login(t.Context(), client, ann, "wrong"))
	}
	for i := range 10 {
		wantFault(t, try(i), fault.Unauthorized)
	}
	wantFault(t, try(10), fault.TooMany)
	noError(t, errOf(w.Login(t.Context(), netip.MustParseAddr("2001:db8:1:3::1"), ann, password))) // of the next network
}

// Of many tries at once no more get through than the limit allows. How many of them are refused because too many passwords
// are checked at once depends on the machine, so further tries follow until the limit is reached.
func TestLoginLimitConcurrent(t *testing.T) {
	w := newWorld(t)
	const tries = 40
	failed := make(chan error, tries)
	for range tries {
		go func() { failed <- w.try("wrong") }()
	}
	counts := map[fault.Kind]int{}
	for range tries {
		counts[fault.From(<-failed).Kind]++
	}
	for range tries {
		if counts[fault.TooMany] == 0 {
			counts[fault.From(w.try("wrong")).Kind]++
		}
	}
	delete(counts, fault.TooMany)
	delete(counts, fault.Unavailable)
	storetest.Same(t, "other answers by kind", counts, map[fault.Kind]int{fault.Unauthorized: 10})
}

// counting counts how often the store is asked for tries.
type counting struct {
	quota.Store
	asked int
}

func (c *counting) Uses(ctx context.Context, keys []string, keep time.Duration, change func([][]time.Time) error) error {
	c.asked++
	return c.Store.Uses(ctx, keys, keep, change)
}

// When one copy lowers the count, another copy sees it within a second.
func TestLoginLimitCache(t *testing.T) {
	w := newWorld(t)
	other := w.copy("http://localhost:8080")
	for range 10 {
		wantFault(t, w.try("wrong"), fault.Unauthorized)
	}
	wantFault(t, errOf(other.Login(t.Context(), stranger(), ann, password)), fault.TooMany)
	w.sql("DELETE FROM rate_limits") // as when one of the tries was right after all, in the first copy
	wantFault(t, errOf(other.Login(t.Context(), stranger(), ann, password)), fault.TooMany)
	w.now = w.now.Add(time.Second)
	noError(t, errOf(other.Login(t.Context(), stranger(), ann, password)))
}

// A flood of tries does not reach the store.
func TestLoginLimitFlood(t *testing.T) {
	w := newWorld(t)
	store := &counting{Store: w.store}
	accounts := account.New(account.Options{DB: w.store.DB, Counts: store, Now: func() time.Time { return w.now }, Cost: cheap()})
	for range 1000 {
		if _, err := accounts.Login(t.Context(), stranger(), ann, "wrong"); err == nil {
			t.Fatal("signed in")
		}
	}
	if store.asked > 11 {
		t.Errorf("the store was asked %d times", store.asked)
	}
}

// A failed try counts though the client has hung up.
func TestLoginLimitCanceled(t *testing.T) {
	w := newWorld(t)
	ctx, hangUp := context.WithCancel(t.Context())
	w.store.OnQuery(func(query string, _ []any) {
		if strings.Contains(query, "email_key") { // the account is looked up
			hangUp()
		}
	})
	hanging := account.New(account.Options{DB: w.store.DB, Now: func() time.Time { return w.now }, Cost: cheap()})
	wantFault(t, errOf(hanging.Login(ctx, stranger(), ann, "wrong")), fault.Unauthorized)
	storetest.Same(t, "failed tries in the audit", len(w.actors("login_failed")), 1)
}
