package drill

import (
	"net/http"
	"slices"
	"testing"
	"time"
)

// A program that is killed or told to stop.
func TestProcessEnds(t *testing.T) {
	killed := promise{crashes: true, ready: time.Second}
	writing := load{products: [2]int{300, 10_000}, writers: 6}
	runScenarios(t, []scenario{
		{"kill -9, SQLite", copiesWith(1, sqlite, kill), writing, seconds(3, 0), seconds(200, 0), killed},
		{"kill -9, PostgreSQL", copiesWith(1, postgres, kill), writing, seconds(3, 0), seconds(100, 0), killed},
		{"SIGTERM", copiesWith(1, sqlite, terminate), load{products: [2]int{200, 10_000}, writers: 2, readers: 1, fresh: true, slowUploads: 4},
			seconds(2, 0), seconds(30, 0), promise{ends: true, exit: 15 * time.Second}},
	})
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

// awaitDisconnected waits until PostgreSQL has ended the connections of a killed program, which may still execute statements.
func (s *site) awaitDisconnected() {
	s.t.Helper()
	if s.url == "" || s.killed.IsZero() {
		return
	}
	eventually(s.t, "PostgreSQL has ended the connections of a killed program", func() bool {
		return queryInt(s.t, s, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'vitrine' AND backend_start < $1", s.killed) == 0
	})
}

// Of copies that start at once on an empty database, one makes the tables, the administrator and the demo catalogue.
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
	want := rows(startAll(postgres(t), 1, "--demo"))
	for range choose(1, 10) {
		if got := rows(startAll(postgres(t), 4, "--demo")); got != want || slices.Contains(want[:], 0) {
			t.Errorf("four copies made %v rows of users, products and the version; one makes %v", got, want)
		}
	}
	figure(t, "four copies ready", &ready, "–")
}
