package drill

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// many adds so many products and lines of the audit to the tables of the first release, for both engines.
const many = `
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %[1]d)
INSERT INTO products (slug, name, description, use_cases, tags, type, section, website, website_key, logo, logo_color, images, video_url,
    is_featured, has_landing_page, has_deal, promo_text, display_order, created_at, updated_at, deleted_at, version, changed_in)
SELECT 'many-' || i, 'Many ' || i, 'One of many.', '', '[]', 'Free', 'Our Products', 'https://many.example/' || i, 'many.example/' || i, '', '', '[]', '',
    FALSE, FALSE, FALSE, '', 0, 1700000000000000, 1700000000000000, NULL, 1, 41 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %[1]d)
INSERT INTO audit (at, actor, action, object, object_id, version, before, after)
SELECT i, 'ann@example.com', 'create', 'products', '1', 1, NULL, '{"name":"Many"}' FROM n;`

// old makes a site's database one of the first release.
func (s *site) old() {
	s.t.Helper()
	storetest.Released(s.t, s.place, true)
	storetest.Exec(s.t, s.place, fmt.Sprintf(many, rounds(500, 5_000)))
}

// upgraded is what the tables hold, but for the administrator whom the first start makes and what was done by the clock.
func (s *site) upgraded() string {
	s.t.Helper()
	var lines []string
	for line := range strings.Lines(storetest.Contents(s.t, s.place, "users", "rate_limits", "leases")) {
		if !strings.HasPrefix(line, "audit: ") || !strings.Contains(line, `"users"`) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// putBy are the backups that were made before the tables were changed, the oldest first.
func (s *site) putBy() []string {
	s.t.Helper()
	found, err := filepath.Glob(filepath.Join(s.place.DataDir, "backups", "vitrine-before-upgrade-*.zip"))
	if err != nil {
		s.t.Fatal(err)
	}
	return found
}

// A migration that is killed is completed by the next start.
func TestMigrationKilled(t *testing.T) {
	beside(t)
	usual, whole := map[string]time.Duration{}, map[string]string{}
	var starts durations
	killed := 0
	for i := range rounds(1, 20) + 1 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			each(t, func(t *testing.T, s *site) {
				s.old()
				if i == 0 {
					usual[s.engine()] = s.start()
					s.stop()
					whole[s.engine()] = s.upgraded()
					return
				}
				for range 3 {
					s.launch()
					time.Sleep(rand.N(usual[s.engine()]))
					s.kill()
					killed++
				}
				starts.add(s.start())
				s.stop()
				if s.upgraded() != whole[s.engine()] {
					t.Error("what a killed migration and the next start made is not what one start makes")
				}
				if len(s.putBy()) == 0 {
					t.Fatal("nothing was put by before")
				}
				again := newSite(t, store.Options{})
				again.do("", "restore", s.putBy()[0])
				again.start()
				again.stop()
				if again.upgraded() != whole["SQLite"] {
					t.Error("what was put by and brought up to date is not what was there")
				}
			})
		})
	}
	figure(t, "kills", killed, "–")
	figure(t, "the next start is ready after", starts.String(), "–")
	figure(t, "usual start with the migration, SQLite and PostgreSQL", []time.Duration{round(usual["SQLite"]), round(usual["PostgreSQL"])}, "–")
}
