package drill

import (
	"net/http"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// sqlite and postgres open one copy of the program.
func sqlite(t *testing.T) []*site   { return copies(t, 1, "") }
func postgres(t *testing.T) []*site { return copies(t, 1, storetest.PostgresURL(t)) }

// A program that is killed or told to stop.
func TestProcessEnds(t *testing.T) {
	killed := promise{crashes: true, ready: time.Second}
	writing := load{products: [2]int{300, 10_000}, writers: 6}
	runScenarios(t, []scenario{
		{"kill -9, SQLite", withFault(sqlite, kill), writing, seconds(3, 0), seconds(200, 0), killed},
		{"kill -9, PostgreSQL", withFault(postgres, kill), writing, seconds(3, 0), seconds(100, 0), killed},
		{"SIGTERM", withFault(sqlite, terminate), load{products: [2]int{200, 10_000}, writers: 2, readers: 1, fresh: true, slowUploads: 4},
			seconds(2, 0), seconds(30, 0), promise{ends: true, exit: 15 * time.Second}},
	})
}

// withFault is a setup that is only sites and a fault.
func withFault(sites func(t *testing.T) []*site, inject func(r *run, round int) (heal func())) func(t *testing.T) setup {
	return func(t *testing.T) setup { return setup{sites: sites(t), inject: inject} }
}

func kill(r *run, _ int) (heal func()) {
	r.sites[0].kill()
	return r.sites[0].launch
}

// terminate sends SIGTERM after the slow uploads have begun.
func terminate(r *run, _ int) (heal func()) {
	time.Sleep(time.Second)
	r.exits.add(r.sites[0].stop())
	return r.sites[0].launch
}

// forgotten waits until PostgreSQL has ended the connections of a program that was killed: until then it may still do what
// that program has asked for.
func (s *site) forgotten() {
	s.t.Helper()
	if s.url == "" || s.killed.IsZero() {
		return
	}
	eventually(s.t, "PostgreSQL has ended the connections of a killed program", func() bool {
		return queryInt(s.t, s, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'vitrine' AND backend_start < $1", s.killed) == 0
	})
}

// Of copies that start at once, one makes the tables, the administrator and the demo catalogue of an empty database, and one
// backs up and upgrades an old one.
func TestFirstStart(t *testing.T) {
	parallel(t)
	var ready durations
	startAll := func(url string, n int, args ...string) (first *site) {
		sites := copies(t, n, url, args...)
		began := time.Now()
		for _, s := range sites {
			s.launch()
		}
		for _, s := range sites {
			s.awaitReady(http.StatusOK)
		}
		ready.add(time.Since(began))
		for _, s := range sites {
			s.stop()
		}
		return sites[0]
	}
	rows := func(s *site) (counts [3]int) {
		for i, table := range []string{"users", "products", "catalog_version"} {
			counts[i] = queryInt(t, s, "SELECT count(*) FROM "+table)
		}
		return counts
	}
	want := rows(startAll(storetest.PostgresURL(t), 1, "--demo"))
	for range choose(1, 10) {
		if got := rows(startAll(storetest.PostgresURL(t), 4, "--demo")); got != want || slices.Contains(want[:], 0) {
			t.Errorf("four copies made %v rows of users, products and the version; one makes %v", got, want)
		}
		url := storetest.PostgresURL(t)
		storetest.Step12(t, store.Options{DatabaseURL: url}, true)
		old := startAll(url, 4)
		if backups, err := filepath.Glob(filepath.Join(old.dir, "backups", "vitrine-before-upgrade-*.zip")); err != nil || len(backups) != 1 {
			t.Errorf("an old database was backed up as %v, %v; want one backup", backups, err)
		}
	}
	figure(t, "four copies ready", &ready, "–")
}
