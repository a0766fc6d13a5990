package store_test

import (
	"testing"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// A sign-up that comes late changes no account that was verified in the meantime, and a code confirms only the password
// that it was sent for.
func TestSignUpRaces(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		const key = "rita@example.com"
		signUp := func(name, hash, code string) account.StoredUser {
			t.Helper()
			user := account.StoredUser{User: account.User{Email: key, Name: name}, PasswordHash: hash}
			noError(t, s.SignUp(t.Context(), key, user, account.CodeHash{Hash: code, Expiry: s.Now().Add(1 << 40)}))
			stored, err := s.UserByEmail(t.Context(), key)
			noError(t, err)
			return stored
		}
		first := signUp("Rita", "h1", "c1")
		second := signUp("Rita B.", "h2", "c2")
		same(t, "id", second.ID, first.ID)
		same(t, "name", second.Name, "Rita B.")
		wantFault(t, s.Verify(t.Context(), first, "c1"), fault.Conflict)
		wantFault(t, s.Verify(t.Context(), first, "c2"), fault.Conflict)
		noError(t, s.Verify(t.Context(), second, "c2"))
		verified, err := s.UserByEmail(t.Context(), key)
		noError(t, err)
		same(t, "a later sign-up", signUp("Eve", "h3", "c3"), verified)
		hash, err := s.TryCode(t.Context(), verified.ID, 5)
		if err != nil || hash != "" {
			t.Errorf("there is a code: %q, %v", hash, err)
		}
	})
}
