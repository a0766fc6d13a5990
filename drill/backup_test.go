package drill

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// Backups that are made under writes can be restored, and one that is killed leaves nothing.
func TestBackup(t *testing.T) {
	busy := load{products: [2]int{100, 10_000}, writers: 4}
	runScenarios(t, []scenario{
		{"killed, SQLite", backupKilled(sqlite), busy, seconds(2, 0), seconds(20, 10), promise{}},
		{"killed, PostgreSQL", backupKilled(postgres), busy, seconds(2, 0), seconds(20, 10), promise{}},
	})
}

// backupKilled kills a backup at a random moment, and then makes one.
func backupKilled(database newDatabase) func(t *testing.T) setup {
	return func(t *testing.T) setup {
		sites := copies(t, 1, database(t))
		folder := filepath.Join(t.TempDir(), "backups")
		backup := func() { sites[0].do("", "backup", "--to", folder) }
		killed := 0
		return setup{sites: sites,
			inject: func(r *run, _ int) (heal func()) {
				if sites[0].killCommand(timed(backup), "backup", "--to", folder) {
					killed++
				}
				backup()
				return func() {}
			},
			after: func(*run) {
				figure(t, "backups killed", killed, "–")
				figure(t, "restored and checked", restoreAll(t, folder), "each")
			}}
	}
}

// restoreAll restores each backup of a folder, which may have nothing else in it, and checks the result. It returns how many.
func restoreAll(t *testing.T, folder string) int {
	t.Helper()
	entries, err := os.ReadDir(folder)
	noError(t, err)
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), "vitrine-backup-") {
			t.Errorf("%s is left", entry.Name())
			continue
		}
		s := newSite(t, "")
		s.do("", "restore", filepath.Join(folder, entry.Name()))
		s.check()
	}
	return len(entries)
}

// A scheduled backup hardly delays the writes beside it.
func TestBackupWriteLatency(t *testing.T) {
	parallel(t)
	onEachDatabase(t, func(t *testing.T, database newDatabase) {
		s := newSite(t, database(t))
		r := &run{scenario: scenario{load: load{products: [2]int{100, 10_000}, writers: 2}}, setup: setup{sites: []*site{s}}, t: t}
		r.start()
		measure := func(took *durations, do func()) {
			for _, w := range r.writers {
				w.took = took
			}
			stop := r.beginWriting()
			do()
			for _, err := range stop() {
				t.Error(err)
			}
		}
		restart := func(args ...string) {
			s.stop()
			s.args = args
			s.start()
		}
		var without, scheduled, constant durations
		for range choose(1, 2) { // in turn, as other work on the machine changes with time
			measure(&without, func() { time.Sleep(choose(time.Second, 40*time.Second)) })
			measure(&constant, func() {
				for range choose(1, 10) {
					s.do("", "backup", "--to", filepath.Join(s.dir, "more"), "--keep", "3")
				}
			})
			restart("--backup-every", "10s", "--backup-keep", "3")
			measure(&scheduled, func() { time.Sleep(choose(time.Second, time.Minute)) })
			restart()
		}
		r.verify()
		r.total.print(t)
		figure(t, "a write without backups", &without, "–")
		figure(t, "a write, one backup after the other", &constant, "–")
		figure(t, "a write, a backup every 10 s", &scheduled, "–")
		atMost(t, "p99 more by a backup every 10 s", scheduled.at(0.99)-without.at(0.99), 50*time.Millisecond)
		if found := s.backups("backup"); *full && len(found) != 3 {
			t.Errorf("the scheduled backups are %v, want 3", found)
		}
	})
}

// backups returns the paths of the site's backups of a kind.
func (s *site) backups(kind string) []string {
	s.t.Helper()
	found, err := filepath.Glob(filepath.Join(s.dir, "backups", "vitrine-"+kind+"-*.zip"))
	noError(s.t, err)
	return found
}

// manyRows adds products and audit entries to the tables of the first released version, for both engines.
const manyRows = `
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %[1]d)
INSERT INTO products (slug, name, description, use_cases, tags, type, section, website, website_key, logo, logo_color, images, video_url,
    is_featured, has_landing_page, has_deal, promo_text, display_order, created_at, updated_at, deleted_at, version, changed_in)
SELECT 'many-' || i, 'Many ' || i, 'One of many.', '', '[]', 'Free', 'Our Products', 'https://many.example/' || i, 'many.example/' || i, '', '', '[]', '',
    FALSE, FALSE, FALSE, '', 0, 1700000000000000, 1700000000000000, NULL, 1, 41 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %[1]d)
INSERT INTO audit (at, actor, action, object, object_id, version, before, after)
SELECT i, 'ann@example.com', 'create', 'products', '1', 1, NULL, '{"name":"Many"}' FROM n;`

// A start that upgrades the database and is killed is completed by the next start, and the backup before it leads to the
// same rows.
func TestMigrationKilled(t *testing.T) {
	parallel(t)
	var onSQLite string // what the tables hold after an undisturbed start on SQLite, which runs first
	onEachDatabase(t, func(t *testing.T, database newDatabase) {
		oldSite := func() *site {
			s := newSite(t, database(t))
			storetest.Step12(t, s.options(), true)
			storetest.Exec(t, s.options(), fmt.Sprintf(manyRows, choose(500, 5_000)))
			return s
		}
		undisturbed := oldSite()
		usual := undisturbed.start()
		undisturbed.stop()
		want := undisturbed.rows()
		if undisturbed.url == "" {
			onSQLite = want
		}
		var starts durations
		for range choose(1, 20) {
			s := oldSite()
			for range 3 {
				s.launch()
				time.Sleep(rand.N(usual))
				s.kill()
			}
			starts.add(s.start())
			s.stop()
			if s.rows() != want {
				t.Error("after killed starts the rows differ from those after one undisturbed start")
			}
			backups := s.backups("before-upgrade")
			if len(backups) == 0 {
				t.Fatal("nothing was backed up before the upgrade")
			}
			restored := newSite(t, "")
			restored.do("", "restore", backups[0])
			restored.start()
			restored.stop()
			if restored.rows() != onSQLite {
				t.Error("the restored and upgraded backup has other rows")
			}
		}
		figure(t, "the next start is ready after", &starts, "–")
		figure(t, "a start that upgrades", usual, "–")
	})
}

// rows returns what the tables hold, without the administrator whom the first start makes and what scheduled jobs write.
func (s *site) rows() string {
	s.t.Helper()
	var lines []string
	for line := range strings.Lines(storetest.Contents(s.t, s.options(), "users", "rate_limits", "leases")) {
		if !strings.HasPrefix(line, "audit: ") || !strings.Contains(line, `"users"`) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}
