package storetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// filled are rows for the tables that Step12 leaves empty, for both engines. No email is left, so that its id
// is known from the sequence alone.
const filled = `
INSERT INTO users (email, email_key, name, password_hash, is_admin, created_at, updated_at) VALUES ('Ann@example.com', 'ann@example.com', 'Ann <b>', '$argon2id$x', TRUE, 1, 2);
INSERT INTO sessions VALUES ('ff', 1, 0, 1, 2, 3), ('00', 1, 0, 1, 2, 3);
INSERT INTO tokens (hash, user_id, name, scope, session_epoch, created_at) VALUES ('aa', 1, 'nightly', 'read', 0, 1);
INSERT INTO category_slugs VALUES ('old', 1);
INSERT INTO product_slugs VALUES ('old', 1);
INSERT INTO category_names VALUES ('old', 1);
INSERT INTO audit_files VALUES ('sha256:b', 'x'), ('SHA256:a', 'y'), ('sha256:Ä', '');
INSERT INTO visits VALUES (20000, 1, 9223372036854775807, 0), (19999, 77, 1, 1);
INSERT INTO page_views VALUES (20000, 'comparison', '1,10', 3), (19999, 'collection', '1', 1);
INSERT INTO sync_runs (started_by, cause, started_at) VALUES ('ann', 'manual', 1);
INSERT INTO webhook_deliveries VALUES ('d', 1);
INSERT INTO favorites (user_id, product_id, created_at) VALUES (1, 1, 1);
INSERT INTO alternative_picks VALUES (1, 2, 0), (2, 1, NULL);
INSERT INTO email_changes (user_id, email, email_key, expires_at) VALUES (1, 'Ann@new.example', 'ann@new.example', 1);
INSERT INTO sign_ups (user_id, browser, email, name, password_hash, code, expires_at, created_at) VALUES (1, '', 'Ann@example.com', 'Ann', '$argon2id$x', '$argon2id$y', 1, 1);
INSERT INTO newsletters (email, email_key, subscribed_at, confirmed_at, topics, token_hash, consent_at, consent) VALUES ('Ann@example.com', 'ann@example.com', 1, 2, '[1]', 'h', 1, '2026-11');
INSERT INTO newsletter_links VALUES ('l', 1, 'Ann@example.com', '[1]', 'weekly', TRUE, 1);
INSERT INTO newsletter_drafts VALUES ('weekly', 'Subject <b>', 'Intro', '[]', 1);
INSERT INTO newsletter_issues (number, cadence, status, subject, intro, items) VALUES (1, 'weekly', 'sent', 'Subject', '', '[]');
INSERT INTO newsletter_visits VALUES (1, 1, 3);
INSERT INTO logo_proposals VALUES (1, 'proposed', 'a.example', TRUE, 'https://a.example', '/uploads/a.jpg', '#112233', 'https://a.example/i.png', '', 1);
INSERT INTO logo_runs VALUES (1, 'paused', 'ann', 1, 0);
INSERT INTO comparison_verdicts VALUES ('1,2', 'Both <b>', 1);
INSERT INTO collections (slug, title, introduction, author, created_at, updated_at, version, changed_in) VALUES ('best', 'Best <b>', 'Why', '', 1, 2, 1, 1);
INSERT INTO collection_products VALUES (1, 1, 0, 'Note <b>');
INSERT INTO site_settings VALUES ('index.toolFacts', '3', 1);
INSERT INTO indexnow_calls (urls, addresses, state, created_at, next_at) VALUES ('["/"]', 1, 'waiting', 1, 1);
INSERT INTO indexnow_marks VALUES (1, 'key-of-site', 1);
DELETE FROM emails;
INSERT INTO idempotency_keys (key, digest, result, created_at) VALUES ('k', 'd', '{"id":1}', 1);`

// bytes that are kept in the database itself, in each engine's words.
const (
	sqliteBytes   = `INSERT INTO images (file_name, original_name, data, mime_type, size, uploaded_at) VALUES ('inside.jpg', '', x'00ff22', 'image/jpeg', 3, 1)`
	postgresBytes = `INSERT INTO images (file_name, original_name, data, mime_type, size, uploaded_at) VALUES ('inside.jpg', '', '\x00ff22', 'image/jpeg', 3, 1)`
)

// Filled makes an empty database one with rows in every table, and opens it.
func Filled(t testing.TB, o db.Options) *store.Store {
	t.Helper()
	if o.DatabaseURL != "" {
		fill(t, o, postgresBytes)
		return OpenAt(t, o)
	}
	filledOnce.Do(func() {
		first := db.Options{DataDir: t.TempDir()}
		fill(t, first, sqliteBytes)
		var err error
		filledFile, err = os.ReadFile(filepath.Join(first.DataDir, "vitrine.db"))
		NoError(t, err)
	})
	if len(filledFile) == 0 {
		t.Fatal("another test could not fill a database: see its failure")
	}
	NoError(t, os.WriteFile(filepath.Join(o.DataDir, "vitrine.db"), filledFile, 0o600))
	return OpenAt(t, o)
}

// filledFile is a filled SQLite database, which each test gets a copy of: to upgrade one takes most of a short test's time.
var (
	filledOnce sync.Once
	filledFile []byte
)

func fill(t testing.TB, o db.Options, images string) {
	t.Helper()
	Step12(t, o, true)
	upgraded := o
	upgraded.BeforeUpgrade = func(context.Context, *db.DB) error { return nil }
	s, err := store.Open(t.Context(), upgraded)
	NoError(t, err)
	NoError(t, s.Close())
	Exec(t, o, filled)
	Exec(t, o, images)
}
