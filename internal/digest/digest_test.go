package digest_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/attention"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/digest"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// site is a site with two owners, an editor and an owner who is disabled.
type site struct {
	*digest.Digest
	t     *testing.T
	store *store.Store
	now   time.Time
	needs int
}

func open(t *testing.T, s *store.Store) *site {
	templates := emails.New(func() emails.Site { return emails.Site{Name: "Vitrine", URL: "https://tools.example"} })
	opened := &site{t: t, store: s, now: time.Now()}
	opened.Digest = &digest.Digest{
		DB: s.DB, Emails: templates, Mail: func() {}, Titles: map[string]string{"backup": "Back up the site"}, Now: func() time.Time { return opened.now },
		Sources: []attention.Source{
			{Kind: "submissions", URL: "/admin/queue", Count: func(context.Context) (int, error) { return 9, nil }},
			{Kind: "links", URL: "/admin/links", Count: func(context.Context) (int, error) { return opened.needs, nil }},
		},
	}
	for i, role := range []string{"owner", "owner", "editor", "owner"} {
		opened.exec("INSERT INTO users (email, email_key, name, password_hash, is_admin, role, is_verified, is_disabled, created_at, updated_at) VALUES (?, ?, '', 'x', TRUE, ?, TRUE, ?, 1, 1)",
			fmt.Sprintf("%d@example.com", i), fmt.Sprintf("%d@example.com", i), role, i == 3)
	}
	return opened
}

func (s *site) exec(query string, args ...any) {
	s.t.Helper()
	storetest.NoError(s.t, s.store.WriteUnversioned(s.t.Context(), "", "test", func(ctx context.Context, w *db.WriteTx) error { return w.Exec(ctx, query, args...) }))
}

// submit stores a submission that waits.
func (s *site) submit(name string) {
	s.t.Helper()
	s.exec("INSERT INTO product_submissions (secret, product_name, website, website_hash, description, category, type, created_at) "+
		"VALUES (?, ?, 'https://a.example', ?, 'd', 'Writing', 'Free', 1)", name, name, name)
}

// ends stores how a run of a job ended.
func (s *site) ends(job string, failed bool) {
	s.t.Helper()
	s.exec("INSERT INTO leases (name, holder, began_at, expires_at, ended_at, failed, result) VALUES (?, '', 1, 0, ?, ?, 'no space left') "+
		"ON CONFLICT (name) DO UPDATE SET ended_at = excluded.ended_at, failed = excluded.failed", job, s.now.UnixMicro(), failed)
}

// sends runs the digest in several copies at once, and returns the subjects of the emails that it has queued, with their recipients.
func (s *site) sends(want ...string) {
	s.t.Helper()
	var copies sync.WaitGroup
	for range 3 {
		copies.Go(func() {
			if _, err := s.Run(s.t.Context()); err != nil {
				s.t.Error(err)
			}
		})
	}
	copies.Wait()
	var got []string
	storetest.NoError(s.t, s.store.Read(s.t.Context(), "read", func(ctx context.Context, tx db.Tx) (err error) {
		got, err = db.Collect(ctx, tx, db.Column[string], "SELECT recipient || ': ' || subject FROM emails ORDER BY id")
		return err
	}))
	s.exec("DELETE FROM emails")
	storetest.Same(s.t, "the emails", strings.Join(got, "\n"), strings.Join(want, "\n"))
}

func TestDigest(t *testing.T) {
	storetest.Each(t, func(t *testing.T, opened *store.Store) {
		s := open(t, opened)
		s.sends() // nothing to say

		s.submit("Pen")
		s.sends("0@example.com: New submission on Vitrine: Pen", "1@example.com: New submission on Vitrine: Pen")
		s.sends()
		s.submit("Ink")
		s.submit("Nib")
		s.sends() // not so soon
		s.now = s.now.Add(10 * time.Minute)
		s.To = []string{"boss@example.com", "Boss@example.com"}
		s.sends("boss@example.com: 2 new submissions on Vitrine")
		s.IsDaily = true
		s.submit("Quill")
		s.now = s.now.Add(23 * time.Hour)
		s.sends()
		s.now = s.now.Add(time.Hour)
		s.sends("boss@example.com: New submission on Vitrine: Quill")

		s.ends("backup", true)
		s.ends("trash", false)
		s.sends("boss@example.com: A job failed on Vitrine: Back up the site")
		s.now = s.now.Add(2 * time.Hour)
		s.ends("backup", true)
		s.sends() // it still fails
		s.ends("backup", false)
		s.sends()
		s.ends("backup", true)
		s.ends("trash", true)
		s.sends("boss@example.com: 2 jobs failed on Vitrine")

		s.needs = 3
		s.sends() // it looked a moment after the start, and there was nothing
		s.now = s.now.Add(7 * 24 * time.Hour)
		s.sends("boss@example.com: What needs attention on Vitrine")
		s.now = s.now.Add(6 * 24 * time.Hour)
		s.sends()
		s.needs = 0
		s.now = s.now.Add(24 * time.Hour)
		s.sends()
	})
}
