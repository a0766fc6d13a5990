package store_test

import (
	"context"
	"testing"
	"time"

	"vitrine/internal/account"
	"vitrine/internal/audit"
	"vitrine/internal/fault"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// The audit says from which address, and by which request, a change was asked for.
func TestAuditOrigin(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := audit.With(t.Context(), audit.Origin{Address: "203.0.113.7", RequestID: "r-1"})
		if _, err := s.CreateProduct(ctx, "w", draft("One")); err != nil {
			t.Fatal(err)
		}
		if err := s.Record(t.Context(), "w", audit.Event{Action: "login_failed"}); err != nil {
			t.Fatal(err)
		}
		var origins []string
		rows, err := s.Writer().QueryContext(t.Context(), "SELECT address || ' ' || request_id FROM audit ORDER BY id")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var origin string
			if err := rows.Scan(&origin); err != nil {
				t.Fatal(err)
			}
			origins = append(origins, origin)
		}
		same(t, "origins", origins, []string{"203.0.113.7 r-1", "203.0.113.7 r-1", " "})
	})
}

// signUp makes an administrator with that e-mail as key.
func signUp(t *testing.T, s *store.Store, email string) account.Known {
	t.Helper()
	user, err := s.CreateUser(t.Context(), "w", email, account.Known{User: account.User{Email: email, IsAdmin: true}, PasswordHash: "h0"})
	if err != nil {
		t.Fatal(err)
	}
	return account.Known{User: user, PasswordHash: "h0"}
}

// someSession is a session of the user that began at the time.
func someSession(user account.Known, hash string, began time.Time) account.Session {
	return account.Session{Hash: hash, UserID: user.ID, Epoch: user.Epoch, CreatedAt: began, LastUsedAt: began, ExpiresAt: began.Add(time.Hour)}
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 1_000, time.UTC)

// Changes of accounts do not move the catalogue's version.
func TestAccountVersion(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
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
			func() error { return s.ForgetExpired(t.Context()) },
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
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		user := signUp(t, s, "a@example.com")
		if err := s.CreateToken(t.Context(), "w", "t1", account.Token{UserID: user.ID, Name: "n"}); err != nil {
			t.Fatal(err)
		}
		lines := len(auditLines(t, s))
		for name, try := range map[string]struct {
			call func() error
			want fault.Kind
		}{
			"a user":         {func() error { _, err := s.UserByEmail(t.Context(), "b@example.com"); return err }, fault.NotFound},
			"a session":      {func() error { _, _, err := s.Session(t.Context(), "x"); return err }, fault.NotFound},
			"a token":        {func() error { _, _, err := s.Token(t.Context(), "x"); return err }, fault.NotFound},
			"a token's name": {func() error { return s.RevokeToken(t.Context(), "w", user.ID, "x") }, fault.NotFound},
			"a stranger": {func() error {
				return s.SetPassword(t.Context(), "w", account.Known{User: account.User{ID: 99}}, "h", nil)
			}, fault.NotFound},
			"a taken e-mail": {func() error { _, err := s.CreateUser(t.Context(), "w", "a@example.com", user); return err }, fault.Conflict},
			"a taken name": {func() error {
				return s.CreateToken(t.Context(), "w", "t2", account.Token{UserID: user.ID, Name: "n"})
			}, fault.Conflict},
			"a password set meanwhile": {func() error {
				return s.SetPassword(t.Context(), "w", account.Known{User: user.User, Epoch: 7}, "h", nil)
			}, fault.Conflict},
			"the last administrator": {func() error { return s.SetDisabled(t.Context(), "w", user.User, true) }, fault.Conflict},
		} {
			t.Run(name, func(t *testing.T) { wantFault(t, try.call(), try.want) })
		}
		same(t, "audit lines", len(auditLines(t, s)), lines)
		kept, err := s.UserByEmail(t.Context(), "a@example.com")
		if err != nil {
			t.Fatal(err)
		}
		same(t, "the user", kept, user)
	})
}

