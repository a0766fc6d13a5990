package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/account"
	"vitrine/internal/audit"
	"vitrine/internal/catalog"
	"vitrine/internal/idempotency"
	"vitrine/internal/jobs"
	"vitrine/internal/media"
	"vitrine/internal/mirror"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
	"vitrine/internal/visits"
)

// many is how many rows each table that grows has where plans are looked at.
const many = 20_000

// growing fills the tables that grow, each by a statement that makes many rows out of the numbers n.i.
var growing = map[string]string{
	"products": `INSERT INTO products (slug, name, description, use_cases, tags, type, section, website, website_key, logo, logo_color, images,
		video_url, promo_text, display_order, created_at, updated_at, deleted_at, version, changed_in)
		SELECT 'tool-' || i, 'Tool ' || i, 'About', '[]', '[]', 'Free', 'Recommended AI Products', 'https://tool.example/' || i, 'tool.example/' || i, '', '', '[]',
		'', '', 1000 * i, i, i, CASE WHEN i > 19980 THEN i END, 1, i FROM n`,
	"product_categories": "INSERT INTO product_categories (product_id, position, category_id) SELECT i, 0, 1 + i % 500 FROM n",
	"audit": `INSERT INTO audit (at, actor, action, object, object_id, version, before, after)
		SELECT i, 'actor ' || i % 50, 'update', 'products', CAST(i AS TEXT), i, '{}', '{}' FROM n`,
	"visits": "INSERT INTO visits (day, product_id, opens, visits) SELECT 20000 - i / 200, 1 + i % 200, 1, 1 FROM n",
	"product_submissions": `INSERT INTO product_submissions (product_name, website, website_hash, description, category, type, secret, status, created_at, decided_at)
		SELECT 'Sent ' || i, 'https://sent.example/' || i, 'hash ' || i, 'About', 'Writing', 'Free', 'secret ' || i,
		CASE WHEN i > 19900 THEN 'pending' ELSE 'rejected' END, i, CASE WHEN i <= 19900 THEN i END FROM n`,
	"letters": `INSERT INTO letters (submission_id, recipient, subject, body, next_at, created_at)
		SELECT i, 'ann@example.com', 's', 'b', CASE WHEN i > 19900 THEN i END, i FROM n`,
	"sessions": `INSERT INTO sessions (hash, user_id, session_epoch, created_at, last_used_at, expires_at)
		SELECT 'session ' || i, 1 + i % 20, 0, i, i, 4000000000000000 + i FROM n`,
	"images": `INSERT INTO images (file_name, original_name, data, mime_type, size, uploaded_at)
		SELECT 'image-' || i, 'a.png', CAST('x' AS BLOB), 'image/png', 1, i FROM n`,
	"uses":               "INSERT INTO uses (key, times, forget_at) SELECT 'key ' || i, '[]', 4000000000000000 + i FROM n",
	"webhook_deliveries": "INSERT INTO webhook_deliveries (id, at) SELECT 'delivery ' || i, 4000000000000000 + i FROM n",
	"idempotency_keys":   "INSERT INTO idempotency_keys (key, digest, result, created_at) SELECT 'key ' || i, 'd', '{}', 4000000000000000 + i FROM n",
}

// inOrder are the tables that grow, each after those that it refers to.
var inOrder = []string{"products", "product_categories", "audit", "visits", "product_submissions", "letters", "sessions", "images", "uses",
	"webhook_deliveries", "idempotency_keys"}

