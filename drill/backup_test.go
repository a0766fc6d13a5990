package drill

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/store"
)

func TestBackupsUnderWritesAreWholeAndAKilledOneLeavesNothing(t *testing.T) {
	besides(t)
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

func TestWritersHardlyNoticeABackup(t *testing.T) {
	besides(t)
	each(t, func(t *testing.T, s *site) {
		s.fill(rounds(100, 10_000))
		c := s.administrator()
		if *full {
			s.args = append(s.args, "--backup-every", "10s", "--backup-keep", "3") // the first one comes a minute after the start
		}
		s.start()
		pause := func(short, long int) func() {
			return func() { time.Sleep(time.Duration(rounds(short, long)) * time.Second) }
		}
		without := whileWriting(t, c, pause(1, 45))
		pause(0, 15)()
		with := whileWriting(t, c, pause(0, 120))
		busy := whileWriting(t, c, func() {
			for range rounds(1, 20) {
				s.do("", "backup", "--to", filepath.Join(s.place.DataDir, "more"), "--keep", "3")
			}
		})
		figure(t, "a write without backups", without, "–")
		figure(t, "a write, a backup every 10 s", with, "–")
		figure(t, "a write, one backup after the other", busy, "–")
		if *full {
			atMost(t, "p99 more by a backup every 10 s", with.at(0.99)-without.at(0.99), 50*time.Millisecond)
			if entries, err := os.ReadDir(filepath.Join(s.place.DataDir, "backups")); len(entries) != 3 || err != nil {
				t.Errorf("of the backups by the clock %d are kept, %v", len(entries), err)
			}
		}
	})
}

// whileWriting measures what two writers wait for each write while something is done.
func whileWriting(t *testing.T, c *client, do func()) *durations {
	t.Helper()
	writers := newCrew(t, c, 2)
	end := writers.begin(t.Context())
	do()
	for _, err := range end() {
		t.Error(err)
	}
	return &writers.took
}
