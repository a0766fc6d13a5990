package db_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// nothing is work that does nothing.
func nothing(context.Context) error { return nil }

// Only one at a time has a lock.
func TestLockExclusive(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o db.Options) {
		one, other := storetest.OpenAt(t, o), storetest.OpenAt(t, o)
		failed := errors.New("failed")
		held, err := one.WithLock(t.Context(), "a", func(context.Context) error {
			if held, err := other.WithLock(t.Context(), "a", nothing); held || err != nil {
				t.Errorf("two hold it at once: %t, %v", held, err)
			}
			if held, err := other.WithLock(t.Context(), "b", nothing); !held || err != nil {
				t.Errorf("another name: %t, %v", held, err)
			}
			return failed
		})
		if !held || !errors.Is(err, failed) {
			t.Errorf("held: %t, %v", held, err)
		}
		for _, s := range []*store.Store{other, one} {
			if held, err := s.WithLock(t.Context(), "a", nothing); !held || err != nil {
				t.Errorf("afterwards: %t, %v", held, err)
			}
		}
	})
}

// ownLocks are the named locks of the test's own database: pg_locks lists those of all databases of the server.
const ownLocks = "pg_locks JOIN pg_database ON pg_locks.database = pg_database.oid WHERE datname = current_database() AND classid = 1447646293"

func TestLockOfServer(t *testing.T) {
	onPostgres(t, map[string]func(t *testing.T, address string){
		"ends the work when it is lost": func(t *testing.T, address string) {
			o := db.Options{DatabaseURL: address}
			one, other := storetest.OpenAt(t, o), storetest.OpenAt(t, o)
			one.HeartbeatEvery(10 * time.Millisecond)
			held, err := one.WithLock(t.Context(), "a", func(ctx context.Context) error {
				// As the server does with the connection of one that is stalled.
				storetest.Exec(t, o, "SELECT pg_terminate_backend(pid) FROM "+ownLocks)
				<-ctx.Done()
				eventually(t, "another has it", func() bool { // the holder may see the end of its connection before the server has let go
					held, err := other.WithLock(t.Context(), "a", nothing)
					noError(t, err)
					return held
				})
				return ctx.Err()
			})
			if !held || err == nil || !strings.Contains(err.Error(), "was lost") {
				t.Errorf("held: %t, %v", held, err)
			}
		},
		"of a stalled process ends after a time": func(t *testing.T, address string) {
			o := db.Options{DatabaseURL: address}
			s := storetest.OpenAt(t, o)
			s.HeartbeatEvery(time.Hour) // a heartbeat would be the last word instead
			_, err := s.WithLock(t.Context(), "a", func(context.Context) error {
				left := value[string](t, s.Reader(), "SELECT query FROM pg_stat_activity WHERE pid IN (SELECT pid FROM "+ownLocks+")")
				if !strings.Contains(left, "idle_session_timeout = '60s'") {
					t.Errorf("the last word on the holder's connection was %q", left)
				}
				return nil
			})
			noError(t, err)
			same(t, "timeout of a connection of the pool", value[string](t, s.Reader(), "SHOW idle_session_timeout"), "0")
		},
	})
}
