package api_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/api"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	s := siteWith(t, siteOptions{})
	const link = `{"platform":"GitHub","url":"https://github.com/example"}`
	calls := map[string]struct {
		as         who
		path, body string
	}{
		"product":     {administrator, "/api/products", p0},
		"social link": {administrator, "/api/social-media", link},
		"submission":  {nobody, "/api/submissions", sending("https://again.example/", nil)},
	}
	for name, call := range calls {
		t.Run("answers a repeated create with the first result: "+name, func(t *testing.T) {
			first := s.ask(call.as, "POST", call.path, call.body, "Idempotency-Key", "again")
			defer s.unchanged(t)()
			again := s.ask(call.as, "POST", call.path, call.body, "Idempotency-Key", "again")
			if first.status != http.StatusCreated || again.status != first.status || again.body != first.body {
				t.Errorf("answered %d %s, then %d %s", first.status, first.body, again.status, again.body)
			}
		})
	}
	t.Run("creates once when sent many times at once", func(t *testing.T) {
		var all sync.WaitGroup
		bodies := make([]string, 8)
		for i := range bodies {
			all.Go(func() {
				bodies[i] = s.ask(administrator, "POST", "/api/products", p0, "Idempotency-Key", "at-once").body
			})
		}
		all.Wait()
		for _, body := range bodies {
			storetest.Same(t, "answered", body, bodies[0])
		}
	})
	t.Run("refuses the key with another body", func(t *testing.T) {
		defer s.unchanged(t)()
		got := s.ask(administrator, "POST", "/api/products", set("name", "Other"), "Idempotency-Key", "again")
		got.failed(t, http.StatusUnprocessableEntity)
		api.Contains(t, got.body, `{"code":"idempotency_key_reused"}`)
	})
	t.Run("is another key at another address and for another administrator", func(t *testing.T) {
		first := s.ask(administrator, "POST", "/api/products", p0, "Idempotency-Key", "mine")
		s.ask(administrator, "POST", "/api/social-media", link, "Idempotency-Key", "mine").has(t, http.StatusCreated)
		if same := s.ask(machine, "POST", "/api/products", p0, "Idempotency-Key", "mine"); same.body != first.body { // a token of the same person
			t.Errorf("answered %d %s", same.status, same.body)
		}
	})
	t.Run("a refused create may be corrected and sent again", func(t *testing.T) {
		s.ask(administrator, "POST", "/api/products", with(map[string]any{"name": ""}), "Idempotency-Key", "corrected").failed(t, http.StatusUnprocessableEntity)
		s.ask(administrator, "POST", "/api/products", p0, "Idempotency-Key", "corrected").has(t, http.StatusCreated)
	})
	t.Run("refuses a malformed key", func(t *testing.T) {
		for _, key := range []string{"", "two words", strings.Repeat("k", 201), "é"} {
			s.ask(administrator, "POST", "/api/products", p0, "Idempotency-Key", key).failed(t, http.StatusBadRequest)
		}
	})
	t.Run("is forgotten after a day", func(t *testing.T) {
		first := s.ask(administrator, "POST", "/api/products", p0, "Idempotency-Key", "old")
		storetest.Exec(t, s.place, "UPDATE idempotency_keys SET created_at = created_at - 86400000000")
		later := s.ask(administrator, "POST", "/api/products", p0, "Idempotency-Key", "old")
		if later.status != http.StatusCreated || later.body == first.body {
			t.Errorf("answered %d %s", later.status, later.body)
		}
	})
	t.Run("is remembered with at most 10,000 others", func(t *testing.T) {
		storetest.Exec(t, s.place, "UPDATE idempotency_keys SET id = id - 10000")
		for _, key := range []string{"newer", "newest"} { // the second finds that too many are there
			s.ask(administrator, "POST", "/api/products", p0, "Idempotency-Key", key)
		}
		storetest.Same(t, "keys that are remembered", strings.Count("\n"+storetest.Contents(t, s.place), "\nidempotency_keys: "), 2)
	})
}
