package store_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// many is how many rows each table that grows has where plans are looked at.
const many = 20_000

// growing are the tables that grow, each after those that it refers to, with a statement that makes many rows of the numbers n.i.
var growing = []struct{ table, fill string }{
	{"products", `INSERT INTO products (slug, name, description, use_cases, tags, type, section, website, website_key, logo, logo_color, images,
		video_url, promo_text, display_order, created_at, updated_at, deleted_at, version, changed_in)
		SELECT 'tool-' || i, 'Tool ' || i, 'About', '[]', '[]', 'Free', 'Recommended AI Products', 'https://tool.example/' || i, 'tool.example/' || i, '', '', '[]',
		'', '', 1000 * i, i, i, CASE WHEN i > 19980 THEN i END, 1, i FROM n`},
	{"product_categories", "INSERT INTO product_categories (product_id, position, category_id) SELECT i, 0, 1 + i % 500 FROM n"},
	{"alternative_picks", "INSERT INTO alternative_picks (product_id, alternative_id, position) SELECT i, 1 + i % 19000, CASE WHEN i % 2 = 0 THEN 0 END FROM n"},
	{"product_slugs", "INSERT INTO product_slugs (slug, product_id) SELECT 'former-' || i, i FROM n"},
	{"collection_products", "INSERT INTO collection_products (collection_id, product_id, position, note) SELECT 1 + i % 499, i, i, '' FROM n"},
	{"logo_proposals", `INSERT INTO logo_proposals (product_id, state, host, is_root, website, image, updated_at)
		SELECT i, CASE WHEN i > 19000 THEN 'pending' ELSE 'proposed' END, 'host ' || i / 10, FALSE, 'w', '/uploads/a.jpg', i FROM n`},
	{"audit", `INSERT INTO audit (at, actor, action, object, object_id, version, before, after)
		SELECT i, 'actor ' || i % 50, 'update', 'products', CAST(i AS TEXT), i, '{}', '{}' FROM n`},
	{"visits", "INSERT INTO visits (day, product_id, opens, visits) SELECT 20000 - i / 200, 1 + i % 200, 1, 1 FROM n"},
	{"page_views", "INSERT INTO page_views (day, kind, key, views) SELECT 20000 - i / 200, 'comparison', CAST(i % 200 AS TEXT), 1 FROM n"},
	{"vain_searches", "INSERT INTO vain_searches (key, day, asked) SELECT 'key ' || (i % 5000), 20000 - i / 5000, 1 FROM n"},
	{"vain_search_words", "INSERT INTO vain_search_words (key, words, dismissed) SELECT 'key ' || i, 'words ' || i, 0 FROM n"},
	{"product_submissions", `INSERT INTO product_submissions (product_name, website, website_hash, description, category, type, secret, status, created_at, decided_at)
		SELECT 'Sent ' || i, 'https://sent.example/' || i, 'hash ' || i, 'About', 'Writing', 'Free', 'secret ' || i,
		CASE WHEN i > 19900 THEN 'pending' ELSE 'rejected' END, i, CASE WHEN i <= 19900 THEN i END FROM n`},
	{"emails", `INSERT INTO emails (submission_id, recipient, subject, body, state, next_at, created_at)
		SELECT i, 'ann@example.com', 's', 'b', CASE WHEN i > 19900 THEN 'waiting' WHEN i > 19890 THEN 'sending' ELSE 'refused' END,
		CASE WHEN i > 19890 THEN i END, i FROM n`},
	{"users", `INSERT INTO users (email, email_key, name, password_hash, is_verified, created_at, updated_at)
		SELECT 'reader ' || i, 'reader ' || i, 'Reader', 'h', i <= 19900, i, i FROM n`},
	{"newsletters", `INSERT INTO newsletters (email, email_key, subscribed_at, confirmed_at, unsubscribed_at, topics, token_hash, consent_at, consent)
		SELECT 'reader ' || i, 'reader ' || i, i, CASE WHEN i > 100 THEN i END, CASE WHEN i > 19900 THEN i END, '[1]', 'old token ' || i, i, '2026-11' FROM n`},
	{"newsletter_links", `INSERT INTO newsletter_links (token_hash, subscriber_id, email, topics, cadence, is_used, created_at)
		SELECT 'token ' || i, i, 'reader ' || i, '[1]', 'weekly', i > 100, i FROM n`},
	{"emails", `INSERT INTO emails (issue, subscriber_id, recipient, subject, body, state, next_at, done_at, created_at)
		SELECT 1 + i % 18, i, '', '', '', CASE WHEN i % 18 = 16 AND i > 19000 THEN 'waiting' ELSE 'sent' END, CASE WHEN i % 18 = 16 AND i > 19000 THEN i END, i, i FROM n`},
	{"newsletter_visits", "INSERT INTO newsletter_visits (issue, product_id, visits) SELECT 1 + i / 1000, i % 1000, 1 FROM n"},
	{"favorites", "INSERT INTO favorites (user_id, product_id, created_at) SELECT 21 + i / 20, 1 + i % 10000, i FROM n"},
	{"email_changes", "INSERT INTO email_changes (user_id, email, email_key, expires_at) SELECT 20 + i, 'new ' || i, 'new ' || i, 4000000000000000 + i FROM n"},
	{"sign_ups", "INSERT INTO sign_ups (user_id, browser, email, name, password_hash, code, expires_at, created_at) SELECT 20 + i, '', 'a', '', 'h', 'c', 4000000000000000 + i, 4000000000000000 + i FROM n"},
	{"sessions", `INSERT INTO sessions (hash, user_id, session_epoch, created_at, last_used_at, expires_at)
		SELECT 'session ' || i, 1 + i % 20, 0, i, i, 4000000000000000 + i FROM n`},
	{"images", `INSERT INTO images (file_name, original_name, data, mime_type, size, uploaded_at)
		SELECT 'image-' || i, 'a.png', CAST('x' AS BLOB), 'image/png', 1, i FROM n`},
	{"rate_limits", "INSERT INTO rate_limits (key, times, expires_at) SELECT 'key ' || i, '[]', 4000000000000000 + i FROM n"},
	{"webhook_deliveries", "INSERT INTO webhook_deliveries (id, at) SELECT 'delivery ' || i, 4000000000000000 + i FROM n"},
	{"idempotency_keys", "INSERT INTO idempotency_keys (key, digest, result, created_at) SELECT 'key ' || i, 'd', '{}', 4000000000000000 + i FROM n"},
}

