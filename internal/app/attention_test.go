package app_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/attention"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/digest"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func init() {
	onPostgres["what needs an administrator"] = postgresPart{needs, func(t *testing.T) siteOptions { return siteOptions{} }}
}

// The dashboard lists what needs an administrator, and nothing that is in order.
func TestAttention(t *testing.T) {
	t.Parallel()
	needs(t, siteWith(t, siteOptions{}))
}

// The weekly email has words for each kind of need; submissions and jobs have emails of their own.
func TestAttentionWords(t *testing.T) {
	t.Parallel()
	k := &feature.Kits{DB: new(db.DB)}
	opened, err := features.Open(k)
	storetest.NoError(t, err)
	for _, source := range app.Needs(k, opened) {
		if hasOwn := source.Kind == "submissions" || source.Kind == "jobs"; !hasOwn && (digest.Words(source.Kind, 1) == "" || digest.Words(source.Kind, 2) == digest.Words(source.Kind, 1)) {
			t.Errorf("%s has no words in internal/digest", source.Kind)
		}
	}
}

func needs(t *testing.T, s *openSite) {
	listed := func() map[string]int {
		t.Helper()
		found := map[string]int{}
		for _, need := range read[[]attention.Need](t, s.ask(administrator, "GET", "/api/admin/attention", ""), http.StatusOK) {
			if found[need.Kind] = need.Count; need.Count < 1 || need.URL == "" {
				t.Errorf("%+v", need)
			}
		}
		return found
	}
	before := listed()
	for _, kind := range []string{"submissions", "emails", "sign-ins", "jobs", "backup", "ending", "affiliate-links", "searches"} {
		storetest.Same(t, kind, before[kind], 0)
	}
	counted := 0
	for _, finding := range read[reach.Report](t, s.ask(administrator, "GET", "/api/admin/reach", ""), http.StatusOK).Findings {
		if count, needed := before[finding.ID]; needed {
			counted++
			storetest.Same(t, finding.ID+" on the screen where it is put right", finding.Pages, count)
		}
	}
	if counted < 2 {
		t.Errorf("%d findings need attention: %v", counted, before)
	}
	s.expect(t, nobody, "POST", "/api/submissions", s0, 201, "")
	soonEnds := time.Now().Add(24 * time.Hour).UTC().Format(time.RFC3339)
	s.ask(administrator, "PUT", "/api/products/1", with(map[string]any{"isFeatured": true, "featuredUntil": soonEnds, "hasDeal": true, "dealTo": soonEnds})).has(t, http.StatusOK)
	storetest.NoError(t, s.store.WriteUnversioned(t.Context(), "", "fail a job", func(ctx context.Context, w *db.WriteTx) error {
		err := w.Exec(ctx, "INSERT INTO leases (name, holder, began_at, expires_at, ended_at, failed) VALUES ('weekly', '', 1, 1, 1, TRUE)")
		if err != nil {
			return err
		}
		for range 20 {
			if err := w.Audit(ctx, db.Entry{Action: "login_failed", Object: "users"}); err != nil {
				return err
			}
		}
		return w.Exec(ctx, "INSERT INTO product_submissions (product_name, website, website_hash, description, category, type, secret, created_at, status, mail, decided_at) "+
			"VALUES ('A', 'https://a.example', 'a', 'd', 'Writing', 'Free', 'a', 1, 'rejected', 'failed', ?)", w.At.UnixMicro())
	}))
	after := listed()
	storetest.Same(t, "what is new", fmt.Sprint(after["submissions"], after["ending"], after["jobs"], after["emails"], after["sign-ins"]), "1 2 1 1 20")
}
