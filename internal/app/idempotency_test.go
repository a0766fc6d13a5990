package app_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	s := siteWith(t, siteOptions{proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	const link = `{"platform":"GitHub","url":"https://github.com/example"}`
	create := func(path, body, key string) reply {
		return s.ask(administrator, "POST", path, body, "Idempotency-Key", key)
	}
	for name, call := range map[string]struct {
		as         who
		path, body string
	}{
		"product":     {administrator, "/api/products", p0},
		"social link": {administrator, "/api/social-media", link},
		"submission":  {nobody, "/api/submissions", sending("https://again.example/", nil)},
	} {
		t.Run("answers a repeated create with the first result: "+name, func(t *testing.T) {
			first := s.expect(t, call.as, "POST", call.path, call.body, 201, "", "Idempotency-Key", "again")
			defer s.unchanged(t)()
			again := s.expect(t, call.as, "POST", call.path, call.body, 201, "", "Idempotency-Key", "again")
			storetest.Same(t, "the second answer", again.body, first.body)
		})
	}
	t.Run("refuses the key with another body", func(t *testing.T) {
		defer s.unchanged(t)()
		create("/api/products", set("name", "Other"), "again").failed(t, http.StatusUnprocessableEntity, `"code":"idempotency_key_reused"`)
	})
	t.Run("is another key at another address and for another administrator", func(t *testing.T) {
		first := create("/api/products", p0, "mine")
		create("/api/social-media", link, "mine").has(t, http.StatusCreated)
		same := s.ask(machine, "POST", "/api/products", p0, "Idempotency-Key", "mine") // a token of the same person
		storetest.Same(t, "the second answer", same.body, first.body)
	})
	t.Run("of nobody is another one from elsewhere, which must not get the link to a submission", func(t *testing.T) {
		body := sending("https://private.example/", nil)
		s.expect(t, nobody, "POST", "/api/submissions", body, 201, "", "Idempotency-Key", "guessed", "X-Forwarded-For", "198.51.100.1")
		again := s.ask(nobody, "POST", "/api/submissions", body, "Idempotency-Key", "guessed", "X-Forwarded-For", "198.51.100.2")
		if again.status == http.StatusCreated {
			t.Errorf("a stranger got %s", again.body)
		}
	})
	t.Run("a refused create may be corrected and sent again", func(t *testing.T) {
		create("/api/products", set("name", ""), "corrected").failed(t, http.StatusUnprocessableEntity)
		create("/api/products", p0, "corrected").has(t, http.StatusCreated)
	})
	t.Run("refuses a malformed key", func(t *testing.T) {
		for _, key := range []string{"", "two words", strings.Repeat("k", 201), "é"} {
			create("/api/products", p0, key).failed(t, http.StatusBadRequest)
		}
	})
	t.Run("is forgotten after a day", func(t *testing.T) {
		first := create("/api/products", p0, "old")
		storetest.Exec(t, s.place, "UPDATE idempotency_keys SET created_at = created_at - 86400000000")
		if later := create("/api/products", p0, "old"); later.status != http.StatusCreated || later.body == first.body {
			t.Errorf("answered %d %s", later.status, later.body)
		}
	})
	t.Run("is remembered with at most 10,000 others", func(t *testing.T) {
		storetest.Exec(t, s.place, "UPDATE idempotency_keys SET id = id - 10000")
		for _, key := range []string{"newer", "newest"} { // the second finds that too many are there
			create("/api/products", p0, key)
		}
		storetest.Same(t, "keys that are remembered", strings.Count("\n"+storetest.Contents(t, s.place), "\nidempotency_keys: "), 2)
	})
}
