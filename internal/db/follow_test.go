package db_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// follow follows the store until the test ends, and gives the last version that was heard.
func follow(t *testing.T, s *store.Store) *atomic.Int64 {
	t.Helper()
	var heard atomic.Int64
	heard.Store(-1)
	followWith(t, s, func(_ context.Context, version int64) error { heard.Store(version); return nil })
	return &heard
}

// followWith follows the store until the test ends.
func followWith(t *testing.T, s *store.Store, changed func(ctx context.Context, version int64) error) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- s.Follow(t.Context(), changed) }() // which ends before the cleanup
	t.Cleanup(func() { noError(t, <-done) })
}

// Follow begins with the version as it is, and another process hears of a write.
func TestFollowOtherProcess(t *testing.T) {
	t.Parallel()
	storetest.EachDatabase(t, func(t *testing.T, o db.Options) {
		writing, reading := storetest.OpenAt(t, o), storetest.OpenAt(t, o)
		if reading.Postgres() {
			reading.Poll(time.Hour) // what is heard was said
		}
		create(t, writing, draft("One"))
		heard := follow(t, reading)
		eventually(t, "the first version", func() bool { return heard.Load() == 1 })
		if writing.Postgres() {
			waitForListeners(t, writing, 1)
		}
		for version := int64(2); version <= 6; version++ {
			create(t, writing, draft("One"))
			eventually(t, "word of the write", func() bool { return heard.Load() == version })
		}
	})
}

// waitForListeners waits until that many connections listen.
func waitForListeners(t *testing.T, s *store.Store, want int) {
	t.Helper()
	eventually(t, "listening", func() bool { return len(listeners(t, s)) == want })
}

// listeners are the server's processes whose last word was LISTEN.
func listeners(t *testing.T, s *store.Store) []int {
	t.Helper()
	var found []int
	noError(t, s.Read(t.Context(), "list the listeners", func(ctx context.Context, tx db.Tx) (err error) {
		found, err = db.Collect(ctx, tx, db.Column[int],
			"SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %' AND state = 'idle'")
		return err
	}))
	return found
}

func TestFollowOnServer(t *testing.T) {
	onPostgres(t, map[string]func(t *testing.T, address string){
		"connects again after the connection was lost, and hears of writes again": func(t *testing.T, address string) {
			o := db.Options{DatabaseURL: address}
			s := storetest.OpenAt(t, o)
			s.Poll(time.Hour) // what is heard was said
			heard := follow(t, s)
			waitForListeners(t, s, 1)
			lost := listeners(t, s)[0]
			exec(t, s.Writer(), "SELECT pg_terminate_backend($1)", lost)
			eventually(t, "a new listener", func() bool {
				found := listeners(t, s)
				return len(found) == 1 && found[0] != lost
			})
			create(t, s, draft("One"))
			eventually(t, "word of the write", func() bool { return heard.Load() == 1 })
		},
		"outlives silence": func(t *testing.T, address string) {
			conn := must(pgx.Connect(t.Context(), address))(t)
			defer conn.Close(context.Background())
			noError(t, errOf(conn.Exec(t.Context(), "LISTEN vitrine_catalog")))
			heard := make(chan error, 1)
			go func() { heard <- db.WaitForNotification(t.Context(), conn, 20*time.Millisecond) }()
			s := storetest.OpenAt(t, db.Options{DatabaseURL: address})
			time.Sleep(150 * time.Millisecond) // several silences
			create(t, s, draft("One"))
			select {
			case err := <-heard:
				noError(t, err)
			case <-time.After(time.Minute):
				t.Error("nothing was heard after silence")
			}
		},
	})
}

// Follow ends with its context, and leaves nothing running.
func TestFollowCanceled(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, end := context.WithCancel(t.Context())
		done := make(chan error, 1)
		began := make(chan struct{}, 1)
		go func() {
			done <- s.Follow(ctx, func(context.Context, int64) error { began <- struct{}{}; return nil })
		}()
		<-began
		if s.Postgres() {
			waitForListeners(t, s, 1)
		}
		end()
		select {
		case err := <-done:
			noError(t, err)
		case <-time.After(time.Minute):
			t.Fatal("follow did not end")
		}
		eventually(t, "no goroutine of it left", func() bool {
			stacks := make([]byte, 1<<20)
			text := string(stacks[:runtime.Stack(stacks, true)])
			return !strings.Contains(text, "db.(*DB).Follow") && !strings.Contains(text, "db.(*DB).keepListening") &&
				!strings.Contains(text, "WaitForNotification")
		})
		if s.Postgres() {
			waitForListeners(t, s, 0)
		}
	})
}

func TestFollowRetries(t *testing.T) {
	t.Run("until the locked catalogue was read, without another write", func(t *testing.T) {
		o := db.Options{DatabaseURL: storetest.PostgresURL(t)}
		s := storetest.OpenAt(t, o)
		create(t, s, draft("One"))
		lock := must(s.Writer().BeginTx(t.Context(), nil))(t)
		defer lock.Rollback() //nolint:errcheck // it is over already
		exec(t, lock, "LOCK TABLE products IN ACCESS EXCLUSIVE MODE")
		failed, shown := make(chan error, 100), make(chan int, 1)
		followWith(t, s, func(ctx context.Context, _ int64) error {
			shot, err := s.All(ctx)
			if err != nil {
				failed <- err
				return err
			}
			shown <- len(shot.Products)
			return nil
		})
		wantFault(t, <-failed, fault.Unavailable)
		noError(t, lock.Rollback())
		same(t, "products", <-shown, 1)
	})
	t.Run("a version that fails for another reason, and passes on a newer one at once", func(t *testing.T) {
		storetest.Each(t, func(t *testing.T, s *store.Store) {
			create(t, s, draft("One"))
			var tries atomic.Int64
			last := make(chan int64, 1)
			followWith(t, s, func(_ context.Context, version int64) error {
				tries.Add(1)
				if version < 2 {
					return errors.New("this version cannot be read")
				}
				last <- version
				return nil
			})
			eventually(t, "the second try", func() bool { return tries.Load() == 2 })
			create(t, s, draft("Two"))
			same(t, "version", <-last, int64(2))
		})
	})
}

func TestRetryRest(t *testing.T) {
	unavailable := fmt.Errorf("read: %w", fault.New(fault.Unavailable, "Locked."))
	other := errors.New("no such column")
	for _, c := range []struct {
		name             string
		err              error
		last, took, want time.Duration
	}{
		{"rests a second after a lock was waited for in vain", unavailable, 0, 2 * time.Second, time.Second},
		{"rests no longer after many of them", unavailable, time.Second, 2 * time.Second, time.Second},
		{"rests longer after a slow try", unavailable, time.Second, 20 * time.Second, 5 * time.Second},
		{"begins with a second", other, 0, 0, time.Second},
		{"doubles", other, 4 * time.Second, 0, 8 * time.Second},
		{"rests at most half a minute", other, 16 * time.Second, 0, 30 * time.Second},
		{"rests at most half a minute after a slow try", unavailable, 0, 5 * time.Minute, 30 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			same(t, "its rest", db.RetryDelay(c.err, c.last, c.took), c.want)
		})
	}
}
