//go:build unix

package drill

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// Another process locks the database.
func TestDatabaseLocked(t *testing.T) {
	busy := load{products: [2]int{200, 10_000}, writers: 6, readers: 1}
	signedIn := load{products: [2]int{50, 5_465}, signedIn: choose(3, 10)}
	locked := promise{refused: true}
	prompt := promise{signedIn99: 100 * time.Millisecond}
	short, long := seconds(1, 0), seconds(3, 25)
	runScenarios(t, []scenario{
		{"SQLite, by a writer", copiesWith(1, sqlite, lockedBy("BEGIN IMMEDIATE")), busy, short, long, locked},
		{"PostgreSQL, a row", copiesWith(1, postgres, lockedBy("SELECT version FROM catalog_version FOR UPDATE")), busy, short, long, locked},
		{"PostgreSQL, tables", copiesWith(1, postgres, lockedBy("LOCK TABLE catalog_version, products IN ACCESS EXCLUSIVE MODE")), busy, short, long, locked},
		{"signed-in reads, SQLite", sessionsLocked(sqlite, "BEGIN IMMEDIATE"), signedIn, seconds(1, 2), seconds(1, 25), prompt},
		{"signed-in reads, PostgreSQL, rows", sessionsLocked(postgres, "SELECT hash FROM sessions FOR UPDATE"), signedIn, seconds(1, 2), seconds(1, 25), prompt},
		{"signed-in reads, PostgreSQL, tables", sessionsLocked(postgres, "LOCK TABLE sessions, tokens IN EXCLUSIVE MODE"), signedIn, seconds(1, 2), seconds(1, 25), prompt},
	})
}

func lockedBy(statement string) fault {
	return func(r *run, _ int) (heal func()) { return r.sites[0].lock(statement) }
}

// sessionsLocked locks the database when the sessions of the readers are an hour old. They have to be extended afterwards.
func sessionsLocked(database newDatabase, statement string) func(t *testing.T) setup {
	const hour = "3600000000" // in microseconds
	return func(t *testing.T) setup {
		return setup{sites: copies(t, 1, database(t)),
			inject: func(r *run, _ int) (heal func()) {
				s := r.sites[0]
				storetest.Exec(t, s.options(), "UPDATE sessions SET last_used_at = last_used_at - "+hour+", expires_at = expires_at - "+hour)
				r.reads.signedIn.reset() // only reads under the lock count
				return s.lock(statement)
			},
			after: func(r *run) {
				for _, c := range r.signedIn {
					eventually(t, "a session is extended", func() bool {
						var me struct{ Expires time.Time }
						err := c.call("GET", "/api/auth/me", nil, http.StatusOK, &me)
						return err == nil && time.Until(me.Expires) > 24*time.Hour-2*time.Minute
					})
				}
			}}
	}
}

// queryInt returns the number that a query of the site's database gives.
func queryInt(t testing.TB, s *site, query string, args ...any) (n int) {
	t.Helper()
	db := storetest.Connect(t, s.options())
	defer db.Close()
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// lock takes a lock on the site's database, which the returned function releases.
func (s *site) lock(statement string) (release func()) {
	s.t.Helper()
	if s.url != "" {
		statement = "BEGIN; " + statement
	}
	db := storetest.Connect(s.t, s.options())
	conn, err := db.Conn(s.t.Context())
	if err == nil {
		_, err = conn.ExecContext(s.t.Context(), statement)
	}
	if err != nil {
		s.t.Fatalf("%s: %v", statement, err)
	}
	return func() {
		_, err := conn.ExecContext(context.WithoutCancel(s.t.Context()), "ROLLBACK")
		if err := errors.Join(err, conn.Close(), db.Close()); err != nil {
			s.t.Errorf("release the lock: %v", err)
		}
	}
}

// PostgreSQL restarts, freezes, cannot be reached, or is replaced by its standby.
func TestPostgreSQL(t *testing.T) {
	busy := load{products: [2]int{50, 5_000}, writers: 2, readers: 1, signedIn: 1}
	away := promise{signedIn: answeredWithin}
	refused := promise{refused: true, signedIn: answeredWithin}
	runScenarios(t, []scenario{
		{"stopped", serverStopped, busy, seconds(2, 0.1), seconds(10, 3), refused},
		{"frozen", serverFrozen, busy, seconds(1, 12), seconds(1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 75), away},
		{"packets lost", packetsLost, busy, seconds(1, 12), seconds(1, 45, 150), refused},
		{"standby promoted", standbyPromoted, busy, seconds(1, 0.1), seconds(1, 5), refused},
	})
}

// serverStopped stops PostgreSQL. The program continues to run and reports that it is not ready.
func serverStopped(t *testing.T) setup {
	server := storetest.StartServer(t)
	return setup{sites: copies(t, 1, server.URL),
		inject: stop(server),
		during: func(r *run) { r.sites[0].awaitReady(http.StatusServiceUnavailable) },
	}
}

// stop stops PostgreSQL, in turn by a fast and by an immediate shutdown.
func stop(server *storetest.Server) fault {
	return func(_ *run, round int) (heal func()) {
		server.Stop([]syscall.Signal{syscall.SIGINT, syscall.SIGQUIT}[round%2])
		return server.Start
	}
}

// serverFrozen freezes all processes of PostgreSQL: connections stay open and get no answer.
func serverFrozen(t *testing.T) setup {
	server := storetest.StartServer(t)
	return setup{sites: copies(t, 1, server.URL), inject: func(*run, int) (heal func()) {
		server.Freeze()
		return server.Thaw
	}}
}

// standbyPromoted stops the primary, which first sends all commits to the standby, and promotes the standby. The site's URL
// names both servers.
func standbyPromoted(t *testing.T) setup {
	primary := storetest.StartServer(t)
	standby := primary.Standby()
	address, err := url.Parse(primary.URL)
	noError(t, err)
	_, host, _ := strings.Cut(standby.URL, "host=")
	address.RawQuery += url.QueryEscape(",") + host + "&target_session_attrs=read-write"
	return setup{sites: copies(t, 1, address.String()), inject: func(*run, int) (heal func()) {
		primary.Stop(syscall.SIGINT)
		return standby.Promote
	}}
}
