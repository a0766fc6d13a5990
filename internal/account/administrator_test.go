package account_test

import (
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// What is wrong with a new administrator is said by its field.
func TestAdministratorRules(t *testing.T) {
	w := newWorld(t)
	for _, try := range []struct{ email, name, password, field string }{
		{"", "", password, "email"}, {"ann", "", password, "email"}, {"Ann <ann@example.com>", "", password, "email"},
		{"a\x00@example.com", "", password, "email"}, {strings.Repeat("a", 200) + "@example.com", "", password, "email"},
		{"b@example.com", strings.Repeat("n", 201), password, "name"}, {"b@example.com", "a\nb", password, "name"},
		{"b@example.com", "", "eleven char", "password"}, {"b@example.com", "", strings.Repeat("é", 129), "password"},
	} {
		wantInvalid(t, errOf(w.Administrators.Create(t.Context(), "test", account.NewAdministrator{Email: try.email, Name: try.name, Password: try.password, Role: httpapi.Editor})), try.field)
	}
	wantFault(t, errOf(w.Administrators.Create(t.Context(), "test", account.NewAdministrator{Email: strings.ToUpper(ann), Password: password, Role: httpapi.Editor})), fault.Conflict)
	for email, good := range map[string]string{"b@example.com": "twelve chars", "c@example.com": strings.Repeat("é", 128)} {
		noError(t, errOf(w.Administrators.Create(t.Context(), "test", account.NewAdministrator{Email: email, Password: good, Role: httpapi.Editor})))
	}
}

// An unknown account or token is not found.
func TestAccountNotFound(t *testing.T) {
	w := newWorld(t)
	const nobody = "nobody@example.com"
	wantFault(t, w.Administrators.SetPassword(t.Context(), "test", nobody, password), fault.NotFound)
	wantFault(t, w.Administrators.SetDisabled(t.Context(), "test", nobody, true), fault.NotFound)
	wantFault(t, w.Administrators.RevokeToken(t.Context(), "test", nobody, "ci"), fault.NotFound)
	wantFault(t, w.Administrators.RevokeToken(t.Context(), "test", ann, "ci"), fault.NotFound)
	wantFault(t, errOf(w.Administrators.CreateTokenOf(t.Context(), "test", nobody, account.TokenRequest{Name: "ci", Scope: account.ScopeRead})), fault.NotFound)
	for _, request := range []account.TokenRequest{{Scope: account.ScopeRead}, {Name: "ci", Scope: "all"}, {Name: "ci", Scope: account.ScopeRead, Lasting: -1}} {
		wantFault(t, errOf(w.Administrators.CreateTokenOf(t.Context(), "test", ann, request)), fault.Invalid)
	}
}

// first ensures the first administrator in a database.
func first(t *testing.T, s *store.Store, email, password string) account.First {
	t.Helper()
	made, err := account.New(account.Options{DB: s.DB}).Administrators.EnsureFirst(t.Context(), email, password)
	noError(t, err)
	return made
}

// Where no setting names one, the first administrator gets a generated password.
func TestFirstAdminPassword(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	made := first(t, s, "", "")
	if made.User.Email != account.FirstEmail || !made.User.IsAdmin || len(made.Password) < 20 {
		t.Fatalf("made %+v", made)
	}
	noError(t, errOf(account.New(account.Options{DB: s.DB}).Login(t.Context(), stranger(), made.User.Email, made.Password)))
	storetest.Same(t, "another one", first(t, s, "", ""), account.First{})
}

// The first administrator is whom the settings name, and a later start changes nothing about them.
func TestFirstAdminFromSettings(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	made := first(t, s, ann, password)
	if made.User.Email != ann || made.Password != "" {
		t.Fatalf("made %+v", made)
	}
	accounts := account.New(account.Options{DB: s.DB})
	noError(t, accounts.Administrators.SetPassword(t.Context(), "test", ann, "changed since then"))
	storetest.Same(t, "another one", first(t, s, strings.ToUpper(ann), password), account.First{})
	wantFault(t, errOf(accounts.Login(t.Context(), stranger(), ann, password)), fault.Unauthorized)
	noError(t, errOf(accounts.Login(t.Context(), stranger(), ann, "changed since then")))
	if other := first(t, s, "bob@example.com", ""); other.User.Email != "bob@example.com" || other.Password == "" {
		t.Errorf("somebody else who is named: %+v", other)
	}
	wantFault(t, errOf(accounts.Administrators.EnsureFirst(t.Context(), "eve@example.com", "short")), fault.Invalid)
}

// Where there is an administrator already, no first one is made, and one who is named does not take the account of a reader.
func TestFirstAdminExisting(t *testing.T) {
	r := newReaders(t)
	storetest.Same(t, "the first administrator", first(t, r.store, "", ""), account.First{})
	r.join(rita)
	wantFault(t, errOf(r.Administrators.EnsureFirst(t.Context(), rita, password)), fault.Conflict)
}

// Of copies that start together, one makes the first administrator, whatever the engine locks.
func TestFirstAdminConcurrentStart(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		const copies = 4
		made := make(chan account.First, copies)
		for range copies {
			go func() {
				one, err := account.New(account.Options{DB: s.DB}).Administrators.EnsureFirst(t.Context(), "", "")
				storetest.Same(t, "the error", err, nil)
				made <- one
			}()
		}
		passwords := 0
		for range copies {
			if one := <-made; one.Password != "" {
				passwords++
			}
		}
		storetest.Same(t, "passwords that were made up", passwords, 1)
	})
}
