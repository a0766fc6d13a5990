package store_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func as(role httpapi.Role) *httpapi.Role { return &role }

// signUp makes an administrator with that e-mail as key.
func signUp(t *testing.T, s *store.Store, email string) account.StoredUser {
	t.Helper()
	user := must(s.CreateUser(t.Context(), "w", email, account.StoredUser{User: account.User{Email: email, IsAdmin: true, Role: httpapi.Owner}, PasswordHash: "h0"}))(t)
	return account.StoredUser{User: user, PasswordHash: "h0"}
}

// someSession is a session of the user that began at the time.
func someSession(user account.StoredUser, hash string, began time.Time) account.Session {
	return account.Session{Hash: hash, UserID: user.ID, Epoch: user.Epoch, CreatedAt: began, LastUsedAt: began, ExpiresAt: began.Add(time.Hour)}
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 1_000, time.UTC)

func TestAccounts(t *testing.T) {
	eachWorld(t, worldTests{
		"change without moving the catalogue's version": func(t *testing.T, s *store.Store, _ *world) {
			s.AfterCommit(func(context.Context) { t.Error("the hook was called") })
			user := signUp(t, s, "a@example.com")
			signUp(t, s, "b@example.com")
			noError(t,
				s.StartSession(t.Context(), "w", someSession(user, "one", noon), 9, nil),
				s.NoteUses(t.Context(), []account.Session{someSession(user, "one", noon.Add(time.Hour))}, nil),
				s.EndSession(t.Context(), "w", "one"),
				s.CreateToken(t.Context(), "w", "t", account.Token{UserID: user.ID, Name: "n"}),
				s.RevokeToken(t.Context(), "w", "user_id = ?", user.ID),
				s.Uses(t.Context(), []string{"k"}, time.Hour, func([][]time.Time) error { return nil }),
				s.SetPassword(t.Context(), "w", user, "h1", nil),
				s.SetDisabled(t.Context(), "w", user.ID, true),
				s.ForgetExpired(t.Context(), noon))
			same(t, "version", readAll(t, s).Version, int64(0))
			same(t, "audit", actions(t, s), []string{"create users", "create users", "login users", "logout users", "create tokens",
				"delete tokens", "password users", "update users"})
		},
		"are not found if unknown, and a conflict if taken": func(t *testing.T, s *store.Store, _ *world) {
			user := signUp(t, s, "a@example.com")
			noError(t, s.CreateToken(t.Context(), "w", "t1", account.Token{UserID: user.ID, Name: "n"}))
			check := unchanged(t, s)
			stranger := account.StoredUser{User: account.User{ID: 99}}
			wantFaults(t, map[string]refusal{
				"a user":                   {errOf(s.UserByEmail(t.Context(), "b@example.com")), fault.NotFound},
				"a session":                {errOf(s.Session(t.Context(), "x")), fault.NotFound},
				"a token":                  {errOf(s.Token(t.Context(), "x")), fault.NotFound},
				"a token's name":           {s.RevokeToken(t.Context(), "w", "user_id = ? AND name = ?", user.ID, "x"), fault.NotFound},
				"a stranger":               {s.SetPassword(t.Context(), "w", stranger, "h", nil), fault.NotFound},
				"a taken e-mail":           {errOf(s.CreateUser(t.Context(), "w", "a@example.com", user)), fault.Conflict},
				"a taken name":             {s.CreateToken(t.Context(), "w", "t2", account.Token{UserID: user.ID, Name: "n"}), fault.Conflict},
				"a password set meanwhile": {s.SetPassword(t.Context(), "w", account.StoredUser{User: user.User, Epoch: 7}, "h", nil), fault.Conflict},
				"the last owner":           {s.SetDisabled(t.Context(), "w", user.ID, true), fault.Conflict},
			})
			check()
			same(t, "the user", must(s.UserByEmail(t.Context(), "a@example.com"))(t), user)
		},
		"lose sessions and tokens with a new password, and begin one session": func(t *testing.T, s *store.Store, _ *world) {
			user, other := signUp(t, s, "a@example.com"), signUp(t, s, "b@example.com")
			for _, whose := range []account.StoredUser{user, other} {
				noError(t, s.StartSession(t.Context(), "w", someSession(whose, "old "+whose.Email, noon), 9, nil))
				noError(t, s.CreateToken(t.Context(), "w", "token "+whose.Email, account.Token{UserID: whose.ID, Name: "n"}))
			}
			next := someSession(user, "new", noon)
			noError(t, s.SetPassword(t.Context(), "w", user, "h1", &next))
			wantFault(t, errOf(s.Session(t.Context(), "old a@example.com")), fault.NotFound)
			wantFault(t, errOf(s.Token(t.Context(), "token a@example.com")), fault.NotFound)
			session, now, err := s.Session(t.Context(), "new")
			if err != nil || now.Epoch != 1 || session.Epoch != 1 || now.PasswordHash != "h1" {
				t.Errorf("the new session is of epoch %d, the user of %d: %v", session.Epoch, now.Epoch, err)
			}
			noError(t, errOf(s.Session(t.Context(), "old b@example.com")), errOf(s.Token(t.Context(), "token b@example.com")))
		},
		"end those of too many sessions that were used least recently": func(t *testing.T, s *store.Store, _ *world) {
			user := signUp(t, s, "a@example.com")
			start := func(hash string, after time.Duration) {
				noError(t, s.StartSession(t.Context(), "w", someSession(user, hash, noon.Add(after)), 3, nil))
			}
			start("one", 0)
			start("two", time.Second)
			start("three", 2*time.Second)
			noError(t, s.NoteUses(t.Context(), []account.Session{someSession(user, "one", noon.Add(time.Minute))}, nil))
			start("four", time.Hour)
			for hash, stays := range map[string]bool{"one": true, "two": false, "three": true, "four": true} {
				same(t, "session "+hash+" is there", errOf(s.Session(t.Context(), hash)) == nil, stays)
			}
		},
		"lose sessions and counted uses that have expired": func(t *testing.T, s *store.Store, w *world) {
			user := signUp(t, s, "a@example.com")
			for _, key := range []string{"old", "young"} {
				noError(t, s.StartSession(t.Context(), "w", someSession(user, key, w.now), 9, nil))
				noError(t, s.Uses(t.Context(), []string{key}, 90*time.Minute, func(uses [][]time.Time) error {
					uses[0] = append(uses[0], w.now)
					return nil
				}))
				w.now = w.now.Add(time.Hour)
			}
			noError(t, s.ForgetExpired(t.Context(), noon)) // two hours after the old ones, one after the young
			for key, want := range map[string]int{"old": 0, "young": 1} {
				same(t, "session "+key+" is there", errOf(s.Session(t.Context(), key)) == nil, want == 1)
				noError(t, s.Uses(t.Context(), []string{key}, time.Hour, func(uses [][]time.Time) error {
					same(t, key, len(uses[0]), want)
					return nil
				}))
			}
		},
		"of two owners cannot demote each other at once": func(t *testing.T, s *store.Store, _ *world) {
			users := []account.StoredUser{signUp(t, s, "a@example.com"), signUp(t, s, "b@example.com")}
			same(t, "demoted", atOnce(t, 2, fault.Conflict, func(i int) error {
				return s.ChangeAdministrator(t.Context(), "w", users[i].ID, as(httpapi.Viewer), nil)
			}), int64(1))
		},
		"of an owner and an editor leave an owner": func(t *testing.T, s *store.Store, _ *world) {
			users := []account.StoredUser{signUp(t, s, "a@example.com"), signUp(t, s, "b@example.com")}
			noError(t, s.ChangeAdministrator(t.Context(), "w", users[1].ID, as(httpapi.Editor), nil))
			wantFault(t, s.ChangeAdministrator(t.Context(), "w", users[0].ID, as(httpapi.Editor), nil), fault.Conflict)
			wantFault(t, s.SetDisabled(t.Context(), "w", users[0].ID, true), fault.Conflict)
			noError(t, s.SetDisabled(t.Context(), "w", users[1].ID, true), s.ChangeAdministrator(t.Context(), "w", users[1].ID, as(httpapi.Owner), nil))
			wantFault(t, s.SetDisabled(t.Context(), "w", users[0].ID, true), fault.Conflict) // the other owner can't sign in
			user := must(s.UserByEmail(t.Context(), "b@example.com"))(t)
			same(t, "epoch", user.Epoch, int64(3)) // each of the changes has ended the sessions
			same(t, "role", user.Role, httpapi.Owner)
		},
		"of two administrators cannot disable each other at once": func(t *testing.T, s *store.Store, _ *world) {
			users := []account.StoredUser{signUp(t, s, "a@example.com"), signUp(t, s, "b@example.com")}
			same(t, "disabled", atOnce(t, 2, fault.Conflict, func(i int) error {
				return s.SetDisabled(t.Context(), "w", users[i].ID, true)
			}), int64(1))
		},
		"count uses of one key one after the other": func(t *testing.T, s *store.Store, _ *world) {
			const callers, calls = 8, 10
			keys := []string{"address 1", "address 2", "account"}
			var all errgroup.Group
			for caller := range callers * calls {
				all.Go(func() error {
					return s.Uses(t.Context(), []string{keys[caller%2], keys[2]}, time.Hour, func(uses [][]time.Time) error {
						for k := range uses {
							uses[k] = append(uses[k], noon.Add(time.Duration(caller)*time.Microsecond))
						}
						return nil
					})
				})
			}
			noError(t, all.Wait())
			err := s.Uses(t.Context(), keys, time.Hour, func(uses [][]time.Time) error {
				for i, want := range []int{callers / 2 * calls, callers / 2 * calls, callers * calls} {
					same(t, keys[i], len(uses[i]), want)
				}
				return fault.New(fault.TooMany, "")
			})
			wantFault(t, err, fault.TooMany)
		},
		"that are not verified keep each sign-up, and get the one whose code is confirmed": func(t *testing.T, s *store.Store, _ *world) {
			const key = "rita@example.com"
			signUp := func(email, hash, browser string) account.StoredUser {
				t.Helper()
				noError(t, s.SignUp(t.Context(), key, account.SignUp{Email: email, Name: hash, PasswordHash: hash, Browser: browser}, account.CodeHash{Hash: "c" + hash, Expiry: s.Now().Add(1 << 40)}))
				user := must(s.UserByEmail(t.Context(), key))(t)
				if !user.IsVerified {
					found := must(s.SignUpOf(t.Context(), user.ID, browser))(t)
					user.SignUp, user.Email, user.Name, user.PasswordHash = found.ID, found.Email, found.Name, found.PasswordHash
				}
				return user
			}
			rita := signUp(key, "1", "a")
			same(t, "tried", must(s.TrySignUpCode(t.Context(), rita.SignUp, 5))(t), "c1")
			eve := signUp("RITA@example.com", "2", "b")
			same(t, "user", eve.ID, rita.ID)
			same(t, "of another browser is the latest", must(s.SignUpOf(t.Context(), rita.ID, "c"))(t).ID, eve.SignUp)
			again := signUp(key, "3", "a")
			same(t, "of the same browser", again.SignUp, rita.SignUp)
			for _, wrong := range []struct {
				user account.StoredUser
				code string
			}{{rita, "c1"}, {rita, "c3"}, {again, "c2"}, {eve, "c3"}} {
				wantFault(t, s.Verify(t.Context(), wrong.user, wrong.code), fault.Conflict)
			}
			noError(t, s.Verify(t.Context(), again, "c3"))
			verified := must(s.UserByEmail(t.Context(), key))(t)
			same(t, "verified", []any{verified.Email, verified.Name, verified.PasswordHash, verified.IsVerified}, []any{key, "3", "3", true})
			wantFault(t, s.Verify(t.Context(), eve, "c2"), fault.Conflict)
			same(t, "a later sign-up", signUp("eve@example.com", "4", "b"), verified)
			same(t, "the code that is left", must(s.TrySignUpCode(t.Context(), eve.SignUp, 5))(t), "")
		},
	})
}

func TestEmailKeys(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, o store.Options) {
		first := storetest.OpenAt(t, o)
		for _, user := range []struct{ email, key string }{ // as earlier versions made them
			{"a@B\u00dcCHER.example", "a@b\u00fccher.example"}, {"admin@example.com", "admin@example.com"}, {"\uff41dmin@example.com", "\uff41dmin@example.com"},
		} {
			noError(t, errOf(first.CreateUser(t.Context(), "test", user.key, account.StoredUser{User: account.User{Email: user.email, IsAdmin: true, Role: httpapi.Owner}})))
		}
		var log bytes.Buffer
		o.Logger = slog.New(slog.NewTextHandler(&log, nil))
		second := storetest.OpenAt(t, o)
		for typed, want := range map[string]string{"A@xn--bcher-kva.example": "a@B\u00dcCHER.example", "ADMIN@example.com": "admin@example.com"} {
			same(t, typed, must(second.UserByEmail(t.Context(), account.EmailKey(typed)))(t).Email, want)
		}
		same(t, "how often it is logged", strings.Count(log.String(), "cannot sign in"), 1)
		wantText(t, log.String(), "id=3")
	})
}
