package drill

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/store"
)

// Backups under writes are whole, and one that is killed leaves nothing.
func TestBackupsUnderWrites(t *testing.T) {
	beside(t)
	each(t, func(t *testing.T, s *site) {
		s.fill(rounds(100, 10_000))
		c := s.administrator()
		s.start()
		writers, folder := newCrew(t, c, 4), filepath.Join(t.TempDir(), "backups")
		end, words := writers.begin(t.Context()), []string{"backup", "--to", folder}
		usual := timed(func() { s.do("", words...) })
		killed := 0
		for range rounds(2, 20) {
			began := time.Now()
			if s.cutOff(usual, words...) {
				killed++
			}
			s.do("", words...)
			if *full {
				time.Sleep(time.Until(began.Add(10 * time.Second)))
			}
		}
		for _, err := range end() {
			t.Error(err)
		}
		writers.judge(t).figures(t)
		s.stop()
		figure(t, "a backup takes", round(usual), "–")
		figure(t, "killed while they ran", killed, "–")
		figure(t, "restored, and found whole", restoreAll(t, folder), "each")
	})
}

// restoreAll restores each backup of a folder, in which nothing else may be, and has what came of it checked. It gives how many.
func restoreAll(t *testing.T, folder string) int {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), "vitrine-backup-") {
			t.Errorf("%s is left", entry.Name())
			continue
		}
		s := newSite(t, store.Options{})
		s.do("", "restore", filepath.Join(folder, entry.Name()))
		s.whole()
	}
	return len(entries)
}

// A backup hardly delays the writes beside it.
func TestBackupWriteLatency(t *testing.T) {
	beside(t)
	each(t, func(t *testing.T, s *site) {
		s.fill(rounds(100, 10_000))
		c := s.administrator()
		if *full {
			s.args = append(s.args, "--backup-every", "10s", "--backup-keep", "3")
		}
		var without, with, busy durations
		for range rounds(1, 2) { // in turn, as what else the machine does changes with time
			const first = time.Minute // after the start the first one comes
			ready := s.start()
			whileWriting(t, c, &without, func() { time.Sleep(time.Duration(rounds(1, 40)) * time.Second) })
			if *full {
				time.Sleep(first - ready - 40*time.Second)
				whileWriting(t, c, &with, func() { time.Sleep(first) })
			}
			whileWriting(t, c, &busy, func() {
				for range rounds(1, 10) {
					s.do("", "backup", "--to", filepath.Join(s.place.DataDir, "more"), "--keep", "3")
				}
			})
			s.stop()
		}
		figure(t, "a write without backups", &without, "–")
		figure(t, "a write, one backup after the other", &busy, "–")
		if *full {
			figure(t, "a write, a backup every 10 s", &with, "–")
			atMost(t, "p99 more by a backup every 10 s", with.at(0.99)-without.at(0.99), 50*time.Millisecond)
			if found, err := filepath.Glob(filepath.Join(s.place.DataDir, "backups", "vitrine-backup-*.zip")); len(found) != 3 || err != nil {
				t.Errorf("of the backups by the clock %d are kept, %v", len(found), err)
			}
		}
	})
}

// whileWriting measures what two writers wait for each write while something is done.
func whileWriting(t *testing.T, c *client, waits *durations, do func()) {
	t.Helper()
	writers := newCrew(t, c, 2)
	end := writers.begin(t.Context())
	do()
	for _, err := range end() {
		t.Error(err)
	}
	for _, took := range writers.took.times {
		waits.add(took)
	}
}