// fillTables gives each table that grows many rows, and those that they refer to some.
func fillTables(t *testing.T, s *store.Store) {
	t.Helper()
	rows := func(count int, statement string) {
		t.Helper()
		if s.Postgres() {
			statement = strings.ReplaceAll(statement, "CAST('x' AS BLOB)", "CAST('x' AS BYTEA)")
		}
		with := fmt.Sprintf("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", count)
		exec(t, s, with+statement)
	}
	rows(500, "INSERT INTO categories (name, name_key, slug) SELECT 'Category ' || i, 'category ' || i, 'category-' || i FROM n")
	rows(499, "INSERT INTO collections (slug, title, introduction, author, created_at, updated_at, version, changed_in) SELECT 'c' || i, 'C', '', '', i, i, 1, i FROM n")
	rows(20, `INSERT INTO users (email, email_key, name, password_hash, is_admin, role, created_at, updated_at)
		SELECT i || '@example.com', i || '@example.com', 'Ann', 'h', TRUE, 'owner', i, i FROM n`)
	rows(20, `INSERT INTO newsletter_issues (number, cadence, status, subject, intro, items, content, scheduled_at, started_at, finished_at)
		SELECT i, CASE WHEN i > 16 THEN 'monthly' ELSE 'weekly' END, CASE WHEN i > 18 THEN 'scheduled' WHEN i = 18 THEN 'stopped' WHEN i = 17 THEN 'sending' ELSE 'sent' END,
		'Issue', '', '[]', '{"sections":[]}', i, CASE WHEN i < 19 THEN i END, CASE WHEN i < 17 THEN i END FROM n`)
	for _, g := range growing {
		rows(many, g.fill)
	}
	rows(1, fmt.Sprintf("UPDATE catalog_version SET version = %d WHERE id = (SELECT i FROM n)", many))
	if s.Postgres() {
		exec(t, s, "ANALYZE")
	}
}

// recorded is a query with its arguments.
type recorded struct {
	query string
	args  []any
}

// plan calls each method of the queries at least once that must find by an index what it reads and writes. What look returns is
// given the results of the method that it names.
type plan struct {
	queries reflect.Type
	call    func(t *testing.T, s *store.Store, look func(method string) func(results ...any))
}

// plans are those of the store's own queries. The test of a feature's queries adds its plan.
var plans = []plan{{reflect.TypeFor[*store.Store](), planStore}}

// Queries read tables that grow by an index.
func TestQueriesUseIndexes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		fillTables(t, s)
		known := slices.Concat(wholeDatabase, withoutTables)
		look := func(method string) func(results ...any) {
			known = append(known, method)
			queries := map[string]recorded{}
			s.OnQuery(func(query string, args []any) { queries[query] = recorded{query, slices.Clone(args)} })
			return func(results ...any) {
				s.OnQuery(nil)
				if err := errOf(results...); err != nil {
					t.Errorf("%s: %v", method, err)
				}
				for _, query := range slices.Sorted(maps.Keys(queries)) {
					for _, table := range fullScans(t, s, queries[query]) {
						if scanned[tableScan{method, table}] == "" {
							t.Errorf("%s reads all of %s:\n%s", method, table, query)
						}
					}
				}
			}
		}
		for _, p := range plans {
			p.call(t, s, look)
		}
		for _, p := range plans {
			for method := range p.queries.Methods() {
				if !slices.Contains(known, method.Name) {
					t.Errorf("no plan of %s is looked at: call it in a plan, or add it to wholeDatabase", method.Name)
				}
			}
		}
	})
}

