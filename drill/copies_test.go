//go:build unix

package drill

import (
	"syscall"
	"testing"
	"time"

	"vitrine/internal/storetest"
)

// Two copies of a site both show a change that one has acknowledged, whatever happens to the database.
func TestCopies(t *testing.T) {
	none := load{products: [2]int{50, 50}}
	read := load{products: [2]int{50, 5_000}, readers: choose(1, 4)}
	written := load{products: [2]int{100, 5_000}, writers: 2}
	after, cached := promise{shown: 2 * time.Second}, promise{shown: time.Second}
	runScenarios(t, []scenario{
		{"SQLite, write lock held", two("", lockAfterChange), none, seconds(2, 0), seconds(20, 0), after},
		{"products locked before they are read", twoOnPostgres(lockBeforeRead), none, seconds(1, 3), seconds(5, 9), after},
		{"PostgreSQL started again", twoOnServer, none, seconds(2, 0), seconds(20, 0), after},
		{"connections lost", twoOnPostgres(endConnectionsAfterChange), none, seconds(3, 0), seconds(20, 0), after},
		{"listener lost", twoOnPostgres(endListenersBeforeChange), none, seconds(2, 0), seconds(20, 0), after},
		{"copy frozen", twoOnPostgres(freezeCopy), none, seconds(1, 0.3), seconds(10, 3), after},
		{"visitors, SQLite", two("", changes(3, 100)), read, seconds(1, 0), seconds(1, 0), cached},
		{"visitors, PostgreSQL", twoOnPostgres(changes(3, 100)), read, seconds(1, 0), seconds(1, 0), cached},
		{"writers, NOTIFY", twoOnPostgres(changes(20, 2_000)), written, seconds(1, 0), seconds(1, 0), promise{shown99: 250 * time.Millisecond}},
		{"writers, no NOTIFY", twoWithoutNotify, written, seconds(1, 0), seconds(1, 0), promise{shown99: 2 * time.Second}},
	})
}

// two is two copies on one database, and a fault that makes the change itself.
func two(url string, inject func(r *run, round int) (heal func())) func(t *testing.T) setup {
	return withFault(func(t *testing.T) []*site { return copies(t, 2, url) }, inject)
}

func twoOnPostgres(inject func(r *run, round int) (heal func())) func(t *testing.T) setup {
	return func(t *testing.T) setup { return two(storetest.PostgresURL(t), inject)(t) }
}

// twoOnServer stops PostgreSQL after a change, in order and by force in turn.
func twoOnServer(t *testing.T) setup {
	server := storetest.StartServer(t)
	return two(server.URL, func(r *run, round int) (heal func()) {
		r.change()
		server.Stop([]syscall.Signal{syscall.SIGINT, syscall.SIGQUIT}[round%2])
		return server.Start
	})(t)
}

// twoWithoutNotify is a database without notifications, as behind a proxy that shares connections: pg_notify is found in the
// program's own schema first, and does nothing.
func twoWithoutNotify(t *testing.T) setup {
	url := storetest.PostgresURL(t)
	storetest.Exec(t, (&site{url: url}).options(), "CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql AS ''")
	return two(url+"&search_path=public,pg_catalog", changes(3, 100))(t)
}

// changes makes so many changes, each after both copies show the one before.
func changes(short, long int) func(r *run, round int) (heal func()) {
	return func(r *run, _ int) (heal func()) {
		for range choose(short, long) {
			r.change()
			r.awaitShown(time.Now())
		}
		return func() {}
	}
}

// lockAfterChange locks SQLite for writing until both copies show the change.
func lockAfterChange(r *run, _ int) (heal func()) {
	r.change()
	release := r.sites[0].lock("BEGIN IMMEDIATE")
	r.awaitShown(time.Now())
	return release
}

func endConnectionsAfterChange(r *run, _ int) (heal func()) {
	r.change()
	r.sites[0].endConnections("")
	return func() {}
}

func endListenersBeforeChange(r *run, _ int) (heal func()) {
	r.sites[0].endConnections("AND query LIKE 'LISTEN %'")
	r.change()
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
	r.change()
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
		r.change()
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
