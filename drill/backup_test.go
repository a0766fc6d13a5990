package drill

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
