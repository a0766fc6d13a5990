package drill

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/mirror"
)

const hookSecret = "a secret of the webhook that is long enough"

// deliver tells a site that production has changed, and gives the status of its answer.
func deliver(t testing.TB, s *site, id string, at time.Time, secret string) int {
	t.Helper()
	const body = `{"type":"catalog.changed"}`
	timestamp := fmt.Sprint(at.Unix())
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(id + "." + timestamp + "." + body))
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+s.address+"/api/sync/webhook", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = http.Header{"Content-Type": {"application/json"}, "Webhook-Id": {id}, "Webhook-Timestamp": {timestamp},
		"Webhook-Signature": {"v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))}}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

// syncs waits until no sync is under way or asked for, and gives how many there were.
func syncs(t testing.TB, c *client) int {
	t.Helper()
	const quiet = 3 * time.Second // longer than a sync waits for others who ask for it
	var state mirror.State
	for since, seen := time.Now(), 0; time.Since(since) < quiet; time.Sleep(50 * time.Millisecond) {
		if err := c.into(t.Context(), http.MethodGet, "/api/sync", nil, http.StatusOK, &state); err != nil {
			t.Fatal(err)
		}
		if runs := len(state.Runs); runs != seen || runs > 0 && state.Runs[0].EndedAt.IsZero() {
			since, seen = time.Now(), runs
		}
	}
	for _, run := range state.Runs {
		if run.Failure != "" {
			t.Errorf("a sync has failed: %s", run.Failure)
		}
	}
	return len(state.Runs)
}

// The webhook accepts what is signed and recent, and syncs once for many deliveries.
func TestSyncWebhook(t *testing.T) {
	beside(t)
	after := called("after", 100, 10)
	each(t, func(t *testing.T, s *site) {
		t.Parallel()
		s.env = []string{"VITRINE_ROLE=development", "VITRINE_WEBHOOK_SECRET=" + hookSecret, "VITRINE_PRODUCTION_DATABASE_URL=" + production(t, after).file()}
		s.start()
		c := s.administrator()
		now := time.Now()
		for what, status := range map[string]int{
			"a wrong signature": deliver(t, s, "wrong", now, hookSecret+"!"),
			"an old timestamp":  deliver(t, s, "old", now.Add(-mirror.Tolerance-5*time.Second), hookSecret),
			"one of tomorrow":   deliver(t, s, "early", now.Add(24*time.Hour), hookSecret),
		} {
			if figure(t, what, status, "401"); status != http.StatusUnauthorized {
				t.Errorf("%s is answered with %d", what, status)
			}
		}
		for range 10 {
			if status := deliver(t, s, "good", now, hookSecret); status != http.StatusAccepted {
				t.Errorf("a good one is answered with %d", status)
			}
		}
		first := syncs(t, c)
		if figure(t, "syncs of one delivery that came 10 times", first, "1"); first != 1 {
			t.Errorf("there were %d syncs", first)
		}
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				if status := deliver(t, s, rand.Text(), time.Now(), hookSecret); status != http.StatusAccepted {
					t.Errorf("one of many is answered with %d", status)
				}
			})
		}
		all.Wait()
		second := syncs(t, c) - first
		if figure(t, "syncs of 100 deliveries at once", second, "1 or 2"); second < 1 || second > 2 {
			t.Errorf("there were %d syncs", second)
		}
		if !bytes.Equal(s.shown(everything), after.export(t)) {
			t.Error("the content is not that of production")
		}
	})
}