// fillTables gives each table that grows many rows, and those that they refer to some.
func fillTables(t *testing.T, s *store.Store) {
	t.Helper()
	rows := func(count int, statement string) {
		t.Helper()
		if s.OnPostgres() {
			statement = strings.ReplaceAll(statement, "CAST('x' AS BLOB)", "CAST('x' AS BYTEA)")
		}
		with := fmt.Sprintf("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", count)
		if _, err := s.Writer().ExecContext(t.Context(), with+statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	rows(500, "INSERT INTO categories (name, name_key, slug) SELECT 'Category ' || i, 'category ' || i, 'category-' || i FROM n")
	rows(20, `INSERT INTO users (email, email_key, name, password_hash, is_admin, created_at, updated_at)
		SELECT i || '@example.com', i || '@example.com', 'Ann', 'h', TRUE, i, i FROM n`)
	for _, table := range inOrder {
		rows(many, growing[table])
	}
	rows(1, fmt.Sprintf("UPDATE catalog_version SET version = %d WHERE id = (SELECT i FROM n)", many))
	if s.OnPostgres() {
		if _, err := s.Writer().ExecContext(t.Context(), "ANALYZE"); err != nil {
			t.Fatal(err)
		}
	}
}

// calls is one call at least of each of the store's methods that must find by an index what it reads and writes.
var calls = []struct {
	method string
	do     func(ctx context.Context, s *store.Store) error
}{
	{"AddSocialLink", func(ctx context.Context, s *store.Store) error {
		_, err := s.AddSocialLink(ctx, "w", site.SocialLink{Platform: "p", URL: "https://example.com"})
		return err
	}},
	{"AddSubmission", func(ctx context.Context, s *store.Store) error {
		_, err := s.AddSubmission(ctx, "192.0.2.1", 100, sent("Brush"))
		return err
	}},
	{"AddVisits", func(ctx context.Context, s *store.Store) error {
		return s.AddVisits(ctx, []visits.Count{{Product: 7, Day: 20_000, Tally: visits.Tally{Opens: 1}}})
	}},
	{"ApproveSubmission", func(ctx context.Context, s *store.Store) error {
		_, err := s.ApproveSubmission(ctx, "w", many, draft("Approved"), aLetter)
		return err
	}},
	{"Audit", func(ctx context.Context, s *store.Store) error {
		var failed []error
		for _, q := range []audit.Query{{}, {Before: 500}, {Object: "products"}, {Object: "products", ObjectID: "77"}, {Action: "update"}, {Actor: "actor 7"}} {
			_, err := s.Audit(ctx, q)
			failed = append(failed, err)
		}
		return errors.Join(failed...)
	}},
	{"BeginRun", func(ctx context.Context, s *store.Store) error {
		_, err := s.BeginRun(ctx, mirror.Run{By: "w", Cause: mirror.Manual})
		return err
	}},
	{"ChangeProducts", func(ctx context.Context, s *store.Store) error {
		yes := true
		_, _, err := s.ChangeProducts(ctx, "w", []int64{11, 12}, catalog.BulkChange{HasDeal: &yes, AddCategories: []string{"Category 9"}})
		if err != nil {
			return err
		}
		_, _, err = s.ChangeProducts(ctx, "w", []int64{13, 14}, catalog.BulkChange{Delete: true})
		return err
	}},
	{"ChangeSocialLink", func(ctx context.Context, s *store.Store) error {
		no := false
		_, err := s.ChangeSocialLink(ctx, "w", 1, site.SocialChange{IsActive: &no})
		return err
	}},
	{"ChangeTurn", func(ctx context.Context, s *store.Store) error {
		return s.ChangeTurn(ctx, "job", func(turn *jobs.Turn, now time.Time) bool { turn.Run, turn.Began = "r", now; return true })
	}},
	{"Changes", func(ctx context.Context, s *store.Store) error {
		_, err := s.Changes(ctx, many-5)
		return err
	}},
	{"CreateProduct", func(ctx context.Context, s *store.Store) error {
		if _, err := s.CreateProduct(ctx, "w", draft("Created", "Category 3", "New")); err != nil {
			return err
		}
		_, err := s.CreateProduct(idempotency.With(ctx, idempotency.Key{Hash: "h", Digest: "d"}), "w", draft("Created"))
		return err
	}},
	{"CreateToken", func(ctx context.Context, s *store.Store) error {
		return s.CreateToken(ctx, "w", "hash", account.Token{UserID: 1, Name: "t", Scope: "read"})
	}},
	{"DeleteCategory", func(ctx context.Context, s *store.Store) error {
		p, err := s.CreateProduct(ctx, "w", draft("Alone", "Lonely"))
		if err != nil {
			return err
		}
		if err := s.DeleteProduct(ctx, "w", p.ID); err != nil {
			return err
		}
		var id int64
		if err := s.Writer().QueryRowContext(ctx, "SELECT id FROM categories WHERE slug = 'lonely'").Scan(&id); err != nil {
			return err
		}
		return s.DeleteCategory(ctx, "w", id)
	}},
	{"DeleteProduct", func(ctx context.Context, s *store.Store) error { return s.DeleteProduct(ctx, "w", 16) }},
	{"DeleteSubmission", func(ctx context.Context, s *store.Store) error { return s.DeleteSubmission(ctx, "w", 300) }},
	{"EmailsWaiting", func(ctx context.Context, s *store.Store) error {
		_, err := s.EmailsWaiting(ctx)
		return err
	}},
	{"StartSession", func(ctx context.Context, s *store.Store) error {
		return s.StartSession(ctx, "w", account.Session{Hash: "new", UserID: 1, CreatedAt: noon, LastUsedAt: noon, ExpiresAt: noon.Add(time.Hour)}, 5, []string{"session 7"})
	}},
	{"EndSession", func(ctx context.Context, s *store.Store) error { return s.EndSession(ctx, "w", "session 8") }},
	{"EndRun", func(ctx context.Context, s *store.Store) error {
		_, err := s.EndRun(ctx, mirror.Run{ID: 1, By: "w", Cause: mirror.Manual})
		return err
	}},
	{"ForgetExpired", func(ctx context.Context, s *store.Store) error { return s.ForgetExpired(ctx) }},
	{"ForgetSubmissions", func(ctx context.Context, s *store.Store) error {
		_, err := s.ForgetSubmissions(ctx, "w", time.UnixMicro(50))
		return err
	}},
	{"Image", func(ctx context.Context, s *store.Store) error {
		_, err := s.Image(ctx, "image-7")
		return err
	}},
	{"NextLetter", func(ctx context.Context, s *store.Store) error {
		_, _, err := s.NextLetter(ctx, time.Minute)
		return err
	}},
	{"LetterFailed", func(ctx context.Context, s *store.Store) error { return s.LetterFailed(ctx, many-2, time.Minute) }},
	{"LetterSent", func(ctx context.Context, s *store.Store) error { return s.LetterSent(ctx, many-3) }},
	{"MergeCategory", func(ctx context.Context, s *store.Store) error {
		_, err := s.MergeCategory(ctx, "w", 2, 3)
		return err
	}},
	{"NextNotice", func(ctx context.Context, s *store.Store) error {
		_, _, err := s.NextNotice(ctx, mirror.Timing{Lease: time.Minute})
		return err
	}},
	{"NoticeFailed", func(ctx context.Context, s *store.Store) error { return s.NoticeFailed(ctx, time.Minute) }},
	{"NoticeTold", func(ctx context.Context, s *store.Store) error { return s.NoticeTold(ctx, 1) }},
	{"NoteUses", func(ctx context.Context, s *store.Store) error {
		return s.NoteUses(ctx, []account.Session{{Hash: "session 9", LastUsedAt: noon, ExpiresAt: noon}}, []account.Token{{ID: 1, LastUsedAt: noon}})
	}},
	{"Owed", func(ctx context.Context, s *store.Store) error {
		_, err := s.Owed(ctx)
		return err
	}},
	{"ProductVisits", func(ctx context.Context, s *store.Store) error {
		_, err := s.ProductVisits(ctx, 7, 19_970, 20_000)
		return err
	}},
	{"PruneVisits", func(ctx context.Context, s *store.Store) error { return s.PruneVisits(ctx, 19_905) }},
	{"PurgeTrash", func(ctx context.Context, s *store.Store) error {
		_, err := s.PurgeTrash(ctx, "w")
		return err
	}},
	{"Record", func(ctx context.Context, s *store.Store) error {
		return s.Record(ctx, "w", audit.Event{Action: "login", Object: "users", ObjectID: "1"})
	}},
	{"RecordUpload", func(ctx context.Context, s *store.Store) error {
		return s.RecordUpload(ctx, "w", media.Image{FileName: "image-9", OriginalName: "a.png", MimeType: "image/png"})
	}},
	{"Rehash", func(ctx context.Context, s *store.Store) error {
		return s.Rehash(ctx, account.Known{User: account.User{ID: 1}, PasswordHash: "h"}, "h1")
	}},
	{"RejectSubmission", func(ctx context.Context, s *store.Store) error {
		_, err := s.RejectSubmission(ctx, "w", many-1, "no", aLetter)
		return err
	}},
	{"RenameCategory", func(ctx context.Context, s *store.Store) error {
		_, err := s.RenameCategory(ctx, "w", 4, "Renamed")
		return err
	}},
	{"ReorderProducts", func(ctx context.Context, s *store.Store) error {
		_, err := s.ReorderProducts(ctx, "w", []catalog.Placement{{ID: 21, DisplayOrder: 22}, {ID: 22, DisplayOrder: 21}})
		return err
	}},
	{"ReorderSocialLinks", func(ctx context.Context, s *store.Store) error {
		_, err := s.ReorderSocialLinks(ctx, "w", []site.Placement{{ID: 1, DisplayOrder: 3}})
		return err
	}},
	{"DeleteSocialLink", func(ctx context.Context, s *store.Store) error { return s.DeleteSocialLink(ctx, "w", 1) }},
	{"UpdateProduct", func(ctx context.Context, s *store.Store) error {
		_, err := s.UpdateProduct(ctx, "w", 31, 1, draft("Tool 31, changed", "Category 5"))
		return err
	}},
	{"RestoreProduct", func(ctx context.Context, s *store.Store) error {
		entries, err := s.Audit(ctx, audit.Query{Object: "products", ObjectID: "31"})
		if err != nil {
			return err
		}
		_, err = s.RestoreProduct(ctx, "w", 31, entries[0].ID, audit.Before)
		return err
	}},
	{"RevokeToken", func(ctx context.Context, s *store.Store) error { return s.RevokeToken(ctx, "w", 1, "t") }},
	{"Runs", func(ctx context.Context, s *store.Store) error {
		_, err := s.Runs(ctx, 10)
		return err
	}},
	{"SaveImage", func(ctx context.Context, s *store.Store) error {
		_, err := s.SaveImage(ctx, "w", media.Image{FileName: "new.png", OriginalName: "a.png", MimeType: "image/png", Size: 1})
		return err
	}},
	{"SaveLegalPage", func(ctx context.Context, s *store.Store) error {
		_, _, err := s.SaveLegalPage(ctx, "w", site.LegalPage{Type: site.PrivacyPolicy, Title: "t", Content: "c"})
		return err
	}},
	{"SaveLogo", func(ctx context.Context, s *store.Store) error {
		_, _, err := s.SaveLogo(ctx, "w", site.Logo{Type: site.MainLogo, Name: "n", FileName: "f.png", FileData: "d", MimeType: "image/png"})
		return err
	}},
	{"DeleteLogo", func(ctx context.Context, s *store.Store) error { return s.DeleteLogo(ctx, "w", 1) }},
	{"Session", func(ctx context.Context, s *store.Store) error {
		_, _, err := s.Session(ctx, "session 10")
		return err
	}},
	{"SetDisabled", func(ctx context.Context, s *store.Store) error {
		return s.SetDisabled(ctx, "w", account.User{ID: 5}, true)
	}},
	{"SetPassword", func(ctx context.Context, s *store.Store) error {
		return s.SetPassword(ctx, "w", account.Known{User: account.User{ID: 6}, PasswordHash: "h"}, "h2", nil)
	}},
	{"Settings", func(ctx context.Context, s *store.Store) error {
		_, err := s.Settings(ctx)
		return err
	}},
	{"SubmissionBySecret", func(ctx context.Context, s *store.Store) error {
		_, err := s.SubmissionBySecret(ctx, "secret of Brush")
		return err
	}},
	{"TakeDelivery", func(ctx context.Context, s *store.Store) error {
		_, err := s.TakeDelivery(ctx, "d")
		return err
	}},
	{"Token", func(ctx context.Context, s *store.Store) error {
		if err := s.CreateToken(ctx, "w", "hash 2", account.Token{UserID: 2, Name: "t2", Scope: "read"}); err != nil {
			return err
		}
		_, _, err := s.Token(ctx, "hash 2")
		return err
	}},
	{"Tokens", func(ctx context.Context, s *store.Store) error {
		_, err := s.Tokens(ctx)
		return err
	}},
	{"Trash", func(ctx context.Context, s *store.Store) error {
		_, err := s.Trash(ctx)
		return err
	}},
	{"Undo", func(ctx context.Context, s *store.Store) error {
		if err := s.DeleteProduct(ctx, "w", 41); err != nil {
			return err
		}
		version, err := s.Version(ctx)
		if err != nil {
			return err
		}
		_, err = s.Undo(ctx, "w", version)
		return err
	}},
	{"UserByEmail", func(ctx context.Context, s *store.Store) error {
		_, err := s.UserByEmail(ctx, "3@example.com")
		return err
	}},
	{"Users", func(ctx context.Context, s *store.Store) error {
		_, err := s.Users(ctx)
		return err
	}},
	{"Uses", func(ctx context.Context, s *store.Store) error {
		return s.Uses(ctx, []string{"key 7"}, time.Hour, func(uses [][]time.Time) error { return nil })
	}},
	{"VisitCounts", func(ctx context.Context, s *store.Store) error {
		_, err := s.VisitCounts(ctx, 19_999)
		return err
	}},
	{"VisitedDays", func(ctx context.Context, s *store.Store) error {
		_, err := s.VisitedDays(ctx, 19_999)
		return err
	}},
	{"VisitedProducts", func(ctx context.Context, s *store.Store) error {
		_, err := s.VisitedProducts(ctx, 19_999)
		return err
	}},
	{"Whereabouts", func(ctx context.Context, s *store.Store) error {
		_, err := s.Whereabouts(ctx, "https://tool.example/7")
		return err
	}},
}

// wholeReaders are the store's methods that may read a table whole, each with the reason.
var wholeReaders = map[string]string{
	"Check":          "the whole database is what it checks",
	"Content":        "the whole catalogue is what it gives",
	"CreateUser":     "SQLite plans to look for broken references to a new user, and does so only where there are any",
	"Dump":           "the whole database is what it gives",
	"ImportProducts": "rows are matched with all products by slug, website and name",
	"MoveProduct":    "a place is one among all products",
	"RemoveOrphans":  "an image is named by any product, or by none",
	"ReplaceContent": "the whole catalogue is compared",
	"Snapshot":       "the whole catalogue is what it gives",
	"Submissions":    "those of each status are counted",
	"Uploads":        "the pictures that any product names are what it gives",
}

// withoutTables are the store's methods that ask no table that grows.
var withoutTables = []string{"AfterCommit", "Close", "Follow", "Hold", "Ping", "Place", "Pools", "SettingsVersion", "Version",
	"AnswerWithin", "Asked", "OnPostgres", "Poll", "Reader", "Rebind", "SignEvery", "Writer"}

// asked is one query with what it was asked with.
type asked struct {
	query string
	args  []any
}

func TestQueriesReadTablesThatGrowByAnIndex(t *testing.T) {
	t.Parallel()
	known := append(slices.Collect(maps.Keys(wholeReaders)), withoutTables...)
	for _, call := range calls {
		known = append(known, call.method)
	}
	for method := range reflect.TypeFor[*store.Store]().Methods() {
		if !slices.Contains(known, method.Name) {
			t.Errorf("no plan of %s is looked at: add it to calls, or to those that may read a table whole", method.Name)
		}
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		fillTables(t, s)
		for _, call := range calls {
			queries := map[string]asked{}
			s.Asked(func(query string, args []any) { queries[query] = asked{query, slices.Clone(args)} })
			err := call.do(t.Context(), s)
			s.Asked(nil)
			if err != nil {
				t.Errorf("%s: %v", call.method, err)
			}
			for _, query := range slices.Sorted(maps.Keys(queries)) {
				if scans := wholeReads(t, s, queries[query]); len(scans) > 0 {
					t.Errorf("%s reads all of %s:\n%s", call.method, strings.Join(scans, ", "), query)
				}
			}
		}
	})
}

// explained are the statements that have a plan.
var explained = regexp.MustCompile(`^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b`)

// wholeReads are the growing tables of which a query reads every row.
func wholeReads(t *testing.T, s *store.Store, q asked) []string {
	t.Helper()
	if !explained.MatchString(q.query) {
		return nil
	}
	if s.OnPostgres() {
		return postgresScans(t, s, q)
	}
	return sqliteScans(t, s, q)
}

// scan is a line of SQLite's plan that reads all of what it names by the query's alias.
var scan = regexp.MustCompile(`^SCAN (\w+)`)

func sqliteScans(t *testing.T, s *store.Store, q asked) (found []string) {
	t.Helper()
	rows, err := s.Writer().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+q.query, q.args...)
	if err != nil {
		t.Fatalf("explain %s: %v", q.query, err)
	}
	defer rows.Close()
	isPage := strings.Contains(q.query, "LIMIT")
	var whole []string
	for rows.Next() {
		var id, parent, unused int64
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		if name := scan.FindStringSubmatch(step); name != nil {
			whole = append(whole, name[1])
		}
		isPage = isPage && !strings.Contains(step, "TEMP B-TREE") // else all is read and put in order before the page is taken
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if isPage {
		return nil
	}
	for table := range growing {
		for _, name := range whole {
			if name == table || regexp.MustCompile(`\b`+table+`(?: AS)? `+name+`\b`).MatchString(q.query) {
				found = append(found, table)
			}
		}
	}
	return found
}

// node is a step of PostgreSQL's plan.
type node struct {
	Type     string `json:"Node Type"`
	Relation string `json:"Relation Name"`
	Index    string `json:"Index Name"`
	Cond     string `json:"Index Cond"`
	Plans    []node
}

func postgresScans(t *testing.T, s *store.Store, q asked) []string {
	t.Helper()
	var text string
	if err := s.Writer().QueryRowContext(t.Context(), "EXPLAIN (FORMAT JSON) "+q.query, q.args...).Scan(&text); err != nil {
		t.Fatalf("explain %s: %v", q.query, err)
	}
	var plans []struct{ Plan node }
	if err := json.Unmarshal([]byte(text), &plans); err != nil {
		t.Fatal(err)
	}
	return plans[0].Plan.scans(false)
}

// ofFew are the indexes of the few rows that wait for something: to read one whole is what it is there for.
var ofFew = []string{"products_deleted_at", "letters_next"}

// scans are the growing tables that are read whole here or below. What is below a limit ends with it, unless it is sorted first.
func (n node) scans(isPage bool) (found []string) {
	isScan := n.Type == "Seq Scan" || strings.HasPrefix(n.Type, "Index") && n.Cond == "" && !slices.Contains(ofFew, n.Index)
	if growing[n.Relation] != "" && isScan && !isPage {
		found = append(found, n.Relation)
	}
	for _, below := range n.Plans {
		found = append(found, below.scans((isPage || n.Type == "Limit") && n.Type != "Sort")...)
	}
	return found
}
