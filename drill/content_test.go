package drill

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// content is all that a site shows, with its images.
type content struct {
	*archive.Content
	images string // folder
}

// newContent makes products whose names begin with a word; the first ones have logos of 20 kB.
func newContent(t testing.TB, word string, products, logos int) content {
	t.Helper()
	at := time.UnixMicro(1_700_000_000_000_000).UTC()
	c := content{&archive.Content{Content: records.Content{Kinds: store.Kinds()}}, t.TempDir()}
	var categories []catalog.WholeCategory
	var list []catalog.Product
	for i := range 20 {
		categories = append(categories, catalog.WholeCategory{OldNames: []string{}, OldSlugs: []string{},
			Category: catalog.Category{ID: int64(i + 1), Name: fmt.Sprint(word, " ", i), Slug: fmt.Sprint(word, "-group-", i)}})
	}
	random := rand.NewChaCha8([32]byte([]byte(fmt.Sprintf("%-32.32s", word))))
	for i := range products {
		p := newProduct(fmt.Sprint(word, " ", i))
		p.ID, p.Slug, p.CreatedAt, p.UpdatedAt, p.Categories = int64(i+1), fmt.Sprint(word, "-", i), at, at, []string{categories[i%20].Name}
		p.Description = strings.TrimSpace(strings.Repeat(p.Description+" ", 5))
		if i == 0 {
			p.Website = "https://same.example/" // the same tool in all contents: what belongs to it stays
		}
		if i < logos {
			image := append([]byte("\xff\xd8\xff"), make([]byte, 20_000)...)
			_, _ = random.Read(image[3:]) // it never fails
			p.Logo = media.Path + media.NameOf(image)
			noError(t, os.WriteFile(filepath.Join(c.images, media.NameOf(image)), image, 0o600))
		}
		list = append(list, p)
	}
	records.SetList(&c.Content.Content, "categories", categories)
	records.SetList(&c.Content.Content, "products", list)
	return c
}

// Open opens an image.
func (c content) Open(_ context.Context, name string) (io.ReadSeekCloser, error) {
	return os.Open(filepath.Join(c.images, name))
}

// Names of exports: everything, and the tools alone.
const everything, tools = "all.zip", "tools.csv"

// fill imports this content into a site.
func (s *site) fill(c content) {
	s.t.Helper()
	var file bytes.Buffer
	missing, err := archive.Export(s.t.Context(), &file, "", c.Content, c, func(int, int) {})
	if err != nil || len(missing) > 0 {
		s.t.Fatal(missing, err)
	}
	s.do("", "import", fileWith(s.t, everything, file.Bytes()))
}

// newProduction returns a site with this content.
func newProduction(t testing.TB, url string, c content) *site {
	t.Helper()
	s := newSite(t, url)
	s.fill(c)
	return s
}

// fileWith writes a file and returns its path.
func fileWith(t testing.TB, name string, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	noError(t, os.WriteFile(path, text, 0o600))
	return path
}

// exported returns an export of the site, which is the same for the same content.
func (s *site) exported(name string) []byte {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), name)
	s.do("", "export", path)
	file, err := os.ReadFile(path)
	noError(s.t, err)
	return file
}

// file returns the path of the site's SQLite database.
func (s *site) file() string { return filepath.Join(s.dir, "vitrine.db") }

// imported are the tables that a sync or an import may write: the content, its history, and what belongs to uploads.
var imported = []string{"products", "product_categories", "product_slugs", "collections", "collection_products", "categories", "category_names", "category_slugs", "social_media_links",
	"logo_settings", "legal_pages", "alternative_picks", "comparison_verdicts", "site_settings", "images", "audit", "audit_files", "catalog_version", "sync_runs"}

// private returns what is in the other tables, which no sync or import may change.
func (s *site) private() string {
	s.t.Helper()
	return storetest.Contents(s.t, s.options(), imported...)
}

// privateRows are rows of those tables, for both engines. What they say of products is about the first, which no content
// replaces by another, or one that does not exist.
const privateRows = `
INSERT INTO users (email, email_key, name, password_hash, is_admin, role, created_at, updated_at) VALUES ('Ann@example.com', 'ann@example.com', 'Ann <b>', '$argon2id$x', TRUE, 'owner', 1, 2);
INSERT INTO rate_limits VALUES ('ann@example.com', '[1]', 1);
INSERT INTO leases VALUES ('trash', 'r', 1, 2, 3, TRUE, 'Why');
INSERT INTO notices VALUES ('job:trash', 1, 3);
INSERT INTO visits VALUES (20000, 1, 9223372036854775807, 0), (19999, 77777, 1, 1);
INSERT INTO page_views VALUES (20000, 'comparison', '1,77777', 3), (19999, 'collection', '1', 1);
INSERT INTO product_submissions (product_name, website, website_hash, description, category, type, secret, created_at, product_id, status) VALUES ('S', 'https://s.example', 'h', 'd', 'c', 'Free', 's', 1, 1, 'approved');
INSERT INTO webhook_deliveries VALUES ('d', 1);
INSERT INTO favorites (user_id, product_id, created_at) VALUES (1, 1, 1);
INSERT INTO newsletters (email, email_key, subscribed_at, confirmed_at, topics, token_hash, consent_at, consent) VALUES ('Ann@example.com', 'ann@example.com', 1, 2, '[1]', 'h', 1, '2026-11');
INSERT INTO newsletter_links VALUES ('l', 1, 'Ann@example.com', '[1]', 'weekly', TRUE, 1);
INSERT INTO newsletter_drafts VALUES ('weekly', 'Subject <b>', 'Intro', '[]', 1);
INSERT INTO newsletter_issues (number, cadence, status, subject, intro, items) VALUES (1, 'weekly', 'sent', 'Subject', '', '[]');
INSERT INTO newsletter_visits VALUES (1, 1, 3);
INSERT INTO logo_proposals VALUES (1, 'proposed', 'a.example', TRUE, 'https://a.example', '/uploads/a.jpg', '#112233', 'https://a.example/i.png', '', 1);
INSERT INTO logo_runs VALUES (1, 'paused', 'ann', 1, 0, FALSE);
INSERT INTO import_images VALUES (1, 'https://old.example/a.png', 'old.example', 'failed', 'ann', 1, 3, 2, 'The website answered with status 404.');
INSERT INTO webhook_notices VALUES (1, 2, 3, 4, 5, 6, 7);
INSERT INTO emails (submission_id, recipient, subject, body, created_at) VALUES (1, 'ann@example.com', 's', 'b', 1);`

// accessRows are private rows that no restore brings back.
const accessRows = `
INSERT INTO sessions (hash, user_id, session_epoch, created_at, last_used_at, expires_at) VALUES ('ff', 1, 0, 1, 2, 3), ('00', 1, 0, 1, 2, 3);
INSERT INTO tokens (hash, user_id, name, scope, session_epoch, created_at) VALUES ('aa', 1, 'nightly', 'read', 0, 1);`

// backupWithPrivateRows adds private rows to the site and returns the path of a backup.
func (s *site) backupWithPrivateRows() string {
	s.t.Helper()
	storetest.Exec(s.t, s.options(), privateRows)
	path := filepath.Join(s.t.TempDir(), "site.zip")
	s.do("", "backup", "--to", path)
	return path
}
