package drill

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/store"
)

// writers change tools of a site, each one after a pause, until they are stopped. They measure what they wait.
type writers struct {
	lock  sync.Mutex
	waits *durations
	stop  func()
}

// writing starts writers. An answer that is no success fails the drill.
func (s *site) writing(c *client) *writers {
	const writing, pause = 4, 20 * time.Millisecond
	ctx, cancel := context.WithCancel(s.t.Context())
	w, all := &writers{waits: &durations{}}, c.products(s.t)
	var running sync.WaitGroup
	ids := make([]int64, 0, len(all))
	for id := range all {
		ids = append(ids, id)
	}
	for i := range writing {
		running.Go(func() {
			for ctx.Err() == nil {
				one := all[ids[(rand.N(len(ids))/writing*writing+i)%len(ids)]]
				w.write(s.t, c, one)
				time.Sleep(pause)
			}
		})
	}
	w.stop = func() { cancel(); running.Wait() }
	return w
}

func (w *writers) write(t testing.TB, c *client, p catalog.Product) {
	p.Version, p.Description = 0, "Changed at "+time.Now().String() // the last one wins
	began := time.Now()
	_, err := c.update(context.WithoutCancel(t.Context()), p)
	if took := time.Since(began); err == nil {
		w.lock.Lock()
		defer w.lock.Unlock()
		w.waits.add(took)
		return
	}
	t.Errorf("a write: %v", err)
}

// during measures what the writers wait while something is done.
func (w *writers) during(do func()) *durations {
	measured := &durations{}
	w.lock.Lock()
	w.waits = measured
	w.lock.Unlock()
	do()
	w.lock.Lock()
	defer w.lock.Unlock()
	w.waits = &durations{}
	return measured
}

func TestBackupsUnderWritesAreWholeAndAKilledOneLeavesNothing(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		s.fill(rounds(100, 10_000))
		c := s.administrator()
		s.start()
		w, folder := s.writing(c), filepath.Join(t.TempDir(), "backups")
		words := []string{"backup", "--to", folder}
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
		w.stop()
		s.stop()
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if !strings.HasPrefix(entry.Name(), "vitrine-backup-") {
				t.Errorf("%s is left", entry.Name())
			}
			there := newSite(t, store.Options{})
			there.do("", "restore", filepath.Join(folder, entry.Name()))
			there.whole()
		}
		figure(t, "a backup takes", round(usual), "–")
		figure(t, "killed while they ran", killed, "–")
		figure(t, "restored, and found whole", len(entries), "each")
	})
}

func TestWritersHardlyNoticeABackup(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		s.fill(rounds(100, 10_000))
		c := s.administrator()
		if *full {
			s.args = append(s.args, "--backup-every", "10s", "--backup-keep", "3") // the first one comes a minute after the start
		}
		s.start()
		w := s.writing(c)
		pause := func(short, long int) func() {
			return func() { time.Sleep(time.Duration(rounds(short, long)) * time.Second) }
		}
		without := w.during(pause(1, 50))
		pause(0, 15)()
		with := w.during(pause(0, 120))
		busy := w.during(func() {
			for range rounds(1, 20) {
				s.do("", "backup", "--to", filepath.Join(s.place.DataDir, "more"), "--keep", "3")
			}
		})
		w.stop()
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
