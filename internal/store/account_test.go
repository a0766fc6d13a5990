package store_test

import (
	"context"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// signUp makes an administrator with that e-mail as key.
func signUp(t *testing.T, s *store.Store, email string) account.StoredUser {
	t.Helper()
	user, err := s.CreateUser(t.Context(), "w", email, account.StoredUser{User: account.User{Email: email, IsAdmin: true}, PasswordHash: "h0"})
	noError(t, err)
	return account.StoredUser{User: user, PasswordHash: "h0"}
}

// someSession is a session of the user that began at the time.
func someSession(user account.StoredUser, hash string, began time.Time) account.Session {
	return account.Session{Hash: hash, UserID: user.ID, Epoch: user.Epoch, CreatedAt: began, LastUsedAt: began, ExpiresAt: began.Add(time.Hour)}
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 1_000, time.UTC)

// Changes of accounts do not move the catalogue's version.
func TestAccountVersion(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		s.AfterCommit(func(context.Context) { t.Error("the hook was called") })
		user := signUp(t, s, "a@example.com")
		signUp(t, s, "b@example.com")
		for i, change := range []func() error{
			func() error { return s.StartSession(t.Context(), "w", someSession(user, "one", noon), 9, nil) },
			func() error {
				return s.NoteUses(t.Context(), []account.Session{someSession(user, "one", noon.Add(time.Hour))}, nil)
			},
			func() error { return s.EndSession(t.Context(), "w", "one") },
			func() error { return s.CreateToken(t.Context(), "w", "t", account.Token{UserID: user.ID, Name: "n"}) },
			func() error { return s.RevokeToken(t.Context(), "w", user.ID, "n") },
			func() error {
				return s.Uses(t.Context(), []string{"k"}, time.Hour, func([][]time.Time) error { return nil })
			},
			func() error { return s.SetPassword(t.Context(), "w", user, "h1", nil) },
			func() error { return s.SetDisabled(t.Context(), "w", user.User, true) },
			func() error { return s.ForgetExpired(t.Context(), noon) },
		} {
			if err := change(); err != nil {
				t.Errorf("change %d: %v", i, err)
			}
		}
		same(t, "version", readAll(t, s).Version, int64(0))
		same(t, "audit", actions(t, s), []string{"create users", "create users", "login users", "logout users", "create tokens",
			"delete tokens", "password users", "update users"})
	})
}

// What is unknown is not found, and what is taken is a conflict.
func TestAccountErrors(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		user := signUp(t, s, "a@example.com")
		noError(t, s.CreateToken(t.Context(), "w", "t1", account.Token{UserID: user.ID, Name: "n"}))
		check := unchanged(t, s)
		for name, try := range map[string]struct {
			call func() error
			want fault.Kind
		}{
			"a user":         {func() error { return errOf(s.UserByEmail(t.Context(), "b@example.com")) }, fault.NotFound},
			"a session":      {func() error { return errOf(s.Session(t.Context(), "x")) }, fault.NotFound},
			"a token":        {func() error { return errOf(s.Token(t.Context(), "x")) }, fault.NotFound},
			"a token's name": {func() error { return s.RevokeToken(t.Context(), "w", user.ID, "x") }, fault.NotFound},
			"a stranger": {func() error {
				return s.SetPassword(t.Context(), "w", account.StoredUser{User: account.User{ID: 99}}, "h", nil)
			}, fault.NotFound},
			"a taken e-mail": {func() error { return errOf(s.CreateUser(t.Context(), "w", "a@example.com", user)) }, fault.Conflict},
			"a taken name": {func() error {
				return s.CreateToken(t.Context(), "w", "t2", account.Token{UserID: user.ID, Name: "n"})
			}, fault.Conflict},
			"a password set meanwhile": {func() error {
				return s.SetPassword(t.Context(), "w", account.StoredUser{User: user.User, Epoch: 7}, "h", nil)
			}, fault.Conflict},
			"the last administrator": {func() error { return s.SetDisabled(t.Context(), "w", user.User, true) }, fault.Conflict},
		} {
			t.Run(name, func(t *testing.T) { wantFault(t, try.call(), try.want) })
		}
		check()
		kept, err := s.UserByEmail(t.Context(), "a@example.com")
		noError(t, err)
		same(t, "the user", kept, user)
	})
}

// A new password ends the account's sessions and tokens, and begins one session.
func TestAccountPassword(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
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
		if _, _, err := s.Session(t.Context(), "old b@example.com"); err != nil {
			t.Errorf("somebody else's session has ended: %v", err)
		}
		if _, _, err := s.Token(t.Context(), "token b@example.com"); err != nil {
			t.Errorf("somebody else's token has ended: %v", err)
		}
	})
}

// Of too many sessions those used least recently are ended.
func TestAccountSessionLimit(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
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
			if _, _, err := s.Session(t.Context(), hash); (err == nil) != stays {
				t.Errorf("session %s: %v", hash, err)
			}
		}
	})
}

// Sessions and counted uses that have expired are deleted.
func TestAccountExpired(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		user := signUp(t, s, "a@example.com")
		for _, key := range []string{"old", "young"} {
			noError(t, s.StartSession(t.Context(), "w", someSession(user, key, c.now), 9, nil))
			noError(t, s.Uses(t.Context(), []string{key}, 90*time.Minute, func(uses [][]time.Time) error {
				uses[0] = append(uses[0], c.now)
				return nil
			}))
			c.now = c.now.Add(time.Hour)
		}
		noError(t, s.ForgetExpired(t.Context(), noon)) // two hours after the old ones, one after the young
		for key, want := range map[string]int{"old": 0, "young": 1} {
			if _, _, err := s.Session(t.Context(), key); (err == nil) != (want == 1) {
				t.Errorf("session %s: %v", key, err)
			}
			noError(t, s.Uses(t.Context(), []string{key}, time.Hour, func(uses [][]time.Time) error {
				same(t, key, len(uses[0]), want)
				return nil
			}))
		}
	})
}

// Two administrators cannot disable each other at once.
func TestAccountLastAdministrator(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		users := []account.StoredUser{signUp(t, s, "a@example.com"), signUp(t, s, "b@example.com")}
		same(t, "disabled", atOnce(t, 2, fault.Conflict, func(i int) error {
			return s.SetDisabled(t.Context(), "w", users[i].User, true)
		}), int64(1))
	})
}

// Uses of one key are counted one after the other.
func TestUsesConcurrent(t *testing.T) {
	const callers, calls = 8, 10
	each(t, func(t *testing.T, s *store.Store) {
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
	})
}
