package drill

import (
	"context"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"sync"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// signedInWithin is how fast 99 of 100 signed-in reads are while the database is locked.
const signedInWithin = 100 * time.Millisecond

// Signed-in reads do not wait for the writer.
func TestSignedInReadsUnderLock(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		readSignedIn(t, newSite(t, store.Options{DataDir: t.TempDir()}), "BEGIN IMMEDIATE")
	})
	for what, statement := range map[string]string{
		"rows":  "SELECT hash FROM sessions FOR UPDATE",
		"table": "LOCK TABLE sessions, tokens IN EXCLUSIVE MODE",
	} {
		t.Run("PostgreSQL, "+what, func(t *testing.T) {
			readSignedIn(t, newSite(t, store.Options{DatabaseURL: storetest.PostgresURL(t)}), statement)
		})
	}
}

// readSignedIn has administrators read while another process holds a lock, and sees whether their sessions were extended
// after it.
func readSignedIn(t *testing.T, s *site, statement string) {
	t.Helper()
	beside(t)
	s.fill(rounds(50, 5465))
	s.administrator()
	s.start()
	var clients []*client
	for range rounds(3, 10) {
		clients = append(clients, s.signIn())
	}
	const hour = "3600000000" // in microseconds
	storetest.Exec(t, s.place, "UPDATE sessions SET last_used_at = last_used_at - "+hour+", expires_at = expires_at - "+hour)
	release := s.lock(statement)
	var took durations
	var all sync.WaitGroup
	until := time.Now().Add(time.Duration(rounds(2, 25)) * time.Second)
	for _, c := range clients {
		all.Go(func() {
			for n := 0; time.Now().Before(until); n++ {
				path := []string{"/api/auth/me", "/api/admin/products", "/api/sync", "/api/audit?limit=20"}[n%4]
				began := time.Now()
				if err := c.into(t.Context(), http.MethodGet, path, nil, http.StatusOK, nil); err != nil {
					t.Error(err)
				}
				took.add(time.Since(began))
				time.Sleep(50 * time.Millisecond)
			}
		})
	}
	all.Wait()
	release()
	released := time.Now()
	figure(t, "a signed-in read under the lock", &took, "–")
	atMost(t, "99 of 100 signed-in reads", took.at(0.99), signedInWithin)
	for _, c := range clients {
		eventually(t, "the session is extended", func() bool {
			var me struct{ Expires time.Time }
			err := c.into(t.Context(), http.MethodGet, "/api/auth/me", nil, http.StatusOK, &me)
			return err == nil && time.Until(me.Expires) > 24*time.Hour-2*time.Minute
		})
	}
	figure(t, "until all sessions were extended", time.Since(released), "–")
	s.stop()
}

// signIn signs an administrator in, with a session of its own.
func (s *site) signIn() *client {
	s.t.Helper()
	c := s.client("")
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	c.http.Jar = jar
	if err := c.into(context.WithoutCancel(s.t.Context()), http.MethodPost, "/api/auth/login",
		map[string]string{"username": adminEmail, "password": adminPassword}, http.StatusOK, nil); err != nil {
		s.t.Fatal(fmt.Errorf("sign in: %w", err))
	}
	return c
}
