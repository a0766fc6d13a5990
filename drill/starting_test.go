//go:build unix

package drill

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// Of copies that start at once, one makes the tables and the others wait.
func TestCopiesFirstStart(t *testing.T) {
	beside(t)
	var ready durations
	for range rounds(1, 10) {
		address := storetest.PostgresURL(t)
		sites := copies(t, address, 4, "--demo")
		startAtOnce(t, sites, &ready)
		for _, s := range sites {
			s.stop()
		}
		what := storetest.Contents(t, store.Options{DatabaseURL: address})
		alone := newSite(t, store.Options{DatabaseURL: storetest.PostgresURL(t)}, "--demo")
		alone.start()
		alone.stop()
		for _, table := range []string{"users", "products", "catalog_version"} {
			if got, want := rowsIn(what, table), rowsIn(storetest.Contents(t, alone.place), table); got != want {
				t.Errorf("four copies have made %d rows of %s, one makes %d", got, table, want)
			}
		}
	}
	figure(t, "four copies ready on an empty database", &ready, "–")
}

// Of copies that start at once, one backs up and upgrades, and the others wait.
func TestCopiesUpgrade(t *testing.T) {
	beside(t)
	var ready durations
	for range rounds(1, 10) {
		place := store.Options{DatabaseURL: storetest.PostgresURL(t)}
		storetest.Released(t, place, true)
		backups := t.TempDir()
		sites := copies(t, place.DatabaseURL, 4, "--backup-dir", backups)
		startAtOnce(t, sites, &ready)
		if written, err := filepath.Glob(filepath.Join(backups, "vitrine-before-upgrade-*.zip")); err != nil || len(written) != 1 {
			t.Errorf("it was backed up %d times, %v", len(written), err)
		}
		upgraded := 0
		for _, s := range sites {
			text, err := os.ReadFile(s.log)
			if err != nil {
				t.Fatal(err)
			}
			upgraded += strings.Count(string(text), "backed up before the tables are upgraded")
			s.stop()
		}
		if upgraded != 1 {
			t.Errorf("%d copies say that they have upgraded it", upgraded)
		}
	}
	figure(t, "four copies ready on a database of the first release", &ready, "–")
}

// startAtOnce starts all of them, waits until all are ready, and adds the times that this took.
func startAtOnce(t *testing.T, sites []*site, ready *durations) {
	t.Helper()
	began := time.Now()
	var all sync.WaitGroup
	for _, s := range sites {
		s.launch()
	}
	for _, s := range sites {
		all.Go(func() {
			if err := s.await(time.Minute); err != nil {
				t.Error(err)
			}
			ready.add(time.Since(began))
		})
	}
	all.Wait()
}

// rowsIn counts a table's rows in what a database holds.
func rowsIn(contents, table string) int {
	return strings.Count("\n"+contents, "\n"+table+": ")
}
