package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// PostgreSQL ties an advisory lock to a connection. The holder pings the server; if a stalled holder stops pinging, the
// server ends its connection, which frees the lock.
const (
	heartbeatEvery  = 10 * time.Second
	heartbeatAnswer = 30 * time.Second // a busy server may take that long; the holder still gives up before the lock is free
	lockLifetime    = "60s"            // without a heartbeat
)

// Lock for creating and upgrading a database. A process waits long for another one, which may write a backup first.
const (
	upgradeLock  = "upgrade"
	upgradeWait  = time.Hour
	upgradeRetry = 20 * time.Millisecond
)

var errLockLost = errors.New("the connection to the database that held the lock was lost")

// withUpgradeLock runs work under the upgrade lock and waits for another process that has it. On a system without file
// locks a site has only one process, and work runs without the lock.
func (d *opener) withUpgradeLock(ctx context.Context, work func(ctx context.Context) error) error {
	deadline := time.After(upgradeWait)
	for {
		held, err := d.WithLock(ctx, upgradeLock, work)
		if held {
			return err
		}
		if errors.Is(err, errors.ErrUnsupported) {
			return work(ctx)
		}
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return Explain("wait for another process that upgrades the database", ctx.Err())
		case <-deadline:
			return Explain("wait for another process that upgrades the database", context.DeadlineExceeded)
		case <-time.After(upgradeRetry):
		}
	}
}

// WithLock runs work while this process alone, of all that share the database, has a lock: a file lock with SQLite, an
// advisory lock with PostgreSQL. It does not wait: if another process has the lock, held is false and work did not run.
// The context of work ends when the lock is lost. The lock ends with the process and, unlike a row of the table leases,
// needs no write: work may itself hold the writer for minutes, as a sync and an upgrade do.
func (d *DB) WithLock(ctx context.Context, name string, work func(ctx context.Context) error) (held bool, err error) {
	if d.dialect.postgres {
		return advisoryLock{d, name}.with(ctx, work)
	}
	lock := flock.New(filepath.Join(d.dir, "."+name+".lock"))
	if held, err = lock.TryLock(); !held {
		return false, Explain("take the lock "+name, err)
	}
	defer lock.Unlock() //nolint:errcheck // nothing was written to the file
	return true, work(ctx)
}

// advisoryLock is a lock of PostgreSQL.
type advisoryLock struct {
	db   *DB
	name string
}

// with runs work while the lock is held on a dedicated connection.
func (l advisoryLock) with(ctx context.Context, work func(ctx context.Context) error) (bool, error) {
	conn, err := l.acquire(ctx)
	if conn == nil {
		return false, Explain("take the lock "+l.name, err)
	}
	defer l.release(ctx, conn)
	holding, lose := context.WithCancelCause(ctx)
	var heartbeats sync.WaitGroup
	defer heartbeats.Wait()
	defer lose(nil)
	heartbeats.Go(func() { heartbeat(holding, conn, l.db.heartbeatEvery, lose) })
	err = work(holding)
	if err != nil && errors.Is(context.Cause(holding), errLockLost) {
		err = fmt.Errorf("%w: %w", errLockLost, err)
	}
	return true, err
}

const nameLock = "(1447646293, hashtext(current_schema() || $1))"

// acquire returns the connection that has the lock; nil if another process has it.
func (l advisoryLock) acquire(ctx context.Context) (*sql.Conn, error) {
	ctx, stop := context.WithTimeout(ctx, readWithin)
	defer stop()
	conn, err := l.db.reader.Conn(ctx)
	if err != nil {
		return nil, err
	}
	var held bool
	if err = conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock"+nameLock, l.name).Scan(&held); err == nil && held {
		if _, err = conn.ExecContext(ctx, "SET idle_session_timeout = '"+lockLifetime+"'"); err == nil {
			return conn, nil
		}
	}
	drop(conn, held)
	return nil, err
}

// release releases the lock and closes the connection, which frees the lock even if the release failed.
func (l advisoryLock) release(ctx context.Context, conn *sql.Conn) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), listenAnswer)
	defer stop()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock"+nameLock, l.name); err != nil {
		l.db.logger.WarnContext(ctx, "a lock could not be released; it ends with its connection", "lock", l.name, "error", err)
	}
	drop(conn, true)
}

// drop returns a connection to its pool, or closes it.
func drop(conn *sql.Conn, end bool) {
	if end {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn }) // makes the pool close it
	}
	_ = conn.Close() // there is nothing to do about a failure
}

// heartbeat pings the server until ctx ends, so that it does not close the connection. It calls lose when a ping fails.
func heartbeat(ctx context.Context, conn *sql.Conn, every time.Duration, lose context.CancelCauseFunc) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		asking, stop := context.WithTimeout(context.WithoutCancel(ctx), heartbeatAnswer)
		err := conn.PingContext(asking)
		stop()
		if err != nil {
			lose(errLockLost)
			return
		}
	}
}

// Identity identifies the database: two stores with the same identity use the same database.
func (d *DB) Identity(ctx context.Context) (string, error) {
	if !d.dialect.postgres {
		host, err := os.Hostname()
		if err != nil {
			return "", fmt.Errorf("name the database: %w", err)
		}
		file, err := identity(filepath.Join(d.dir, sqliteFile))
		return "sqlite " + host + " " + file, err
	}
	ctx, stop := context.WithTimeout(ctx, readWithin)
	defer stop()
	var id string
	err := d.reader.QueryRowContext(ctx, "SELECT 'postgres ' || extract(epoch FROM pg_postmaster_start_time()) || ' ' || oid || ' ' || current_schema() "+
		"FROM pg_database WHERE datname = current_database()").Scan(&id)
	return id, Explain("name the database", err)
}