// A new password ends the account's sessions and tokens, and begins one session.
func TestAccountPassword(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		user, other := signUp(t, s, "a@example.com"), signUp(t, s, "b@example.com")
		for _, whose := range []account.Known{user, other} {
			if err := s.StartSession(t.Context(), "w", someSession(whose, "old "+whose.Email, noon), 9, nil); err != nil {
				t.Fatal(err)
			}
			if err := s.CreateToken(t.Context(), "w", "token "+whose.Email, account.Token{UserID: whose.ID, Name: "n"}); err != nil {
				t.Fatal(err)
			}
		}
		next := someSession(user, "new", noon)
		if err := s.SetPassword(t.Context(), "w", user, "h1", &next); err != nil {
			t.Fatal(err)
		}
		_, _, err := s.Session(t.Context(), "old a@example.com")
		wantFault(t, err, fault.NotFound)
		_, _, err = s.Token(t.Context(), "token a@example.com")
		wantFault(t, err, fault.NotFound)
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
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		user := signUp(t, s, "a@example.com")
		for i, hash := range []string{"one", "two", "three"} {
			if err := s.StartSession(t.Context(), "w", someSession(user, hash, noon.Add(time.Duration(i)*time.Second)), 3, nil); err != nil {
				t.Fatal(err)
			}
		}
		used := someSession(user, "one", noon.Add(time.Minute))
		if err := s.NoteUses(t.Context(), []account.Session{used}, nil); err != nil {
			t.Fatal(err)
		}
		if err := s.StartSession(t.Context(), "w", someSession(user, "four", noon.Add(time.Hour)), 3, nil); err != nil {
			t.Fatal(err)
		}
		for hash, stays := range map[string]bool{"one": true, "two": false, "three": true, "four": true} {
			if _, _, err := s.Session(t.Context(), hash); (err == nil) != stays {
				t.Errorf("session %s: %v", hash, err)
			}
		}
	})
}

// Sessions and counted uses that have expired are deleted.
func TestAccountExpired(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		now := noon
		o.Now = func() time.Time { return now }
		s := storetest.OpenAt(t, o)
		user := signUp(t, s, "a@example.com")
		try := func(key string) {
			err := s.Uses(t.Context(), []string{key}, 90*time.Minute, func(uses [][]time.Time) error { uses[0] = append(uses[0], now); return nil })
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, key := range []string{"old", "young"} {
			if err := s.StartSession(t.Context(), "w", someSession(user, key, now), 9, nil); err != nil {
				t.Fatal(err)
			}
			try(key)
			now = now.Add(time.Hour)
		}
		if err := s.ForgetExpired(t.Context()); err != nil { // two hours after the old ones, one after the young
			t.Fatal(err)
		}
		for key, want := range map[string]int{"old": 0, "young": 1} {
			if _, _, err := s.Session(t.Context(), key); (err == nil) != (want == 1) {
				t.Errorf("session %s: %v", key, err)
			}
			err := s.Uses(t.Context(), []string{key}, time.Hour, func(uses [][]time.Time) error { same(t, key, len(uses[0]), want); return nil })
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Two administrators cannot disable each other at once.
func TestAccountLastAdministrator(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		one, two := signUp(t, s, "a@example.com"), signUp(t, s, "b@example.com")
		failed := make(chan error, 2)
		for _, user := range []account.Known{one, two} {
			go func() { failed <- s.SetDisabled(t.Context(), "w", user.User, true) }()
		}
		first, second := <-failed, <-failed
		if first == nil {
			first = second
			second = nil
		}
		wantFault(t, first, fault.Conflict)
		if second != nil {
			t.Errorf("neither was shut out: %v", second)
		}
	})
}

// Uses of one key are counted one after the other.
func TestUsesConcurrent(t *testing.T) {
	t.Parallel()
	const callers, each = 8, 10
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		failed := make(chan error, callers)
		for caller := range callers {
			go func() {
				for i := range each {
					keys := []string{[]string{"address 1", "address 2"}[caller%2], "account"}
					err := s.Uses(t.Context(), keys, time.Hour, func(uses [][]time.Time) error {
						for k := range uses {
							uses[k] = append(uses[k], noon.Add(time.Duration(i)*time.Microsecond))
						}
						return nil
					})
					if err != nil {
						failed <- err
						return
					}
				}
				failed <- nil
			}()
		}
		for range callers {
			if err := <-failed; err != nil {
				t.Error(err)
			}
		}
		keys := []string{"address 1", "address 2", "account"}
		err := s.Uses(t.Context(), keys, time.Hour, func(uses [][]time.Time) error {
			for i, want := range []int{callers / 2 * each, callers / 2 * each, callers * each} {
				same(t, keys[i], len(uses[i]), want)
			}
			return fault.New(fault.TooMany, "")
		})
		wantFault(t, err, fault.TooMany)
	})
}
