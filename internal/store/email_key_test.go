package store_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestEmailKeys(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, o store.Options) {
		first := storetest.OpenAt(t, o)
		for _, user := range []struct{ email, key string }{ // as earlier versions made them
			{"a@B\u00dcCHER.example", "a@b\u00fccher.example"}, {"admin@example.com", "admin@example.com"}, {"\uff41dmin@example.com", "\uff41dmin@example.com"},
		} {
			noError(t, errOf(first.CreateUser(t.Context(), "test", user.key, account.StoredUser{User: account.User{Email: user.email, IsAdmin: true}})))
		}
		var log bytes.Buffer
		o.Logger = slog.New(slog.NewTextHandler(&log, nil))
		second := storetest.OpenAt(t, o)
		for typed, want := range map[string]string{"A@xn--bcher-kva.example": "a@B\u00dcCHER.example", "ADMIN@example.com": "admin@example.com"} {
			if got, err := second.UserByEmail(t.Context(), account.EmailKey(typed)); err != nil || got.Email != want {
				t.Errorf("%s is %q, %v; want %q", typed, got.Email, err, want)
			}
		}
		if said := log.String(); strings.Count(said, "cannot sign in") != 1 || !strings.Contains(said, "id=3") {
			t.Errorf("the log says %s", said)
		}
	})
}