// withoutPlan are the types of queries that ask no table that grows, or everything.
var withoutPlan = []string{"archive.Queries", "jobs.Queries", "twofactor.Queries"}

// Each feature's queries have a plan.
func TestQueriesHavePlans(t *testing.T) {
	t.Parallel()
	known := slices.Clone(withoutPlan)
	for _, p := range plans {
		known = append(known, p.queries.Elem().String())
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[store.Store]()) {
		if field.Anonymous {
			known = append(known, strings.TrimPrefix(field.Type.String(), "*"))
		}
	}
	declared := regexp.MustCompile(`(?m)^type (\w*Queries) struct`)
	files := storetest.Must(filepath.Glob("../*/*.go"))(t)
	for _, file := range files {
		source := storetest.Must(os.ReadFile(file))(t)
		for _, name := range declared.FindAllStringSubmatch(string(source), -1) {
			if queries := filepath.Base(filepath.Dir(file)) + "." + name[1]; !slices.Contains(known, queries) {
				t.Errorf("no plan of %s is looked at: add one to plans", queries)
			}
		}
	}
}

// explained are the statements that have a plan.
var explained = regexp.MustCompile(`^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b`)

// fullScans are the growing tables that a query reads from end to end.
func fullScans(t *testing.T, s *store.Store, q recorded) []string {
	t.Helper()
	if !explained.MatchString(q.query) {
		return nil
	}
	if s.Postgres() {
		return postgresScans(t, s, q)
	}
	return sqliteScans(t, s, q)
}

// scan is a line of SQLite's plan that is a full scan; it names the table by its alias in the query.
var scan = regexp.MustCompile(`^SCAN (\w+)`)

func sqliteScans(t *testing.T, s *store.Store, q recorded) (found []string) {
	t.Helper()
	rows, err := s.Writer().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+q.query, q.args...)
	if err != nil {
		t.Fatalf("explain %s: %v", q.query, err)
	}
	defer rows.Close()
	isPage := strings.Contains(q.query, "LIMIT")
	var aliases []string
	for rows.Next() {
		var id, parent, unused int64
		var step string
		noError(t, rows.Scan(&id, &parent, &unused, &step))
		isOfFew := slices.ContainsFunc(ofFew, func(index string) bool { return strings.HasSuffix(step, " INDEX "+index) })
		if name := scan.FindStringSubmatch(step); name != nil && !isOfFew {
			aliases = append(aliases, name[1])
		}
		isPage = isPage && !strings.Contains(step, "TEMP B-TREE") // else all is read and put in order before the page is taken
	}
	noError(t, rows.Err())
	if isPage {
		return nil
	}
	for _, g := range growing {
		for _, name := range aliases {
			if name == g.table || regexp.MustCompile(`\b`+g.table+`(?: AS)? `+name+`\b`).MatchString(q.query) {
				found = append(found, g.table)
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

func postgresScans(t *testing.T, s *store.Store, q recorded) []string {
	t.Helper()
	var text string
	if err := s.Writer().QueryRowContext(t.Context(), "EXPLAIN (FORMAT JSON) "+q.query, q.args...).Scan(&text); err != nil {
		t.Fatalf("explain %s: %v", q.query, err)
	}
	var plans []struct{ Plan node }
	noError(t, json.Unmarshal([]byte(text), &plans))
	return plans[0].Plan.scans(false)
}

// ofFew are the indexes of the few rows that wait for something: to read one whole is what it is there for.
var ofFew = []string{"products_deleted_at", "emails_waiting", "emails_sending", "users_unverified"}

// scans are the growing tables that are read whole here or below. What is below a limit ends with it, unless it is sorted first.
func (n node) scans(isPage bool) (found []string) {
	isScan := n.Type == "Seq Scan" || strings.HasPrefix(n.Type, "Index") && n.Cond == "" && !slices.Contains(ofFew, n.Index)
	if isScan && !isPage && slices.ContainsFunc(growing, func(g struct{ table, fill string }) bool { return g.table == n.Relation }) {
		found = append(found, n.Relation)
	}
	for _, below := range n.Plans {
		found = append(found, below.scans((isPage || n.Type == "Limit") && n.Type != "Sort")...)
	}
	return found
}
