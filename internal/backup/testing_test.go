package backup_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

var noError = storetest.NoError

// filled are rows for the tables that storetest.Step12 leaves empty, for both engines. No email is left, so that its id
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
INSERT INTO newsletters (email, email_key, subscribed_at, confirmed_at, topics, token_hash, consent_at, consent) VALUES ('Ann@example.com', 'ann@example.com', 1, 2, '[1]', 'h', 1, '2026-11');
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

// fill makes an empty database one with rows in every table, and opens it.
func fill(t *testing.T, o db.Options) *store.Store {
	t.Helper()
	storetest.Step12(t, o, true)
	upgraded := o
	upgraded.BeforeUpgrade = func(context.Context, *db.DB) error { return nil }
	s := storetest.OpenAt(t, upgraded)
	storetest.Exec(t, o, filled)
	if o.DatabaseURL == "" {
		storetest.Exec(t, o, sqliteBytes)
	} else {
		storetest.Exec(t, o, postgresBytes)
	}
	return s
}

// place is an empty place for a database of an engine.
func place(t *testing.T, engine string) db.Options {
	t.Helper()
	o := db.Options{DataDir: t.TempDir()}
	if engine == "postgres" {
		o.DatabaseURL = storetest.PostgresURL(t)
	}
	return o
}

func disk(t *testing.T) *media.Disk {
	t.Helper()
	files, err := media.OpenDisk(t.TempDir())
	noError(t, err)
	t.Cleanup(func() { files.Close() })
	return files
}

// upload puts a file under the name that its content has, and a row for it.
func upload(t *testing.T, o db.Options, files media.Files, content string) string {
	t.Helper()
	sum := sha256.Sum256([]byte(content))
	name := hex.EncodeToString(sum[:]) + ".jpg"
	noError(t, files.Put(t.Context(), name, []byte(content)))
	storetest.Exec(t, o, fmt.Sprintf("INSERT INTO images (file_name, original_name, data, mime_type, size, uploaded_at) VALUES ('%s', 'a.jpg', '', 'image/jpeg', %d, 1)", name, len(content)))
	return name
}

// written writes a backup of a site into a new folder.
func written(t *testing.T, s *store.Store, files media.Files) backup.Written {
	t.Helper()
	return write(t, backup.Folder{Site: backup.Site{DB: s.DB, Files: files, Program: "test"}, Path: t.TempDir()}, backup.Asked)
}

func restored(t *testing.T, path string, o db.Options, files media.Files) backup.Restored {
	t.Helper()
	done, err := backup.Restore(t.Context(), path, o, files, nil)
	noError(t, err)
	return done
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(backup.Table{})); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// files are the names in a folder.
func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	noError(t, err)
	found := []string{}
	for _, entry := range entries {
		found = append(found, filepath.Base(entry.Name()))
	}
	return found
}
