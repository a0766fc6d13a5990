//go:build unix

package drill

import (
	"sync"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// Two copies of a site both show a change that one has acknowledged, whatever happens to the database.
func TestCopies(t *testing.T) {
	idle := load{products: [2]int{50, 50}}
	read := load{products: [2]int{50, 5_000}, readers: choose(1, 4)}
	written := load{products: [2]int{100, 5_000}, writers: 2}
	after, cached := promise{shown: 2 * time.Second}, promise{shown: time.Second}
	runScenarios(t, []scenario{
		{"SQLite, write lock held", copiesWith(2, sqlite, lockAfterChange), idle, seconds(2, 0), seconds(20, 0), after},
		{"products locked before they are read", copiesWith(2, postgres, lockBeforeRead), idle, seconds(1, 3), seconds(5, 9), after},
		{"PostgreSQL started again", copiesRestarted, idle, seconds(2, 0), seconds(20, 0), after},
		{"connections lost", copiesWith(2, postgres, endConnectionsAfterChange), idle, seconds(3, 0), seconds(20, 0), after},
		{"listener lost", copiesWith(2, postgres, endListenersBeforeChange), idle, seconds(2, 0), seconds(20, 0), after},
		{"copy frozen", copiesWith(2, postgres, freezeCopy), idle, seconds(1, 0.3), seconds(10, 3), after},
		{"visitors, SQLite", copiesWith(2, sqlite, changes(1, 3, 100)), read, seconds(1, 0), seconds(1, 0), cached},
		{"visitors, PostgreSQL", copiesWith(2, postgres, changes(1, 3, 100)), read, seconds(1, 0), seconds(1, 0), cached},
		{"writers, NOTIFY", copiesWith(2, postgres, changes(1, 60, 2_000)), written, seconds(1, 0), seconds(1, 0), promise{shown99: 250 * time.Millisecond}},
		{"writers, no NOTIFY", copiesWithoutNotify, written, seconds(1, 0), seconds(1, 0), promise{shown99: 2 * time.Second}},
	})
}

// copiesRestarted restarts PostgreSQL after a change.
func copiesRestarted(t *testing.T) setup {
	server := storetest.StartServer(t)
	return setup{sites: copies(t, 2, server.URL), inject: func(r *run, round int) (heal func()) {
		r.change(readProduct(0))
		return stop(server)(r, round)
	}}
}

// copiesWithoutNotify have a database without notifications, as behind a proxy that shares connections: pg_notify is found
// in the program's own schema first, and does nothing.
func copiesWithoutNotify(t *testing.T) setup {
	url := postgres(t)
	storetest.Exec(t, store.Options{DatabaseURL: url}, "CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql AS ''")
	return setup{sites: copies(t, 2, url+"&search_path=public,pg_catalog"), inject: changes(10, 60, 2_000)}
}

// changes makes so many changes in batches, each after both copies show the batch before.
func changes(batch, short, long int) fault {
	return func(r *run, _ int) (heal func()) {
		for range choose(short, long) / batch {
			var shown sync.WaitGroup
			for n := range batch {
				r.change(readProduct(n))
				product, since := r.own.products[readProduct(n)], time.Now()
				shown.Go(func() { r.awaitShown(product, since) })
			}
			shown.Wait()
		}
		return func() {}
	}
}

// lockAfterChange locks SQLite for writing until both copies show the change.
func lockAfterChange(r *run, _ int) (heal func()) {
	r.change(readProduct(0))
	release := r.sites[0].lock("BEGIN IMMEDIATE")
	r.awaitShown(r.own.products[readProduct(0)], time.Now())
	return release
}

func endConnectionsAfterChange(r *run, _ int) (heal func()) {
	r.change(readProduct(0))
	r.sites[0].endConnections("")
	return func() {}
}

func endListenersBeforeChange(r *run, _ int) (heal func()) {
	r.sites[0].endConnections("AND query LIKE 'LISTEN %'")
	r.change(readProduct(0))
	return func() {}
}

// endConnections ends the connections to a PostgreSQL database, or some of them.
func (s *site) endConnections(which string) {
	s.t.Helper()
	storetest.Exec(s.t, s.options(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "+which)
}

// freezeCopy stops the second copy during a change.
func freezeCopy(r *run, _ int) (heal func()) {
	r.sites[1].signal(syscall.SIGSTOP)
	r.change(readProduct(0))
	return func() { r.sites[1].signal(syscall.SIGCONT) }
}

// lockBeforeRead takes a lock on the products with the commit of a change, before any copy can read it: the lock waits in line
// while the change waits to write to the audit.
func lockBeforeRead(r *run, _ int) (heal func()) {
	r.t.Helper()
	releaseAudit := r.sites[0].lock("LOCK TABLE audit IN ACCESS EXCLUSIVE MODE")
	changed, locked := make(chan struct{}), make(chan func(), 1)
	go func() {
		defer close(changed)
		r.change(readProduct(0))
	}()
	r.awaitLockWait("audit")
	go func() { locked <- r.sites[0].lock("LOCK TABLE products IN ACCESS EXCLUSIVE MODE") }()
	r.awaitLockWait("products")
	releaseAudit()
	release := <-locked
	<-changed
	return release
}

// awaitLockWait waits until somebody waits for a lock on the table.
func (r *run) awaitLockWait(table string) {
	r.t.Helper()
	eventually(r.t, "somebody waits for "+table, func() bool {
		return queryInt(r.t, r.sites[0], "SELECT count(*) FROM pg_locks WHERE relation = '"+table+"'::regclass AND NOT granted") > 0
	})
}

// Of two copies that run the same schedule, one makes each backup, also while the other stands still.
func TestCopiesSchedule(t *testing.T) {
	parallel(t)
	const every = 10 * time.Second // the least that is allowed; the first one comes as long after the start
	began := time.Now()
	sites := copies(t, 2, storetest.PostgresURL(t), "--backup-every", every.String(), "--backup-keep", "100")
	for _, s := range sites {
		s.start()
	}
	made := 0
	awaitBackups := func(more int) {
		wanted := made + more
		eventually(t, "another scheduled backup", func() bool {
			made = len(sites[0].backups("backup"))
			return made >= wanted
		})
		if most := int(time.Since(began) / every); made > most {
			t.Errorf("%d scheduled backups, want at most %d", made, most)
		}
	}
	awaitBackups(2)
	for n := range choose(0, 4) {
		sites[n%2].signal(syscall.SIGSTOP) // within a backup or not
		awaitBackups(2)
		sites[n%2].signal(syscall.SIGCONT)
	}
	for _, s := range sites {
		s.stop()
	}
}
